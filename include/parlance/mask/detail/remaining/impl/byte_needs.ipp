// parlance/mask/detail/remaining/impl/byte_needs.ipp - definitions of what parlance/mask/detail/remaining/byte_needs.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/byte_needs.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool byte_needs::measure() {
    completion made = measured(certain_);
    if (call_.is_cancelled()) {
        return false;
    }
    least_.emplace(std::move(made));
    return true;
}

completion byte_needs::measured(bool& certain) const {
    std::uint64_t const fuel = of_.grammar().bounds.fuel / 2;  // the other half is for what is asked first
    std::array<bool, 256> spelled{};
    auto const nodes = of_.tokens().trie().nodes();
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].skip()) {
        spelled[nodes[i].byte()] = nodes[i].has_token();
    }
    automaton const& code = of_.grammar().code;
    std::array<bool, 256> all{};
    all.fill(true);
    completion exact(code, spelled, fuel, call_);
    certain = spelled == all;
    if (certain) {
        return exact;
    }
    // where some text is spelled by longer tokens only, the bytes that tokens have are a measure and no promise
    all.fill(false);
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        call_.spend(1);
        all[nodes[i].byte()] = true;
    }
    completion measure(code, all, exact.fuel(), call_);
    std::array<bool, 256> every{};
    every.fill(true);
    completion const asked(code, every, measure.fuel(), call_);
    certain = true;
    for (std::uint32_t s = 0; s + 1 < code.states.size(); ++s) {
        certain = certain && exact.reaches_as_much(asked, s);
    }
    certain = certain && asked.known();
    measure.keep(asked.fuel());
    exact.keep(asked.fuel());
    return certain ? exact : measure;
}

std::uint32_t byte_needs::missing_increments(std::uint32_t stack, std::uint32_t slot_count) const {
    stack_node const& k = of_.configs().node(stack);
    if (stack == 0 || k.count == no_count) {
        return 0;
    }
    std::uint32_t const increments = is_slot(k.increments) ? slot_count : k.increments;
    std::uint32_t const low = of_.grammar().code.counts[k.count].low;
    bool const within = k.increments == far_inside || k.increments == inside;  // whatever the count
    return within || increments >= low ? 0 : low - increments;
}

byte_needs::need byte_needs::stack_need(std::uint32_t state, std::uint32_t stack, place const& p) {
    stack_tree const& stacks = of_.configs().stacks();
    if (stacks.node(stack).merged || stacks.node(p.base).merged) {
        return merged_need(state, stack, p);
    }
    std::uint32_t out = 0;
    for (bool above = true;;) {
        if (above && stack == 0) {
            above = false;
            stack = p.base;
        }
        call_.spend(steps_of_a_frame + least_->targets(state));
        out = completion::sum(out, least_->from(state, missing_increments(stack, p.count)));
        if (stack == 0 || out == never) {
            return {out, out == never ? 0 : out};
        }
        state = stacks.node(stack).back;
        stack = stacks.node(stack).parent;
    }
}

byte_needs::need byte_needs::merged_need(std::uint32_t state, std::uint32_t stack, place const& p) {
    call_.spend(steps_of_a_lookup);
    forget_other_counts(stack, p);
    if (stack != 0 && p.base != 0) {
        find_below(p.base, stack_tree::none);
    }
    std::uint32_t const whole = stack == 0 ? p.base : stack;
    std::uint32_t const bottom = stack == 0 || p.base == 0 ? stack_tree::none : p.base;
    find_below(whole, bottom);
    return on_stack(state, whole, bottom);
}

void byte_needs::forget_other_counts(std::uint32_t stack, place const& p) {
    constexpr std::size_t most_kept = 1u << 17;
    stack_tree const& stacks = of_.configs().stacks();
    std::uint32_t const slot =
        stacks.node(stack).slot != 0 ? stacks.node(stack).slot : stacks.node(p.base).slot;
    // a slot that is within its bounds misses nothing, whatever its count
    bool const counted = slot != 0 && stacks.node(slot).increments == detail::below;
    if ((counted && count_ != p.count) || below_.size() > most_kept) {
        below_.clear([&] { call_.look(); });
    }
    count_ = counted ? p.count : count_;
}

void byte_needs::find_below(std::uint32_t stack, std::uint32_t bottom) {
    stack_tree const& stacks = of_.configs().stacks();
    vec<std::uint32_t> fresh;
    auto const add = [&](std::uint32_t n) {
        std::uint64_t const key = (std::uint64_t{n} << 32) | bottom;
        if (below_.find(key) == nullptr) {
            below_.add(key, {}, [&] { call_.look(); });
            call_.spend(steps_of_a_node);
            fresh.push_back(n);
        }
    };
    add(stack);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        stack_node const& k = stacks.node(fresh[i]);
        if (k.is_set()) {
            add(k.back);
            add(k.rest);
        } else if (fresh[i] != 0) {
            add(k.parent);
        }
    }
    // a node has a higher number than all that is below it, and than the stacks of its set
    work looks = of_.budget().beside();
    if (!paid_sort(fresh, looks)) {
        of_.budget().is_stopped_by(looks);
    }
    paid_rounds each(looks, steps_of_a_node);
    for (std::uint32_t const n : fresh) {
        static_cast<void>(each.next());
        stack_node const& k = stacks.node(n);
        below found;
        if (n == 0) {
            found = bottom == stack_tree::none ? below{{0, 0}, false} : below_of(bottom, stack_tree::none);
        } else if (k.is_set()) {
            found = below_of(k.back, bottom);
            below const rest = below_of(k.rest, bottom);
            add_way(found.of, rest.of);
            found.counts = found.counts || rest.counts;
        } else {
            found = {on_stack(k.back, k.parent, bottom), missing_increments(n, count_) != 0};
        }
        below_of(n, bottom) = found;
    }
}

byte_needs::need byte_needs::on_stack(std::uint32_t state, std::uint32_t stack, std::uint32_t bottom) {
    if (below const& all = below_of(stack, bottom); !all.counts) {
        return sum_of(all.of, least_->from(state, 0));
    }
    need out;
    of_.configs().stacks().each_stack(stack, [&](std::uint32_t one) {
        call_.spend(steps_of_a_lookup);
        bool const is_bottom = one == 0 && bottom != stack_tree::none;
        add_way(out, is_bottom ? on_stack(state, bottom, stack_tree::none)
                               : sum_of(below_of(one, bottom).of,
                                        least_->from(state, missing_increments(one, count_))));
    });
    return out;
}

byte_needs::need byte_needs::of(place const& p) {
    need out;
    if (p.waiting != 0 || of_.can_stop(p)) {
        out.least = 0;
    }
    if (p.waiting != 0) {
        return out;
    }
    for (item const i : of_.configs().at(p.config).kernel()) {
        add_way(out, stack_need(i.state, i.stack, p));
        call_.spend(8);
    }
    return out;
}

}  // namespace parlance::mask::detail
