// parlance/mask/detail/generation/generation.hpp - one grammar over one vocabulary: configurations and their masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/places.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/unread_tokens.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/trigger/watch.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace parlance::mask::detail {

class endings;

/// Everything learnt about a grammar over a vocabulary, until its budget is used up.
///
/// Any number of threads may use it.  The grammar is immutable; index, store, masks, watch and the masks of free text
/// grow, each under a lock of its own.  What is one matcher's alone is its place, which comes and goes by value.
class generation {
public:
    PARLANCE_DECL generation(mask::grammar g, mask::token_index tokens, std::size_t bytes,
                             stop_token asked = {});

    [[nodiscard]] store& configs() noexcept { return store_; }
    [[nodiscard]] store const& configs() const noexcept { return store_; }
    [[nodiscard]] detail::budget& budget() noexcept { return store_.budget(); }
    [[nodiscard]] grammar_data const& grammar() const noexcept { return grammar_.data(); }
    [[nodiscard]] index_data const& tokens() const noexcept { return index_.data(); }

    [[nodiscard]] PARLANCE_DECL place start();
    /// Where free text is behind a token that is not text.
    [[nodiscard]] PARLANCE_DECL place interrupted() const noexcept;
    /// Reads one byte of free text; the place is not settled when that sets the grammar off.
    [[nodiscard]] PARLANCE_DECL place hear(std::uint32_t waiting, std::uint8_t byte);

    /// The same place with every frame that is not in question moved below, and every frame that is, above.
    [[nodiscard]] place settled(place p) { return places_.settled(p); }

    /// Reads one byte in the grammar; the place is as settled as the next byte needs.
    [[nodiscard]] place step(place p, std::uint8_t byte) { return places_.step(p, byte); }

    /// Reads text in the grammar.
    [[nodiscard]] place read(place p, std::string_view text) { return places_.read(p, text); }

    /// Reads a token as a token; the place is as settled as the next byte needs.
    [[nodiscard]] place step_token(place p, token_id id) { return places_.step_token(p, id); }

    /// Both places as one, of which the frames below the one are some of those below the other.
    [[nodiscard]] place join(place a, place b) { return places_.join(a, b); }

