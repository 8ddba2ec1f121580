// parlance/rtn/dead_ends.hpp - a network without its dead ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::rtn {

/// Which states can lead to their rule's end, and which of them by way of an increment: a counted call that asks for increments
/// returns only there.  A call of a rule that the network does not have is taken to return.  Linear, and paid for step by step:
/// where `spent` says that it was not, nothing of it counts.
class dead_ends {
public:
    ///
    /// known  states of which it is known that they and all that they lead to can
    PARLANCE_DECL dead_ends(network_view net, work& spent, array_ref<state_range const> known = {});

    /// Whether there is a text at all.
    [[nodiscard]] bool productive() const noexcept { return can_return(net_.root); }
    /// Whether a rule has a text, however often that increments.
    [[nodiscard]] bool can_return(rule_id r) const noexcept {
        return r >= net_.rules.size() || (good_[net_.rules[r]] & ends) != 0;
    }
    /// Whether a call of a rule with a least number of increments can return, where the network has such a call.
    [[nodiscard]] bool can_count(rule_id r) const noexcept {
        return r >= net_.rules.size() || (good_[net_.rules[r]] & increments) != 0;
    }
    /// Whether a text can go on with an edge of a state that it has reached.
    [[nodiscard]] bool leads_on(edge const& e) const noexcept {
        if ((good_[e.target] & ends) == 0 || !possible(e)) {
            return false;
        }
        if (!is_call_within(net_, e)) {
            return true;
        }
        bool const counted = e.kind == edge_kind::counted_call && net_.counts[e.value].low != 0;
        return (good_[net_.rules[callee(net_, e)]] & (counted ? increments : ends)) != 0;
    }
    /// Whether there is an edge that leads nowhere.
    [[nodiscard]] PARLANCE_DECL bool any() const;
    /// The network without such edges; without names.
    [[nodiscard]] PARLANCE_DECL network without() const;

private:
    static constexpr std::uint8_t ends = 1;
    static constexpr std::uint8_t increments = 2;

    /// Notes the states of rules that are called with a least number of increments: of others nobody asks whether they can
    /// increment.
    PARLANCE_DECL void ask_for_increments();
    /// Whether all that is asked of a state was found.
    [[nodiscard]] bool known(state_id s) const noexcept { return (good_[s] & asked_[s]) == asked_[s]; }
    [[nodiscard]] bool possible(edge const& e) const noexcept {
        if (e.kind == edge_kind::counted_call && net_.counts[e.value].low > net_.counts[e.value].high) {
            return false;
        }
        return e.kind != edge_kind::bytes || e.low <= e.high;
    }
    /// What an edge leads to, as far as is known.
    [[nodiscard]] PARLANCE_HOT std::uint8_t through(edge const& e) const noexcept;
    /// What a state leads to, as far as is known of those behind it.
    [[nodiscard]] PARLANCE_HOT std::uint8_t now(state_id s) const noexcept;
    /// Looks at every state once, after what it leads to, but for what leads back: depth first.  Returns those of which not
    /// all is known yet, in the order in which they were looked at.
    [[nodiscard]] PARLANCE_DECL vec<state_id> follow();
    /// Looks at the states that are left, and leaves out those of which all is known; whether that found anything.
    [[nodiscard]] PARLANCE_DECL bool look(vec<state_id>& left);
    PARLANCE_DECL void go_back();

    network_view net_;
    array_ref<state_range const> known_;
    work* spent_;
    vec<std::uint8_t> good_;
    vec<std::uint8_t> asked_;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/dead_ends.ipp>
#endif
