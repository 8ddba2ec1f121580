// parlance/mask/detail/closure.hpp - what can be reached from a kernel without consuming
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/stack_tree.hpp>
#include <parlance/mask/detail/way_set.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// Calls, returns and ticks until nothing new is met; keeps the memory that takes.  For the one who holds the store's
/// lock.
class closure {
public:
    closure(automaton const& code, stack_tree& stacks, budget& means, std::size_t most) noexcept
        : code_(code), stacks_(stacks), budget_(means), most_(most) {}

    /// Works out ways() and what `found` says of the kernel: slot, ambiguous, under, pops.  False when a limit was
    /// reached.
    [[nodiscard]] PARLANCE_DECL bool run(std::span<item const> kernel, bool returned, shape& found);
    /// The ways that can take a byte or a token; as yet in no order, and some perhaps twice.
    [[nodiscard]] std::vector<way>& ways() noexcept { return ways_; }
    /// How many ways were met at all.
    [[nodiscard]] std::size_t steps() const noexcept { return seen_.size(); }

private:
    PARLANCE_DECL void follow(way const w, shape& found);
    PARLANCE_DECL void leave(way const w, shape& found);
    PARLANCE_DECL void tick(way const w, bool& ambiguous);

    automaton const& code_;
    stack_tree& stacks_;
    budget& budget_;
    std::size_t most_;  // ways
    std::vector<way> todo_;
    way_set seen_;
    std::vector<way> ways_;
    std::vector<item> left_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/closure.ipp>
#endif
