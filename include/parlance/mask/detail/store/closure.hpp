// parlance/mask/detail/store/closure.hpp - what can be reached from a kernel without consuming
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Calls, returns and increments until nothing new is met; keeps the memory that takes.  For the one who holds the store's
/// lock.  Where many ways are met, those of one state become one, over the set of their stacks.
class closure {
public:
    closure(automaton const& code, stack_tree& stacks, budget& means, std::size_t most) noexcept
        : code_(code), stacks_(stacks), budget_(means), most_(most) {}

    /// Works out ways() and what `found` says of the kernel: slot, ambiguous, under, pops.  False when a limit was
    /// reached.
    [[nodiscard]] PARLANCE_DECL bool run(array_ref<item const> kernel, bool returned, shape& found);
    /// The ways that can take a byte or a token; as yet in no order, and some perhaps twice.
    [[nodiscard]] vec<way>& ways() noexcept { return ways_; }

private:
    static constexpr std::uint32_t no_news = 0xFFFF'FFFF;
    static constexpr std::size_t many = 64;  // ways that are met before they are merged

    PARLANCE_DECL void begin(array_ref<item const> kernel, bool returned, shape& found);
    [[nodiscard]] PARLANCE_DECL bool run_merged(shape& found, bool counts_up);
    struct merged_way;
    /// Adds the ways in todo_ to what is to be followed from their states.
    PARLANCE_DECL void merge_todo();
    /// Unites the stacks that are new with those that were there: all at once, for a set grows by as much work as it is large.
    [[nodiscard]] PARLANCE_DECL bool unite_news(merged_way& m);
    /// Pays for following a way in `state`.
    [[nodiscard]] PARLANCE_DECL bool pay_for(std::uint32_t state) noexcept;
    /// Makes room for more; a long array moves in pieces, with looks in between.
    template <class T>
    void make_room(vec<T>& items, std::size_t more) {
        if (items.capacity() - items.size() < more) [[unlikely]] {
            work looks = budget_.beside();
            (void)(paid_room(items, more, looks) || budget_.is_stopped_by(looks));
        }
    }
    PARLANCE_DECL void follow(way const w, shape& found);
    PARLANCE_DECL void leave(way const w, shape& found);
    PARLANCE_DECL void increment(way const w, bool& ambiguous);
    PARLANCE_DECL void increment_frame(way const w, std::uint32_t frame, bool& ambiguous);

    automaton const& code_;
    stack_tree& stacks_;
    budget& budget_;
    std::size_t most_;  // ways
    vec<way> todo_;
    way_set seen_;
    vec<way> ways_;
    vec<item> left_;

    /// All ways of one state with as many increments of the slot, or none in it.
    struct merged_way {
        std::uint32_t state = 0;
        std::uint8_t increments = 0;
        bool slot = false;
        std::uint32_t news = no_news;  // the last of its new stacks; it is queued while there are some
        std::uint32_t followed = stack_tree::none;
        std::uint32_t stacks = stack_tree::none;
    };
    [[nodiscard]] static constexpr item key_of(std::uint32_t state, std::uint32_t increments,
                                               bool slot) noexcept {
        return {state, (increments << 1) | std::uint32_t{slot}};
    }
    vec<merged_way> merged_;
    way_set
        merged_of_;  // whose items are states with increments and whether they are in the slot, see key_of()
    vec<std::uint32_t> queue_;
    vec<std::pair<std::uint32_t, std::uint32_t>> news_;  // stacks, and the place of the one before
    vec<std::uint32_t> together_;
    std::size_t merged_steps_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/closure.ipp>
#endif
