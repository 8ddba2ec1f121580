// parlance/rtn/backwards.hpp - a network's edges and calls, by what they lead to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

[[nodiscard]] constexpr bool is_call(edge const& e) noexcept {
    return e.kind == edge_kind::call || e.kind == edge_kind::counted_call;
}
/// Precondition: is_call(e).
[[nodiscard]] constexpr rule_id callee(network_view net, edge const& e) noexcept {
    return e.kind == edge_kind::call ? e.value : net.counts[e.value].rule;
}

/// Whether an edge calls a rule that the network has: parts of one may call rules that others have.
[[nodiscard]] constexpr bool is_call_within(network_view net, edge const& e) noexcept {
    return is_call(e) && callee(net, e) < net.rules.size();
}

/// States from `first` on, up to `last`.
struct state_range {
    state_id first = 0;
    state_id last = 0;  // behind them
};

/// Calls visit(range) for the states up to `end` that are not in `but`, ranges in order.
template <class Visit>
void each_range_but(array_ref<state_range const> but, state_id end, Visit&& visit) {
    state_id first = 0;
    for (state_range const& r : but) {
        visit(state_range{first, r.first});
        first = r.last;
    }
    visit(state_range{first, end});
}

/// Rows of edges by their targets, of calls by their callees, and of rules by the states that they are entered at.
class backwards {
public:
    struct use {
        state_id from;
        std::uint32_t edge;  // of all edges
    };

    /// The edges that `wanted` says yes to, without those of the states of `but`; called once.  Linear; nothing to be used where
    /// `spent` could not pay for it.
    template <class Wanted>
    void build(network_view net, work& spent, Wanted&& wanted, array_ref<state_range const> but = {}) {
        if (!paid_resize(first_into_, net.state_count() + 2, spent) ||
            !paid_resize(first_call_, net.rules.size() + 2, spent)) {
            return;
        }
        paid_rounds each(spent);
        auto const end = static_cast<state_id>(net.state_count());
        each_range_but(but, end, [&](state_range of) {
            for (std::uint32_t i = net.states[of.first].first_edge, last = net.states[of.last].first_edge;
                 i < last && each.next(); ++i) {
                edge const& e = net.edges[i];
                if (wanted(e)) {
                    ++first_into_[e.target + std::size_t{2}];
                    if (is_call_within(net, e)) {
                        ++first_call_[callee(net, e) + std::size_t{2}];
                    }
                }
            }
        });
        if (!sum(first_into_, spent) || !sum(first_call_, spent) ||
            !paid_resize(into_, first_into_.back(), spent) ||
            !paid_resize(calls_, first_call_.back(), spent)) {
            return;
        }
        each_range_but(but, end, [&](state_range of) {
            for (state_id s = of.first; s < of.last && each.next(); ++s) {
                for (std::uint32_t i = net.states[s].first_edge; i < net.states[s + 1].first_edge; ++i) {
                    edge const& e = net.edges[i];
                    if (wanted(e)) {
                        into_[first_into_[e.target + std::size_t{1}]++] = {s, i};
                        if (is_call_within(net, e)) {
                            calls_[first_call_[callee(net, e) + std::size_t{1}]++] = {s, i};
                        }
                    }
                }
            }
        });
        if (!paid_resize(rule_at_, net.state_count(), spent, none) ||
            !paid_resize(next_rule_, net.rules.size(), spent, none)) {
            return;
        }
        for (rule_id r = 0; r < net.rules.size(); ++r) {
            next_rule_[r] = rule_at_[net.rules[r]];
            rule_at_[net.rules[r]] = r;
        }
    }

    [[nodiscard]] PARLANCE_DECL array_ref<use const> into(state_id s) const noexcept;
    [[nodiscard]] PARLANCE_DECL array_ref<use const> calls(rule_id r) const noexcept;
    template <class Visit>
    void each_rule_at(state_id s, Visit&& visit) const {
        for (rule_id r = rule_at_[s]; r != none; r = next_rule_[r]) {
            visit(r);
        }
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    [[nodiscard]] PARLANCE_DECL static bool sum(vec<std::uint32_t>& counts, work& spent);

    vec<std::uint32_t> first_into_;  // moved on by one row each while the rows are filled
    vec<std::uint32_t> first_call_;
    vec<use> into_;
    vec<use> calls_;
    vec<rule_id> rule_at_;    // the last one that is entered here
    vec<rule_id> next_rule_;  // that is entered at the same state
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/backwards.ipp>
#endif
