// parlance/hf/legacy/detail/impl/schema_reading.ipp - definitions of what parlance/hf/legacy/detail/schema_reading.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/schema_reading.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/hf/detail/transform.hpp>
#include <parlance/hf/legacy/detail/replacement.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace parlance::hf::detail {

/// Whether a text becomes another one, or a value, before the type is asked.
[[nodiscard]] inline bool changes_text(schema_node const& n) noexcept {
    return !n.substitutions.empty() || n.pattern || n.iterator || n.key_value || n.parser;
}

/// What it takes to look up a name among as many members: few of them are compared one by one.
[[nodiscard]] inline std::uint64_t steps_of_a_look_up(std::size_t members) noexcept {
    constexpr std::size_t few = 18;
    return 4 + 2 * (std::min)(members, few);
}

json::value schema_reading::fail(diagnostic const& d, json::value const& v) {
    constexpr std::size_t enough = 100;
    ++failures;
    if (wrong.size() < enough) {
        wrong.push_back(d);
        unread.push_back(strict ? std::string() : unread_text(v));  // strictly, no text is told
    }
    return nullptr;
}

std::string schema_reading::unread_text(json::value const& v) {
    if (v.is_string()) {  // also where nothing is left to pay with: a pattern that gave up has taken all
        unread_bytes += v.get_string().size();
        return std::string(unread_bytes <= bounds.output_bytes ? json::text_of(v) : std::string_view());
    }
    if (v.is_null() || !pay_for_copy(v, paid)) {
        return v.is_null() ? "null" : std::string();
    }
    std::string text = json::dump(v);
    unread_bytes += text.size();
    return unread_bytes <= bounds.output_bytes ? std::move(text) : std::string();
}

json::value schema_reading::copied(json::value const& v, std::string_view what) {
    return pay_for_copy(v, paid) ? v : fail(paid.error(what), nullptr);
}

json::value schema_reading::read(schema_node const& n, json::value const& v) {
    if (n.constant) {
        return copied(*n.constant, "a constant");
    }
    if (v.is_null() || stopped()) {
        return nullptr;
    }
    std::size_t const size = v.is_string() ? v.get_string().size() : 0;
    if (!paid.spend(200 + size / 8)) {
        return fail(paid.error("x-regex"), nullptr);
    }
    if (!changes_text(n)) {
        return typed(n, v);
    }
    if (!v.is_string()) {
        bool const only_parsed = n.substitutions.empty() && !n.pattern && !n.iterator && !n.key_value;
        return only_parsed ? fail(note("this parser needs text, not ").append(python_type(v)), v)
                           : fail("a pattern needs text", v);
    }
    if (!paid.hold(size)) {
        return fail(paid.error("x-regex"), nullptr);
    }
    json::value out = read_text(n, v);
    paid.release(paid.why() == errc::none ? size : 0);
    return out;
}

json::value schema_reading::read_text(schema_node const& n, json::value v) {
    for (auto const& [pattern, text] : n.substitutions) {
        auto replaced = text.apply(pattern, json::text_of(v), bounds, paid);
        if (!replaced) {
            return fail(replaced.error(), v);
        }
        v = boost::json::string(*replaced);
    }
    if (n.pattern && &n != matched) {
        regex_match const m = n.pattern->search(json::text_of(v), paid);
        if (m.is == regex_match::verdict::limit) {
            return fail(diagnostic{errc::regex_budget, {}, 0, "x-regex"}, v);
        }
        if (m.is == regex_match::verdict::none) {
            return nullptr;
        }
        v = groups(*n.pattern, m, json::text_of(v));
    }
    if (n.iterator || n.key_value || n.parser) {
        if (!v.is_string()) {
            return fail(note("this parser needs text, not ").append(python_type(v)), v);
        }
        bool const found = n.iterator ? iterate(n, v) : !n.key_value || pairs(n, v);
        if (!found || !(wrong.empty() || !strict)) {
            return nullptr;
        }
        if (n.parser && !parse(n, v)) {
            return nullptr;
        }
    }
    if (n.is == schema_type::any || (n.is == schema_type::string && v.is_string())) {
        return v;
    }
    return typed(n, v);
}

