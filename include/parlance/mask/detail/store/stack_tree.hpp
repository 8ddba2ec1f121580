// parlance/mask/detail/store/stack_tree.hpp - all stacks of a store: a tree of frames, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

/// A stack is a node, the frame on top; its parent is the stack below.  Node 0 is the empty stack.  A node may also be a
/// set of stacks, and stands where a stack does: a frame over a set is that frame over each of its stacks (a
/// graph-structured stack).  By `parent` the nodes form the tree of dominators: what is above a node there has it below in
/// all of its stacks.
///
/// A node never changes.  Whoever knows of one may look at it and at its parents without a lock; add(), rebase() and
/// with_count() are for the one who holds the store's lock.
class stack_tree {
public:
    PARLANCE_DECL stack_tree(automaton const& code, budget& means, std::size_t most_frames,
                             std::size_t capacity, std::size_t horizon);

    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] stack_node const& node(std::uint32_t n) const noexcept { return nodes_[n]; }
    /// The node of this frame on `parent`, or none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t find(std::uint32_t back, std::uint32_t parent,
                                                   std::uint32_t count,
                                                   std::uint32_t increments) const noexcept;
    /// The node of the frame on top of `stack` by itself, if it has been asked for before; else 0.
    [[nodiscard]] PARLANCE_DECL std::uint32_t top_alone(std::uint32_t stack) const noexcept;
    /// The deepest node that the stacks of all items have in common.  Precondition: there are items.
    [[nodiscard]] PARLANCE_DECL std::uint32_t shared(array_ref<item const> items) const noexcept;
    /// Whether everything that can be read over stack `less` can be read over `more`: the same frames, each of which has
    /// as many increments in `more`, or fewer but not below its lower bound.  Whatever the frames over `less` do then, those over
    /// `more` can do as well: a count that is inside its bounds stays so with the same increments, and has more of them left.
    [[nodiscard]] PARLANCE_DECL bool covers(std::uint32_t more, std::uint32_t less) const noexcept;
    /// The least depth of a stack of `stack`, which is a set or one stack.
    [[nodiscard]] PARLANCE_DECL std::uint32_t least_depth(std::uint32_t stack) const noexcept;
    /// Returns from the frame on top of `stack`, and on while that only means to return again.  The result is the least
    /// depth of a frame that was in the way, for its count not being within the bounds; none if none was.
    PARLANCE_DECL std::uint32_t leave(std::uint32_t stack, vec<item>& out, bool& returned) const;

    /// Whether a slot with these increments so far is at least `increments` away from its bound.
    [[nodiscard]] bool has_room(std::uint32_t slot, std::uint32_t count,
                                std::uint32_t increments) const noexcept {
        stack_node const& k = nodes_[slot];
        count_bounds const range = code_.counts[k.count];
        return k.increments == inside ? increments <= range.high - count : range.low - count > increments;
    }
    [[nodiscard]] bool may_increment(std::uint32_t slot, std::uint32_t count,
                                     std::uint32_t increments) const noexcept {
        return count >= free_count || has_room(slot, count, increments);
    }
    /// Increments that a slot has left before its bound, if it is inside its bounds; else none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t room(std::uint32_t slot, std::uint32_t count) const noexcept;
    /// Whether counted frames with these bounds and increments are kept as a slot, and as which.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t>
    slot_for(std::uint32_t count, std::uint32_t increments) const noexcept;

    /// The node of this frame on `parent`, new or known.  0 when there is no room, and overflowed() says so.
    PARLANCE_DECL std::uint32_t add(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                    std::uint32_t increments);
    /// The stacks of both, whose slots are equal, as one set in which frames that are equal are one, over the set of what
    /// is below them; of frames that differ in their increments within the bounds, each is over all that is below those with
    /// fewer as well, see covers(), so that equal sets are the same node.  none when there is no room.
    PARLANCE_DECL std::uint32_t unite(std::uint32_t a, std::uint32_t b);
    /// The same of many at once: one by one, n of them would be copied n times.  Precondition: there are some.
    PARLANCE_DECL std::uint32_t unite_all(array_ref<std::uint32_t const> sets);
    /// Calls visit(stack) for the stacks of a set, or for the one stack: frames, or the bottom.
    template <class Visit>
    void each_stack(std::uint32_t of, Visit&& visit) const {
        for (; nodes_[of].is_set(); of = nodes_[of].rest) {
            visit(nodes_[of].back);
        }
        visit(of);
    }
    /// The same, asked for now.
    PARLANCE_DECL std::uint32_t make_top_alone(std::uint32_t stack);
    /// The frames of `stack` above node `from`, which all of its stacks have below them, put on `onto`.
    PARLANCE_DECL std::uint32_t rebase(std::uint32_t stack, std::uint32_t from, std::uint32_t onto);
    /// What the nodes of another tree are here, by their number there, none where that is not known; and how many were copied.
    struct copied {
        vec<std::uint32_t> here{};
        std::uint64_t nodes = 0;
    };
    /// The same stack, or set, here, of the tree of another store of the same grammar.  0 when there is no room, or it is to
    /// stop.
    PARLANCE_DECL std::uint32_t copy(stack_tree const& of, std::uint32_t stack, copied& known);
    /// The stack with a number of increments in place of its slot, if it has one.
    PARLANCE_DECL std::uint32_t with_count(std::uint32_t stack, std::uint32_t count);
    /// The number of increments, or far_below if the lower bound is further away than any token can count.
    [[nodiscard]] PARLANCE_DECL std::uint32_t within_horizon(std::uint32_t count,
                                                             std::uint32_t increments) const noexcept;
    /// The stacks with such numbers of increments, which read the same tokens; the same stack where none is far below, or it is
    /// too high to look at.
    PARLANCE_DECL std::uint32_t within_horizon(std::uint32_t stack);
    /// What `stack`, whose slot stands for `count`, reads at most and at least, as far as a few increments can tell.  A number
    /// that is within its bounds and more than `near_bound` below the upper one becomes far_inside at most.  At least it is
    /// raised until only kept_of() what was left is left.  `room` becomes the least number of
    /// increments left of these, the slot's aside.
    ///
    /// Outer frames are those with counted ones above them or in what they count and, as `which` says, the slot on top of all,
    /// or all.  They are incremented once for all that an iteration reads, of which hardly any token holds more than a few.
    /// So of these a number that is nearer, but more than `outer_bound` below, becomes far_inside at most, too; at least and
    /// in the middle it is raised until that is left.  In the middle the others are far_inside.  A number of an outer frame
    /// that is below its lower bound is far_inside at most, as if the frame could be left, and `unleft` in the middle, as if
    /// it never could.
    enum class estimated : std::uint8_t { most, middle, least };
    enum class outer : std::uint8_t { others, slot, all };
    /// The same stack with these numbers, as said above.
    ///
    /// begun_anew  other ways read the same in a frame with fewer increments, so that few tokens show the number of the
    ///             innermost one: that is far_inside at most, too, where it is nearer, and else raised until kept_of() is left
    PARLANCE_DECL std::uint32_t estimate(std::uint32_t stack, std::uint32_t count, estimated as, outer which,
                                         bool begun_anew, std::uint32_t& room);
    /// The innermost counted frame of `stack`, or 0.
    [[nodiscard]] PARLANCE_DECL std::uint32_t innermost(std::uint32_t stack) const noexcept;
    /// Frees most of what it holds; calls look() now and then.  Nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);
    /// Whether there was no room for some frame since this was last asked.
    [[nodiscard]] bool overflowed() noexcept { return std::exchange(overflowed_, false); }

    static constexpr std::uint32_t near_bound = 16;
    static constexpr std::uint32_t outer_bound = 4;
    static constexpr std::uint32_t most_kept = 256;  // longer tokens are few
    /// Of so many increments, more than near_bound, as many as are left in the least estimate: not each number is another.
    [[nodiscard]] static constexpr std::uint32_t kept_of(std::uint32_t left) noexcept {
        return (std::min)(std::bit_floor(left - 1), most_kept);
    }

