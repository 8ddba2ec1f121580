// parlance/mask/detail/walk/entry_set.hpp - the masks that were computed, for good
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

class held_slices;
class index_data;
class kept_words;
struct kept_mask;

/// How far from the bounds of its slot a mask holds, and what it lacks: see the members of mask_entry.
struct mask_reach {
    std::uint32_t increments = 0;
    std::uint32_t mixed = 0;
    bool usable = true;
    errc limit = errc::none;
    content of{};
};

/// Any number of threads may add masks, under a lock of their own.  A mask that was added never changes, but for
/// what is filled in once, its whole words and whether that is everything.
class entry_set {
public:
    entry_set(index_data const& tokens, budget& means, std::size_t capacity)
        : index_(tokens), budget_(means), entries_(capacity) {}
    entry_set(entry_set const&) = delete;
    entry_set& operator=(entry_set const&) = delete;

    /// The mask of these tokens and of `rest`; nullptr when there is no room.
    [[nodiscard]] PARLANCE_DECL mask_entry const* add(mask_entry const* rest, token_collector const& out,
                                                      exit_list const& exits, mask_reach const& reach = {});

    /// The same of a mask that was kept, whose slices go to `slices`, which live as long as this; nullptr also where some of
    /// them are gone.
    [[nodiscard]] PARLANCE_DECL mask_entry const* add(mask_entry const* rest,
                                                      std::shared_ptr<kept_mask const> made,
                                                      content const& of, held_slices& slices);

    /// What `next` has over the mask that it rests on, over `rest`; nullptr when there is no room.
    [[nodiscard]] PARLANCE_DECL mask_entry const* add_over(mask_entry const& rest, mask_entry const& next,
                                                           content const& of);

    /// All words of a mask, with the end tokens if `ending`.  nullptr for a small one, which is quickly written, and, when
    /// half the budget is used, the first time: most places of a long text are met once, and sixteen kilobytes for each
    /// would use up the rest.
    [[nodiscard]] PARLANCE_DECL std::uint32_t const* whole(mask_entry const& e, bool ending);

    /// Whether `words`, the mask of `e`, with the end tokens if `ending`, allows every token that exists.
    [[nodiscard]] PARLANCE_DECL bool is_all(mask_entry const& e, bool ending,
                                            array_ref<std::uint32_t const> words) noexcept;

    /// The first mask that was asked for with the same exits and loops as `e`, none of which has needs: what a frame below
    /// adds to the one it adds to the other.
    [[nodiscard]] PARLANCE_DECL mask_entry const& alike(mask_entry const& e);

    /// Frees most of its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    void free(function_ref<void()> look) { arena_.free(look); }

private:
    PARLANCE_DECL void copy_exits(mask_entry& e, exit_list const& exits, bool needs);
    PARLANCE_DECL void describe(mask_entry& e) const noexcept;
    /// What another grammar has written of a mask of that name, or else this one writes now.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<kept_words const>
    shared_whole(mask_entry const& e, bool ending, content const& name);
    PARLANCE_DECL void write_whole(mask_entry const& e, bool ending, array_ref<std::uint32_t> words) const;

    /// Tokens up to which a mask is written anew each time.
    static constexpr std::size_t small_mask = 96;

    index_data const& index_;
    budget& budget_;
    detail::mutex mutex_;
    pool<mask_entry> entries_;
    arena arena_;
    id_table alike_;                                 // of masks that differ in their exits
    vec<std::shared_ptr<kept_mask const>> adopted_;  // whose arrays some entries point into
    vec<std::shared_ptr<kept_words const>> words_;   // likewise, all words of some masks
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/entry_set.ipp>
#endif
