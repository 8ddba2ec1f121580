// parlance/mask/detail/store/impl/config_set.ipp - definitions of what parlance/mask/detail/store/config_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/config_set.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/shape_set.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

config_set::config_set(automaton const& code, stack_tree& stacks, shape_set& shapes, budget& means,
                       arena& memory, std::size_t capacity)
    : code_(code),
      stacks_(stacks),
      shapes_(shapes),
      budget_(means),
      arena_(memory),
      configs_(capacity),
      cover_(code, stacks, means) {
    for (config_id reserved = 0; reserved <= ambiguous_config; ++reserved) {
        configs_.add();
    }
}

bool config_set::covers(config_id more, config_id less) const noexcept {
    config const& a = configs_[more];
    config const& b = configs_[less];
    return (a.returned || !b.returned) &&
           std::all_of(b.kernel().begin(), b.kernel().end(), [&](item const i) {
               return std::any_of(a.kernel().begin(), a.kernel().end(), [&](item const k) {
                   return k.stack == i.stack && code_.covers(k.state, i.state);
               });
           });
}

config_id config_set::for_masks(config_id c) {
    config const& from = configs_[c];
    vec<item> ways(from.kernel().begin(), from.kernel().end());
    bool fewer = cover_.reduce(ways);
    // a number that counts alone is a slot; of many in one state those that are far below are one
    bool const counted = ways.size() > 1 || (!ways.empty() && stacks_.node(ways.front().stack).is_set());
    if (counted && from.form->slot == 0) {
        for (item& way : ways) {
            std::uint32_t const within = stacks_.within_horizon(way.stack);
            fewer = fewer || within != way.stack;
            way.stack = within;
        }
    }
    return fewer || cover_.is_worth_it(ways) ? make(ways, from.returned, 0, true) : c;
}

config_id config_set::make(vec<item>& items, bool returned, std::uint32_t increments, bool masks_only) {
    constexpr std::uint64_t steps_of_an_item = 60;
    if (!budget_.pay(steps_of_an_item * items.size())) {
        return failed_config;
    }
    kernel k{items, returned, increments, masks_only};
    if (!normalise(k)) {
        return failed_config;
    }
    return made(k, [&] { return shapes_.close(items, k.returned, masks_only); });
}

config_id config_set::copy(vec<item>& items, bool returned, closed_ways closed) {
    std::sort(items.begin(), items.end());
    vec<item> const before = items;
    kernel k{items, returned, 0, false};
    if (!normalise(k)) {
        return failed_config;
    }
    // anything else than what it was has other ways
    bool const same = !closed.was->masks_only && std::ranges::equal(items, before);
    return made(k, [&] {
        return same ? shapes_.copy(*closed.was, closed.ways, closed.slot) : shapes_.close(items, k.returned);
    });
}

config_id config_set::made(kernel const& k, function_ref<shape*()> close) {
    constexpr std::uint64_t steps_of_a_config = 300;
    constexpr std::size_t between_looks = 256;  // items
    vec<item> const& items = k.items;
    std::uint64_t const hash = k.hash();
    std::uint32_t const known = ids_.find(hash, [&](std::uint32_t id) { return k.is(configs_[id]); });
    if (known != id_table::none) {
        return known;
    }
    shape* const form = close();
    // paid for when it is done: a call that has fuel for nothing else makes one, and so the next one comes further
    std::uint64_t work = steps_of_a_config;
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (n % between_looks == between_looks - 1) {
            budget_.look();
        }
        work += 8 * std::uint64_t{stacks_.node(items[n].stack).depth};
    }
    budget_.spend(work);
    if (form == nullptr) {
        return failed_config;
    }
    if (!form->returnable && !form->moves_bytes && !form->moves_tokens) {
        return dead_config;
    }
    if (configs_.room() == 0) {
        return budget_.fail(errc::out_of_memory_budget);
    }
    std::uint32_t const id = configs_.add();
    fill(configs_[id], k, *form);
    ids_.add(hash, id, [&] { budget_.look(); });
    budget_.charge(sizeof(config) + 16 + items.size() * sizeof(item));
    return id;
}

bool config_set::normalise(kernel& k) {
    vec<item>& items = k.items;
    auto const in_slot = [&](item const i) { return stacks_.node(i.stack).slot != 0; };
    if (k.masks_only) {
        (void)cover_.reduce(items);
        // that the bottom was popped says something where all that is left may have no room to count the byte
        k.returned = k.returned && std::all_of(items.begin(), items.end(), in_slot);
    }
    if (!merge(items)) {
        (void)stacks_.overflowed();
        return false;
    }
    k.pure = !k.returned && std::all_of(items.begin(), items.end(), in_slot);
    if (std::any_of(items.begin(), items.end(), in_slot)) {
        k.counts = config::counting::add;
    } else if (make_slot(items, k.returned, k.increments)) {
        k.counts = config::counting::set;
        k.pure = true;
    } else {
        k.increments = 0;
    }
    if (stacks_.overflowed()) {
        return false;
    }
    drop_covered(items, stacks_);
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return true;
}

std::uint64_t config_set::kernel::hash() const noexcept {
    std::uint64_t out = mix(mix(3, unsigned{returned} | (unsigned{masks_only} << 1)),
                            (std::uint64_t{increments} << 2) | static_cast<unsigned>(counts));
    for (item const i : items) {
        out = mix(out, (std::uint64_t{i.state} << 32) | i.stack);
    }
    return out;
}