private:
    static constexpr std::uint64_t steps_of_a_stack = 60;  // of a set: it is compared, and written

    [[nodiscard]] PARLANCE_DECL static std::uint64_t
    hash(std::uint32_t back, std::uint32_t parent, std::uint32_t count, std::uint32_t increments) noexcept;
    /// Whether counts with these bounds can be more than `bound` away from the upper one, see estimate().
    [[nodiscard]] PARLANCE_DECL bool is_wide(std::uint32_t count, std::uint32_t bound) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool may_leave(stack_node const& k) const noexcept;
    /// The same for a set.
    PARLANCE_DECL std::uint32_t leave_each(std::uint32_t set, vec<item>& out, bool& returned) const;
    [[nodiscard]] PARLANCE_DECL std::uint32_t nearest_shared(std::uint32_t a, std::uint32_t b) const noexcept;

    /// A frame over `parent`, known to be new.
    PARLANCE_DECL std::uint32_t add_frame(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                          std::uint32_t increments);
    /// What is left of the frame when the stacks of `parent` that absorb it are taken as they are; none where none does.
    PARLANCE_DECL std::uint32_t absorbed(std::uint32_t back, std::uint32_t parent);
    PARLANCE_DECL std::uint32_t no_room(errc why);
    /// The set of `first`, a stack, and `rest`.
    PARLANCE_DECL std::uint32_t add_set(std::uint32_t first, std::uint32_t rest);
    /// rebase() of a stack that has sets in it: what is known of its nodes stays as it is, and the bottom is always the same.
    using rebased = hash_map<std::uint32_t, std::uint32_t>;
    PARLANCE_DECL std::uint32_t rebase_all(std::uint32_t stack, rebased& known);
    /// The node of this frame on `parent`, where what absorbs it has been looked for.
    PARLANCE_DECL std::uint32_t add_as_is(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                          std::uint32_t increments);
    /// What has been united so far.
    struct united {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t to = 0;
    };
    /// The set of both where that is known, or one of them is all; else none, and `wanted_` is what to unite first.
    [[nodiscard]] PARLANCE_DECL std::uint32_t joined(std::uint32_t a, std::uint32_t b);
    /// How what is below the frames of a merge is united: `known`, only if it has been before; else at once.
    enum class below_frames : std::uint8_t { known, now };
    [[nodiscard]] PARLANCE_DECL std::uint32_t joined(std::uint32_t a, std::uint32_t b, below_frames how);
    /// The stacks of both, in order, each once: a set has its own in order.
    PARLANCE_DECL void list_both(std::uint32_t a, std::uint32_t b, vec<std::uint32_t>& out) const;
    /// The set of these stacks, none of them a set, which are in order; none when something else has to be united first, or
    /// there is no room.
    [[nodiscard]] PARLANCE_DECL std::uint32_t merge(array_ref<std::uint32_t const> all, below_frames how);
    /// Adds to `out` the frames that `stacks` come to, which have one state to return to and one count.
    [[nodiscard]] PARLANCE_DECL bool merge_frames(array_ref<std::uint32_t const> stacks, below_frames how,
                                                  vec<std::uint32_t>& out);
    [[nodiscard]] PARLANCE_DECL bool comes_before(std::uint32_t a, std::uint32_t b) const noexcept;

    automaton const& code_;
    budget& budget_;
    std::size_t most_frames_;
    std::uint32_t horizon_;  // increments that a token can make at most
    bool has_far_ = false;   // some lower bound is further away
    block_pool<stack_node> nodes_;
    block_pool<std::atomic<std::uint32_t>> alone_;  // of each node: its frame on the bottom, or 0
    id_table ids_;
    vec<std::uint32_t> frames_;  // while rebasing
    block_pool<united> united_;
    id_table united_ids_;
    std::pair<std::uint32_t, std::uint32_t> wanted_{0, 0};
    unsigned absorbing_ = 0;  // calls of absorbed() inside each other
    bool overflowed_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/moved_stacks.ipp>
#include <parlance/mask/detail/store/impl/stack_set.ipp>
#include <parlance/mask/detail/store/impl/stack_tree.ipp>
#endif
