// parlance/mask/detail/automaton/impl/link_parts.ipp - definitions of what parlance/mask/detail/automaton/link_parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/link_parts.hpp>
#include <parlance/mask/detail/automaton/know_part.hpp>
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Whether the rows of a part are where the network says.
inline bool stands_at(rtn::network const& net, rtn::placed_part const& at, work& spent) {
    rtn::part const& p = *at.what;
    std::size_t const states = p.state_count();
    auto const fits = [](std::size_t first, std::size_t count, std::size_t all) {
        return first <= all && count <= all - first;
    };
    if (!fits(at.first_state, states + 1, net.states.size()) ||
        !fits(at.first_rule, p.entries.size(), net.rules.size()) ||
        !fits(at.first_count, p.counts.size(), net.counts.size()) ||
        !fits(at.first_outside, p.outside_rules, net.outside.size()) ||
        !spent.spend(2 * (states + p.edges.size() + p.entries.size()))) {
        return false;
    }
    rtn::state const* const rows = &net.states[at.first_state];
    std::uint32_t const first_edge = rows[0].first_edge;
    if (!fits(first_edge, p.edges.size(), net.edges.size())) {
        return false;
    }
    rtn::rule_id const* const outside = net.outside.begin() + at.first_outside;
    auto const rule = [&](rtn::rule_id r) {
        return (r & rtn::part::outside) != 0 ? outside[r & ~rtn::part::outside] : at.first_rule + r;
    };
    bool same = rows[states].first_edge - first_edge == p.edges.size();
    for (std::size_t s = 0; s < states; ++s) {
        same = same && rows[s].first_edge - first_edge == p.states[s].first_edge &&
               rows[s].accepts == p.states[s].accepts;
    }
    rtn::edge const* const edges = net.edges.begin() + first_edge;
    for (std::size_t i = 0; i < p.edges.size() && same; ++i) {
        rtn::edge e = p.edges[i];
        e.target += at.first_state;
        if (e.kind == rtn::edge_kind::call) {
            e.value = rule(e.value);
        } else if (e.kind == rtn::edge_kind::counted_call) {
            e.value += at.first_count;
        }
        same = e == edges[i];
    }
    for (std::size_t r = 0; r < p.entries.size() && same; ++r) {
        same = net.rules[at.first_rule + r] == at.first_state + p.entries[r];
    }
    for (std::size_t c = 0; c < p.counts.size() && same; ++c) {
        rtn::count const& own = p.counts[c];
        same = net.counts[at.first_count + c] == rtn::count{rule(own.rule), own.low, own.high};
    }
    // in the order in which they were when the part was made, and before it
    for (std::size_t i = 0; i < p.outside_rules && same; ++i) {
        same = outside[i] < at.first_rule && (i == 0 || outside[i - 1] < outside[i]);
    }
    return same;
}

/// Whether the rules outside can match nothing; false where one of them is in no part, or never increments as it is asked to.
inline bool find_nullable(rtn::network const& net, rtn::placed_part const& at, linked_parts const& linked,
                          vec<char>& out) {
    for (std::size_t i = 0; i < at.what->outside_rules; ++i) {
        rtn::rule_id const r = net.outside[at.first_outside + i];
        linked_part const* const in = linked.of(r);
        if (in == nullptr) {
            return false;
        }
        out.push_back(in->known->ends[net.rules[r] - in->states.first]);
    }
    for (rtn::count const& c : at.what->counts) {
        if (c.low == 0 || (c.rule & rtn::part::outside) == 0) {
            continue;
        }
        rtn::rule_id const r = net.outside[at.first_outside + (c.rule & ~rtn::part::outside)];
        if (linked.of(r)->known->counts[r - linked.of(r)->first_rule] == 0) {
            return false;
        }
    }
    return true;
}

/// Whether the rest of the network enters the parts by plain calls alone.
inline bool entered_by_calls(rtn::network const& net, linked_parts const& linked, work& spent) {
    if (!spent.spend(net.states.size() / 8)) {
        return false;
    }
    vec<char> linked_states(net.states.size(), 0);
    for (rtn::state_range const& of : linked.states()) {
        std::fill(linked_states.begin() + of.first, linked_states.begin() + of.last, char{1});
    }
    auto const within = [&](rtn::state_id s) { return s < linked_states.size() && linked_states[s] != 0; };
    paid_rounds each(spent);
    bool good = true;
    auto const edges = static_cast<std::uint32_t>(net.edges.size());
    rtn::each_range_but(linked.states(), static_cast<rtn::state_id>(net.states.size() - 1),
                        [&](rtn::state_range of) {
                            std::uint32_t const last =
                                (std::min)(net.states[of.last].first_edge, edges);  // nothing is checked yet
                            for (std::uint32_t i = net.states[of.first].first_edge; i < last && good; ++i) {
                                good = each.next() && !within(net.edges[i].target);
                            }
                        });
    for (rtn::rule_id r = 0; r < net.rules.size() && good; ++r) {
        good = each.next() && (linked.of(r) != nullptr || !within(net.rules[r]));
    }
    auto const parts = linked.all();
    std::size_t part = 0;
    for (std::uint32_t c = 0; c < net.counts.size() && good; ++c) {
        while (part < parts.size() && parts[part].first_count + parts[part].counts <= c) {
            ++part;
        }
        bool const own = part < parts.size() && parts[part].first_count <= c;
        good = each.next() && (own || linked.of(net.counts[c].rule) == nullptr);
    }
    return good;
}

linked_parts link_parts(rtn::network const& net, work& spent) {
    linked_parts out;
    std::uint32_t free_from = 0;  // parts stand one behind the other
    for (rtn::placed_part const& at : net.parts) {
        vec<char> nullable_outside;
        if (at.what->entries.empty() || at.first_state < free_from || !stands_at(net, at, spent) ||
            !find_nullable(net, at, out, nullable_outside)) {
            continue;
        }
        auto known = know(*at.what, nullable_outside, spent);
        if (known == nullptr) {
            return {};
        }
        free_from = at.first_state + static_cast<std::uint32_t>(at.what->state_count());
        if (known->usable) {
            out.add({std::move(known),
                     {at.first_state, free_from},
                     at.first_rule,
                     static_cast<std::uint32_t>(at.what->entries.size()),
                     at.first_count,
                     static_cast<std::uint32_t>(at.what->counts.size()),
                     array_ref<rtn::rule_id const>(net.outside)
                         .subspan(at.first_outside, at.what->outside_rules)},
                    net.rules.size());
        }
    }
    return out.empty() || entered_by_calls(net, out, spent) ? out : linked_parts();
}

}  // namespace parlance::mask::detail
