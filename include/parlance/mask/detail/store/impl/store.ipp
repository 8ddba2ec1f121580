// parlance/mask/detail/store/impl/store.ipp - definitions of what parlance/mask/detail/store/store.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/config_set.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/shape_set.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

store::store(automaton const& code, limits const& bounds, std::size_t bytes, std::size_t horizon,
             stop_token asked)
    : code_(code),
      budget_(bytes, bounds.fuel),
      stacks_(code, budget_, bounds.stack_depth, (std::max<std::size_t>)(4096, bytes / 64),
              horizon + 2 + code.early_increments),
      shapes_(code, stacks_, budget_, arena_, bounds.configurations, room_in(bytes)),
      configs_(code, stacks_, shapes_, budget_, arena_, room_in(bytes)),
      lowered_(room_in(bytes)),
      exact_shapes_(room_in(bytes)),
      estimates_(code, stacks_, configs_, budget_, mutex_, room_in(bytes)) {
    detail::lock_guard const lock(mutex_);
    struct own_call {
        meter& own;
        ~own_call() { meters::leave(own); }
    } const call{budget_.enter(asked)};
    // half of the fuel, since the call that makes all of this has spent some before
    budget_.refuel(bounds.fuel / 2);
    vec<item> first;
    return_ = configs_.make(first, true);
    first.push_back({code.start, 0});
    start_ = configs_.make(first, false);
}

point store::step_token(point const p, std::uint32_t id) {
    detail::lock_guard const lock(mutex_);
    shape const& form = *configs_[p.config].form;
    if (budget_.out_of_fuel()) {
        return {budget_.fail(errc::out_of_fuel), 0};
    }
    vec<item> out;
    bool returned = false;
    // n states may have n edges each, to few states: those over the first stack are taken once
    constexpr std::uint64_t steps_of_an_edge = 50;
    vec<char> taken;
    if (form.items.size() > 1) {
        budget_.spend(code_.states.size() / 16);
        taken.assign(code_.states.size(), 0);
    }
    for (std::size_t i = 0; i < form.items.size(); ++i) {
        auto const edges = code_.tokens_of(form.items[i].state);
        bool const once = !taken.empty() && form.slot == 0 && form.items[i].stack == form.items[0].stack;
        budget_.spend(2 * edges.size());
        if (budget_.out_of_fuel()) {
            return {budget_.fail(errc::out_of_fuel), 0};
        }
        for (token_edge const& e : edges) {
            if ((e.id == id) != e.negated && (!once || std::exchange(taken[e.target], char{1}) == 0)) {
                if (!budget_.pay(steps_of_an_edge)) {
                    return {failed_config, 0};
                }
                add_exactly(form, i, e.target, p.count, out, returned);
            }
        }
    }
    return out.empty() && !returned ? point{} : arrive(configs_.make(out, returned), 0);
}

point store::join(point const a, point const b) {
    if (!is_live(a.config) || !is_live(b.config)) {
        return is_live(a.config) ? a : b;
    }
    detail::lock_guard const lock(mutex_);
    vec<item> out;
    for (point const p : {a, b}) {
        for (item const i : configs_[p.config].kernel()) {
            out.push_back({i.state, stacks_.with_count(i.stack, p.count)});
        }
    }
    return arrive(configs_.make(out, configs_[a.config].returned || configs_[b.config].returned), 0);
}

point store::arrive(config_id c, std::uint32_t count) const noexcept {
    return {c, is_live(c) && configs_[c].counts == config::counting::set ? configs_[c].value : count};
}

std::uint32_t store::push(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                          std::uint32_t increments) {
    std::uint32_t const known = stacks_.find(back, parent, count, increments);
    if (known != none) {
        return known;
    }
    detail::lock_guard const lock(mutex_);
    std::uint32_t const made = stacks_.add(back, parent, count, increments);
    return stacks_.overflowed() ? none : made;
}

std::uint32_t store::push(stack_node const& above, std::uint32_t parent) {
    return push(above.back, parent, above.count, above.increments);
}

std::uint32_t store::top_alone(std::uint32_t stack) {
    std::uint32_t const known = stacks_.top_alone(stack);
    if (known != 0) {
        return known;
    }
    detail::lock_guard const lock(mutex_);
    std::uint32_t const made = stacks_.make_top_alone(stack);
    return stacks_.overflowed() ? none : made;
}

std::uint32_t store::copy(stack_tree const& from, std::uint32_t stack, stack_tree::copied& known) {
    detail::lock_guard const lock(mutex_);
    std::uint32_t const made = stacks_.copy(from, stack, known);
    return stacks_.overflowed() ? none : made;
}

config_id store::copy(store const& from, config_id c, stack_tree::copied& known) {
    config const& was = from.at(c);
    detail::lock_guard const lock(mutex_);
    auto const here = [&](std::uint32_t stack) { return stacks_.copy(from.stacks_, stack, known); };
    vec<item> kernel;
    for (item const i : was.kernel()) {
        kernel.push_back({i.state, here(i.stack)});
    }
    config_set::closed_ways closed{was.form, {}, here(was.form->slot)};
    for (std::size_t i = 0; i < was.form->items.size() && !was.form->masks_only; ++i) {
        item const at = was.form->items[i];
        closed.ways.push_back({{at.state, here(at.stack)}, was.form->increments[i]});
    }
    return stacks_.overflowed() ? failed_config : configs_.copy(kernel, was.returned, std::move(closed));
}

