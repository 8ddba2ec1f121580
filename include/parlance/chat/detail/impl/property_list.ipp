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
#include <iterator>
#include <numeric>
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

std::size_t property_list::free_order(std::span<tool const> tools, std::string_view named) {
    constexpr std::size_t few = 5;
    constexpr std::size_t most_rules = 4096;
    std::size_t rules[few + 1] = {};  // of tools with so many optional properties
    for (tool const& t : tools) {
        auto const* schema = t.parameters.if_object();
        auto const* all = schema != nullptr ? schema->if_contains("properties") : nullptr;
        if ((!named.empty() && named != t.name) || all == nullptr || !all->is_object()) {
            continue;
        }
        std::size_t needed = 0;
        for (auto const& property : all->get_object()) {
            needed += requires_key(*schema, property.key()) ? 1 : 0;
        }
        std::size_t const free = all->get_object().size() - needed;
        if (free <= few) {
            rules[free] += (needed + 1) << free;
        }
    }
    std::size_t most = few;
    std::size_t all_rules = std::accumulate(std::begin(rules), std::end(rules), std::size_t{0});
    while (most > 0 && all_rules > most_rules) {
        all_rules -= rules[most--];
    }
    return most;
}

peg::node_id property_list::each_property(
    std::size_t i, std::string_view separator, std::string_view open,
    std::function<peg::node_id(std::string const&, boost::json::value const&)> const& one_of_them) {
    boost::json::value const& schema = tools_[i].parameters;
    auto const* properties = schema.is_object() ? schema.get_object().if_contains("properties") : nullptr;
    if (properties == nullptr || !properties->is_object()) {
        return b_->epsilon();
    }
    std::vector<peg::node_id> needed;
    std::vector<peg::node_id> free;
    std::vector<bool> order;
    auto const listed = in_order(properties->get_object(), sorted_);
    for (auto const* property : listed) {
        order.push_back(requires_key(schema.get_object(), property->key()));
    }
    auto const optional = static_cast<std::size_t>(std::count(order.begin(), order.end(), false));
    bool const sets =
        optional <= free_order_ && optional > 0;  // then properties are referred to more than once
    for (std::size_t n = 0; n < listed.size(); ++n) {
        peg::node_id const one = one_of_them(std::string(listed[n]->key()), listed[n]->value());
        (order[n] ? needed : free).push_back(sets ? one_rule("argument", i, n, one) : one);
    }
    lead const front{text(open), b_->sequence({text(separator), text(open)})};
    return sets ? any_order(i, front, needed, free) : schema_order(i, front, needed, free, order);
}

peg::node_id property_list::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

peg::node_id property_list::any_of(peg::node_id front, std::vector<peg::node_id> const& ways, bool end) {
    if (ways.empty()) {
        return b_->epsilon();
    }
    peg::node_id const one = b_->sequence({front, b_->choice(ways)});
    return end ? b_->choice({one, b_->epsilon()}) : one;
}

peg::node_id property_list::any_order(std::size_t tool, lead front, std::vector<peg::node_id> const& needed,
                                      std::vector<peg::node_id> const& free) {
    std::size_t const sets = std::size_t{1} << free.size();
    std::vector<peg::node_id> rules(sets * (needed.size() + 1));
    std::vector<peg::node_id> ways;
    for (std::size_t used = sets; used-- > 0;) {
        for (std::size_t next = needed.size() + 1; next-- > 0;) {
            ways.clear();
            if (next < needed.size()) {
                ways.push_back(b_->sequence({needed[next], rules[used * (needed.size() + 1) + next + 1]}));
            }
            for (std::size_t n = 0; n < free.size(); ++n) {
                if ((used >> n & 1) == 0) {
                    ways.push_back(b_->sequence(
                        {free[n], rules[(used | std::size_t{1} << n) * (needed.size() + 1) + next]}));
                }
            }
            std::size_t const at = used * (needed.size() + 1) + next;
            rules[at] = one_rule("arguments", tool, at,
                                 any_of(at == 0 ? front.first : front.further, ways, next == needed.size()));
        }
    }
    return rules.front();
}

peg::node_id property_list::schema_order(std::size_t tool, lead front,
                                         std::vector<peg::node_id> const& needed,
                                         std::vector<peg::node_id> const& free,
                                         std::vector<bool> const& order) {
    std::vector<peg::node_id> ways;  // from here on, up to the next one that is required
    bool end = true;
    std::size_t needed_left = needed.size();
    std::size_t free_left = free.size();
    for (std::size_t n = order.size(); n-- > 0;) {
        peg::node_id const one = order[n] ? needed[--needed_left] : free[--free_left];
        peg::node_id const after =
            one_rule("after", tool, n, b_->sequence({one, any_of(front.further, ways, end)}));
        if (order[n]) {
            ways.clear();
            end = false;
        }
        ways.insert(ways.begin(), after);
    }
    return one_rule("arguments", tool, order.size(), any_of(front.first, ways, end));
}

peg::node_id property_list::one_rule(std::string_view what, std::size_t tool, std::size_t n, peg::node_id e) {
    return b_->rule(rules_ + std::string(what) + "-" + std::to_string(tool) + "-" + std::to_string(n), e);
}

}  // namespace parlance::chat::detail
