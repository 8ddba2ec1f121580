// parlance/chat/detail/widened_schema.hpp - a schema that cannot be had exactly, made one that allows more
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/fwd.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace parlance::chat::detail {

/// The names in front of ": " of a hint: a JSON Pointer, taken apart.
inline std::vector<std::string> pointer_of(std::string_view hint) {
    std::vector<std::string> out;
    hint = hint.substr(0, hint.find(": "));
    while (hint.starts_with('/')) {
        hint.remove_prefix(1);
        std::string_view const name = hint.substr(0, hint.find('/'));
        hint.remove_prefix(name.size());
        std::string& plain = out.emplace_back();
        for (std::size_t i = 0; i < name.size(); ++i) {
            bool const escaped = name[i] == '~' && i + 1 < name.size();
            plain += !escaped ? name[i] : name[++i] == '0' ? '~' : '/';
        }
    }
    return out;
}

/// Whether what stands under this keyword is a map from names to schemas.
inline bool maps_names(std::string_view keyword) noexcept {
    constexpr std::string_view maps[] = {"properties", "patternProperties", "$defs", "definitions",
                                         "dependentSchemas"};
    return std::find(std::begin(maps), std::end(maps), keyword) != std::end(maps);
}

/// Writes types as JSON Schema calls them wherever a schema has the name that programming languages have for one.
inline void use_usual_types(boost::json::value& schema) {
    auto const rename = [](boost::json::value& name) {
        if (auto const* text = name.if_string()) {
            if (std::string_view const usual = json_types::usual_name(*text); !usual.empty()) {
                name = usual;
            }
        }
    };
    std::vector<boost::json::value*> open{&schema};
    while (!open.empty()) {
        boost::json::value& at = *open.back();
        open.pop_back();
        if (auto* array = at.if_array()) {
            for (auto& item : *array) {
                open.push_back(&item);
            }
            continue;
        }
        auto* object = at.if_object();
        if (object == nullptr) {
            continue;
        }
        for (auto& member : *object) {
            std::string_view const key = member.key();
            if (key == "type" && member.value().is_string()) {
                rename(member.value());
            } else if (key == "type" && member.value().is_array()) {
                std::ranges::for_each(member.value().get_array(), rename);
            } else if (key != "const" && key != "enum" && key != "default" && key != "examples") {
                open.push_back(&member.value());
            }
        }
    }
}

/// Leaves the type of a schema; where there is no more than that, nothing.
inline bool leave_type(boost::json::value& schema) {
    if (schema.is_bool() && schema.get_bool()) {
        return false;
    }
    auto const* object = schema.if_object();
    auto const* type = object != nullptr ? object->if_contains("type") : nullptr;
    if (type == nullptr || object->size() == 1) {
        schema = true;
        return true;
    }
    boost::json::object rest{{"type", *type}};
    if (type->is_string() && type->get_string() == "object") {
        if (object->size() == 2 && object->contains("additionalProperties")) {
            schema = true;
            return true;
        }
        rest["additionalProperties"] = true;
    }
    schema = std::move(rest);
    return true;
}

/// Takes out of a schema what lowering refused: the keyword, or of the part that was refused everything but its type, or
/// that, too.  What stands inside `not`, `if` or `oneOf`
/// goes with that keyword, for there less would be asked for where more was.
///
/// why      the error of schema::lowerer, whose hint begins with the JSON Pointer
/// returns  false when nothing is left to take out
[[nodiscard]] inline bool widen(boost::json::value& schema, diagnostic const& why) {
    boost::json::value* at = &schema;
    bool names = false;  // `at` maps names to schemas
    for (std::string const& step : pointer_of(why.hint.view())) {
        boost::json::value* next = nullptr;
        if (auto* object = at->if_object()) {
            bool const inverted = !names && (step == "not" || step == "if" || step == "oneOf");
            next = object->if_contains(step);
            // A keyword whose value is no schema, nor has any, is what was refused.
            bool const leaf = !names && next != nullptr && !next->is_object() && !next->is_array();
            if (inverted || leaf || (!names && (step == "type" || step == "enum" || step == "required"))) {
                object->erase(step);
                return true;
            }
            names = !names && maps_names(step);
        } else if (auto* array = at->if_array()) {
            std::size_t index = 0;
            auto const read = std::from_chars(step.data(), step.data() + step.size(), index);
            next = read.ec == std::errc{} && index < array->size() ? &(*array)[index] : nullptr;
        }
        if (next == nullptr) {
            break;
        }
        at = next;
    }
    if (at->is_object() && !names) {
        return leave_type(*at);
    }
    if (at == &schema) {
        return leave_type(schema);
    }
    *at = boost::json::object{};  // a map of names, or a list, that is none
    return true;
}

}  // namespace parlance::chat::detail
