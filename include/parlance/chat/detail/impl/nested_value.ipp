// parlance/chat/detail/impl/nested_value.ipp - definitions of what parlance/chat/detail/nested_value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/hash_map.hpp>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace parlance::chat::detail {

std::string nested_reader::read(std::string_view key) const {
    return value({0, text_.size()}, root_ != nullptr ? property(*root_, key) : nullptr, 0);
}

std::string nested_reader::value(nested_member::extent at, boost::json::value const* schema,
                                 std::size_t depth) const {
    std::string_view const text = in(at);
    unsigned const types = schema != nullptr && root_ != nullptr ? allowed_types(*schema, *root_) : 0;
    auto const members = types == 1 || depth == deepest ? members_list() : members_of(at);
    if (members.empty()) {
        boost::json::object const* const of = container(schema, depth);
        std::string_view const bare = split(text).core;
        if (types == 1) {
            return quoted(text);
        }
        if (bare.empty() && types == 2 && of != nullptr) {
            return is_list(*of) ? "[]" : "{}";
        }
        std::string json = to_json_text(text, types != 0 ? types_of(*schema, *root_) : 0);
        bool const known = schema != nullptr && root_ != nullptr;
        return known ? json_or_string(std::move(json), text, *schema, *root_) : json;
    }
    bool const all_items =
        std::all_of(members.begin(), members.end(), [&](auto const* m) { return in(m->name) == item_name; });
    boost::json::object const* of = container(schema, depth, [&](boost::json::object const& part) {
        return is_list(part) == all_items && (all_items || allows_names(part, members));
    });
    of = of != nullptr ? of : container(schema, depth);
    return (of != nullptr ? is_list(*of) : all_items) ? list(members, of, depth) : object(members, of, depth);
}

bool nested_reader::allows_names(boost::json::object const& schema, members_list const& members) const {
    return std::all_of(members.begin(), members.end(),
                       [&](auto const* m) { return property(schema, in(m->name)) != nullptr; });
}

std::string nested_reader::list(members_list const& members, boost::json::object const* schema,
                                std::size_t depth) const {
    auto const* items = schema != nullptr ? schema->if_contains("items") : nullptr;
    std::string out = "[";
    for (nested_member const* m : members) {
        out.append(out.size() > 1 ? ", " : "").append(value(m->text, items, depth + 1));
    }
    return out + "]";
}

std::string nested_reader::object(members_list const& members, boost::json::object const* schema,
                                  std::size_t depth) const {
    std::vector<std::pair<std::string_view, std::vector<std::string>>> all;  // as they come
    hash_map<std::string_view, std::size_t> places;
    for (nested_member const* m : members) {
        auto const [place, fresh] = places.try_emplace(in(m->name), all.size());
        if (fresh) {
            all.push_back({in(m->name), {}});
        }
        all[place.value].second.push_back(
            value(m->text, schema != nullptr ? property(*schema, in(m->name)) : nullptr, depth + 1));
    }
    std::string out = "{";
    for (auto const& [name, values] : all) {
        out.append(out.size() > 1 ? ", " : "").append(quoted(name)).append(": ");
        out.append(values.size() > 1 ? "[" : "");
        for (std::size_t i = 0; i < values.size(); ++i) {
            out.append(i > 0 ? ", " : "").append(values[i]);
        }
        out.append(values.size() > 1 ? "]" : "");
    }
    return out + "}";
}

nested_reader::members_list nested_reader::members_of(nested_member::extent at) const {
    members_list out;
    auto const is_blank = [&](std::size_t end) { return split(in({at.begin, end})).core.empty(); };
    for (;;) {
        auto const next = std::ranges::lower_bound(all_, at.begin, {},
                                                   [](nested_member const& m) { return m.whole.begin; });
        bool const inside = next != all_.end() && next->whole.begin < at.end;
        if (!is_blank(inside ? next->whole.begin : at.end)) {
            return {};
        }
        if (!inside) {
            return out;
        }
        out.push_back(&*next);
        at.begin = next->whole.end;
    }
}

std::string nested_reader::quoted(std::string_view text) {
    std::string out;
    json::append_quoted(out, with_valid_utf8(text));
    return out;
}

boost::json::value const* nested_reader::property(boost::json::object const& schema, std::string_view name) {
    auto const* all = schema.if_contains("properties");
    auto const* one = all != nullptr && all->is_object() ? all->get_object().if_contains(name) : nullptr;
    auto const* others = schema.if_contains("additionalProperties");
    return one != nullptr || others == nullptr || !others->is_object() ? one : others;
}

bool nested_reader::is_list(boost::json::object const& schema) {
    return names_type(schema, "array") || (!names_type(schema, "object") && schema.contains("items"));
}

boost::json::object const*
nested_reader::container(boost::json::value const* schema, std::size_t depth,
                         std::function<bool(boost::json::object const&)> const& fits) const {
    constexpr std::size_t most_parts = 256;
    std::size_t parts = most_parts;
    return container_in(schema, depth, fits, parts);
}

boost::json::object const*
nested_reader::container_in(boost::json::value const* schema, std::size_t depth,
                            std::function<bool(boost::json::object const&)> const& fits,
                            std::size_t& parts) const {
    auto const* s = schema != nullptr && depth < deepest ? schema->if_object() : nullptr;
    if (s == nullptr || parts == 0) {
        return nullptr;
    }
    constexpr std::size_t names_of_a_part = 8;  // they are looked at as long
    auto const* type = s->if_contains("type");
    parts -= (std::min)(parts, 1 + (type != nullptr ? type_names(*type).size() / names_of_a_part : 0));
    if (names_type(*s, "array") || names_type(*s, "object") ||
        (type == nullptr && (s->contains("items") || s->contains("properties")))) {
        return !fits || fits(*s) ? s : nullptr;
    }
    constexpr std::size_t parts_of_a_reference = 2;  // besides
    parts -= s->contains("$ref") ? (std::min)(parts, parts_of_a_reference) : 0;
    if (auto const* target = root_ != nullptr ? referred(*s, *root_) : nullptr) {
        return container_in(target, depth + 1, fits, parts);
    }
    for (char const* const key : {"anyOf", "oneOf", "allOf"}) {
        auto const* list = s->if_contains(key);
        for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->get_array().size(); ++i) {
            if (parts == 0) {
                return nullptr;
            }
            if (auto const* found = container_in(&list->get_array()[i], depth + 1, fits, parts)) {
                return found;
            }
        }
    }
    return nullptr;
}

}  // namespace parlance::chat::detail
