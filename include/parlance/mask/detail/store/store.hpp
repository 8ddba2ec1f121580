// parlance/mask/detail/store/store.hpp - the configurations of one grammar and the transitions between them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/config_set.hpp>
#include <parlance/mask/detail/store/estimates.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/shape_set.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// The configurations of one grammar, as far as they have been met.
///
/// Any number of threads may call any member.  What they share:
/// automaton                        immutable, and the caller's
/// stacks, shapes, configurations   only ever added to, under the lock, and read without it
/// rows and other atomic members    filled under the lock, read without it: step() takes it only for what is missing
/// budget                           atomic
/// Nothing is ever removed: when a bound is reached, everything fails until the caller begins a new store.
class store {
public:
    /// horizon  bytes of the longest token
    /// asked  may stop the search for the first configuration, which is failed_config then
    PARLANCE_DECL store(automaton const& code, limits const& bounds, std::size_t bytes, std::size_t horizon,
                        stop_token asked = {});
    store(store const&) = delete;
    store& operator=(store const&) = delete;

    /// The configuration before the first byte.
    [[nodiscard]] config_id start() const noexcept { return start_; }
    /// The configuration that has just popped its bottom.
    [[nodiscard]] config_id just_returned() const noexcept { return return_; }
    [[nodiscard]] config const& at(config_id c) const noexcept { return configs_[c]; }
    [[nodiscard]] stack_node const& node(std::uint32_t n) const noexcept { return stacks_.node(n); }
    [[nodiscard]] stack_tree const& stacks() const noexcept { return stacks_; }
    [[nodiscard]] automaton const& code() const noexcept { return code_; }
    [[nodiscard]] detail::budget& budget() noexcept { return budget_; }
    [[nodiscard]] static constexpr bool is_live(config_id c) noexcept { return c > ambiguous_config; }

    /// Reads the beginning of `text` from `p`, a live point, as far as that takes no lock and, if there are `frames` below
    /// the bottom, none of them; returns how many bytes that was.
    [[nodiscard]] PARLANCE_HOT std::size_t run(point& p, bool frames, std::string_view text) const noexcept;
    /// Where `byte` leads from `p`, a live point: another, or one that is dead or failed.
    [[nodiscard]] PARLANCE_HOT point step(point p, std::uint8_t byte);

    /// Whether the number of the slot may decide where bytes lead: one of them increments once at most, and what it counts
    /// early.
    [[nodiscard]] PARLANCE_DECL bool is_near_bound(point const p) const noexcept;
    /// Whether it decides where `byte` leads.
    [[nodiscard]] PARLANCE_DECL bool depends_on_number(point const p, std::uint8_t byte);
    /// The shape of `p` with the number of its slot in place; nullptr when a limit was reached.
    [[nodiscard]] PARLANCE_DECL shape const* exactly(point const p);
    /// The ways from `p` that take token `id` as a token; dead when there are none.
    [[nodiscard]] PARLANCE_DECL point step_token(point const p, std::uint32_t id);
    /// The ways of both.
    [[nodiscard]] PARLANCE_DECL point join(point const a, point const b);
    /// What arriving at `c` makes of the number of its slot.
    [[nodiscard]] PARLANCE_DECL point arrive(config_id c, std::uint32_t count) const noexcept;

    /// This frame on `parent`.  none when there is no room.
    static constexpr std::uint32_t none = stack_tree::none;
    [[nodiscard]] PARLANCE_DECL std::uint32_t push(std::uint32_t back, std::uint32_t parent,
                                                   std::uint32_t count, std::uint32_t increments);
    [[nodiscard]] PARLANCE_DECL std::uint32_t push(stack_node const& above, std::uint32_t parent);
    /// The frame on top of `stack`, which has one, by itself.  none when there is no room.
    [[nodiscard]] PARLANCE_DECL std::uint32_t top_alone(std::uint32_t stack);

    /// The same stacks here, of one or a set in another store of the same grammar.  none when there is no room, or it is to
    /// stop.
    [[nodiscard]] PARLANCE_DECL std::uint32_t copy(stack_tree const& from, std::uint32_t stack,
                                                   stack_tree::copied& known);

    /// The same configuration here, of one in another store of the same grammar.
    [[nodiscard]] PARLANCE_DECL config_id copy(store const& from, config_id c, stack_tree::copied& known);

    /// What reads the same as `p`, over the bottom of all, in fewer ways, see prefix_cover; `p` where that is not known.  A
    /// text that is read from there is at a place that is for masks only.
    [[nodiscard]] PARLANCE_DECL point for_masks(point const p);

    /// What is left of `c` when the frames of its split are taken away.
    [[nodiscard]] PARLANCE_DECL config_id upper(config_id c);

    /// `c` with the frames of `segment`, a stack, put below it; ways that popped the bottom return into them.
    [[nodiscard]] PARLANCE_DECL config_id lower(config_id c, std::uint32_t segment);

    /// The configuration of one way alone.
    [[nodiscard]] config_id alone(item const one) { return adopt({one}, false); }
    /// The same with a number in place of its slot, or with another one.
    [[nodiscard]] PARLANCE_DECL config_id alone(item const one, std::uint32_t count);
    /// The configuration of these ways, whose stacks are this store's.
    [[nodiscard]] PARLANCE_DECL config_id adopt(vec<item> ways, bool returned);

    /// The ways of a configuration before anything that consumes nothing is done, with the number in place of the slot;
    /// nothing where a limit was reached.
    [[nodiscard]] PARLANCE_DECL maybe<vec<item>> ways_with_numbers(point const p);

