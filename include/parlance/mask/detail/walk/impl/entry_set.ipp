// parlance/mask/detail/walk/impl/entry_set.ipp - definitions of what parlance/mask/detail/walk/entry_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/entry_set.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/shared/kept_mask.hpp>
#include <parlance/mask/detail/shared/kept_words.hpp>
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/held_slices.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/need.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

mask_entry const* entry_set::add(mask_entry const* rest, token_collector const& out, exit_list const& exits,
                                 mask_reach const& reach) {
    detail::lock_guard const lock(mutex_);
    if (entries_.room() == 0) {
        budget_.charge(static_cast<std::size_t>(-1) / 2);
        return nullptr;
    }
    auto const id = entries_.add();
    mask_entry& e = entries_[id];
    e.id = id;
    e.rest = rest;
    copy_exits(e, exits, out.keeps_needs());
    e.increments = reach.increments;
    e.mixed = reach.mixed;
    e.usable = reach.usable;
    e.limit = reach.limit;
    e.of = reach.of;
    auto const look = [&] { budget_.look(); };
    if (out.keeps_needs()) {
        by_need const sorted(out.ids(), out.needs(), look);
        e.ids = arena_.copy(array_ref<std::uint32_t const>{sorted.what}, look);
        e.needs = arena_.copy(array_ref<std::uint32_t const>{sorted.needs}, look);
        e.taken = arena_.copy(out.loops());
    } else {
        e.ids = arena_.copy(out.ids(), look);
    }
    vec<token_part> parts(out.parts().begin(), out.parts().end());
    if (out.dense()) {
        parts.push_back({arena_.copy(out.words()).data(), 0, nullptr});
        budget_.charge(out.words().size_bytes());
    }
    for (loop_part const& l : out.loops()) {
        token_collector whole;
        whole.begin(index_.size());
        index_.add_short(*l.of, l.most, whole);
        parts.insert(parts.end(), whole.parts().begin(), whole.parts().end());
        if (whole.dense()) {
            parts.push_back({arena_.copy(whole.words()).data(), 0, nullptr});
            budget_.charge(whole.words().size_bytes());
        }
    }
    e.parts = arena_.copy(array_ref<token_part const>{parts});
    describe(e);
    budget_.charge(sizeof(mask_entry) + e.ids.size_bytes() + e.parts.size_bytes() + e.exits.size_bytes() +
                   e.loops.size_bytes());
    return &e;
}

mask_entry const* entry_set::add(mask_entry const* rest, std::shared_ptr<kept_mask const> made,
                                 content const& of, held_slices& slices) {
    for (std::weak_ptr<slice const> const& s : made->slices) {
        std::shared_ptr<slice const> there = s.lock();
        if (there == nullptr || !slices.hold(std::move(there))) {
            return nullptr;
        }
    }
    detail::lock_guard const lock(mutex_);
    if (entries_.room() == 0) {
        budget_.charge(static_cast<std::size_t>(-1) / 2);
        return nullptr;
    }
    adopted_.push_back(std::move(made));
    kept_mask const& kept = *adopted_.back();
    auto const id = entries_.add();
    mask_entry& e = entries_[id];
    e.id = id;
    e.rest = rest;
    e.of = of;
    e.ids = kept.ids;
    e.needs = kept.needs;
    e.exits = kept.exits;
    e.exit_needs = kept.exit_needs;
    e.loops = kept.loops;
    e.taken = kept.taken;
    e.increments = kept.increments;
    e.mixed = kept.mixed;
    e.usable = kept.usable;
    vec<token_part> parts = kept.parts;
    if (!kept.words.empty()) {
        parts.push_back({kept.words.data(), 0, nullptr});
    }
    e.parts = arena_.copy(array_ref<token_part const>{parts});
    describe(e);
    budget_.charge(sizeof(mask_entry) + kept.memory());
    return &e;
}

mask_entry const* entry_set::add_over(mask_entry const& rest, mask_entry const& next, content const& of) {
    detail::lock_guard const lock(mutex_);
    if (entries_.room() == 0) {
        budget_.charge(static_cast<std::size_t>(-1) / 2);
        return nullptr;
    }
    auto const id = entries_.add();
    mask_entry& e = entries_[id];
    e.id = id;
    e.rest = &rest;
    e.of = of;
    e.ids = next.ids;
    e.needs = next.needs;
    e.exits = next.exits;
    e.exit_needs = next.exit_needs;
    e.loops = next.loops;
    e.taken = next.taken;
    e.forks = next.forks;
    e.increments = next.increments;
    e.mixed = next.mixed;
    e.usable = next.usable;
    e.limit = next.limit;
    e.parts = next.parts;
    describe(e);
    budget_.charge(sizeof(mask_entry));
    return &e;
}

