// parlance/schema/detail/solve/impl/impossible.ipp - whether a goal has no value, as far as a short look can tell
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

inline constexpr int deepest_look = 3;

[[nodiscard]] inline std::size_t facts_in(vec<branch> const& ways) noexcept {
    std::size_t out = 1;
    for (branch const& b : ways) {
        out += 1 + b.size();
    }
    return out;
}

bool writer::impossible_array(branch const& b, int depth) {
    array_plan const p = plan_array(b);
    for (std::size_t i = 0; i < p.prefix.size() && i < p.least; ++i) {
        if (impossible(p.prefix[i], depth + 1)) {
            return true;
        }
    }
    return p.least > p.prefix.size() && impossible(p.rest, depth + 1);
}

bool writer::impossible_object(branch const& b, int depth) {
    object_plan plan;
    result<bool> const good = plan_object(b, plan);
    if (!good) {
        return false;
    }
    if (!*good) {
        return true;
    }
    for (auto const& m : plan.members) {
        if (m.required && impossible(m.value, depth + 1)) {
            return true;
        }
    }
    return false;
}

void writer::keep_branches(goal const& g, type t, vec<branch>& ways) {
    constexpr std::size_t most_facts = 10'000;
    std::size_t const facts = facts_in(ways);
    if (looked_at_facts_ + facts <= most_facts &&
        looked_at_.emplace({g, static_cast<std::uint8_t>(t)}, std::move(ways)).second) {
        looked_at_facts_ += facts;
    }
}

result<vec<branch>> writer::take_branches(goal const& g, type t) {
    auto const at = looked_at_.find({g, static_cast<std::uint8_t>(t)});
    if (at == looked_at_.end()) {
        return solve_.expand(g, t);
    }
    vec<branch> out = std::move(at->second);
    looked_at_facts_ -= facts_in(out);
    looked_at_.erase(at);
    return out;
}

/// Whether some type's values need no looking at to see that one will do.
bool writer::plainly_possible(literal l) {
    if (negative(l) || !nodes().load(node_of(l))) {
        return false;
    }
    node const& n = nodes()[node_of(l)];
    if (n.constant || n.combines()) {
        return n.constant.value_or(false);
    }
    auto const may_be = [&](type t, bool good) { return (n.types & bit(t)) != 0 && good; };
    return may_be(type::null, true) || may_be(type::boolean, true) ||
           may_be(type::string, !n.pattern && n.format.empty() && n.min_length <= n.max_length) ||
           may_be(type::number, !n.low && !n.high && !n.multiple) ||
           may_be(type::array, n.min_items == 0 && (n.contains == no_node || n.min_contains == 0)) ||
           may_be(type::object, n.required.empty() && n.min_properties == 0);
}

/// Whether no value of type `t` meets `g`, as far as a look so deep can tell.
bool writer::impossible(goal const& g, type t, int depth) {
    if (depth > deepest_look) {
        cut_short_ = true;
        return false;
    }
    bool const other_type = std::any_of(g.begin(), g.end(), [&](literal l) {
        return !negative(l) && nodes().load(node_of(l)).has_value() && !nodes()[node_of(l)].constant &&
               (nodes()[node_of(l)].types & bit(t)) == 0;
    });
    if (other_type) {
        return true;
    }
    // a look that was cut short may see less than one from above: only what was found impossible holds for both
    constexpr unsigned exactly = 0x80;  // what is left out of goals may make one of them impossible
    std::pair<goal, std::uint8_t> key{
        g, static_cast<std::uint8_t>(static_cast<unsigned>(t) | (solve_.comparing() ? exactly : 0))};
    if (auto const at = known_impossible_.find(key);
        at != known_impossible_.end() && (at->second.none || at->second.depth <= depth)) {
        cut_short_ = cut_short_ || at->second.depth != 0;
        return at->second.none;
    }
    bool const before = std::exchange(cut_short_, false);
    result<vec<branch>> ways = solve_.expand(g, t);
    bool none = ways.has_value();
    for (std::size_t i = 0; none && i < ways->size(); ++i) {
        branch const& b = (*ways)[i];
        if (std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; })) {
            result<vec<boost::json::value const*>> const some = candidates(b, g, t);
            none = some.has_value() && some->empty();
        } else if (t == type::null) {
            result<bool> const good = meets(nullptr, g);
            none = good.has_value() && !*good;
        } else if (t == type::boolean) {
            result<bool> const no = meets(false, g);
            result<bool> const yes = meets(true, g);
            none = no.has_value() && yes.has_value() && !*no && !*yes;
        } else if (t == type::object) {
            none = impossible_object(b, depth);
        } else if (t == type::array) {
            none = impossible_array(b, depth);
        } else if (t == type::string) {
            none = leaves_nothing(string_set_of(b));
        } else {
            none = false;
        }
    }
    if (ways && !none && !solve_.comparing()) {
        keep_branches(g, t, *ways);
    }
    if (ways) {
        solve_.discard(*ways);
    }
    known_impossible_.insert_or_assign(std::move(key), look{none, cut_short_ ? depth : 0});
    cut_short_ = cut_short_ || before;
    return none;
}

bool writer::impossible(goal const& whole, int depth) {
    goal const g = followed(whole);
    if (g.empty()) {
        return false;
    }
    if (depth > deepest_look) {
        cut_short_ = true;
        return false;
    }
    if (g.size() == 1 && plainly_possible(g.front())) {
        return false;
    }
    for (type const t : {type::string, type::number, type::object, type::array, type::boolean, type::null}) {
        if (!impossible(g, t, depth)) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::schema::detail
