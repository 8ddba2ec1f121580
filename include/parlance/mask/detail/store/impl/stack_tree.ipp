// parlance/mask/detail/store/impl/stack_tree.ipp - definitions of what parlance/mask/detail/store/stack_tree.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

stack_tree::stack_tree(automaton const& code, budget& means, std::size_t most_frames, std::size_t capacity,
                       std::size_t horizon)
    : code_(code),
      budget_(means),
      most_frames_(most_frames),
      horizon_(static_cast<std::uint32_t>((std::min<std::size_t>)(horizon, free_count))),
      has_far_(std::any_of(code.counts.begin(), code.counts.end(),
                           [&](count_bounds const& c) { return c.low > horizon_; })),
      nodes_(capacity),
      alone_(capacity),
      united_(capacity) {
    nodes_.add();
    alone_.add();
}

std::uint32_t stack_tree::find(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                               std::uint32_t increments) const noexcept {
    return ids_.find(hash(back, parent, count, increments), [&](std::uint32_t n) {
        stack_node const& k = nodes_[n];
        return k.back == back && k.parent == parent && k.count == count && k.increments == increments &&
               !k.is_set();
    });
}

std::uint32_t stack_tree::top_alone(std::uint32_t stack) const noexcept {
    return alone_[stack].load(std::memory_order_acquire);
}

std::uint32_t stack_tree::shared(array_ref<item const> items) const noexcept {
    constexpr std::size_t between_looks = 256;  // frames
    std::uint32_t shared = items[0].stack;
    std::size_t passed = 0;
    for (item const i : items) {
        for (std::uint32_t other = i.stack; shared != other;) {
            std::uint32_t& deeper = nodes_[other].depth >= nodes_[shared].depth ? other : shared;
            deeper = nodes_[deeper].parent;
            if (++passed % between_looks == 0) {
                budget_.look();
            }
        }
    }
    return shared;
}

std::uint32_t stack_tree::nearest_shared(std::uint32_t a, std::uint32_t b) const noexcept {
    constexpr std::uint64_t steps_of_a_level = 5;
    constexpr std::uint64_t between_looks = 512;
    std::uint64_t levels = 0;
    for (; a != b; ++levels) {
        if (levels % between_looks == between_looks - 1) {
            budget_.look();
        }
        std::uint32_t& deeper = nodes_[b].depth >= nodes_[a].depth ? b : a;
        deeper = nodes_[deeper].parent;
    }
    budget_.spend(steps_of_a_level * levels);
    return a;
}

bool stack_tree::covers(std::uint32_t more, std::uint32_t less) const noexcept {
    if (nodes_[more].skeleton != nodes_[less].skeleton) {
        return false;
    }
    while (more != less) {
        stack_node const& a = nodes_[more];
        stack_node const& b = nodes_[less];
        if (a.is_set() || b.is_set()) {
            return false;
        }
        // what never comes to its upper bound and may be left at any time can do whatever any number can
        if (a.increments != b.increments && a.increments != far_inside &&
            !(a.increments <= b.increments && is_unleft(a.increments) == is_unleft(b.increments) &&
              b.increments != far_inside && a.increments != far_below && b.increments != far_below &&
              a.increments >= code_.counts[a.count].low)) {
            return false;
        }
        more = a.parent;
        less = b.parent;
    }
    return true;
}

std::uint32_t stack_tree::leave(std::uint32_t stack, vec<item>& out, bool& returned) const {
    for (;;) {
        if (stack == 0) {
            returned = true;
            return none;
        }
        stack_node const& k = nodes_[stack];
        if (k.is_set()) {
            return leave_each(stack, out, returned);
        }
        if (k.count != no_count && !may_leave(k)) {
            return k.depth;
        }
        stack = k.parent;
        if (!code_.states[k.back].returns_only) {
            out.push_back({k.back, stack});
            return none;
        }
    }
}

std::uint32_t stack_tree::room(std::uint32_t slot, std::uint32_t count) const noexcept {
    stack_node const& k = nodes_[slot];
    return k.increments == inside ? code_.counts[k.count].high - count : none;
}

