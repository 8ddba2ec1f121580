// parlance/mask/detail/stack_tree.hpp - all stacks of a store: a tree of frames, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/pool.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// A stack is a node, the frame on top; its parent is the stack below.  Node 0 is the empty stack.
///
/// A node never changes.  Whoever knows of one may look at it and at its parents without a lock; add(), rebase() and
/// with_count() are for the one who holds the store's lock.
class stack_tree {
public:
    PARLANCE_DECL stack_tree(automaton const& code, budget& means, std::size_t most_frames,
                             std::size_t capacity);

    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] stack_node const& node(std::uint32_t n) const noexcept { return nodes_[n]; }
    /// The node of this frame on `parent`, or none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t find(std::uint32_t back, std::uint32_t parent,
                                                   std::uint32_t count, std::uint32_t ticks) const noexcept;
    /// The node of the frame on top of `stack` by itself, if it has been asked for before; else 0.
    [[nodiscard]] PARLANCE_DECL std::uint32_t top_alone(std::uint32_t stack) const noexcept;
    /// The deepest node that the stacks of all items have in common.  Precondition: there are items.
    [[nodiscard]] PARLANCE_DECL std::uint32_t shared(std::span<item const> items) const noexcept;
    /// Whether everything that can be read over stack `less` can be read over `more`: the same frames, each of which has
    /// as many ticks in `more`, or fewer but not below its lower bound.  Whatever the frames over `less` do then, those over
    /// `more` can do as well: a count that is inside its bounds stays so with the same ticks, and has more of them left.
    [[nodiscard]] PARLANCE_DECL bool covers(std::uint32_t more, std::uint32_t less) const noexcept;
    /// Returns from the frame on top of `stack`, and on while that only means to return again.
    PARLANCE_DECL void leave(std::uint32_t stack, std::vector<item>& out, bool& returned) const;

    /// Whether a slot with these ticks so far is at least `ticks` away from its bound.
    [[nodiscard]] PARLANCE_DECL bool has_room(std::uint32_t slot, std::uint32_t count,
                                              std::uint32_t ticks) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool may_tick(std::uint32_t slot, std::uint32_t count) const noexcept;
    /// Ticks that a slot has left before its bound, if it is inside its bounds; else none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t room(std::uint32_t slot, std::uint32_t count) const noexcept;
    /// Whether counted frames with these bounds and ticks are kept as a slot, and as which.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t> slot_for(std::uint32_t count,
                                                                      std::uint32_t ticks) const noexcept;

    /// The node of this frame on `parent`, new or known.  0 when there is no room, and overflowed() says so.
    PARLANCE_DECL std::uint32_t add(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                    std::uint32_t ticks);
    /// The same, asked for now.
    PARLANCE_DECL std::uint32_t make_top_alone(std::uint32_t stack);
    /// The frames of `stack` above node `from`, put on `onto`.
    PARLANCE_DECL std::uint32_t rebase(std::uint32_t stack, std::uint32_t from, std::uint32_t onto);
    /// The stack with a number of ticks in place of its slot, if it has one.
    PARLANCE_DECL std::uint32_t with_count(std::uint32_t stack, std::uint32_t count);
    /// What `stack`, whose slot stands for `count`, reads at most and at least, as far as a few ticks can tell.  A number
    /// that is within its bounds and more than `near_bound` below the upper one becomes far_inside at most.  At least it is
    /// raised until only that many ticks are left, or `far_bound`, if there are more.  `room` becomes the least number of
    /// ticks left of these, the slot's aside.
    enum class estimated : std::uint8_t { most, least };
    PARLANCE_DECL std::uint32_t estimate(std::uint32_t stack, std::uint32_t count, estimated as,
                                         std::uint32_t& room);
    /// Whether there was no room for some frame since this was last asked.
    [[nodiscard]] bool overflowed() noexcept { return std::exchange(overflowed_, false); }

    static constexpr std::uint32_t near_bound = 16;
    static constexpr std::uint32_t far_bound = 32;

private:
    [[nodiscard]] PARLANCE_DECL static std::uint64_t hash(std::uint32_t back, std::uint32_t parent,
                                                          std::uint32_t count, std::uint32_t ticks) noexcept;
    /// Whether counts with these bounds can be far from the upper one, see estimate().
    [[nodiscard]] PARLANCE_DECL bool is_wide(std::uint32_t count) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool may_leave(stack_node const& k) const noexcept;

    automaton const& code_;
    budget& budget_;
    std::size_t most_frames_;
    pool<stack_node> nodes_;
    pool<std::atomic<std::uint32_t>> alone_;  // of each node: its frame on the bottom, or 0
    id_table ids_;
    std::vector<std::uint32_t> frames_;  // while rebasing
    bool overflowed_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/stack_tree.ipp>
#endif
