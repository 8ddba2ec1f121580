// parlance/chat/impl/check.ipp - definitions of what parlance/chat/check.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/check.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace parlance::chat::detail {

/// A value typed by its schema; true when it was changed.
[[nodiscard]] PARLANCE_DECL bool type_value(boost::json::value& v, boost::json::value const& schema,
                                            boost::json::object const& root, std::size_t depth = 0);

/// The schema of what stands at a JSON Pointer of a value, followed through properties and items; null where it is not
/// that simple.
PARLANCE_DECL boost::json::value const* schema_at(boost::json::value const& schema,
                                                  std::string_view pointer) {
    auto const* root = schema.if_object();
    boost::json::value const* at = &schema;
    while (at != nullptr && root != nullptr) {
        auto const* here = at->if_object();
        if (here == nullptr) {
            return nullptr;
        }
        if (auto const* target = referred(*here, *root)) {
            at = target;
            here = at->if_object();
        }
        if (pointer.empty() || here == nullptr) {
            return at;
        }
        pointer.remove_prefix(1);
        std::string_view const step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        auto const* named = property_of(*at, step);
        at = named != nullptr ? named : here->if_contains("items");
    }
    return nullptr;
}

/// What a keyword asks for, in words.
PARLANCE_DECL std::string wanted_by(std::string_view keyword, boost::json::value const* schema,
                                    boost::json::value const* found) {
    auto const* object = schema != nullptr ? schema->if_object() : nullptr;
    auto const* asked = object != nullptr ? object->if_contains(keyword) : nullptr;
    std::string const said = asked != nullptr ? json::dump(*asked) : std::string();
    std::string const have = found != nullptr ? json::dump(*found) : std::string();
    constexpr std::size_t longest = 80;
    std::string const shown = have.size() <= longest ? have : "it";
    if (keyword == "type") {
        std::string const names =
            asked != nullptr && asked->is_string() ? std::string(asked->get_string()) : said;
        return shown + " is not of type " + (names.empty() ? "that is wanted" : names);
    }
    if (keyword == "required" && asked != nullptr && asked->is_array() && found != nullptr &&
        found->is_object()) {
        std::string missing;
        for (auto const& name : asked->get_array()) {
            if (name.is_string() && !found->get_object().contains(name.get_string())) {
                missing.append(missing.empty() ? "" : ", ").append(name.get_string());
            }
        }
        return "missing: " + missing;
    }
    if (keyword == "enum" || keyword == "const") {
        return shown + " is not " + (keyword == "enum" ? "one of " : "") + said;
    }
    if (keyword == "false") {
        return "there is no such argument";
    }
    return said.empty() ? shown + " does not satisfy " + std::string(keyword)
                        : shown + " does not satisfy " + std::string(keyword) + " " + said;
}

/// A string that is a value of another type, or a value that is to be a string.
PARLANCE_DECL bool type_scalar(boost::json::value& v, boost::json::value const& schema, unsigned types) {
    if (types == json_types::string && !v.is_object() && !v.is_array() && !v.is_null()) {
        v = boost::json::value(json::dump(v));
        return true;
    }
    if (!v.is_string() || (types & json_types::string) != 0) {
        return false;
    }
    std::string const text = to_json_text(v.get_string());
    auto parsed = json::parse(text);
    if (!parsed || parsed->is_string() || (json_types::of(*parsed) & types) == 0) {
        return false;
    }
    bool const number = parsed->is_double();
    if (number && names_type(schema, "integer") && !names_type(schema, "number")) {
        return false;
    }
    v = *std::move(parsed);
    return true;
}

bool type_value(boost::json::value& v, boost::json::value const& schema, boost::json::object const& root,
                std::size_t depth) {
    auto const* s = schema.if_object();
    if (s == nullptr || depth > deepest_type) {
        return false;
    }
    if (auto const* target = referred(*s, root)) {
        return type_value(v, *target, root, depth + 1);
    }
    unsigned const types = types_of(schema, root);
    bool changed = types != 0 && (types & json_types::of(v)) == 0 && type_scalar(v, schema, types);
    if (auto* object = v.if_object()) {
        for (auto& member : *object) {
            auto const* inner = property_of(schema, member.key());
            changed = (inner != nullptr && type_value(member.value(), *inner, root, depth + 1)) || changed;
        }
    } else if (auto* list = v.if_array()) {
        auto const* items = s->if_contains("items");
        for (auto& item : *list) {
            changed = (items != nullptr && type_value(item, *items, root, depth + 1)) || changed;
        }
    }
    return changed;
}

