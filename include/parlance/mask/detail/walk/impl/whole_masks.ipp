// parlance/mask/detail/walk/impl/whole_masks.ipp - masks::whole_mask(): masks below which there is nothing
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/detail/folded/folded_walk.hpp>
#include <parlance/mask/detail/loop/free_text.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/parts.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/mask_memory.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>

namespace parlance::mask::detail {

mask_entry const* masks::whole_mask(point const p) {
    config const& c = store_.at(p.config);
    shape const& form = *c.form;
    // of a number that may be far from its bounds, what holds for all that are is kept
    bool const is_far =
        form.slot != 0 && store_.code().counts[store_.node(form.slot).count].high > stack_tree::near_bound;
    bool const known = form.slot == 0 && form.wide.load(std::memory_order_acquire) != nullptr;
    if (is_far || known || p.count >= free_count || c.by_frames || form.moves_tokens) {
        return first_mask(p);
    }
    return memory_.get(mask_key::of_whole(form.id, p.count), [&] { return make_whole(p); });
}

mask_entry const* masks::make_whole(point const p) {
    constexpr std::uint64_t over_nothing = std::uint64_t{1} << 33;
    shape const& form = *store_.at(p.config).form;
    vec<point> ways;
    if (!reads_words_to_the_end(p)) {
        if (form.slot != 0) {
            return first_mask(p);
        }
        parts_finder parts(store_);
        ways = parts.kinds(p);
        if (ways.empty() && parts.is_parted(p)) {
            ways = parts.ways_for_masks(p);
        }
        if (!store_.at(p.config).counts_in_counts &&
            std::none_of(ways.begin(), ways.end(),
                         [&](point const way) { return reads_words_to_the_end(way); })) {
            return first_mask(p);
        }
    }
    content const key = key_of(form, p.count);
    return shared(key ? contents_.of_both(key, key, over_nothing) : key, nullptr, [&](content const& k) {
        return ways.empty() ? walk_first(p, k, over::nothing) : of_parts(ways, k, over::nothing);
    });
}

bool masks::reads_words_to_the_end(point const p) {
    shape const& form = *store_.at(p.config).form;
    if (p.count >= free_count || store_.at(p.config).by_frames || form.moves_tokens) {
        return false;
    }
    if (loop const found = loop_finder(store_).find(p); found.begins() && found.most >= free_text::long_run) {
        return false;
    }
    free_text text(store_, reach_, slices_);
    return text.words(p, true) != 0 && (form.slot != 0 || text.words(p, false) == 0);
}

mask_entry const* masks::folded_mask(point const p) {
    folded_walk walk(store_, index_, apart_);
    if (p.count >= free_count || !walk.run(p)) {
        return nullptr;
    }
    // many places read the same
    return memory_.get(mask_key::of_tokens(walk.name()), [&] {
        token_collector out;
        out.begin(index_.size());
        walk.add_to(out);
        return entries_.add(nullptr, out, {});
    });
}

bool masks::returns_in_words(point const p) {
    shape& form = *store_.at(p.config).form;
    parted known = form.returns_in_words.load(std::memory_order_acquire);
    if (known == parted::unknown) {
        auto const returns = [&](std::uint8_t letter) {
            point to = p;
            bool found = false;
            for (std::uint32_t i = 0; i <= small_bound && store::is_live(to.config) && !found; ++i) {
                to = store_.step(to, letter);
                found = store::is_live(to.config) && store_.at(to.config).returnable;
            }
            return found;
        };
        known = returns('n') || returns('N') ? parted::yes : parted::no;
        if (store_.budget().out_of_fuel()) {
            return false;
        }
        form.returns_in_words.store(known, std::memory_order_release);
    }
    return known == parted::yes;
}

}  // namespace parlance::mask::detail
