// parlance/mask/detail/store/impl/shape_set.ipp - definitions of what parlance/mask/detail/store/shape_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/shape_set.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/closure.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/mask/detail/vocabulary/byte_classes.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace parlance::mask::detail {

shape* shape_set::close(vec<item> const& kernel, bool returned, bool masks_only) {
    shape found;
    found.masks_only = masks_only;
    return closure_.run(kernel, returned, found) ? intern(found, closure_.ways()) : nullptr;
}

shape* shape_set::copy(shape const& was, vec<way>& ways, std::uint32_t slot) {
    shape found;
    found.slot = slot;
    found.ambiguous = was.ambiguous;
    found.returnable = was.returnable;
    found.masks_only = was.masks_only;
    found.pops = was.pops;
    return intern(found, ways);
}

loop_memory const* shape_set::remember(shape& form, loop_memory const& found) {
    loop_memory const* known = form.leads_to.load(std::memory_order_acquire);
    if (known == nullptr) {
        known = new (arena_.take<loop_memory>(1)) loop_memory{found};
        form.leads_to.store(known, std::memory_order_release);
        budget_.charge(sizeof(loop_memory));
    }
    return known;
}

shape* shape_set::intern(shape const& found, vec<way>& ways) {
    std::sort(ways.begin(), ways.end(), [](way const& a, way const& b) {
        return a.at != b.at ? a.at < b.at : a.increments < b.increments;
    });
    ways.erase(std::unique(ways.begin(), ways.end(), [](way const& a, way const& b) { return a.at == b.at; }),
               ways.end());
    bool const wide = ways.size() > 512;
    if (wide) {
        budget_.look();
    }
    std::uint64_t hash = mix(mix(4, (unsigned{found.masks_only} << 2) | (unsigned{found.returnable} << 1) |
                                        unsigned{found.ambiguous}),
                             found.slot);
    for (way const& w : ways) {
        hash = mix(mix(hash, (std::uint64_t{w.at.state} << 32) | w.at.stack), w.increments);
    }
    std::uint32_t const known =
        ids_.find(hash, [&](std::uint32_t id) { return equal(shapes_[id], found, ways); });
    if (known != id_table::none) {
        return &shapes_[known];
    }
    if (shapes_.room() == 0) {
        budget_.fail(errc::out_of_memory_budget);
        return nullptr;
    }
    std::uint32_t const id = shapes_.add();
    shape& made = shapes_[id];
    made.id = id;
    item* const items = arena_.take<item>(ways.size());
    std::uint8_t* const increments = arena_.take<std::uint8_t>(ways.size());
    for (std::size_t i = 0; i < ways.size(); ++i) {
        items[i] = ways[i].at;
        increments[i] = ways[i].increments;
    }
    made.items = {items, ways.size()};
    made.increments = {increments, ways.size()};
    made.slot = found.slot;
    made.ambiguous = found.ambiguous;
    made.returnable = found.returnable;
    made.masks_only = found.masks_only;
    made.pops = found.pops;
    if (wide) {
        budget_.look();
    }
    lay_out_row(made);
    ids_.add(hash, id, [&] { budget_.look(); });
    budget_.charge(sizeof(shape) + 16 + ways.size() * (sizeof(item) + 1));
    return &made;
}

bool shape_set::equal(shape const& k, shape const& found, vec<way> const& ways) noexcept {
    if (k.returnable != found.returnable || k.pops != found.pops || k.slot != found.slot ||
        k.ambiguous != found.ambiguous || k.masks_only != found.masks_only || k.items.size() != ways.size()) {
        return false;
    }
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (k.items[i] != ways[i].at || k.increments[i] != ways[i].increments) {
            return false;
        }
    }
    return true;
}

void shape_set::lay_out_row(shape& s) {
    unsigned low = 256;
    unsigned high = 0;
    bool one_run = true;
    std::size_t runs = 0;
    for (item const i : s.items) {
        s.moves_tokens = s.moves_tokens || !code_.tokens_of(i.state).empty();
        for (byte_edge const& e : code_.bytes_of(i.state)) {
            one_run = one_run && (runs == 0 || (e.low == low && e.high == high));
            low = (std::min<unsigned>)(low, e.low);
            high = (std::max<unsigned>)(high, e.high);
            ++runs;
        }
    }
    budget_.spend(8 * runs);
    s.moves_bytes = runs != 0;
    if (runs == 0) {
        lead_nowhere(s);
        return;
    }
    s.only_byte = low == high ? static_cast<std::int16_t>(low) : std::int16_t{-1};
    s.low = static_cast<std::uint8_t>(low);
    s.span = static_cast<std::uint8_t>(high - low);
    if (!one_run) {
        byte_classifier::found const f = classes_of(s);
        s.classes = f.of;
        s.row = new_row(f.classes, f.none);
        budget_.charge(f.memory + f.classes * sizeof(*s.row));
    }
}

byte_classifier::found shape_set::classes_of(shape const& s) {
    std::uint64_t hash = 21;
    for (item const i : s.items) {
        hash = mix(hash, i.state);
    }
    auto const same = [&](std::uint32_t k) {
        auto const& items = shapes_[classified_[k].shape].items;
        return std::equal(items.begin(), items.end(), s.items.begin(), s.items.end(),
                          [](item const a, item const b) { return a.state == b.state; });
    };
    if (std::uint32_t const known = classified_ids_.find(hash, same); known != id_table::none) {
        return classified_[known].as;
    }
    byte_classifier::found const made = classifier_.classify(code_, s.items);
    auto const id = static_cast<std::uint32_t>(classified_.size());
    classified_.push_back({s.id, {made.of, made.classes, made.none, 0}});  // its memory is charged once
    classified_ids_.add(hash, id, [&] { budget_.look(); });
    budget_.charge(sizeof(classified) + 16);
    return made;
}

std::atomic<config_id>* shape_set::new_row(unsigned classes, unsigned none) {
    auto* const row = arena_.take<std::atomic<config_id>>(classes);
    for (unsigned c = 0; c < classes; ++c) {
        new (row + c) std::atomic<config_id>{c == none ? dead_config : unknown_config};
    }
    return row;
}

void shape_set::lead_nowhere(shape& s) {
    if (nothing_.row == nullptr) {
        nothing_.classes = new (arena_.take<byte_classes>(1)) byte_classes{};
        nothing_.row = new_row(1, 0);
    }
    s.classes = nothing_.classes;
    s.row = nothing_.row;
}

}  // namespace parlance::mask::detail
