// parlance/schema/detail/solve/impl/explain.ipp - where and why no value satisfies a schema
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

/// The keywords of one schema that contradict each other; empty where none of them does alone.
std::string writer::contradiction_in(node const& n) {
    auto const both = [](std::string_view low, std::string const& a, std::string_view high,
                         std::string const& b) {
        return std::string(low).append(" ").append(a).append(" and ").append(high).append(" ").append(b);
    };
    if (n.constant) {
        return *n.constant ? "" : "false allows nothing";
    }
    if (n.low && n.high) {
        int const order = compare(*n.low, *n.high);
        if (order > 0 || (order == 0 && (n.low_open || n.high_open))) {
            return both(n.low_open ? "exclusiveMinimum" : "minimum", n.low->text(),
                        n.high_open ? "exclusiveMaximum" : "maximum", n.high->text());
        }
    }
    struct range {
        std::string_view least;
        std::uint64_t low;
        std::string_view most;
        std::uint64_t high;
        type of;
    };
    for (range const& r :
         {range{"minLength", n.min_length, "maxLength", n.max_length, type::string},
          range{"minItems", n.min_items, "maxItems", n.max_items, type::array},
          range{"minProperties", n.min_properties, "maxProperties", n.max_properties, type::object}}) {
        if (r.low > r.high && n.types == bit(r.of)) {
            return both(r.least, std::to_string(r.low), r.most, std::to_string(r.high));
        }
    }
    if (n.types == 0) {
        return n.single != nullptr ? "const is none of enum" : "type allows nothing";
    }
    if (n.single != nullptr && (bit(type_of(*n.single)) & n.types) == 0) {
        return "const is not of this type";
    }
    if (n.values != nullptr &&
        std::none_of(n.values->begin(), n.values->end(),
                     [&](boost::json::value const& v) { return (bit(type_of(v)) & n.types) != 0; })) {
        return n.values->empty() ? "enum lists nothing" : "nothing in enum is of this type";
    }
    return {};
}

/// What of one way to be an object or an array cannot be; `why` where it is no goal of its own.
maybe<goal> writer::blocked_part(branch const& b, type t, rtn::dead_ends const& dead, std::string& why) {
    auto const blocked = [&](goal const& part) {
        auto const rule = goals_.find(part);
        return rule != goals_.end() ? !dead.can_return(rule->second) : impossible(part, 0);
    };
    if (t == type::array) {
        array_plan const p = plan_array(b);
        for (std::size_t i = 0; i < p.least && i <= p.prefix.size(); ++i) {
            goal const& item = i < p.prefix.size() ? p.prefix[i] : p.rest;
            if (blocked(item)) {
                return item;
            }
        }
        return {};
    }
    object_plan plan;
    result<bool> const good = plan_object(b, plan);
    for (object_plan::member const& m : plan.members) {
        bool const closed = m.required && std::any_of(m.value.begin(), m.value.end(), [&](literal l) {
                                return !negative(l) && nodes().load(node_of(l)) &&
                                       !nodes()[node_of(l)].constant.value_or(true);
                            });
        if (closed || (m.required && !m.possible)) {
            why = "required names " + std::string(m.name) + ", which may not be there";
            return {};
        }
        if (good && m.required && blocked(m.value)) {
            if (m.value.size() == 1) {
                return m.value;
            }
            why = "required names " + std::string(m.name) + ", which no value is allowed for";
            maybe<goal> single;
            for (literal const l : m.value) {
                if (goal const one{l};
                    !single && !negative(l) && impossible(one, 0) && nodes()[node_of(l)].json != nullptr) {
                    single = one;
                }
            }
            return single;
        }
    }
    if (plan.least > plan.most) {
        why = "more properties are asked for than are allowed";
    }
    return {};
}

/// The pointer and the reason for a goal whose rule is not among those that can end.
std::string writer::explain(goal g, rtn::dead_ends const& dead) {
    vec<goal> seen;
    std::string why;
    bool circle = false;
    while (seen.size() < 300) {
        circle = std::find(seen.begin(), seen.end(), g) != seen.end();
        if (circle) {
            break;
        }
        seen.push_back(g);
        for (literal const l : g) {
            if (!negative(l) && nodes().load(node_of(l)) && why.empty()) {
                why = contradiction_in(nodes()[node_of(l)]);
            }
        }
        if (!why.empty()) {
            break;
        }
        maybe<goal> next;
        for (type const t : {type::object, type::array}) {
            result<vec<branch>> const ways = solve_.expand(g, t);
            for (std::size_t i = 0; ways && !next && i < ways->size(); ++i) {
                std::string reason;
                next = blocked_part((*ways)[i], t, dead, reason);
                why = why.empty() ? reason : why;
            }
        }
        if (!next) {
            break;
        }
        why.clear();
        g = *next;
    }
    std::string const pointer = solve_.pointer(g);
    bool const ended = std::find(left_out_.begin(), left_out_.end(), pointer) != left_out_.end();
    return pointer + (pointer.empty() ? "" : ": ") +
           (!why.empty() ? why
            : ended      ? std::string("a text in its constants or names would end the value")
            : circle     ? std::string("every value would have to hold one more of its kind")
                         : std::string(unnamed_contradiction));
}

}  // namespace parlance::schema::detail
