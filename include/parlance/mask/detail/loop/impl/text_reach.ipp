// parlance/mask/detail/loop/impl/text_reach.ipp - definitions of what parlance/mask/detail/loop/text_reach.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/loop/text_states.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

text_reach::text_reach(store& configs)
    : configs_(configs), states_(configs.code()), sets_(configs.code()), words_(configs) {}

maybe<text_reach::reader> text_reach::only_reader(point const from) {
    config const& here = configs_.at(from.config);
    if (here.returnable || here.form->ambiguous || here.moves_tokens || from.count >= free_count) {
        return {};
    }
    array_ref<item const> const items = here.form->items;
    std::size_t which = items.size();
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (!states_.reads_text(items[k].state)) {
            continue;
        }
        if (which != items.size()) {
            return endless_reader(items);
        }
        which = k;
    }
    if (which == items.size()) {
        return {};
    }
    stack_node const& frame = configs_.node(items[which].stack);
    bool const counted = frame.count != no_count;
    reader out;
    out.states = states_from(items[which].state);
    if (out.states.states == 0 || (out.states.increments && !counted) ||
        (out.states.returns && !reads_no_text_behind(items[which].stack))) {
        return {};
    }
    out.room = text_states::endless;
    out.of_slot = here.form->slot != 0 && items[which].stack == here.form->slot;
    if (out.states.increments) {
        std::uint32_t const high = configs_.code().counts[frame.count].high;
        bool const slot = is_slot(frame.increments);
        if (slot ? here.form->increments[which] != 1 : !is_number(frame.increments)) {
            return {};
        }
        // the increments of a frame that is no slot are those behind the next code point
        std::uint64_t const upto = std::uint64_t{high} + (slot ? 0 : 1);
        std::uint32_t const increments = slot ? from.count : frame.increments;
        out.room = high == rtn::unbounded
                       ? text_states::endless
                       : static_cast<std::uint32_t>(upto - (std::min<std::uint64_t>)(upto, increments));
    }
    return out;
}

text_states::reach text_reach::states_from(std::uint32_t state) {
    detail::lock_guard const lock(mutex_);
    std::size_t const before = states_.memory();
    text_states::reach const out = states_.from(state, configs_.budget());
    configs_.budget().charge(states_.memory() - before);
    return out;
}

maybe<text_reach::reader> text_reach::endless_reader(array_ref<item const> items) {
    for (item const& i : items) {
        if (states_.reads_text(i.state)) {
            text_states::reach const found = states_from(i.state);
            if (found.states != 0 && found.points == text_states::endless && !found.increments) {
                return reader{found, text_states::endless, false};
            }
        }
    }
    return {};
}

bool text_reach::reads_no_text_behind(std::uint32_t stack) const noexcept {
    automaton const& code = configs_.code();
    for (;;) {
        stack_node const& frame = configs_.node(stack);
        if (stack == 0 || frame.merged) {
            return false;
        }
        if (states_.reads_text(frame.back) || !code.calls_of(frame.back).empty() ||
            !code.increments_of(frame.back).empty() || !code.tokens_of(frame.back).empty()) {
            return false;
        }
        if (!code.states[frame.back].accepts) {
            return true;
        }
        stack = frame.parent;
    }
}

bool text_reach::is_scattered(point const from, std::uint32_t& room) {
    constexpr std::uint32_t many = 16;
    maybe<reader> const one = only_reader(from);
    if (!one || !one->of_slot || one->states.states < many || one->states.loops || one->states.points == 0) {
        return false;
    }
    room = one->room;
    return true;
}

text_reach::length text_reach::find(reader const& one, std::uint32_t most) noexcept {
    std::uint32_t const points = (std::min)(one.states.points, one.room);
    if (points >= most) {
        return {most, false};
    }
    if (one.room <= one.states.points) {
        return {points, true, 0};
    }
    return {one.states.exact ? points : 0, false, one.states.beyond};
}

