// parlance/chat/detail/impl/nested_value.ipp - definitions of what parlance/chat/detail/nested_value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/hash_map.hpp>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace parlance::chat::detail {

maybe<member_markup> members_in(tool_format const& t) {
    if (key_again(t).empty() || kind_of_value(t.values.back()) != piece::kind::nested) {
        return {};
    }
    auto const core = [](std::string_view text) { return std::string(split(text).core); };
    if (split(t.arguments.item_open).core.empty()) {
        return {};  // a member might begin anywhere
    }
    return member_markup{core(t.arguments.item_open), core(key_close(t)), core(key_again(t)),
                         core(t.arguments.item_close)};
}

std::string nested_reader::read(std::string_view key, std::string_view text) const {
    return value(text, root_ != nullptr ? property(*root_, key) : nullptr, 0);
}

std::string nested_reader::value(std::string_view text, boost::json::value const* schema,
                                 std::size_t depth) const {
    unsigned const types = schema != nullptr && root_ != nullptr ? allowed_types(*schema, *root_) : 0;
    auto const members = types == 1 || depth == deepest ? std::vector<member>() : members_of(text);
    if (members.empty()) {
        boost::json::object const* const of = container(schema, depth);
        std::string_view const bare = split(text).core;
        if (types == 1) {
            return quoted(text);
        }
        if (bare.empty() && types == 2 && of != nullptr) {
            return is_list(*of) ? "[]" : "{}";
        }
        return to_json_text(text, types != 0 ? types_of(*schema, *root_) : 0);
    }
    bool const all_items =
        std::all_of(members.begin(), members.end(), [](member const& m) { return m.name == item_name; });
    boost::json::object const* of = container(schema, depth, [&](boost::json::object const& part) {
        return is_list(part) == all_items && (all_items || allows_names(part, members));
    });
    of = of != nullptr ? of : container(schema, depth);
    return (of != nullptr ? is_list(*of) : all_items) ? list(members, of, depth) : object(members, of, depth);
}

bool nested_reader::allows_names(boost::json::object const& schema, std::vector<member> const& members) {
    return std::all_of(members.begin(), members.end(),
                       [&](member const& m) { return property(schema, m.name) != nullptr; });
}

std::string nested_reader::list(std::vector<member> const& members, boost::json::object const* schema,
                                std::size_t depth) const {
    auto const* items = schema != nullptr ? schema->if_contains("items") : nullptr;
    std::string out = "[";
    for (member const& m : members) {
        out.append(out.size() > 1 ? ", " : "").append(value(m.text, items, depth + 1));
    }
    return out + "]";
}

std::string nested_reader::object(std::vector<member> const& members, boost::json::object const* schema,
                                  std::size_t depth) const {
    std::vector<std::pair<std::string_view, std::vector<std::string>>> all;  // as they come
    hash_map<std::string_view, std::size_t> places;
    for (member const& m : members) {
        auto const [place, fresh] = places.try_emplace(m.name, all.size());
        if (fresh) {
            all.push_back({m.name, {}});
        }
        all[place.value].second.push_back(
            value(m.text, schema != nullptr ? property(*schema, m.name) : nullptr, depth + 1));
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

std::vector<nested_reader::member> nested_reader::members_of(std::string_view text) const {
    std::vector<member> out;
    for (text = split(text).core; !text.empty(); text = skip(text)) {
        auto const one = first_member(text);
        if (!one) {
            return {};
        }
        out.push_back(*one);
    }
    return out;
}

maybe<nested_reader::member> nested_reader::first_member(std::string_view& text) const {
    std::string_view rest = text;
    auto const name = opened(rest);
    if (!name) {
        return {};
    }
    std::size_t const begin = text.size() - rest.size();
    std::size_t open = 1;
    while (!rest.empty()) {
        std::size_t const here = text.size() - rest.size();
        if (closed(rest)) {
            if (--open == 0) {
                member const out{*name, text.substr(begin, here - begin)};
                text = rest;
                return out;
            }
        } else if (opened(rest)) {
            ++open;
        } else {
            rest.remove_prefix(1);
        }
    }
    return {};
}

std::optional<std::string_view> nested_reader::opened(std::string_view& text) const {
    return tag(text, markup_->open, markup_->middle);
}

bool nested_reader::closed(std::string_view& text) const {
    return tag(text, markup_->again, markup_->close).has_value();
}

std::optional<std::string_view> nested_reader::tag(std::string_view& text, std::string_view front,
                                                   std::string_view back) {
    if (!text.starts_with(front)) {
        return {};
    }
    std::string_view const rest = text.substr(front.size());
    std::size_t const end = (std::min)(rest.find_first_of("<>/ \t\r\n\"'"), rest.size());
    if (end == 0 || !rest.substr(end).starts_with(back)) {
        return {};
    }
    text = rest.substr(end + back.size());
    return rest.substr(0, end);
}

std::string_view nested_reader::skip(std::string_view text) {
    return text.substr((std::min)(text.find_first_not_of(blanks), text.size()));
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
    auto const* s = schema != nullptr && depth < deepest ? schema->if_object() : nullptr;
    if (s == nullptr) {
        return nullptr;
    }
    if (names_type(*s, "array") || names_type(*s, "object") ||
        (!s->contains("type") && (s->contains("items") || s->contains("properties")))) {
        return !fits || fits(*s) ? s : nullptr;
    }
    if (auto const* target = root_ != nullptr ? referred(*s, *root_) : nullptr) {
        return container(target, depth + 1, fits);
    }
    for (char const* const key : {"anyOf", "oneOf", "allOf"}) {
        auto const* parts = s->if_contains(key);
        for (std::size_t i = 0; parts != nullptr && parts->is_array() && i < parts->get_array().size(); ++i) {
            if (auto const* found = container(&parts->get_array()[i], depth + 1, fits)) {
                return found;
            }
        }
    }
    return nullptr;
}

}  // namespace parlance::chat::detail