std::optional<std::uint32_t> stack_tree::slot_for(std::uint32_t count,
                                                  std::uint32_t increments) const noexcept {
    count_bounds const range = code_.counts[count];
    if (!is_number(increments)) {
        return std::nullopt;
    }
    if (increments >= range.low) {
        return range.high == rtn::unbounded || range.high - range.low < 4 ? std::nullopt
                                                                          : std::optional{inside};
    }
    return range.low <= small_bound ? std::nullopt : std::optional{below};
}

std::uint32_t stack_tree::add(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                              std::uint32_t increments) {
    std::uint32_t const known = find(back, parent, count, increments);
    if (known != none) {
        return known;
    }
    if (count == no_count && code_.may_be_absorbed(back)) {
        if (std::uint32_t const less = absorbed(back, parent); less != none) {
            return less;
        }
    }
    return add_frame(back, parent, count, increments);
}

std::uint32_t stack_tree::add_frame(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                    std::uint32_t increments) {
    bool const full = nodes_.room() == 0 || alone_.room() == 0;
    if (full || nodes_[parent].height >= most_frames_) {
        return no_room(full ? errc::out_of_memory_budget : errc::stack_too_deep);
    }
    if (nodes_[parent].height >= most_frames_ / 2) {
        budget_.come_near_limit();
    }
    bool const number = count != no_count && !is_slot(increments);
    std::uint32_t skeleton = 0;
    if (nodes_[parent].skeleton != parent || (number && increments != 0)) {
        skeleton = add(back, nodes_[parent].skeleton, count, number ? 0 : increments);
        if (skeleton == 0 || nodes_.room() == 0 || alone_.room() == 0) {
            return no_room(errc::out_of_memory_budget);
        }
    }
    stack_node made{back, parent, count, increments, nodes_[parent].depth + 1, nodes_[parent].slot};
    nodes_.make_room();
    alone_.make_room();
    std::uint32_t const id = nodes_.add(made);
    if (is_slot(increments)) {
        nodes_[id].slot = id;
    }
    nodes_[id].skeleton = skeleton != 0 ? skeleton : id;
    stack_node const& lower = nodes_[parent];
    nodes_[id].numbered = number || lower.numbered;
    nodes_[id].wide =
        static_cast<std::uint8_t>((std::min)(2, lower.wide + (is_wide(count, near_bound) ? 1 : 0)));
    nodes_[id].counting =
        static_cast<std::uint8_t>((std::min)(2, lower.counting + (is_wide(count, outer_bound) ? 1 : 0)));
    nodes_[id].merged = lower.merged;
    nodes_[id].height = lower.height + 1;
    alone_.add(parent == 0 ? id : 0);
    ids_.add(hash(back, parent, count, increments), id, [&] { budget_.look(); });
    budget_.charge(sizeof(stack_node) + 20);
    return id;
}

std::uint32_t stack_tree::no_room(errc why) {
    budget_.fail(why);
    overflowed_ = true;
    return 0;
}

std::uint32_t stack_tree::make_top_alone(std::uint32_t stack) {
    stack_node const k = nodes_[stack];
    std::uint32_t const made = add(k.back, 0, k.count, k.increments);
    alone_[stack].store(made, std::memory_order_release);
    return made;
}

std::uint32_t stack_tree::rebase(std::uint32_t stack, std::uint32_t from, std::uint32_t onto) {
    if (nodes_[stack].merged) {
        rebased known;
        known.try_emplace(from, onto);
        return rebase_all(stack, known);
    }
    frames_.clear();
    for (; stack != from; stack = nodes_[stack].parent) {
        frames_.push_back(stack);
    }
    constexpr std::size_t between_looks = 128;
    for (std::size_t i = frames_.size(); i-- > 0;) {
        if (i % between_looks == between_looks - 1) {
            budget_.look();
        }
        stack_node const k = nodes_[frames_[i]];
        onto = add(k.back, onto, k.count, k.increments);
    }
    return onto;
}

