// parlance/mask/detail/store/impl/closure.ipp - definitions of what parlance/mask/detail/store/closure.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/closure.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool closure::run(array_ref<item const> kernel, bool returned, shape& found) {
    begin(kernel, returned, found);
    bool const counts_up = found.slot != 0 && stacks_.node(found.slot).increments == below;
    while (!todo_.empty()) {
        way const w = todo_.back();
        todo_.pop_back();
        // fewer increments are better inside the bounds; below the lower one nothing can be said
        bool differs = false;
        bool const is_new = seen_.note(w, differs);
        found.ambiguous = found.ambiguous || (differs && counts_up);
        if (!is_new) {
            continue;
        }
        if (seen_.size() > (std::min)(many, most_)) {
            begin(kernel, returned, found);
            return run_merged(found, counts_up);
        }
        if (!pay_for(w.at.state)) {
            return false;
        }
        follow(w, found);
        if (stacks_.overflowed()) {
            return false;
        }
    }
    if (seen_.size() > most_ / 8) {
        budget_.come_near_limit();
    }
    drop_covered(ways_, stacks_);
    return true;
}

void closure::begin(array_ref<item const> kernel, bool returned, shape& found) {
    todo_.clear();
    seen_.clear();
    ways_.clear();
    merged_steps_ = 0;
    found.returnable = returned;
    found.ambiguous = false;
    found.pops = returned ? 0 : stack_tree::none;
    for (item const i : kernel) {
        todo_.push_back({i, 0});
        found.slot = found.slot != 0 ? found.slot : stacks_.node(i.stack).slot;
    }
}

bool closure::run_merged(shape& found, bool counts_up) {
    merged_.clear();
    merged_of_.clear();
    queue_.clear();
    news_.clear();
    merge_todo();
    // first come, first served: what leads to one state by several ways has mostly met there before it is followed
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        merged_way& at = merged_[queue_[next]];
        if (!unite_news(at)) {
            return false;
        }
        if (at.stacks == at.followed) {
            continue;
        }
        at.followed = at.stacks;
        if (!pay_for(at.state)) {
            return false;
        }
        follow({{at.state, at.stacks}, at.increments}, found);
        if (++merged_steps_ > most_) {
            budget_.fail(errc::too_many_configurations);
            return false;
        }
        if (stacks_.overflowed()) {
            return false;
        }
        merge_todo();
    }
    if (merged_steps_ > most_ / 8) {
        budget_.come_near_limit();
    }
    ways_.clear();
    for (merged_way const& m : merged_) {
        if (!code_.bytes_of(m.state).empty() || !code_.tokens_of(m.state).empty()) {
            ways_.push_back({{m.state, m.stacks}, m.increments});
        }
        // perhaps the same stack is there with other increments as well
        found.ambiguous = found.ambiguous || (counts_up && m.slot && m.increments != 0 &&
                                              merged_of_.holds(key_of(m.state, 0, true)));
    }
    drop_covered(ways_, stacks_);
    return true;
}

void closure::merge_todo() {
    constexpr std::size_t between_looks = 512;
    make_room(news_, todo_.size());
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        if (i % between_looks == between_looks - 1) {
            budget_.look();
        }
        way const w = todo_[i];
        bool const slot = stacks_.node(w.at.stack).slot != 0;
        std::size_t const at = merged_of_.place_of(key_of(w.at.state, w.increments, slot));
        if (at == merged_.size()) {
            merged_.push_back({w.at.state, w.increments, slot});
        }
        merged_way& m = merged_[at];
        if (m.news == no_news) {
            queue_.push_back(static_cast<std::uint32_t>(at));
        }
        news_.emplace_back(w.at.stack, std::exchange(m.news, static_cast<std::uint32_t>(news_.size())));
    }
    todo_.clear();
}

bool closure::unite_news(merged_way& m) {
    constexpr std::size_t between_looks = 512;
    together_.clear();
    if (m.stacks != stack_tree::none) {
        together_.push_back(m.stacks);
    }
    for (std::uint32_t n = std::exchange(m.news, no_news); n != no_news; n = news_[n].second) {
        if (together_.size() % between_looks == between_looks - 1) {
            budget_.look();
        }
        together_.push_back(news_[n].first);
    }
    m.stacks = stacks_.unite_all(together_);
    if (m.stacks == stack_tree::none) {
        (void)stacks_.overflowed();
        return false;
    }
    return true;
}