config_id store::upper(config_id c) {
    config& from = configs_[c];
    config_id known = from.upper.load(std::memory_order_acquire);
    if (known == unknown_config) {
        detail::lock_guard const lock(mutex_);
        vec<item> out;
        out.reserve(from.kernel().size());
        for (item const i : from.kernel()) {
            out.push_back({i.state, stacks_.rebase(i.stack, from.split, 0)});
        }
        if (stacks_.overflowed()) {
            return failed_config;
        }
        known = configs_.make(out, from.returned);
        if (known != failed_config) {
            from.upper.store(known, std::memory_order_release);
        }
    }
    return known;
}

point store::for_masks(point const p) {
    if (configs_[p.config].moves_tokens || configs_[p.config].form->masks_only) {
        return p;
    }
    std::uint64_t const hash = mix(21, p.config);
    auto const same = [&](std::uint32_t i) { return lowered_[i].from == p.config; };
    std::uint32_t known = for_masks_ids_.find(hash, same);
    if (known == id_table::none) {
        detail::lock_guard const lock(mutex_);
        known = for_masks_ids_.find(hash, same);
        if (known == id_table::none) {
            config_id const to = configs_.for_masks(p.config);
            if (!is_live(to) || lowered_.room() == 0) {
                return p;
            }
            known = lowered_.add(p.config, none, to);
            for_masks_ids_.add(hash, known, [&] { budget_.look(); });
        }
    }
    return lowered_[known].to == p.config ? p : arrive(lowered_[known].to, p.count);
}

config_id store::lower(config_id c, std::uint32_t segment) {
    std::uint64_t const hash = mix(mix(1, c), segment);
    auto const same = [&](std::uint32_t i) {
        return lowered_[i].from == c && lowered_[i].segment == segment;
    };
    std::uint32_t known = lowered_ids_.find(hash, same);
    if (known != id_table::none && lowered_[known].to != failed_config) {
        return lowered_[known].to;
    }
    detail::lock_guard const lock(mutex_);
    known = lowered_ids_.find(hash, same);
    if (known != id_table::none) {
        return lowered_[known].to == failed_config ? budget_.fail(lasting_) : lowered_[known].to;
    }
    config const& from = configs_[c];
    vec<item> out;
    for (item const i : from.kernel()) {
        out.push_back({i.state, stacks_.rebase(i.stack, 0, segment)});
    }
    bool returned = false;
    if (from.returned) {
        stacks_.leave(segment, out, returned);
    }
    config_id const to = stacks_.overflowed() ? failed_config : configs_.make(out, returned);
    if (to == failed_config && !is_lasting()) {
        return to;
    }
    if (lowered_.room() == 0) {
        return budget_.fail(errc::out_of_memory_budget);
    }
    lowered_ids_.add(hash, lowered_.add(c, segment, to), [&] { budget_.look(); });
    return to;
}

config_id store::adopt(vec<item> ways, bool returned) {
    detail::lock_guard const lock(mutex_);
    return configs_.make(ways, returned);
}

config_id store::alone(item const one, std::uint32_t count) {
    detail::lock_guard const lock(mutex_);
    vec<item> way{{one.state, stacks_.with_count(one.stack, count)}};
    return stacks_.overflowed() ? failed_config : configs_.make(way, false);
}

maybe<vec<item>> store::ways_with_numbers(point const p) {
    detail::lock_guard const lock(mutex_);
    vec<item> out;
    for (item const i : configs_[p.config].kernel()) {
        out.push_back({i.state, stacks_.with_count(i.stack, p.count)});
    }
    return stacks_.overflowed() ? maybe<vec<item>>() : maybe<vec<item>>(std::move(out));
}

bool store::covers(config_id more, config_id less) const noexcept { return configs_.covers(more, less); }

loop_memory const* store::remember(shape& form, loop_memory const& found) {
    detail::lock_guard const lock(mutex_);
    return shapes_.remember(form, found);
}

array_ref<code_range const> store::keep(array_ref<code_range const> set) {
    if (set.empty()) {
        return {};
    }
    detail::lock_guard const lock(mutex_);
    for (array_ref<code_range const> const known : point_sets_) {
        if (std::equal(known.begin(), known.end(), set.begin(), set.end())) {
            return known;
        }
    }
    budget_.charge(set.size_bytes());
    return point_sets_.emplace_back(arena_.copy(set));
}

bool store::is_lasting() noexcept {
    errc const why = budget_.failure();
    lasting_ = budget::is_lasting(why) ? why : lasting_;
    return budget::is_lasting(why);
}

std::size_t store::room_in(std::size_t bytes) noexcept { return (std::max<std::size_t>)(1024, bytes / 256); }

void store::free(function_ref<void()> look) {
    stacks_.free(look);
    exact_shape_ids_.free(look);
    exact_shapes_.free(look);
    for_masks_ids_.free(look);
    lowered_ids_.free(look);
    lowered_.free(look);
    configs_.free(look);
    shapes_.free(look);
    estimates_.free(look);
    arena_.free(look);
}

}  // namespace parlance::mask::detail
