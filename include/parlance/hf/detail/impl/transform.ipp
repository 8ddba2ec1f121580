// parlance/hf/detail/impl/transform.ipp - definitions of what parlance/hf/detail/transform.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/transform.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace parlance::hf::detail {

std::optional<std::string_view> placeholder(json::value const& v) {
    std::string_view text = json::text_of(v);
    if (text.size() < 3 || text.front() != '{' || text.back() != '}') {
        return std::nullopt;
    }
    text = text.substr(1, text.size() - 2);
    bool named = false;  // what is behind the last dot
    for (std::string_view rest = text; !rest.empty();) {
        utf8::decoded const d = utf8::decode(rest);
        unicode_classes known;
        bool const word =
            d.valid && (d.value < 128 ? ascii::is_alnum(d.value) || d.value == '_' : known.is_word(d.value));
        if (!word && (d.value != '.' || !named)) {
            return std::nullopt;
        }
        named = word;
        rest.remove_prefix(d.length);
    }
    return named ? std::optional(text) : std::nullopt;
}

/// The value that a path leads to.
PARLANCE_DECL result<json::value const*> look_up(std::string_view path, json::object const& scope) {
    json::value const* at = nullptr;
    for (std::string_view rest = path;;) {
        std::size_t const dot = (std::min)(rest.find('.'), rest.size());
        std::string_view const key = rest.substr(0, dot);
        json::object const* const inside = at == nullptr ? &scope : at->if_object();
        if (inside == nullptr) {
            return mismatch(
                note("'{").append(path).append("}' cannot look inside ").append(python_type(*at)));
        }
        at = inside->if_contains(key);
        if (at == nullptr) {
            return mismatch(note("'{").append(path).append("}' is missing '").append(key).append("'"));
        }
        if (dot == rest.size()) {
            return at;
        }
        rest.remove_prefix(dot + 1);
    }
}

bool pay_for_copy(json::value const& v, work& paid) {
    std::size_t bytes = 3 * sizeof v;  // with what its list or table has beside it
    bool good = true;
    if (v.is_string()) {
        bytes += v.get_string().size();
    } else if (v.is_array()) {
        for (json::value const& item : v.get_array()) {
            good = good && pay_for_copy(item, paid);
        }
    } else if (v.is_object()) {
        for (auto const& member : v.get_object()) {
            bytes += 112 + member.key().size();
            good = good && pay_for_copy(member.value(), paid);
        }
    }
    return good && paid.spend(40 + bytes / 3) && paid.hold(bytes);
}

result<json::value> fill(json::value const& shape, json::object const& scope, work& paid, bool known_only) {
    std::string_view const text = json::text_of(shape);
    std::size_t const beyond_ascii = text.size() - utf8::count(text);
    if (!paid.spend(300 + 4 * text.size() + unicode_classes::steps_of_a_look * beyond_ascii) ||
        !paid.hold(128)) {
        return paid.error("transform");
    }
    if (shape.is_object()) {
        json::object out;
        out.reserve(shape.get_object().size());
        for (auto const& member : shape.get_object()) {
            auto v = fill(member.value(), scope, paid, known_only);
            if (!v) {
                return v;
            }
            out[member.key()] = *std::move(v);
        }
        return json::value(std::move(out));
    }
    if (shape.is_array()) {
        json::array out;
        out.reserve(shape.get_array().size());
        for (json::value const& item : shape.get_array()) {
            auto v = fill(item, scope, paid, known_only);
            if (!v) {
                return v;
            }
            out.push_back(*std::move(v));
        }
        return json::value(std::move(out));
    }
    if (auto const path = shape.is_string() ? placeholder(shape) : std::nullopt) {
        auto const v = look_up(*path, scope);
        if (v && !pay_for_copy(**v, paid)) {
            return paid.error("transform");
        }
        return v ? result<json::value>(**v) : known_only ? result<json::value>(json::value()) : v.error();
    }
    if (!pay_for_copy(shape, paid)) {
        return paid.error("transform");
    }
    return shape;
}