std::uint32_t stack_tree::estimate(std::uint32_t stack, std::uint32_t count, estimated as, outer which,
                                   bool begun_anew, std::uint32_t& room) {
    frames_.clear();
    for (; nodes_[stack].numbered || nodes_[stack].slot != 0; stack = nodes_[stack].parent) {
        frames_.push_back(stack);
    }
    auto const innermost = std::find_if(frames_.begin(), frames_.end(),
                                        [&](std::uint32_t n) { return nodes_[n].count != no_count; });
    bool const is_outer = which == outer::all || (which == outer::slot && innermost != frames_.end() &&
                                                  is_slot(nodes_[*innermost].increments));
    std::size_t const first_outer =
        static_cast<std::size_t>(innermost - frames_.begin()) + (is_outer ? 0 : 1);
    for (std::size_t i = frames_.size(); i-- > 0;) {
        stack_node const k = nodes_[frames_[i]];
        std::uint32_t increments = k.increments == inside ? count : k.increments;
        if (k.count != no_count && is_number(increments)) {
            bool const outside = i >= first_outer || code_.counts_counts(k.back);
            count_bounds const range = code_.counts[k.count];
            bool const bounded =
                increments >= range.low && range.high != rtn::unbounded && increments < range.high;
            std::uint32_t const left = bounded ? range.high - increments : 0;
            bool const is_short = increments < range.low && outside && range.high - increments > outer_bound;
            if (is_short) {
                // what is read at most returns as if it could, and in the middle it never does
                increments = as == estimated::most     ? far_inside
                             : as == estimated::middle ? unleft
                                                       : increments;
            } else if (left > near_bound) {
                room = k.increments == inside ? room : (std::min)(room, left);
                increments =
                    as != estimated::least ? far_inside : (std::max)(range.low, range.high - kept_of(left));
            } else if (left > outer_bound && (outside || begun_anew)) {
                std::uint32_t const kept = outside ? outer_bound : kept_of(left);
                increments = as == estimated::most ? far_inside : (std::max)(range.low, range.high - kept);
            }
        }
        stack = add(k.back, stack, k.count, increments);
    }
    return stack;
}

std::uint32_t stack_tree::innermost(std::uint32_t stack) const noexcept {
    while ((nodes_[stack].numbered || nodes_[stack].slot != 0) && nodes_[stack].count == no_count) {
        stack = nodes_[stack].parent;
    }
    return nodes_[stack].count != no_count ? stack : 0;
}

std::uint32_t stack_tree::within_horizon(std::uint32_t count, std::uint32_t increments) const noexcept {
    std::uint32_t const low = code_.counts[count].low;
    return increments < low && low - increments > horizon_ ? far_below : increments;
}

std::uint32_t stack_tree::with_count(std::uint32_t stack, std::uint32_t count) {
    std::uint32_t const slot = nodes_[stack].slot;
    if (slot == 0) {
        return stack;
    }
    stack_node const k = nodes_[slot];
    return rebase(stack, slot, add(k.back, k.parent, k.count, count));
}

std::uint64_t stack_tree::hash(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                               std::uint32_t increments) noexcept {
    return mix(mix(2, (std::uint64_t{back} << 32) | parent), (std::uint64_t{count} << 32) | increments);
}

bool stack_tree::is_wide(std::uint32_t count, std::uint32_t bound) const noexcept {
    return count != no_count && code_.counts[count].high != rtn::unbounded &&
           code_.counts[count].high > bound;
}

bool stack_tree::may_leave(stack_node const& k) const noexcept {
    count_bounds const range = code_.counts[k.count];
    return !is_number(k.increments) ? k.increments == inside || k.increments == far_inside
                                    : k.increments >= range.low && k.increments <= range.high;
}

void stack_tree::free(function_ref<void()> look) {
    united_ids_.free(look);
    united_.free(look);
    ids_.free(look);
    alone_.free(look);
    nodes_.free(look);
}

}  // namespace parlance::mask::detail