std::uint32_t const* entry_set::whole(mask_entry const& e, bool ending) {
    if (e.few) {
        return nullptr;
    }
    std::uint32_t const* known = e.whole[ending].load(std::memory_order_acquire);
    if (known != nullptr) {
        return known;
    }
    if (!entries_[e.id].asked.exchange(true, std::memory_order_relaxed) && !budget_.is_roomy()) {
        return nullptr;
    }
    std::size_t const size = words_for(index_.size());
    // what came near a limit is this grammar's alone
    bool const is_shared = e.of && e.limit == errc::none && e.forks.empty() && !budget_.is_near_limit() &&
                           index_.shared().words().takes(size * sizeof(std::uint32_t));
    content const name = is_shared ? index_.shared().whole_name(e.of, ending) : content{};
    std::shared_ptr<kept_words const> shared = name ? shared_whole(e, ending, name) : nullptr;
    detail::lock_guard const lock(mutex_);
    known = e.whole[ending].load(std::memory_order_acquire);
    if (known != nullptr) {
        return known;
    }
    if (shared != nullptr) {
        known = shared->data();
        words_.push_back(std::move(shared));
    } else {
        auto* const words = arena_.take<std::uint32_t>(size);
        write_whole(e, ending, {words, size});
        known = words;
    }
    entries_[e.id].whole[ending].store(known, std::memory_order_release);
    budget_.charge(size * sizeof(std::uint32_t));
    return known;
}

std::shared_ptr<kept_words const> entry_set::shared_whole(mask_entry const& e, bool ending,
                                                          content const& name) {
    if (auto known = index_.shared().words().find(name); known != nullptr) {
        return known;
    }
    auto const made = std::make_shared<kept_words>(words_for(index_.size()));
    write_whole(e, ending, made->open());
    index_.shared().words().add(name, made);
    return made;
}

void entry_set::write_whole(mask_entry const& e, bool ending, array_ref<std::uint32_t> words) const {
    e.write(words);
    if (ending) {
        bitmask bits{words};
        for (token_id const id : index_.ends()) {
            bits.set(id);
        }
    }
}

bool entry_set::is_all(mask_entry const& e, bool ending, array_ref<std::uint32_t const> words) noexcept {
    everything const known = e.all[ending].load(std::memory_order_relaxed);
    if (known != everything::unknown) {
        return known == everything::yes;
    }
    bool const all = std::equal(words.begin(), words.end(), index_.all().begin());
    entries_[e.id].all[ending].store(all ? everything::yes : everything::no, std::memory_order_relaxed);
    return all;
}

mask_entry const& entry_set::alike(mask_entry const& e) {
    if (mask_entry const* const known = e.alike.load(std::memory_order_acquire); known != nullptr) {
        return *known;
    }
    std::uint64_t hash = mix(15, e.loops.size());
    for (std::uint32_t const node : e.exits) {
        hash = mix(hash, node);
    }
    detail::lock_guard const lock(mutex_);
    std::uint32_t const known = alike_.find(hash, [&](std::uint32_t id) {
        mask_entry const& k = entries_[id];
        return std::equal(k.exits.begin(), k.exits.end(), e.exits.begin(), e.exits.end()) &&
               std::equal(k.loops.begin(), k.loops.end(), e.loops.begin(), e.loops.end());
    });
    if (known == id_table::none) {
        alike_.add(hash, e.id);
    }
    mask_entry const& first = entries_[known == id_table::none ? e.id : known];
    entries_[e.id].alike.store(&first, std::memory_order_release);
    return first;
}

void entry_set::copy_exits(mask_entry& e, exit_list const& exits, bool needs) {
    if (needs) {
        e.forks = arena_.copy(array_ref<fork const>{exits.forks});
        by_need const sorted(exits.nodes, exits.needs, [&] { budget_.look(); });
        e.exits = arena_.copy(array_ref<std::uint32_t const>{sorted.what});
        e.exit_needs = arena_.copy(array_ref<std::uint32_t const>{sorted.needs});
    } else {
        e.exits = arena_.copy(array_ref<std::uint32_t const>{exits.nodes});
    }
    e.loops = arena_.copy(array_ref<loop_part const>{exits.loops});
}

void entry_set::describe(mask_entry& e) const noexcept {
    std::size_t named = 0;
    bool parts = false;
    for (mask_entry const* k = &e; k != nullptr && named <= small_mask && !parts; k = k->rest) {
        named += k->ids.size();
        parts = !k->parts.empty();
    }
    e.few = !parts && named <= small_mask;
    e.closed = e.exits.empty() && e.loops.empty();
    constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
    auto const nodes = index_.trie().nodes();
    e.large = std::any_of(e.loops.begin(), e.loops.end(),
                          [&](loop_part const& l) { return (l.of->later & letters) != 0; }) ||
              std::any_of(e.exits.begin(), e.exits.end(),
                          [&](std::uint32_t node) { return nodes[node].skip() >= nodes.size() / 16; });
    e.some = !e.ids.empty() || (e.rest != nullptr && e.rest->some);
    for (std::size_t i = 0; i < e.parts.size() && !e.some; ++i) {
        e.some = e.parts[i].any(words_for(index_.size()));
    }
}

}  // namespace parlance::mask::detail
