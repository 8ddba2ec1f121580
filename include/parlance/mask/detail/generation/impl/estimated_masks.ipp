// parlance/mask/detail/generation/impl/estimated_masks.ipp - generation::mask_by_estimate(): masks of counts that are not near their bounds
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/folded/folded_walk.hpp>
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
