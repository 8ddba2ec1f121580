// parlance/mask/detail/generation/impl/counted_masks.ipp - generation::counted_mask(): how a mask is best made where numbers count
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/folded/folded_walk.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/detail/walk/what_is_read.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Frames below a place that are taken apart for its mask, each of which makes configurations of its own.
inline constexpr std::uint32_t most_lowered = 8;
/// Ways of a place up to which it is worth asking what they read.
inline constexpr std::size_t most_folded_ways = 32;

bool generation::reads_words_below(place const& p) {
    stack_node const& base = store_.node(p.base);
    if (!base.numbered || base.height > most_lowered || !masks_.returns_in_words(p.at())) {
        return false;
    }
    place behind{store_.just_returned(), p.base, 0, 0};
    places_.lower(behind);
    behind = places_.settled(behind);
    return store::is_live(behind.config) && reads_letters(store_.code(), *store_.at(behind.config).form);
}

place generation::over_nothing(place const& p) {
    place out = p;
    while (out.base != 0 && store::is_live(out.config)) {
        places_.lower(out);
    }
    return store::is_live(out.config) ? out : p;
}

bool generation::reads_text(place const& p) {
    auto const is_text = [&](place const& at) {
        if (!store::is_live(at.config)) {
            return false;
        }
        shape& form = *store_.at(at.config).form;
        parted known = form.reads_text.load(std::memory_order_relaxed);
        if (known == parted::unknown) {
            known = reads_many_signs(store_.code(), form) ? parted::yes : parted::no;
            form.reads_text.store(known, std::memory_order_relaxed);
        }
        return known == parted::yes;
    };
    return is_text(p) || is_text(settled(step(p, ' ')));
}

bool generation::reads_counted_letters(place const& p) {
    shape const& form = *store_.at(p.config).form;
    auto const counts = [&](item const i) { return store_.node(i.stack).numbered; };
    if (form.moves_tokens || !may_be_folded(p) ||
        (!store_.node(p.base).numbered && std::none_of(form.items.begin(), form.items.end(), counts)) ||
        reads_text(p)) {
        return false;
    }
    point const blank = store_.step(p.at(), ' ');
    if (!reads_letters(store_.code(), form) &&
        !(store::is_live(blank.config) && reads_letters(store_.code(), *store_.at(blank.config).form))) {
        return false;
    }
    return !folded_walk::takes_alike(form) || !counts_far_outside(p);
}

bool generation::may_be_folded(place const& p) const noexcept {
    return store_.node(p.base).height <= most_lowered &&
           store_.at(p.config).form->items.size() <= most_folded_ways;
}

bool generation::is_folded_at_once(place const& p) {
    if (reads_text(p)) {
        return false;
    }
    if (!counts_far_outside(p)) {
        return true;
    }
    // hardly any token tells numbers that are far from their bounds from the next, so that what is read at most is known soon
    point const blank = store_.step(p.at(), ' ');
    return folded_walk::takes_alike(*store_.at(p.config).form) &&
           (!store::is_live(blank.config) || folded_walk::takes_alike(*store_.at(blank.config).form));
}

bool generation::counts_far_outside(place const& p) const noexcept {
    auto const is_far = [&](std::uint32_t frame) { return store_.node(store_.node(frame).parent).wide > 0; };
    array_ref<item const> const items = store_.at(p.config).form->items;
    return std::any_of(items.begin(), items.end(), [&](item const i) {
        std::uint32_t const inner = store_.stacks().innermost(i.stack);
        return inner != 0 ? is_far(inner) || store_.node(p.base).wide > 0
                          : is_far(store_.stacks().innermost(p.base));
    });
}

mask_entry const* generation::counted_mask(place const& p) {
    mask_entry const* made = is_folded_at_once(p) ? folded_mask(p) : nullptr;
    made = made == nullptr ? mask_by_estimate(p) : made;
    return made != nullptr ? made : walk_parts(reads_words_below(p) ? over_nothing(p) : p);
}

mask_entry const* generation::folded_mask(place const& p) {
    if (!store::is_live(p.config) || !may_be_folded(p)) {
        return nullptr;
    }
    // most of what may be spent is for the other ways to make the mask
    std::uint64_t const spent = budget().spent();
    std::uint64_t const held_back = (budget().fuel() - (std::min)(spent, budget().fuel())) / 4 * 3;
    budget().go_on(spent + held_back);
    place const whole = over_nothing(p);
    mask_entry const* const made = whole.base == 0 ? masks_.folded_mask(whole.at()) : nullptr;
    budget().go_on((std::max)(budget().spent(), held_back) - held_back);
    return made;
}

bool generation::has_nested_counts(place const& p) const noexcept {
    config const& c = store_.at(p.config);
    if (c.nested || (c.counts_in_counts && reads_letters(store_.code(), *c.form))) {
        return true;
    }
    constexpr int looked_at = 8;
    std::uint32_t n = p.base;
    for (int i = 0; i < looked_at && store_.node(n).nested(); ++i, n = store_.node(n).parent) {
        if (store_.node(n).count != no_count && store_.node(store_.node(n).parent).count != no_count) {
            return true;
        }
    }
    return false;
}

bool generation::returns_into_counts(place const& p) {
    if (!store_.node(p.base).numbered) {
        return false;
    }
    mask_entry const* const own = masks_.first_mask(p.at());
    return own != nullptr && own->large;
}

}  // namespace parlance::mask::detail
