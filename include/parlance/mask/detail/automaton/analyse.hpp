// parlance/mask/detail/automaton/analyse.hpp - what a network's rules can do without consuming, and whether it can run at all
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

/// Whether every index in `net` is one.
///
/// linked  of which that is known
[[nodiscard]] PARLANCE_DECL result<void> check(rtn::network_view net, limits const& bounds, work& spent,
                                               linked_parts const& linked = {});

/// Facts about the rules of a network.  Linear in it, save that a rule with increments is looked at again when one that it
/// calls turns out to be nullable.  Not to be asked
/// where `spent` says that they were not paid for.
class facts {
public:
    PARLANCE_DECL facts(rtn::network_view net, work& spent, linked_parts const& linked = {});

    /// Whether a plain call of `r` can match nothing.
    [[nodiscard]] bool nullable(std::uint32_t r) const noexcept { return ends_[net_.rules[r]] != 0; }
    /// Whether an iteration of a counted call of `r` can match nothing.
    [[nodiscard]] bool iterates_empty(std::uint32_t r) const noexcept { return iterates_empty_[r] != 0; }
    /// Whether a counted call of `r` can match nothing with increments.
    [[nodiscard]] bool reaches_empty(std::uint32_t r) const noexcept { return reaches_empty_[r] != 0; }
    /// Of each state: whether the rule's end can be reached without consuming.
    [[nodiscard]] vec<char> const& ends() const noexcept { return ends_; }
    [[nodiscard]] PARLANCE_DECL bool count_nullable(std::uint32_t c) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool edge_is_free(rtn::edge const& e, bool increments) const noexcept;
    /// Fills `out` with the states that can be reached from `from` without consuming; increments are passed when `increments`.
    PARLANCE_DECL void spread(std::uint32_t from, bool increments, vec<std::uint32_t>& out) const;

private:
    static constexpr std::size_t between_looks = 512;  // states

    template <class Free>
    void reach(std::uint32_t from, vec<std::uint32_t>& out, Free&& free) const {
        out.assign(1, from);
        mark_[from] = 1;
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (i % between_looks == between_looks - 1 && !spent_->spend(between_looks)) {
                break;
            }
            for (rtn::edge const& e : net_.edges_of(out[i])) {
                if (mark_[e.target] == 0 && free(e)) {
                    mark_[e.target] = 1;
                    out.push_back(e.target);
                }
            }
        }
        for (std::uint32_t const s : out) {
            mark_[s] = 0;
        }
    }

    /// What is known of parts is known of their rules here.
    PARLANCE_DECL void take(linked_parts const& linked);
    PARLANCE_DECL void ends_here(rtn::state_id s);
    PARLANCE_DECL void spread_ends();
    /// A call of `r` may be free now.
    PARLANCE_DECL void calls_changed(rtn::rule_id r);

    /// The rules that increment, and whom they call.
    PARLANCE_DECL void find_increments(linked_parts const& linked);
    PARLANCE_DECL void look_at(rtn::rule_id r);
    PARLANCE_DECL void follow_increments();
    [[nodiscard]] PARLANCE_DECL bool ends_any(vec<std::uint32_t> const& states) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool increments_any(vec<std::uint32_t> const& states) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool update(rtn::rule_id r);

    rtn::network_view net_;
    work* spent_;
    rtn::backwards back_;  // what consumes nothing by itself
    vec<char> ends_;       // of the states: whether the rule's end can be reached without consuming
    vec<rtn::state_id> todo_;
    vec<char> iterates_empty_;
    vec<char> reaches_empty_;
    vec<vec<rtn::rule_id>> callers_;            // those that increment; empty when none does
    vec<vec<rtn::state_id>> increment_states_;  // of the rules
    vec<rtn::rule_id> incrementing_;
    vec<char> queued_;
    mutable vec<char> mark_;
};

/// The rules of a cycle in which each begins with the next, or nothing.  Such grammars cannot be run.
[[nodiscard]] PARLANCE_DECL vec<rtn::rule_id> left_recursion(rtn::network_view net, facts const& known,
                                                             work& spent);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/analyse.ipp>
#endif
