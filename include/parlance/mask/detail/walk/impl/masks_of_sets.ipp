// parlance/mask/detail/walk/impl/masks_of_sets.ipp - definitions of what parlance/mask/detail/walk/masks.hpp declares of sets of stacks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/entry_set.hpp>
#include <parlance/mask/detail/walk/need.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

namespace sets {

/// Pairs of numbers, each once.
class pair_set {
public:
    /// False when it was there.  Calls look() now and then.
    bool add(std::uint32_t a, std::uint32_t b, function_ref<void()> look) {
        std::uint64_t const pair = (std::uint64_t{a} << 32) | b;
        std::uint64_t const hash = mix(16, pair);
        if (ids_.find(hash, [&](std::uint32_t id) { return pairs_[id] == pair; }) != id_table::none) {
            return false;
        }
        ids_.add(hash, static_cast<std::uint32_t>(pairs_.size()), look);
        pairs_.push_back(pair);
        return true;
    }

private:
    blocks<std::uint64_t> pairs_;
    id_table ids_;
};

}  // namespace sets

mask_entry const* masks::before_any_byte() {
    return memory_.get(mask_key::of_root(), [&] {
        token_collector nothing;
        nothing.begin(index_.size());
        exit_list all;
        all.nodes.push_back(0);
        all.needs.push_back(0);
        return entries_.add(nullptr, nothing, all);
    });
}

mask_entry const* masks::of_sets(config const& c) {
    struct behind {
        mask_entry const* exits;  // what was read so far
        std::uint32_t back;       // where it goes on
        std::uint32_t stack;      // and what is below that
    };
    mask_entry const* const root = before_any_byte();
    if (root == nullptr) {
        return nullptr;
    }
    token_collector out;
    out.begin(index_.size());
    exit_list exits;
    sets::pair_set added;
    sets::pair_set met;
    vec<behind> todo;
    constexpr std::uint64_t steps_of_a_stack = 10;
    constexpr std::uint64_t exits_of_a_step = 4;
    bool paid = true;
    std::size_t runs = 1;  // of exits that are in order
    auto const look = [&] { store_.budget().look(); };
    auto const pay = [&](std::uint64_t steps) { paid = paid && store_.budget().pay(steps); };
    auto const pop_into = [&](mask_entry const& read, std::uint32_t set) {
        mask_entry const& e = entries_.alike(read);
        store_.stacks().each_stack(set, [&](std::uint32_t stack) {
            pay(steps_of_a_stack);
            if (!paid || !met.add(e.id, stack, look)) {
                return;
            }
            if (stack != 0) {
                todo.push_back({&e, store_.node(stack).back, store_.node(stack).parent});
                return;
            }
            pay(e.exits.size() / exits_of_a_step);
            std::size_t const first = e.exits.empty() || e.exits.front() != 0 ? 0 : 1;
            exits.nodes.insert(exits.nodes.end(), e.exits.begin() + static_cast<std::ptrdiff_t>(first),
                               e.exits.end());
            exits.loops.insert(exits.loops.end(), e.loops.begin(), e.loops.end());
            ++runs;
        });
    };
    for (item const i : c.kernel()) {
        todo.push_back({root, i.state, i.stack});
    }
    while (paid && !todo.empty()) {
        behind const b = todo.back();
        todo.pop_back();
        if (store_.code().states[b.back].returns_only) {
            pop_into(*b.exits, b.stack);
            continue;
        }
        mask_entry const* const e = after(*b.exits, b.back);
        if (e == nullptr) {
            return nullptr;
        }
        if (e == &nothing_allowed) {
            continue;
        }
        if (added.add(e->id, 0, look)) {
            for (std::uint32_t const id : e->ids) {
                out.add(id);
            }
            out.add_parts(e->parts);
        }
        if (!e->closed) {
            pop_into(*e, b.stack);
        }
    }
    pay(2 * exits.nodes.size() * static_cast<std::size_t>(std::bit_width(runs)));  // to merge them
    if (!paid) {
        return nullptr;
    }
    exits.needs.assign(exits.nodes.size(), 0);
    each_once(exits, look);
    return entries_.add(nullptr, out, exits);
}

mask_entry const* masks::after(mask_entry const& read, std::uint32_t back) {
    config_id const alone = store_.alone({back, 0});
    if (alone == dead_config) {
        return &nothing_allowed;
    }
    return store::is_live(alone) ? next_mask(read, {alone, 0}) : nullptr;
}

}  // namespace parlance::mask::detail
