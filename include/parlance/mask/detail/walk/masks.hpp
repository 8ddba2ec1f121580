// parlance/mask/detail/walk/masks.hpp - the masks of configurations, and what frames below add to them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/folded/folded_steps.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/shared/contents.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/held_slices.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/entry_set.hpp>
#include <parlance/mask/detail/walk/mask_memory.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class index_data;

/// Works out every mask that is asked for, once.  Any number of threads may ask: there is no lock but those of what masks
/// are made from and of where they are kept.
class masks {
public:
    masks(store& configs, index_data const& tokens, limits const& bounds, std::size_t bytes)
        : store_(configs),
          reach_(configs),
          index_(tokens),
          slices_(tokens, configs.budget()),
          apart_(configs),
          contents_(configs.code(), configs.stacks(), configs.budget(), bounds, tokens.name_key()),
          entries_(tokens, configs.budget(), (std::max<std::size_t>)(1024, bytes / 256)),
          memory_(configs.budget(), (std::max<std::size_t>)(1024, bytes / 256)) {}
    masks(masks const&) = delete;
    masks& operator=(masks const&) = delete;

    /// The mask at `p` as far as the configuration knows.
    [[nodiscard]] PARLANCE_DECL mask_entry const* first_mask(point const p);

    /// The same over the bottom of all: what pops it is not asked for, so that there is nothing behind it.
    [[nodiscard]] PARLANCE_DECL mask_entry const* whole_mask(point const p);

    /// The same where letters are hardly told apart; nullptr where they are, or a limit was reached.
    [[nodiscard]] PARLANCE_DECL mask_entry const* folded_mask(point const p);

    /// Whether the bottom may be popped behind a few equal letters.
    [[nodiscard]] PARLANCE_DECL bool returns_in_words(point const p);
    /// Whether the slot at `p` counts something that is read by much of the vocabulary, but no loop over characters: tokens
    /// hold few of it, while a mask for any number would name most tokens with how many.
    [[nodiscard]] PARLANCE_DECL bool counts_outside(point const p);

    /// `e` with what follows in `behind` at its exits.
    [[nodiscard]] PARLANCE_DECL mask_entry const* next_mask(mask_entry const& e, point const behind);

    /// The mask of `own` over the frames of `base`, which make() works out; only what pops the bottom looks at them, so
    /// the entry and they say it all.
    template <class Make>
    [[nodiscard]] mask_entry const* over_frames(mask_entry const& own, std::uint32_t base, Make&& make) {
        return memory_.get(mask_key::of_stack(own.id, base), make);
    }
    /// The whole mask of a place, which make() works out; kept if it will always be that.
    template <class Make>
    [[nodiscard]] mask_entry const* at_place(place const& p, Make&& make) {
        mask_entry const* made = nullptr;
        mask_entry const* const kept = memory_.get(mask_key::of_place(p), [&] {
            made = make();
            return made != nullptr && budget::is_lasting(made->limit) ? made : nullptr;
        });
        return kept != nullptr ? kept : made;
    }
    [[nodiscard]] text_reach& reach() noexcept { return reach_; }
    [[nodiscard]] held_slices& slices() noexcept { return slices_; }
    /// A mask of just these tokens, some of which `limit` may have left out; nullptr when there is no room.
    [[nodiscard]] mask_entry const* add(token_collector const& out, errc limit = errc::none) {
        return entries_.add(nullptr, out, {}, {.limit = limit});
    }
    /// The mask of `e`, which is that of a place, without these tokens; nullptr when there is no room.
    [[nodiscard]] PARLANCE_DECL mask_entry const* without(mask_entry const& e,
                                                          array_ref<vocab::token_id const> less);

