// parlance/mask/detail/stack_tree.hpp - all stacks of a store: a tree of frames, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/pool.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
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
    stack_tree(automaton const& code, budget& means, std::size_t most_frames, std::size_t capacity)
        : code_(code), budget_(means), most_frames_(most_frames), nodes_(capacity), alone_(capacity) {
        nodes_.add();
        alone_.add();
    }

    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] stack_node const& node(std::uint32_t n) const noexcept { return nodes_[n]; }
    /// The node of this frame on `parent`, or none.
    [[nodiscard]] std::uint32_t find(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                     std::uint32_t ticks) const noexcept {
        return ids_.find(hash(back, parent, count, ticks), [&](std::uint32_t n) {
            stack_node const& k = nodes_[n];
            return k.back == back && k.parent == parent && k.count == count && k.ticks == ticks;
        });
    }
    /// The node of the frame on top of `stack` by itself, if it has been asked for before; else 0.
    [[nodiscard]] std::uint32_t top_alone(std::uint32_t stack) const noexcept {
        return alone_[stack].load(std::memory_order_acquire);
    }
    /// The deepest node that the stacks of all items have in common.  Precondition: there are items.
    [[nodiscard]] std::uint32_t shared(std::span<item const> items) const noexcept {
        std::uint32_t shared = items[0].stack;
        for (item const i : items) {
            std::uint32_t other = i.stack;
            while (other != shared) {
                std::uint32_t& deeper = nodes_[other].depth >= nodes_[shared].depth ? other : shared;
                deeper = nodes_[deeper].parent;
            }
        }
        return shared;
    }
    /// Returns from the frame on top of `stack`, and on while that only means to return again.
    void leave(std::uint32_t stack, std::vector<item>& out, bool& returned) const {
        for (;;) {
            if (stack == 0) {
                returned = true;
                return;
            }
            stack_node const& k = nodes_[stack];
            if (k.count != no_count && !may_leave(k)) {
                return;
            }
            stack = k.parent;
            if (!code_.states[k.back].returns_only) {
                out.push_back({k.back, stack});
                return;
            }
        }
    }

    /// Whether a slot with these ticks so far is at least `ticks` away from its bound.
    [[nodiscard]] bool has_room(std::uint32_t slot, std::uint32_t count, std::uint32_t ticks) const noexcept {
        stack_node const& k = nodes_[slot];
        count_bounds const range = code_.counts[k.count];
        return k.ticks == inside ? ticks <= range.high - count : range.low - count > ticks;
    }
    [[nodiscard]] bool may_tick(std::uint32_t slot, std::uint32_t count) const noexcept {
        return count >= free_count || has_room(slot, count, 1);
    }
    /// Ticks that a slot has left before its bound, if it is inside its bounds; else none.
    [[nodiscard]] std::uint32_t room(std::uint32_t slot, std::uint32_t count) const noexcept {
        stack_node const& k = nodes_[slot];
        return k.ticks == inside ? code_.counts[k.count].high - count : none;
    }
    /// Whether counted frames with these bounds and ticks are kept as a slot, and as which.
    [[nodiscard]] std::optional<std::uint32_t> slot_for(std::uint32_t count,
                                                        std::uint32_t ticks) const noexcept {
        count_bounds const range = code_.counts[count];
        if (is_slot(ticks)) {
            return std::nullopt;
        }
        if (ticks >= range.low) {
            return range.high == rtn::unbounded || range.high - range.low < 4 ? std::nullopt
                                                                              : std::optional{inside};
        }
        return range.low <= small_bound ? std::nullopt : std::optional{below};
    }

    /// The node of this frame on `parent`, new or known.  0 when there is no room, and overflowed() says so.
    std::uint32_t add(std::uint32_t back, std::uint32_t parent, std::uint32_t count, std::uint32_t ticks) {
        std::uint32_t const known = find(back, parent, count, ticks);
        if (known != none) {
            return known;
        }
        bool const full = nodes_.room() == 0 || alone_.room() == 0;
        if (full || nodes_[parent].depth >= most_frames_) {
            budget_.fail(full ? errc::out_of_memory_budget : errc::stack_too_deep);
            overflowed_ = true;
            return 0;
        }
        std::uint32_t const id =
            nodes_.add(back, parent, count, ticks, nodes_[parent].depth + 1, nodes_[parent].slot);
        if (is_slot(ticks)) {
            nodes_[id].slot = id;
        }
        alone_.add(parent == 0 ? id : 0);
        ids_.add(hash(back, parent, count, ticks), id);
        budget_.charge(sizeof(stack_node) + 20);
        return id;
    }
    /// The same, asked for now.
    std::uint32_t make_top_alone(std::uint32_t stack) {
        stack_node const k = nodes_[stack];
        std::uint32_t const made = add(k.back, 0, k.count, k.ticks);
        alone_[stack].store(made, std::memory_order_release);
        return made;
    }
    /// The frames of `stack` above node `from`, put on `onto`.
    std::uint32_t rebase(std::uint32_t stack, std::uint32_t from, std::uint32_t onto) {
        frames_.clear();
        for (; stack != from; stack = nodes_[stack].parent) {
            frames_.push_back(stack);
        }
        for (std::size_t i = frames_.size(); i-- > 0;) {
            stack_node const k = nodes_[frames_[i]];
            onto = add(k.back, onto, k.count, k.ticks);
        }
        return onto;
    }
    /// The stack with a number of ticks in place of its slot, if it has one.
    std::uint32_t with_count(std::uint32_t stack, std::uint32_t count) {
        std::uint32_t const slot = nodes_[stack].slot;
        if (slot == 0) {
            return stack;
        }
        stack_node const k = nodes_[slot];
        return rebase(stack, slot, add(k.back, k.parent, k.count, count));
    }
    /// Whether there was no room for some frame since this was last asked.
    [[nodiscard]] bool overflowed() noexcept { return std::exchange(overflowed_, false); }

private:
    [[nodiscard]] static std::uint64_t hash(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                            std::uint32_t ticks) noexcept {
        return mix(mix(2, (std::uint64_t{back} << 32) | parent), (std::uint64_t{count} << 32) | ticks);
    }
    [[nodiscard]] bool may_leave(stack_node const& k) const noexcept {
        count_bounds const range = code_.counts[k.count];
        return is_slot(k.ticks) ? k.ticks == inside : k.ticks >= range.low && k.ticks <= range.high;
    }

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
