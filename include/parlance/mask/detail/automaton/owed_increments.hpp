// parlance/mask/detail/automaton/owed_increments.hpp - counts that are taken when it is known that they have to come
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// The same network with increments earlier: as soon as a state is reached from which the rule's end takes so many more.
///
/// An object of at most two members that needs "a" and "b" may not begin with "c", but its bound says so only after the
/// second member, when one is still missing.  So what a state owes, the fewest increments from there to its rule's end,
/// is counted at once: an edge that increments w times and leads from where n are owed to where m are increments w + m - n
/// times here, which is never below zero, and the bounds of a call are less by what its rule owes at its beginning.  All
/// texts are counted as before, and nothing is owed anywhere: a state that is reached within the upper bound leads to the
/// end within it.  (Johnson's potentials, for counts.)
/// Lower bounds are not looked at: a rule whose ways differ in how often they can increment at most may still lead to where
/// its lower bound is out of reach.  GBNF has no such rules, and no schema was met that has.
class owed_increments {
public:
    /// The network has no states that lead nowhere.  Linear; of no use where `spent` says that it was not paid for.
    PARLANCE_DECL owed_increments(rtn::network_view net, work& spent);

    /// Whether some text could come to where its bound is met and something is missing.
    [[nodiscard]] bool needed() const noexcept { return needed_; }
    /// Increments that are taken at most before their time.
    [[nodiscard]] std::uint32_t most() const noexcept { return most_; }
    /// Without names.
    [[nodiscard]] PARLANCE_DECL rtn::network run() const;

private:
    static constexpr std::uint64_t steps_of_a_state = 8;
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;
    static constexpr std::uint32_t most_at_once = 100;  // a way keeps them in a byte

    /// Finds the states that are read within an upper bound, and whether some increment of theirs begins where the rule may
    /// not end: in GBNF none does.
    [[nodiscard]] PARLANCE_DECL bool find_bounded();
    PARLANCE_DECL void measure();
    [[nodiscard]] PARLANCE_DECL std::uint32_t most_at_an_edge() const;
    [[nodiscard]] static std::uint32_t made(rtn::edge const& e) noexcept {
        return e.kind == rtn::edge_kind::increment ? 1 : 0;
    }
    /// Increments before the edge of a state, its own among them.
    [[nodiscard]] std::uint32_t increments(rtn::state_id from, rtn::edge const& e) const noexcept {
        return made(e) + owed_[e.target] - owed_[from];
    }

    rtn::network_view net_;
    work& spent_;
    vec<rtn::state_id> bounded_;  // states that are read within an upper bound: of the others nothing is late
    vec<std::uint32_t> owed_;     // from each state to its rule's end; the others owe nothing
    std::uint32_t most_ = 0;
    bool needed_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/owed_increments.ipp>
#endif