    /// The number that the mask `words`, which is `e`, with the end tokens if `ending`, has among all of the vocabulary; 0 where it
    /// has none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(mask_entry const& e, bool ending,
                                                        array_ref<std::uint32_t const> words);
    /// All words of a mask, with the end tokens if `ending`; nullptr where they are not kept: see entry_set.
    [[nodiscard]] PARLANCE_DECL std::uint32_t const* whole(mask_entry const& e, bool ending);
    /// Whether `words`, which are those of `e`, allow every token that exists.
    [[nodiscard]] PARLANCE_DECL bool is_all(mask_entry const& e, bool ending,
                                            array_ref<std::uint32_t const> words) noexcept;

    /// Frees most of its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    void free(function_ref<void()> look) {
        memory_.free(look);
        entries_.free(look);
    }

private:
    /// What a mask stands over: frames, which its exits are for, or nothing.
    enum class over : std::uint8_t { frames, nothing };

    /// The mask of `key`, which rests on `rest`: one that another grammar has left, or what make(key) works out and leaves.
    template <class Make>
    [[nodiscard]] mask_entry const* shared(content const& key, mask_entry const* rest, Make&& make);
    /// What the words of `e` are named by: what they are made of, as far as that is known in all grammars, else themselves.
    [[nodiscard]] PARLANCE_DECL content name_of(mask_entry const& e,
                                                array_ref<std::uint32_t const> words) const;
    /// What the mask of a shape is kept by, however it is made; where that is quickly done, unknown unless it is quickly found.
    [[nodiscard]] PARLANCE_DECL content key_of(shape const& form, std::uint32_t count);

    [[nodiscard]] PARLANCE_DECL mask_entry const* make_whole(point const p);
    /// Whether words are read at `p`, over the bottom of all, behind which that may be popped: what there is of it is a slice.
    [[nodiscard]] PARLANCE_DECL bool reads_words_to_the_end(point const p);

    /// The mask at `p`, of this shape, which has a slot or has not been asked for before.
    PARLANCE_DECL mask_entry const* first_of(shape& form, mask_entry const* wide, point const p);
    /// The same, at any place of this shape, which has no slot.
    [[nodiscard]] PARLANCE_DECL mask_entry const* first_without_slot(shape& form, config_id c);
    /// `made`, or what another thread has found for the shape meanwhile.
    [[nodiscard]] PARLANCE_DECL static mask_entry const* keep_wide(shape& form,
                                                                   mask_entry const* made) noexcept;
    /// The mask at `p`, with `room` for increments, where hardly any number that is kept for a shape would be used again.
    PARLANCE_DECL mask_entry const* of_scattered(shape const& form, point const p, std::uint32_t room);
    /// The mask of all `ways`.
    PARLANCE_DECL mask_entry const* of_parts(vec<point> const& ways, content const& key,
                                             over what = over::frames);
    /// The mask of a configuration with sets of stacks, made of what its ways read one by one: every frame of a set is met
    /// once with the same exits, whatever is above it.
    PARLANCE_DECL mask_entry const* of_sets(config const& c);
    /// What everything is still to be read behind: the exit is the root.
    PARLANCE_DECL mask_entry const* before_any_byte();
    /// `read` with what a frame adds that returns to state `back`.
    PARLANCE_DECL mask_entry const* after(mask_entry const& read, std::uint32_t back);
    /// What is left of a mask made with a free count when there is room for so many increments only.
    PARLANCE_DECL mask_entry const* narrow(mask_entry const& wide, std::uint32_t room, std::uint32_t count);
    PARLANCE_DECL mask_entry const* cut_down(mask_entry const& wide, std::uint32_t room, std::uint32_t count,
                                             content const& key);
    PARLANCE_DECL mask_entry const* walk_first(point const p);
    PARLANCE_DECL mask_entry const* walk_first(point const p, content const& key, over what = over::frames);

    PARLANCE_DECL mask_entry const* walk_next(mask_entry const& e, point const behind);
    PARLANCE_DECL mask_entry const* walk_next(mask_entry const& e, point const behind, content const& key);

    store& store_;
    text_reach reach_;
    index_data const& index_;
    held_slices slices_;
    folded_steps apart_;
    contents contents_;
    entry_set entries_;
    mask_memory memory_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/masks.ipp>
#include <parlance/mask/detail/walk/impl/masks_of_sets.ipp>
#include <parlance/mask/detail/walk/impl/whole_masks.ipp>
#endif