json::value schema_reading::groups(regex const& pattern, regex_match const& m, std::string_view text) {
    auto const of = [&](text_span g) { return boost::json::string(text.substr(g.begin, g.end - g.begin)); };
    auto const& names = pattern.names();
    std::size_t bytes = 64;
    for (std::size_t i = 1; i < names.size(); ++i) {
        bytes += m.groups[i].matched() ? 48 + names[i].size() + m.groups[i].end - m.groups[i].begin : 0;
    }
    if (!paid.spend(bytes) || !paid.hold(bytes)) {
        return fail(paid.error("x-regex"), nullptr);
    }
    bool const named =
        std::any_of(names.begin(), names.end(), [](auto const& name) { return !name.empty(); });
    if (!named) {
        return m.groups[1].matched() ? json::value(of(m.groups[1])) : json::value(nullptr);
    }
    json::object out;
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (!names[i].empty() && m.groups[i].matched()) {
            out[names[i]] = of(m.groups[i]);
        }
    }
    return out;
}

bool schema_reading::iterate(schema_node const& n, json::value& v) {
    json::array out;
    bool found = false;
    n.iterator->each(json::text_of(v), paid, [&](regex_match const& m) {
        found = m.is == regex_match::verdict::match;
        if (found) {
            out.push_back(groups(*n.iterator, m, json::text_of(v)));
            found = paid.why() == errc::none;
        } else {
            fail(diagnostic{errc::regex_budget, {}, 0, "x-regex-iterator"}, v);
        }
        return found;
    });
    v = std::move(out);
    return found;
}

bool schema_reading::pairs(schema_node const& n, json::value& v) {
    json::object out;
    bool good = true;
    n.key_value->each(json::text_of(v), paid, [&](regex_match const& m) {
        if (m.is == regex_match::verdict::limit) {
            fail(diagnostic{errc::regex_budget, {}, 0, "x-regex-key-value"}, v);
            return good = false;
        }
        json::value const pair = groups(*n.key_value, m, json::text_of(v));
        if (paid.why() != errc::none) {
            return good = false;
        }
        auto const* key = json::member(pair, "key");
        auto const* value = json::member(pair, "value");
        if (key != nullptr && value != nullptr) {
            out[json::text_of(*key)] = *value;
            return true;
        }
        fail("x-regex-key-value found a key without value", v);
        return good = !strict;
    });
    bool const found = good && !out.empty();
    v = std::move(out);
    return found;
}

bool schema_reading::parse(schema_node const& n, json::value& v) {
    constexpr std::size_t bytes_of_a_byte = 8;  // what the value of a text takes, for each byte of it
    if (!v.is_string()) {
        fail(note("this parser needs text, not ").append(python_type(v)), v);
        return false;
    }
    std::size_t const size = v.get_string().size();
    if (!paid.spend(20 * size) || !paid.hold(bytes_of_a_byte * size)) {
        fail(paid.error("x-parser"), nullptr);
        return false;
    }
    auto parsed = content_value(json::text_of(v), *n.parser, bounds, paid);
    if (!parsed) {
        fail(parsed.error(), v);
        return false;
    }
    if (n.transform) {
        auto shaped = n.transform->search(*parsed, paid);
        if (!shaped) {
            fail(shaped.error(), v);
            return false;
        }
        parsed = *std::move(shaped);
    }
    v = *std::move(parsed);
    return true;
}

json::value schema_reading::typed(schema_node const& n, json::value const& v) {
    auto const other = [&](std::string_view wanted) {
        return fail(note("expected ").append(wanted).append(", not ").append(python_type(v)), v);
    };
    switch (n.is) {
    case schema_type::any: return copied(v, "a value");
    case schema_type::string: return v.is_string() ? copied(v, "a text") : other("text");
    case schema_type::object:
        return v.is_string() ? spread(n, v) : v.is_object() ? members(n, v) : other("an object");
    case schema_type::array: return list(n, v);
    case schema_type::integer:
        if (v.is_string()) {
            auto const value = to_int(json::text_of(v));
            return value ? *value : other("a whole number");
        }
        return v.is_int64() || v.is_uint64() || v.is_bool() ? v : other("a whole number");
    case schema_type::number:
        if (v.is_string()) {
            auto const value = to_float(json::text_of(v));
            return value ? json::value(*value) : other("a number");
        }
        if (v.is_bool()) {
            return v.get_bool() ? 1.0 : 0.0;
        }
        return v.is_number() ? json::value(v.to_number<double>()) : other("a number");
    case schema_type::boolean: {
        if (v.is_bool()) {
            return v;
        }
        std::string const lower = ascii::lowered(json::text_of(v));
        if (v.is_string() && (lower == "true" || lower == "1" || lower == "false" || lower == "0")) {
            return lower == "true" || lower == "1";
        }
        return other("true or false");
    }
    }
    return v;
}