struct strict_arguments::known {
    tool const* of;
    schema::validator takes;
};

bool strict_arguments::refuses(tool const& t, std::string_view arguments) {
    if (!t.strict) {
        return false;
    }
    auto at = std::ranges::find(known_, &t, [](auto const& each) { return each->of; });
    if (at == known_.end()) {
        known_.push_back(std::make_shared<known>(known{&t, schema::validator(t.parameters)}));
        at = known_.end() - 1;
    }
    limits bounds;
    bounds.fuel = (std::min<std::uint64_t>)(bounds.fuel, 1'000'000 + 1000 * arguments.size());
    auto const valid = (*at)->takes.check_text(arguments, bounds);
    constexpr errc verdicts[] = {errc::schema_violation, errc::out_of_fuel, errc::nested_too_deep,
                                 errc::invalid_utf8, errc::source_too_large};
    return !valid && std::ranges::find(verdicts, valid.error().code) != std::end(verdicts);
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

std::optional<std::string> check(tool_call const& call, tool const& t) {
    std::string const front = "The call of " + t.name;
    if (!call.whole && !call.refused) {
        return front + " was cut off. Write it again, whole.";
    }
    std::string_view const arguments = call.arguments.empty() ? "{}" : std::string_view(call.arguments);
    auto const parsed = json::parse(arguments);
    if (!parsed) {
        return front + " is not valid JSON: " + std::string(describe(parsed.error().code)) + ", at byte " +
               std::to_string(parsed.error().at.offset) + " of its arguments.";
    }
    if (!parsed->is_object()) {
        return front + " is wrong: its arguments are not a JSON object.";
    }
    auto const valid = schema::validator(t.parameters).check_text(arguments);
    if (!valid && call.refused && valid.error().code != errc::schema_violation) {
        return front + " could not be checked: write its arguments in a simpler way.";
    }
    if (valid || valid.error().code != errc::schema_violation) {
        return std::nullopt;
    }
    std::string_view const hint = valid.error().hint.view();
    std::size_t const colon = hint.rfind(": ");
    std::string_view const pointer = hint.substr(0, colon == std::string_view::npos ? 0 : colon);
    std::string_view const keyword = colon == std::string_view::npos ? hint : hint.substr(colon + 2);
    boost::system::error_code absent;
    boost::json::value const* const found = parsed->find_pointer(pointer, absent);
    std::string out = front + " is wrong";
    if (!pointer.empty()) {
        out.append(" at ").append(pointer);
    }
    return out.append(": ")
        .append(detail::wanted_by(keyword, detail::schema_at(t.parameters, pointer), found))
        .append(". Call it again with arguments that fit its schema.");
}

std::optional<std::string> check(tool_call const& call, std::span<tool const> tools) {
    if (tool const* t = find_tool(tools, call.name)) {
        return check(call, *t);
    }
    std::string out = "There is no tool '" + call.name + "'. There are: ";
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < tools.size() && i < most; ++i) {
        out.append(i == 0 ? "" : ", ").append(tools[i].name);
    }
    return out.append(tools.size() > most ? ", and others." : ".");
}

std::string typed_arguments(std::string_view arguments, tool const& t) {
    auto parsed = json::parse(arguments);
    auto const* root = t.parameters.if_object();
    if (!parsed || !parsed->is_object() || root == nullptr ||
        !detail::type_value(*parsed, t.parameters, *root)) {
        return std::string(arguments);
    }
    return json::dump(*parsed);
}

void type_arguments(message& m, std::span<tool const> tools) {
    for (tool_call& call : m.calls) {
        if (tool const* t = find_tool(tools, call.name); t != nullptr && call.whole) {
            call.arguments = typed_arguments(call.arguments, *t);
        }
    }
}

}  // namespace parlance::chat