    struct ways_read {
        vec<item> ways;
        bool returned = false;
    };
    /// The ways behind `byte` before anything that consumes nothing is done, with the number in place of the slot; no configuration
    /// is made of them.  Nothing where a limit was reached.  Preconditions: `form` is the shape of `p`, or exactly(p) where
    /// is_near_bound(p); the number is not a free one.
    [[nodiscard]] PARLANCE_DECL maybe<ways_read> read_with_numbers(point const p, shape const& form,
                                                                   std::uint8_t byte);

    /// Frees most of what it holds; calls look() now and then.  Nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);

    [[nodiscard]] detail::estimates& estimates() noexcept { return estimates_; }
    /// Whether everything that can be read from `less` can be read from `more`, and in more ways if at all.
    [[nodiscard]] PARLANCE_DECL bool covers(config_id more, config_id less) const noexcept;
    /// Keeps what was found out about a shape.
    [[nodiscard]] PARLANCE_DECL loop_memory const* remember(shape& form, loop_memory const& found);
    /// A set of code points for good, each existing once.
    [[nodiscard]] PARLANCE_DECL array_ref<code_range const> keep(array_ref<code_range const> set);

private:
    struct lowered {
        config_id from;
        std::uint32_t segment;
        config_id to;
    };
    /// A point at which the number of the slot matters: its shape with that number in place, and where that leads if it has no
    /// row.
    struct exact_shape {
        point from;
        shape* form = nullptr;
        std::atomic<config_id> single{unknown_config};
    };
    [[nodiscard]] PARLANCE_DECL static std::size_t room_in(std::size_t bytes) noexcept;

    /// Whether what has just failed under the lock will always fail, and so may be remembered.
    PARLANCE_DECL bool is_lasting() noexcept;
    /// The configuration behind `byte`.
    [[nodiscard]] PARLANCE_HOT config_id next(config_id c, std::uint8_t byte);
    /// The same, or unknown_config when it has not been asked for before.
    [[nodiscard]] PARLANCE_HOT static config_id known_next(config const& from, std::uint8_t byte) noexcept;
    /// The same when it has not been asked for before.
    PARLANCE_DECL config_id step_slow(config_id c, std::uint8_t byte);
    /// What `known`, the entry of `form` for `byte`, becomes when it has not been asked for before, with the lock held.
    PARLANCE_DECL config_id make_step(shape const& form, std::atomic<config_id>& known, std::uint8_t byte);
    /// A step in which the number of the slot matters.
    PARLANCE_DECL point step_exactly(point const p, std::uint8_t byte);
    /// nullptr when a limit was reached.
    PARLANCE_DECL exact_shape* exact_shape_at(point const p);
    /// The way to `target` of item `i` of a shape, with a number in place of the slot.
    PARLANCE_DECL void add_exactly(shape const& form, std::size_t i, std::uint32_t target,
                                   std::uint32_t count, vec<item>& out, bool& returned);

    automaton const& code_;
    detail::budget budget_;
    detail::mutex mutex_;
    arena arena_;
    stack_tree stacks_;
    shape_set shapes_;
    config_set configs_;
    block_pool<lowered> lowered_;
    id_table lowered_ids_;
    id_table for_masks_ids_;  // of lowered_, too, with no segment
    block_pool<exact_shape> exact_shapes_;
    id_table exact_shape_ids_;
    detail::estimates estimates_;
    vec<item> step_items_;
    vec<array_ref<code_range const>> point_sets_;
    errc lasting_ = errc::none;  // why what is remembered as failed did; the last of such reasons
    config_id start_ = dead_config;
    config_id return_ = dead_config;
};

// the inner loop
config_id store::next(config_id c, std::uint8_t byte) {
    config const& from = configs_[c];
    if (from.row != nullptr) {
        config_id const to = from.row[(*from.classes)[byte]].load(std::memory_order_acquire);
        return to > failed_config ? to : step_slow(c, byte);
    }
    if (static_cast<std::uint8_t>(byte - from.low) > from.span) {
        return dead_config;
    }
    config_id const to = from.single.load(std::memory_order_acquire);
    return to > failed_config ? to : step_slow(c, byte);
}

config_id store::known_next(config const& from, std::uint8_t byte) noexcept {
    if (from.row != nullptr) {
        return from.row[(*from.classes)[byte]].load(std::memory_order_acquire);
    }
    return static_cast<std::uint8_t>(byte - from.low) > from.span
               ? dead_config
               : from.single.load(std::memory_order_acquire);
}

std::size_t store::run(point& p, bool frames, std::string_view text) const noexcept {
    std::size_t read = 0;
    for (config const* from = &configs_[p.config]; read < text.size(); ++read) {
        config_id const to = known_next(*from, static_cast<std::uint8_t>(text[read]));
        from = &configs_[to];
        if (!from->plain) {
            if (!is_live(to) || (from->returnable && frames)) {
                break;
            }
            if (from->counts == config::counting::set) {
                p.count = from->value;
            } else if (from->value != 0) {
                if (!stacks_.may_increment(from->form->slot, p.count, from->value)) {
                    break;
                }
                p.count += from->value;
            }
        }
        p.config = to;
    }
    return read;
}

point store::step(point p, std::uint8_t byte) {
    config_id const to = next(p.config, byte);
    if (to <= ambiguous_config) {
        return to == ambiguous_config ? step_exactly(p, byte) : point{to, 0};
    }
    config const& there = configs_[to];
    if (there.counts == config::counting::none) {
        return {to, p.count};
    }
    if (there.counts == config::counting::set) {
        return {to, there.value};
    }
    if (there.value == 0 || stacks_.may_increment(there.form->slot, p.count, there.value)) {
        return {to, p.count + there.value};
    }
    if (there.pure && stacks_.node(there.form->slot).increments == inside) {
        return {dead_config, 0};
    }
    return step_exactly(p, byte);
}

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/steps.ipp>
#include <parlance/mask/detail/store/impl/store.ipp>
#endif