    /// What '{' opens at a live place, see rtn::network::objects; none where the text may also be read otherwise.  `inside`
    /// another object that is known to be one, whatever else it is is JSON, too.
    [[nodiscard]] PARLANCE_DECL object_rule object_at(place const& p, bool inside_one) const noexcept;
    /// Calls visit(byte) for the bytes that may lead on from a live place, some perhaps more than once, until it answers
    /// false; then that is the answer.
    template <class Visit>
    bool each_byte(place const& p, Visit&& visit) const {
        automaton const& code = store_.code();
        for (item const i : store_.at(p.config).form->items) {
            for (byte_edge const& e : code.bytes_of(i.state)) {
                for (unsigned byte = e.low; byte <= e.high; ++byte) {
                    if (!visit(static_cast<std::uint8_t>(byte))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool can_stop(place const& p) const noexcept {
        return p.base == 0 && store::is_live(p.config) && store_.at(p.config).returnable;
    }

    /// The mask at a settled place or one that waits, end tokens aside; nullptr when a limit was reached.
    [[nodiscard]] PARLANCE_DECL mask_entry const* mask(place const& p);
    /// The same where it is known and says it all; else nullptr.
    [[nodiscard]] mask_entry const* known_mask(place const& p) noexcept {
        if (p.waiting != 0 || !store::is_live(p.config) || store_.budget().is_near_limit()) {
            return nullptr;
        }
        shape const& form = *store_.at(p.config).form;
        mask_entry const* const e = form.wide.load(std::memory_order_acquire);
        return e != nullptr && form.slot == 0 && (p.base == 0 || e->closed) ? e : nullptr;
    }
    /// The same without what lies behind a limit, token by token; nullptr when there is no room for it.
    [[nodiscard]] PARLANCE_DECL mask_entry const* mask_within_limits(place const& p);
    /// All words of a mask, with the end tokens if `ending`; nullptr where they are not kept: see entry_set.
    [[nodiscard]] std::uint32_t const* whole(mask_entry const& e, bool ending) {
        std::uint32_t const* const known = e.whole[ending].load(std::memory_order_acquire);
        return known != nullptr || e.few ? known : masks_.whole(e, ending);
    }
    /// The number that a mask has among all of the vocabulary, see allowed_tokens.
    [[nodiscard]] std::uint32_t number_of(mask_entry const& e, bool ending,
                                          array_ref<std::uint32_t const> words) {
        std::uint32_t const known = e.numbers[ending].load(std::memory_order_relaxed);
        return known != 0 ? known : masks_.number_of(e, ending, words);
    }
    /// Whether `words`, the mask of `e`, with the end tokens if `ending`, allow every token that exists.
    [[nodiscard]] bool is_all(mask_entry const& e, bool ending,
                              array_ref<std::uint32_t const> words) noexcept {
        everything const known = e.all[ending].load(std::memory_order_relaxed);
        return known != everything::unknown ? known == everything::yes : masks_.is_all(e, ending, words);
    }

    /// Where the grammar is once word `w` has set it off, or a token has.
    [[nodiscard]] PARLANCE_DECL place after_word(std::uint32_t w);
    [[nodiscard]] PARLANCE_DECL place after_token(token_id id);
    [[nodiscard]] PARLANCE_DECL bool sets_off(token_id id) const noexcept;

    /// What its places need until the text may end; made when it is first asked for.
    [[nodiscard]] PARLANCE_DECL endings& completions();
    /// Frees most of what it holds, for the last one who knows of it; calls look() now and then.  Nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);
    /// Bytes that all of it takes, about.
    [[nodiscard]] PARLANCE_DECL std::size_t memory();

    /// The same place in this generation, of one in `old`.
    [[nodiscard]] PARLANCE_DECL place adopt(generation& old, place const& p, places::adopted& known);

private:
    [[nodiscard]] place root() const noexcept { return {store_.start(), 0, 0, 0}; }
    [[nodiscard]] PARLANCE_DECL place waiting_at(std::uint32_t state) const noexcept;

    /// The place that says what `p` does, as far as masks are concerned.
    [[nodiscard]] PARLANCE_DECL place for_masks(place p);
    /// The mask of a place, made of that of its configuration and those of what is below.
    PARLANCE_DECL mask_entry const* mask_of_parts(place const& p);
    PARLANCE_DECL mask_entry const* walk_parts(place const& p);
    /// Whether counted frames stand one on the other at `p`, so that their numbers make a place of every byte.
    [[nodiscard]] PARLANCE_DECL bool has_nested_counts(place const& p) const noexcept;
    /// Whether letters are read at `p`, perhaps behind a blank, that numbers of frames count, or what they are in.
    [[nodiscard]] PARLANCE_DECL bool reads_counted_letters(place const& p);
    /// Whether nearly any sign may come at `p`, or behind a blank: of such text there are slices.
    [[nodiscard]] PARLANCE_DECL bool reads_text(place const& p);
    /// Whether what is below `p`, and its ways, are few enough to be taken apart for folding.
    [[nodiscard]] PARLANCE_DECL bool may_be_folded(place const& p) const noexcept;
    /// Whether the mask of `p` had better be made by folding than from what is read at most and at least.
    [[nodiscard]] PARLANCE_DECL bool is_folded_at_once(place const& p);
    /// Whether some way at `p` counts in frames that count up to a bound that is far away.
    [[nodiscard]] PARLANCE_DECL bool counts_far_outside(place const& p) const noexcept;
    /// The mask of a place where numbers count; nullptr where a limit was reached.
    PARLANCE_DECL mask_entry const* counted_mask(place const& p);
    /// The mask of `p` where letters are hardly told apart, else nullptr.
    PARLANCE_DECL mask_entry const* folded_mask(place const& p);
    /// Whether much of the vocabulary is read by what is below `p` and counts.
    [[nodiscard]] PARLANCE_DECL bool returns_into_counts(place const& p);
    /// The mask of what `p` reads at most as far as a few increments can tell, without the long tokens that it does not read:
    /// that is the same for most places of a text, however they count.  nullptr when it says nothing, or a limit was reached.
    PARLANCE_DECL mask_entry const* mask_by_estimate(place const& p);
    /// The same with all the fuel that is left.
    PARLANCE_DECL mask_entry const* estimated_mask(place const& p, bool as_a_whole);
    /// Whether the word that is read at `p` may end behind any letter, and what is below reads letters and counts: what pops the
    /// bottom is then no small part, and one walk for all of it takes less than one for each frame.
    [[nodiscard]] PARLANCE_DECL bool reads_words_below(place const& p);
    /// The same place with all frames above the bottom of all; as it is where there is no room.
    [[nodiscard]] PARLANCE_DECL place over_nothing(place const& p);
    /// Adds the tokens of `most` that may make more than `room` increments, and are not read at `least`; false where a limit
    /// was reached.
    PARLANCE_DECL bool add_long(mask_entry const& most, place const& least, std::uint32_t room,
                                vec<token_id>& unsure);
    /// `most` without what cannot be read at `p`, which is among `unsure`.
    PARLANCE_DECL mask_entry const* cut_down(place const& p, mask_entry const& most,
                                             array_ref<token_id const> unsure);
    /// Takes tokens away that are read whole at `at`, by a loop over characters or because all text is read for so long.
    PARLANCE_DECL void remove_text(place const& at, array_ref<std::uint32_t> words);
    /// Adds such tokens of those below a node, which was read to `at`; the slice they are of, if there is one.
    PARLANCE_DECL slice const* add_text(place const& at, std::size_t root, array_ref<std::uint32_t> words);
    /// The mask before the grammar applies; nullptr when a limit was reached.
    PARLANCE_DECL mask_entry const* waiting_mask(std::uint32_t waiting);
    /// `own` with what the frames below make of its exits.
    PARLANCE_DECL mask_entry const* with_frames(mask_entry const* own, std::uint32_t base);
    PARLANCE_DECL bool collect_waiting(std::uint32_t waiting, token_collector& out);

    mask::grammar grammar_;
    mask::token_index index_;
    store store_;
    places places_;
    masks masks_;
    unread_tokens unread_;
    maybe<watch> watch_;
    detail::mutex mutex_;
    vec<mask_entry const*> waiting_;
    std::shared_ptr<endings> endings_;  // nullptr until it is asked for
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/generation/impl/counted_masks.ipp>
#include <parlance/mask/detail/generation/impl/estimated_masks.ipp>
#include <parlance/mask/detail/generation/impl/generation.ipp>
#endif
