// parlance/mask/detail/store/impl/steps.ipp - store::step(): where a byte leads, found once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/config_set.hpp>
#include <parlance/mask/detail/store/shape_set.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

config_id store::step_slow(config_id c, std::uint8_t byte) {
    detail::lock_guard const lock(mutex_);
    config& from = configs_[c];
    return make_step(*from.form, from.row == nullptr ? from.single : from.row[(*from.classes)[byte]], byte);
}

config_id store::make_step(shape const& form, std::atomic<config_id>& known, std::uint8_t byte) {
    if (known.load(std::memory_order_relaxed) == failed_config) {
        return budget_.fail(lasting_);
    }
    constexpr std::uint64_t steps_of_an_item = 20;
    if (!budget_.pay(steps_of_an_item * form.items.size())) {
        return failed_config;
    }
    vec<item>& out = step_items_;
    out.clear();
    bool returned = false;
    bool ambiguous = form.ambiguous;
    bool last =
        false;  // the increment may be the one that reaches the lower bound, which only the number tells
    int increments = -1;
    constexpr std::size_t between_looks = 256;  // items
    for (std::size_t k = 0; k < form.items.size(); ++k) {
        if (k % between_looks == between_looks - 1) {
            budget_.look();
        }
        item const i = form.items[k];
        auto const edges = code_.bytes_of(i.state);
        budget_.spend(edges.size());
        for (byte_edge const& e : edges) {
            if (e.high < byte || e.low > byte) {
                continue;
            }
            std::size_t const before = out.size();
            std::uint32_t const slot = stacks_.node(i.stack).slot;
            bool const counted = form.increments[k] != 0 && slot != 0;
            // a frame that is left with its last increment is still there, since the upper bound says whether that is one
            if (code_.states[e.target].returns_only &&
                !(counted && stacks_.node(slot).increments == inside)) {
                last = last || (counted && stacks_.node(slot).increments == below);
                stacks_.leave(i.stack, out, returned);
            } else {
                out.push_back({e.target, i.stack});
            }
            auto const has_slot = [&](item const o) { return stacks_.node(o.stack).slot != 0; };
            if (std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), has_slot)) {
                ambiguous = ambiguous || (increments >= 0 && increments != form.increments[k]);
                increments = form.increments[k];
            }
        }
    }
    config_id const to =
        out.empty() && !returned && !last ? dead_config
        : ambiguous || last
            ? ambiguous_config
            : configs_.make(out, returned, increments < 0 ? 0u : static_cast<unsigned>(increments),
                            form.masks_only);
    if (to != failed_config || is_lasting()) {
        known.store(to, std::memory_order_release);
    }
    return to;
}

point store::step_exactly(point const p, std::uint8_t byte) {
    if (p.count >= free_count) {
        return {ambiguous_config, 0};
    }
    exact_shape* const here = exact_shape_at(p);
    if (here == nullptr) {
        return {failed_config, 0};
    }
    shape const& form = *here->form;
    if (form.row == nullptr && static_cast<std::uint8_t>(byte - form.low) > form.span) {
        return {};
    }
    std::atomic<config_id>& known = form.row == nullptr ? here->single : form.row[(*form.classes)[byte]];
    config_id to = known.load(std::memory_order_acquire);
    if (to <= failed_config) {
        detail::lock_guard const lock(mutex_);
        to = make_step(form, known, byte);
    }
    return arrive(to, 0);
}

bool store::is_near_bound(point const p) const noexcept {
    shape const& form = *configs_[p.config].form;
    return form.slot != 0 && p.count < free_count &&
           (form.ambiguous || !stacks_.has_room(form.slot, p.count, 2 + code_.early_increments));
}

maybe<store::ways_read> store::read_with_numbers(point const p, shape const& form, std::uint8_t byte) {
    constexpr std::uint64_t steps_of_an_item = 20;
    if (!budget_.pay(steps_of_an_item * form.items.size())) {
        return {};
    }
    detail::lock_guard const lock(mutex_);
    ways_read out;
    for (std::size_t i = 0; i < form.items.size(); ++i) {
        for (byte_edge const& e : code_.bytes_of(form.items[i].state)) {
            if (e.low <= byte && byte <= e.high) {
                add_exactly(form, i, e.target, p.count, out.ways, out.returned);
            }
        }
    }
    return stacks_.overflowed() ? maybe<ways_read>() : maybe<ways_read>(std::move(out));
}

bool store::depends_on_number(point const p, std::uint8_t byte) {
    config_id const to = next(p.config, byte);
    if (to <= ambiguous_config) {
        return to == ambiguous_config;
    }
    config const& there = configs_[to];
    bool const ends = there.pure && stacks_.node(there.form->slot).increments == inside;
    return there.counts == config::counting::add && there.value != 0 && !ends &&
           !stacks_.may_increment(there.form->slot, p.count, there.value);
}

shape const* store::exactly(point const p) {
    exact_shape const* const here = exact_shape_at(p);
    return here == nullptr ? nullptr : here->form;
}

store::exact_shape* store::exact_shape_at(point const p) {
    std::uint64_t const hash = mix(17, (std::uint64_t{p.config} << 32) | p.count);
    auto const same = [&](std::uint32_t i) { return exact_shapes_[i].from == p; };
    std::uint32_t known = exact_shape_ids_.find(hash, same);
    if (known == id_table::none) {
        detail::lock_guard const lock(mutex_);
        known = exact_shape_ids_.find(hash, same);
        if (known == id_table::none) {
            // closed again with the number in place, since bounds decide what can be reached
            vec<item> kernel;
            for (item const i : configs_[p.config].kernel()) {
                kernel.push_back({i.state, stacks_.with_count(i.stack, p.count)});
            }
            if (budget_.out_of_fuel()) {
                budget_.fail(errc::out_of_fuel);
                return nullptr;
            }
            config const& from = configs_[p.config];
            shape* const form = shapes_.close(kernel, from.returned, from.form->masks_only);
            if (form == nullptr) {
                return nullptr;
            }
            if (exact_shapes_.room() == 0) {
                budget_.fail(errc::out_of_memory_budget);
                return nullptr;
            }
            known = exact_shapes_.add(p, form);
            exact_shape_ids_.add(hash, known, [&] { budget_.look(); });
            budget_.charge(sizeof(exact_shape) + 16);
        }
    }
    return &exact_shapes_[known];
}

void store::add_exactly(shape const& form, std::size_t i, std::uint32_t target, std::uint32_t count,
                        vec<item>& out, bool& returned) {
    std::uint32_t stack = form.items[i].stack;
    if (std::uint32_t const slot = stacks_.node(stack).slot; slot != 0) {
        std::uint32_t const increments = count + form.increments[i];
        if (increments > code_.counts[stacks_.node(slot).count].high) {
            return;
        }
        stack = stacks_.with_count(stack, increments);
    }
    if (code_.states[target].returns_only) {
        stacks_.leave(stack, out, returned);
    } else {
        out.push_back({target, stack});
    }
}

}  // namespace parlance::mask::detail