bool closure::pay_for(std::uint32_t state) noexcept {
    constexpr std::uint64_t steps_of_a_way = 100;
    constexpr std::uint64_t steps_of_a_call = 20;
    return budget_.pay(steps_of_a_way + steps_of_a_call * code_.calls_of(state).size());
}

void closure::follow(way const w, shape& found) {
    constexpr std::size_t between_looks = 128;  // calls
    item const i = w.at;
    found.pops = (std::min)(found.pops, stacks_.least_depth(i.stack));
    if (!code_.bytes_of(i.state).empty() || !code_.tokens_of(i.state).empty()) {
        make_room(ways_, 1);
        ways_.push_back(w);
    }
    if (code_.states[i.state].accepts) {
        leave(w, found);
    }
    std::size_t called = 0;
    make_room(todo_, code_.calls_of(i.state).size());
    for (call_edge const& e : code_.calls_of(i.state)) {
        if (++called % between_looks == 0) {
            budget_.look();
        }
        std::uint32_t const none_yet =
            found.masks_only && e.count != no_count ? stacks_.within_horizon(e.count, 0) : 0;
        todo_.push_back(
            {{e.entry, e.tail ? i.stack : stacks_.add(e.back, i.stack, e.count, none_yet)}, w.increments});
    }
    if (stack_node const& k = stacks_.node(i.stack); i.stack != 0 && (k.count != no_count || k.is_set())) {
        increment(w, found.ambiguous);
    }
}

void closure::leave(way const w, shape& found) {
    bool popped = false;
    left_.clear();
    found.pops = (std::min)(found.pops, stacks_.leave(w.at.stack, left_, popped));
    // below the lower bound nothing is left, unless the increment on the way here was the last one that it takes
    std::uint32_t const slot = stacks_.node(w.at.stack).slot;
    bool leaves_slot = popped || (left_.empty() && slot != 0 && stacks_.node(slot).increments == below);
    for (item const l : left_) {
        todo_.push_back({l, w.increments});
        leaves_slot = leaves_slot || stacks_.node(l.stack).slot == 0;
    }
    found.ambiguous = found.ambiguous || (w.increments != 0 && leaves_slot);
    found.returnable = found.returnable || popped;
    found.pops = popped ? 0 : found.pops;
}

void closure::increment(way const w, bool& ambiguous) {
    auto const targets = code_.increments_of(w.at.state);
    if (targets.empty()) {
        return;
    }
    constexpr std::uint64_t steps_of_an_increment = 20;
    stacks_.each_stack(w.at.stack, [&](std::uint32_t frame) {
        (void)budget_.pay(steps_of_an_increment * targets.size());  // run() sees whether it could be
        if (frame != 0 && stacks_.node(frame).count != no_count) {
            increment_frame(w, frame, ambiguous);
        }
    });
}

void closure::increment_frame(way const w, std::uint32_t frame, bool& ambiguous) {
    stack_node const k = stacks_.node(frame);
    std::uint32_t incremented = frame;
    std::uint8_t increments = w.increments;
    if (is_slot(k.increments)) {
        // a body that reads nothing could be counted any number of times
        bool const more = increments <= (std::min)(code_.early_increments, std::uint32_t{254});
        ambiguous = ambiguous || !more;
        increments = static_cast<std::uint8_t>(more ? increments + 1 : increments);
    } else if (is_unleft(k.increments)) {
        if (k.increments == last_unleft) {
            return;
        }
        incremented = stacks_.add(k.back, k.parent, k.count, k.increments + 1);
    } else if (is_number(k.increments)) {
        count_bounds const range = code_.counts[k.count];
        if (k.increments >= range.high) {
            return;
        }
        std::uint32_t const more =
            range.high == rtn::unbounded ? (std::min)(k.increments + 1, range.low) : k.increments + 1;
        incremented = stacks_.add(k.back, k.parent, k.count, more);
    }
    for (std::uint32_t const t : code_.increments_of(w.at.state)) {
        todo_.push_back({{t, incremented}, increments});
    }
}

}  // namespace parlance::mask::detail