maybe<text_sets::length> text_reach::find_by_states(point const from, std::uint32_t most) {
    config const& here = configs_.at(from.config);
    if (here.returnable || here.form->ambiguous || here.moves_tokens || here.form->slot != 0) {
        return {};
    }
    vec<text_sets::spot> spots;
    detail::lock_guard const lock(mutex_);
    std::size_t const before = sets_.memory();
    for (item const i : here.form->items) {
        configs_.stacks().each_stack(i.stack, [&](std::uint32_t stack) {
            stack_node const& top = configs_.node(stack);
            bool const plain = stack != 0 && top.count == no_count;
            spots.push_back(text_sets::at(i.state, plain ? sets_.frame(top.back) : text_sets::outside));
        });
    }
    auto out = sets_.find(std::move(spots), most, configs_.budget());
    configs_.budget().charge(sets_.memory() - before);
    return out;
}

text_reach::length text_reach::find(point const from, std::uint32_t most) {
    if (auto const known = find_by_states(from, most)) {
        return {known->points, known->then_nothing};
    }
    vec<point> now{from};
    vec<point> next;
    vec<point> met{from};
    bool again = false;  // some place was come to after different numbers of code points
    for (std::uint32_t read = 0; read < most; ++read) {
        next.clear();
        bool none = true;
        bool all = true;
        for (point const p : now) {
            moves const* const m = configs_.budget().pay(met.size()) ? of(p) : nullptr;
            if (m == nullptr) {
                return {read, false};
            }
            none = none && m->none;
            all = all && m->all;
            for (move const& to : m->to) {
                point const q{to.config, to.count + (to.relative ? p.count : 0)};
                if (std::find(met.begin(), met.end(), q) == met.end()) {
                    met.push_back(q);
                    next.push_back(q);
                } else {
                    again = again || std::find(next.begin(), next.end(), q) == next.end();
                }
            }
        }
        if (!all) {
            return {read, none && !again};
        }
        if (next.empty()) {
            return {most, false};
        }
        if (met.size() > most_places) {
            return {read, false};
        }
        now.swap(next);
    }
    return {most, false};
}

text_reach::moves const* text_reach::of(point const p) {
    std::uint32_t const slot = configs_.at(p.config).form->slot;
    if (slot == 0) {
        return of_count({p.config, 0});
    }
    // a code point increments once for each of its bytes at most, and what it counts early
    if (configs_.stacks().has_room(slot, p.count, 4 + configs_.code().early_increments)) {
        moves const* const any = of_count({p.config, free_count});
        if (any == nullptr || !any->by_number) {
            return any;
        }
    }
    return of_count(p);
}

text_reach::moves const* text_reach::of_count(point const p) {
    std::uint64_t const key = (std::uint64_t{p.config} << 32) | p.count;
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = kept_.find(key); known != nullptr) {
        return &known->value;
    }
    moves found = compute(p);
    work looks = configs_.budget().beside();
    if (configs_.budget().out_of_fuel() ||
        (!kept_.make_room(looks) && configs_.budget().is_stopped_by(looks))) {
        return nullptr;
    }
    moves& made = kept_[key];
    made = std::move(found);
    configs_.budget().charge(sizeof(moves) + 64 + made.to.size() * sizeof(move));
    return &made;
}

text_reach::moves text_reach::compute(point const p) {
    bool const is_any = p.count == free_count;
    moves out;
    out.none = true;
    if (configs_.at(p.config).returnable) {
        out.none = false;
        return out;
    }
    bool all = true;
    auto const arrive = [&](point const to) {
        if (!store::is_live(to.config)) {
            all = false;
            out.none = out.none && to.config == dead_config;
            out.by_number = out.by_number || to.config == ambiguous_config;
            return true;
        }
        out.none = false;
        bool const is_relative = is_any && configs_.at(to.config).counts != config::counting::set;
        move const m{to.config, is_relative ? to.count - p.count : to.count, is_relative};
        if (std::find(out.to.begin(), out.to.end(), m) == out.to.end()) {
            out.to.push_back(m);
        }
        return true;
    };
    for (unsigned b = 0; b < 0x80; ++b) {
        if (((text_groups >> byte_groups[b]) & 1u) != 0) {
            arrive(configs_.step(p, static_cast<std::uint8_t>(b)));
        }
    }
    code_point_follower beyond(configs_);
    beyond.all(p, arrive);
    out.all = all && beyond.strict();
    return out;
}

}  // namespace parlance::mask::detail
