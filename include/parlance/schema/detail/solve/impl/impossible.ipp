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
#include <string_view>

namespace parlance::schema::detail {

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

/// Whether no value of type `t` meets `g`, as far as a look three levels deep can tell.
bool writer::impossible(goal const& g, type t, int depth) {
    if (depth > 3) {
        return false;
    }
    // a short look from here may see less than one from above: only what was found impossible holds for both
    std::pair<goal, std::uint8_t> key{g, static_cast<std::uint8_t>(t)};
    if (auto const at = known_impossible_.find(key);
        at != known_impossible_.end() && (at->second.none || at->second.depth <= depth)) {
        return at->second.none;
    }
    result<vec<branch>> const ways = solve_.expand(g, t);
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
    known_impossible_.insert_or_assign(std::move(key), look{none, depth});
    return none;
}

bool writer::impossible(goal const& g, int depth) {
    if (g.empty() || depth > 3) {
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