json::value schema_reading::spread(schema_node const& n, json::value const& v) {
    if (!n.has_properties) {
        return fail("an object without pattern, parser or properties got text", v);
    }
    json::object out;
    for (auto const& [name, child] : n.properties) {
        json::value part = read(*child, v);
        if (!part.is_null()) {
            out[name] = std::move(part);
        }
    }
    return checked(n, std::move(out), v);
}

json::value schema_reading::members(schema_node const& n, json::value const& v) {
    json::object const& in = v.get_object();
    if (!paid.spend(n.properties.size() * steps_of_a_look_up(in.size()) + in.size())) {
        return fail(paid.error("properties"), nullptr);
    }
    std::vector<bool> declared(in.size());
    std::size_t left = in.size();  // not declared so far
    json::object out;
    for (auto const& [name, child] : n.properties) {
        auto const member = in.find(name);
        if (member != in.end()) {
            declared[static_cast<std::size_t>(member - in.begin())] = true;
            --left;
        }
        if (child->constant) {
            out[name] = copied(*child->constant, "a constant");
        } else if (member != in.end()) {
            std::size_t const before = failures;
            json::value part = read(*child, member->value());
            if (failures == before || !part.is_null()) {
                out[name] = std::move(part);
            }
        } else if (child->otherwise) {
            out[name] = copied(*child->otherwise, "a constant");
        }
    }
    for (std::size_t i = 0; i < in.size() && left != 0 && !n.drops_additional; ++i) {
        if (!declared[i]) {
            auto const& member = *(in.begin() + static_cast<std::ptrdiff_t>(i));
            out[member.key()] =
                n.additional ? read(*n.additional, member.value()) : copied(member.value(), "a member");
        }
    }
    return checked(n, std::move(out), v);
}

json::value schema_reading::checked(schema_node const& n, json::object out, json::value const& v) {
    if (!n.required.empty() && !paid.spend(n.required.size() * steps_of_a_look_up(out.size()))) {
        return fail(paid.error("required"), nullptr);
    }
    for (std::string const& name : n.required) {
        if (!out.contains(name)) {
            fail(note("the property '").append(name).append("' is required, and missing"), v);
            break;
        }
    }
    return out;
}

json::value schema_reading::list(schema_node const& n, json::value const& v) {
    bool const nothing = v.is_null() || (v.is_string() && v.get_string().empty()) ||
                         (v.is_array() && v.get_array().empty()) ||
                         (v.is_object() && v.get_object().empty()) || (v.is_bool() && !v.get_bool()) ||
                         (v.is_number() && v.to_number<double>() == 0);
    if (nothing) {
        return json::array();
    }
    if (n.has_prefix && !v.is_array()) {
        json::array only;
        only.push_back(copied(v, "the only item of a list"));
        return paid.why() == errc::none ? list(n, json::value(std::move(only))) : json::value(nullptr);
    }
    if (!v.is_array()) {
        return fail(note("expected a list, not ").append(python_type(v)), v);
    }
    json::array const& in = v.get_array();
    if (n.has_prefix && in.size() != n.prefix.size()) {
        return fail("the list is not as long as prefixItems", v);
    }
    json::array out;
    for (std::size_t i = 0; i < in.size(); ++i) {
        schema_node const* const each = n.has_prefix ? n.prefix[i].get() : n.items.get();
        std::size_t const before = failures;
        json::value item = each != nullptr ? read(*each, in[i]) : copied(in[i], "an item");
        if (strict || failures == before || !item.is_null()) {
            out.push_back(std::move(item));
        }
    }
    return out;
}

}  // namespace parlance::hf::detail