result<json::value> region_value(template_field const& f, std::string_view body, json::object const& captures,
                                 limits const& bounds, work& paid) {
    auto value = content_value(body, f.content, bounds, paid);
    if (!value || !f.transform) {
        return value;
    }
    if (!f.transform_each) {
        json::object scope = captures;
        scope["content"] = *std::move(value);
        return fill(*f.transform, scope, paid);
    }
    if (!value->is_array()) {
        return mismatch(note("transform_each needs a list, not ").append(python_type(*value)));
    }
    json::array out;
    for (json::value const& item : value->get_array()) {
        if (!item.is_object()) {
            return mismatch(
                note("transform_each needs a list of objects, not of ").append(python_type(item)));
        }
        std::size_t const before = paid.bytes_left();
        for (auto const& member : captures) {
            if (!pay_for_copy(member.value(), paid)) {
                return paid.error("transform_each");
            }
        }
        paid.release(before - paid.bytes_left());
        json::object scope = captures;
        for (auto const& member : item.get_object()) {
            scope[member.key()] = member.value();
        }
        auto one = fill(*f.transform, scope, paid);
        if (!one) {
            return one;
        }
        out.push_back(*std::move(one));
    }
    return json::value(std::move(out));
}

/// The types a parameter's schema names, in order; those of unions behind its own.
PARLANCE_DECL void schema_types(json::value const& schema, std::vector<std::string_view>& out,
                                std::size_t depth = 0) {
    constexpr std::size_t deepest = 16;
    if (!schema.is_object() || depth > deepest) {
        return;
    }
    json::object const& s = schema.get_object();
    std::size_t const before = out.size();
    if (auto const* type = s.if_contains("type")) {
        if (type->is_string()) {
            out.push_back(json::text_of(*type));
        } else if (type->is_array()) {
            for (json::value const& t : type->get_array()) {
                if (t.is_string()) {
                    out.push_back(json::text_of(t));
                }
            }
        }
    }
    for (char const* const key : {"anyOf", "oneOf"}) {
        if (auto const* choices = s.if_contains(key); choices != nullptr && choices->is_array()) {
            for (json::value const& choice : choices->get_array()) {
                schema_types(choice, out, depth + 1);
            }
        }
    }
    auto const* nullable = s.if_contains("nullable");
    bool const may_be_null = nullable != nullptr && nullable->is_bool() && nullable->get_bool();
    auto const mine = out.begin() + static_cast<std::ptrdiff_t>(before);
    if (may_be_null && std::find(mine, out.end(), "null") == out.end()) {
        out.push_back("null");
    }
}

/// A text as the first of the types that it is; itself where it is none.
PARLANCE_DECL json::value coerced(std::string_view text, std::span<std::string_view const> types,
                                  limits const& bounds) {
    std::string const lower = ascii::lowered(strip(text));
    for (std::string_view const type : types) {
        if (type == "integer") {
            if (auto value = to_int(text)) {
                return *std::move(value);
            }
        } else if (type == "number") {
            if (auto const value = to_float(text); value && std::isfinite(*value)) {
                return *value;
            }
        } else if (type == "boolean") {
            if (lower == "true" || lower == "1" || lower == "false" || lower == "0") {
                return lower == "true" || lower == "1";
            }
        } else if (type == "null") {
            if (strip(text) == "null" || strip(text) == "None") {
                return nullptr;
            }
        } else if (type == "object" || type == "array") {
            if (auto value = json::parse(text, bounds);
                value && (type == "object" ? value->is_object() : value->is_array())) {
                return *std::move(value);
            }
        }
    }
    return boost::json::string(text);
}

void coerce_calls(json::value& v, std::span<chat::tool const> tools, limits const& bounds) {
    if (v.is_array()) {
        for (json::value& item : v.get_array()) {
            if (!item.is_array()) {
                coerce_calls(item, tools, bounds);
            }
        }
        return;
    }
    auto* const function = v.is_object() ? v.get_object().if_contains("function") : nullptr;
    if (function == nullptr || !function->is_object()) {
        return;
    }
    auto const* const name = function->get_object().if_contains("name");
    auto* const arguments = function->get_object().if_contains("arguments");
    chat::tool const* const t =
        name != nullptr && name->is_string() ? find_tool(tools, json::text_of(*name)) : nullptr;
    auto const* const properties = t != nullptr ? json::member(t->parameters, "properties") : nullptr;
    if (arguments == nullptr || !arguments->is_object() || properties == nullptr) {
        return;
    }
    for (auto& member : arguments->get_object()) {
        auto const* const schema = json::member(*properties, {member.key().data(), member.key().size()});
        std::vector<std::string_view> types;
        if (schema != nullptr) {
            schema_types(*schema, types);
        }
        if (types.empty()) {
            continue;
        }
        json::value& value = member.value();
        if (value.is_string()) {
            value = coerced(json::text_of(value), types, bounds);
        } else if (value.is_array() && std::find(types.begin(), types.end(), "array") == types.end()) {
            for (json::value& item : value.get_array()) {  // equal keys that were made a list
                if (item.is_string()) {
                    item = coerced(json::text_of(item), types, bounds);
                }
            }
        }
    }
}

}  // namespace parlance::hf::detail
