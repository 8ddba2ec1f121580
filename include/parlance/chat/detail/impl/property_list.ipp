// parlance/chat/detail/impl/property_list.ipp - definitions of what parlance/chat/detail/property_list.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

bool requires_key(boost::json::object const& schema, std::string_view key) {
    auto const* required = schema.if_contains("required");
    return required != nullptr && required->is_array() &&
           std::any_of(required->get_array().begin(), required->get_array().end(),
                       [&](auto const& name) { return name.is_string() && name.get_string() == key; });
}

std::vector<boost::json::key_value_pair const*> in_order(boost::json::object const& properties, bool sorted) {
    std::vector<boost::json::key_value_pair const*> out;
    for (auto const& property : properties) {
        out.push_back(&property);
    }
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    auto const before = [&](auto const* a, auto const* b) {
        std::string_view const left = a->key();
        std::string_view const right = b->key();
        return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                            [&](char x, char y) { return lower(x) < lower(y); });
    };
    if (sorted) {
        std::sort(out.begin(), out.end(), before);
    }
    return out;
}

void add_definitions(boost::json::object& part, boost::json::value const& whole) {
    for (char const* const shelf : {"$defs", "definitions"}) {
        if (auto const* defs = whole.get_object().if_contains(shelf)) {
            part.emplace(shelf, *defs);
        }
    }
}

void add_definitions(schema_slot& part, std::span<tool const> tools) {
    if (part.schema->is_object() && tools[part.tool].parameters.is_object()) {
        add_definitions(part.schema->get_object(), tools[part.tool].parameters);
    }
}

peg::node_id property_list::each_property(
    std::size_t i, std::string_view separator,
    std::function<peg::node_id(std::string const&, boost::json::value const&)> const& one_of_them) {
    boost::json::value const& schema = tools_[i].parameters;
    auto const* properties = schema.is_object() ? schema.get_object().if_contains("properties") : nullptr;
    if (properties == nullptr || !properties->is_object()) {
        return b_->epsilon();
    }
    std::vector<peg::node_id> needed;
    std::vector<peg::node_id> free;
    std::vector<bool> order;
    for (auto const* property : in_order(properties->get_object(), sorted_)) {
        std::string const key(property->key());
        order.push_back(requires_key(schema.get_object(), key));
        (order.back() ? needed : free)
            .push_back(one_rule("argument", i, order.size(), one_of_them(key, property->value())));
    }
    constexpr std::size_t few = 5;
    return free.size() <= few ? any_order(i, separator, needed, free)
                              : schema_order(i, separator, needed, free, order);
}

peg::node_id property_list::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

peg::node_id property_list::any_order(std::size_t tool, std::string_view separator,
                                      std::vector<peg::node_id> const& needed,
                                      std::vector<peg::node_id> const& free) {
    std::size_t const sets = std::size_t{1} << free.size();
    std::vector<peg::node_id> rules(sets * (needed.size() + 1));
    for (std::size_t used = sets; used-- > 0;) {
        for (std::size_t next = needed.size() + 1; next-- > 0;) {
            std::vector<peg::node_id> ways;
            auto const go = [&](peg::node_id one, std::size_t then) {
                bool const first = used == 0 && next == 0;
                ways.push_back(first ? b_->sequence({one, rules[then]})
                                     : b_->sequence({text(separator), one, rules[then]}));
            };
            if (next < needed.size()) {
                go(needed[next], used * (needed.size() + 1) + next + 1);
            }
            for (std::size_t n = 0; n < free.size(); ++n) {
                if ((used >> n & 1) == 0) {
                    go(free[n], (used | std::size_t{1} << n) * (needed.size() + 1) + next);
                }
            }
            if (next == needed.size()) {
                ways.push_back(b_->epsilon());
            }
            std::size_t const at = used * (needed.size() + 1) + next;
            rules[at] = one_rule("arguments", tool, at, b_->choice(ways));
        }
    }
    return rules.front();
}

peg::node_id property_list::schema_order(std::size_t tool, std::string_view separator,
                                         std::vector<peg::node_id> const& needed,
                                         std::vector<peg::node_id> const& free,
                                         std::vector<bool> const& order) {
    peg::node_id rest[2] = {b_->epsilon(), b_->epsilon()};
    std::size_t needed_left = needed.size();
    std::size_t free_left = free.size();
    for (std::size_t n = order.size(); n-- > 0;) {
        peg::node_id const one = order[n] ? needed[--needed_left] : free[--free_left];
        peg::node_id const after = one_rule("after", tool, n, b_->sequence({one, rest[1]}));
        for (bool const first : {true, false}) {
            peg::node_id const taken = first ? after : b_->sequence({text(separator), after});
            peg::node_id& here = rest[first ? 0 : 1];
            here = order[n] ? taken : b_->choice({taken, here});
        }
    }
    return one_rule("arguments", tool, order.size(), rest[0]);
}

peg::node_id property_list::one_rule(std::string_view what, std::size_t tool, std::size_t n, peg::node_id e) {
    return b_->rule(rules_ + std::string(what) + "-" + std::to_string(tool) + "-" + std::to_string(n), e);
}

}  // namespace parlance::chat::detail
