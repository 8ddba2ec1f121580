// parlance/mask/detail/store/impl/estimated_masks.ipp - generation::mask_by_estimate(): masks of counts that are not near their bounds
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/generation.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/unread_tokens.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/estimates.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/folded_walk.hpp>
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/detail/walk/what_is_read.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

bool generation::reads_words_below(place const& p) {
    constexpr std::uint32_t few = 8;
    stack_node const& base = store_.node(p.base);
    if (!base.numbered || base.height > few || !masks_.returns_in_words(p.at())) {
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
        return store::is_live(at.config) && reads_many_signs(store_.code(), *store_.at(at.config).form);
    };
    return is_text(p) || is_text(settled(step(p, ' ')));
}

bool generation::reads_counted_letters(place const& p) {
    shape const& form = *store_.at(p.config).form;
    auto const counts = [&](item const i) { return store_.node(i.stack).numbered; };
    if (form.moves_tokens ||
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
    if (!store::is_live(p.config)) {
        return nullptr;
    }
    place const whole = over_nothing(p);
    return whole.base == 0 ? masks_.folded_mask(whole.at()) : nullptr;
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

mask_entry const* generation::mask_by_estimate(place const& p) {
    // what is read at most may be more than can be paid for, where what is read is not: most is for the walk without
    std::uint64_t const spent = budget().spent();
    std::uint64_t const held_back = (budget().fuel() - (std::min)(spent, budget().fuel())) / 4 * 3;
    budget().go_on(spent + held_back);
    mask_entry const* const made = estimated_mask(p, reads_words_below(p));
    budget().go_on((std::max)(budget().spent(), held_back) - held_back);
    return made;
}

mask_entry const* generation::estimated_mask(place const& p, bool as_a_whole) {
    stack_tree::outer const which =
        masks_.counts_outside(p.at()) ? stack_tree::outer::slot : stack_tree::outer::others;
    estimate here = store_.estimates().of_config(p.config, p.count, which);
    if (here.as_it_is && p.base != 0) {
        here.most = here.middle = here.least = p.config;  // whose mask is known, as a rule
    }
    estimate const frames = store_.estimates().of_frames(p.base);
    bool const is_known = (here.most == p.config && frames.most == p.base) || frames.most == store::none;
    if (is_known || !store::is_live(here.most) || !store::is_live(here.least) ||
        store_.at(p.config).moves_tokens) {
        return nullptr;
    }
    auto const estimated = [&](config_id c, std::uint32_t base) {
        place at{c, base, 0, 0};
        at.go(c == p.config ? p.at() : store_.arrive(c, store_.at(c).form->slot != 0 ? p.count : 0));
        // not settled: a walk through counted frames is one, and not one for each of them
        return as_a_whole ? over_nothing(at) : at;
    };
    auto const walked = [&](place const& at) {
        // slices are for text, and for letters that are not told apart
        if (folded_walk::takes_alike(*store_.at(at.config).form) || reads_text(at)) {
            return walk_parts(at);
        }
        return masks_.at_place(at, [&] {
            mask_entry const* const folded = folded_mask(at);
            return folded != nullptr ? folded : walk_parts(at);
        });
    };
    mask_entry const* const most = walked(estimated(here.most, frames.most));
    if (most == nullptr || most->limit != errc::none) {
        return nullptr;
    }
    unread_tokens::ids outer;
    if (here.middle != here.most || frames.middle != frames.most) {
        mask_entry const* const middle = walked(estimated(here.middle, frames.middle));
        if (middle == nullptr || middle->limit != errc::none) {
            return nullptr;
        }
        outer = unread_.between(*most, *middle);
    }
    std::uint32_t const room = (std::min)(here.room, frames.room);
    vec<token_id> unsure(outer.begin(), outer.end());
    return add_long(*most, estimated(here.least, frames.least), room, unsure) ? cut_down(p, *most, unsure)
                                                                              : nullptr;
}

bool generation::add_long(mask_entry const& most, place const& least, std::uint32_t room,
                          vec<token_id>& unsure) {
    if (room == store::none) {
        return true;
    }
    // a token has no more increments than bytes and one, what was counted when the place was reached, and what it counts early
    std::uint32_t const early = grammar().code.early_increments;
    if (early != 0 && room < stack_tree::near_bound + early) {
        return false;
    }
    room -= early;
    auto const fits = [&](token_id id) { return tokens().tokens().bytes(id).size() + 2 <= room; };
    std::uint32_t bytes = stack_tree::near_bound - 1;
    while (2 * bytes + 1 < room && bytes <= tokens().depth()) {
        bytes = 2 * bytes + 1;
    }
    static_assert(stack_tree::near_bound - 1 == index_data::long_bytes);
    maybe<unread_tokens::ids> const unread = unread_.find(
        most, least, bytes, [&](place const& from, std::string_view text) { return read(from, text); },
        [&](array_ref<std::uint32_t> words) { remove_text(least, words); });
    if (unread) {
        unsure.insert(unsure.end(), std::partition_point(unread->begin(), unread->end(), fits),
                      unread->end());
    }
    return unread.has_value();
}

mask_entry const* generation::cut_down(place const& p, mask_entry const& most,
                                       array_ref<token_id const> unsure) {
    if (unsure.size() > unread_tokens::most_read || budget().is_near_limit()) {
        return nullptr;
    }
    vec<token_id> refused;
    for (token_id const id : unsure) {
        place const to = read(p, tokens().tokens().bytes(id));
        if (to.config == failed_config) {
            return nullptr;
        }
        if (!store::is_live(to.config)) {
            refused.push_back(id);
        }
    }
    return refused.empty() ? &most : masks_.without(most, refused);
}

void generation::remove_text(place const& at, array_ref<std::uint32_t> words) {
    vec<std::uint32_t> read(words.size(), 0);
    auto const nodes = tokens().trie().nodes();
    slice const* const taken = add_text(at, 0, read);
    if (nodes.size() >= branching::large) {
        // behind a byte with which many tokens begin, a blank as a rule, there may be a loop that does not begin with it
        for (branching::child const c : tokens().children().of(0)) {
            bool const many = nodes[c.node()].skip() >= nodes.size() / 16 && c.byte() < 0x80;
            if (many && (taken == nullptr || !taken->may_begin(c.byte()))) {
                add_text(step(at, c.byte()), c.node(), read);
            }
        }
    }
    for (std::size_t w = 0; w < words.size(); ++w) {
        words[w] &= ~read[w];
    }
}

slice const* generation::add_text(place const& at, std::size_t root, array_ref<std::uint32_t> words) {
    if (!store::is_live(at.config)) {
        return nullptr;
    }
    loop_finder finder(store_);
    loop found = finder.find(at.at());
    std::uint32_t most =
        found.begins() ? found.most : masks_.reach().find(at.at(), stack_tree::most_kept).points;
    if (most < stack_tree::near_bound && !found.begins()) {
        found = finder.find_pieces(at.at(), stack_tree::most_kept);
        most = found.begins() ? found.most : most;
    }
    if (most == 0) {
        return nullptr;
    }
    slice const* const taken =
        found.begins()
            ? masks_.slices().get({root, found.first, found.later, found.first_points, found.later_points})
            : masks_.slices().get({root, text_groups, text_groups, {}, {}});
    if (taken != nullptr) {
        tokens().add_short(*taken, most, words);
    }
    return taken;
}

}  // namespace parlance::mask::detail