bool config_set::kernel::is(config const& known) const noexcept {
    return known.returned == returned && known.counts == counts && known.value == increments &&
           known.form->masks_only == masks_only &&
           std::equal(known.kernel().begin(), known.kernel().end(), items.begin(), items.end());
}

void config_set::fill(config& made, kernel const& k, shape& form) {
    made.row = form.row;
    made.low = form.low;
    made.span = form.span;
    made.returnable = form.returnable;
    made.moves_tokens = form.moves_tokens;
    note_frames(made, k.items, form);
    made.counts = k.counts;
    made.value = k.increments;
    made.returned = k.returned;
    made.pure = k.pure;
    made.plain = !form.returnable && (k.counts == config::counting::none ||
                                      (k.counts == config::counting::add && k.increments == 0));
    made.kernel_size = static_cast<std::uint32_t>(k.items.size());
    made.kernel_items = arena_.copy(array_ref<item const>{k.items}).data();
    made.classes = form.classes;
    made.form = &form;
    find_split(made);
    made.settled = !made.returnable && made.split == 0;
}

void config_set::note_frames(config& made, vec<item> const& items, shape const& form) const {
    constexpr std::uint32_t high = 6;
    auto const any_of = [&](auto const& list, auto const& is) {
        return std::any_of(list.begin(), list.end(), [&](item const i) { return is(stacks_.node(i.stack)); });
    };
    auto const is_set = [](stack_node const& n) { return n.merged; };
    auto const is_high = [](stack_node const& n) { return n.height >= high; };
    auto const counts = [](stack_node const& n) { return n.numbered || n.slot != 0; };
    auto const is_nested = [](stack_node const& n) { return n.nested(); };
    auto const counts_twice = [](stack_node const& n) { return n.counts_in_counts(); };
    bool const sets = any_of(items, is_set);
    // many frames of which none waits below would make a mask of their own of every place, as sets would
    made.by_frames = (sets || any_of(items, is_high)) && !any_of(items, counts);
    bool const frames_only = !sets && !any_of(form.items, is_set);
    made.nested = frames_only && (any_of(items, is_nested) || any_of(form.items, is_nested));
    made.counts_in_counts = frames_only && (any_of(items, counts_twice) || any_of(form.items, counts_twice));
}

bool config_set::merge(vec<item>& items) {
    if (items.size() < 2) {
        return true;
    }
    std::sort(items.begin(), items.end());
    auto const same = [](item const& a, item const& b) { return a.state == b.state; };
    auto const begin = std::adjacent_find(items.begin(), items.end(), same);
    if (begin == items.end()) {
        return true;
    }
    items.erase(std::unique(begin, items.end()), items.end());
    auto const slot = [&](item const i) { return stacks_.node(i.stack).slot; };
    std::size_t kept = static_cast<std::size_t>(begin - items.begin());
    for (std::size_t i = kept; i < items.size();) {
        std::size_t end = i + 1;
        bool numbers_only = true;
        for (; end < items.size() && same(items[i], items[end]); ++end) {
            numbers_only = numbers_only &&
                           stacks_.node(items[i].stack).skeleton == stacks_.node(items[end].stack).skeleton;
        }
        // counted frames are better estimated stack by stack, as long as there are few
        constexpr std::size_t few = 16;
        numbers_only = numbers_only || (end - i <= few && stacks_.node(items[i].stack).numbered);
        if (numbers_only) {
            for (; i < end; ++i) {
                items[kept++] = items[i];
            }
            continue;
        }
        // those of one slot become one
        auto const from = items.begin() + static_cast<std::ptrdiff_t>(i);
        auto const to = items.begin() + static_cast<std::ptrdiff_t>(end);
        std::sort(from, to, [&](item const a, item const b) {
            return slot(a) != slot(b) ? slot(a) < slot(b) : a.stack < b.stack;
        });
        while (i < end) {
            item const first = items[i];
            together_.clear();
            for (; i < end && slot(items[i]) == slot(first); ++i) {
                together_.push_back(items[i].stack);
            }
            items[kept++] = {first.state, stacks_.unite_all(together_)};
            if (items[kept - 1].stack == stack_tree::none) {
                return false;
            }
        }
    }
    items.resize(kept);
    return true;
}

bool config_set::make_slot(vec<item>& items, bool returned, std::uint32_t& increments) {
    if (items.empty() || returned) {
        return false;
    }
    std::uint32_t const shared = stacks_.shared(items);
    stack_node const k = stacks_.node(shared);
    if (shared == 0 || k.count == no_count) {
        return false;
    }
    auto const as = stacks_.slot_for(k.count, k.increments);
    if (!as) {
        return false;
    }
    std::uint32_t const slot = stacks_.add(k.back, k.parent, k.count, *as);
    for (item& i : items) {
        i.stack = stacks_.rebase(i.stack, shared, slot);
    }
    increments = k.increments;
    return true;
}

void config_set::find_split(config& c) const {
    if (c.kernel().empty() || c.returned) {
        return;
    }
    std::uint32_t shared = stacks_.shared(c.kernel());
    while (stacks_.node(shared).depth > c.form->pops) {
        shared = stacks_.node(shared).parent;
    }
    // nor does a set go below: what is there is one stack
    while (shared != 0 && (stacks_.node(shared).count != no_count || stacks_.node(shared).merged)) {
        shared = stacks_.node(shared).parent;
    }
    c.split = shared;
}

}  // namespace parlance::mask::detail
