// parlance/mask/detail/walk/own_words.hpp - words for masks that are not kept, one after the other, and for corrected ones
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// A matcher's own words, for small masks and for others apart.  A mask is written by taking back the bits of the one
/// before, not by clearing everything; so is one that has the same parts, which most masks along a string have.  A copy
/// begins with none.
class own_words {
public:
    own_words() = default;
    own_words(own_words const&) noexcept {}
    own_words(own_words&&) noexcept = default;
    PARLANCE_DECL own_words& operator=(own_words const&) noexcept;
    own_words& operator=(own_words&&) noexcept = default;

    /// The mask of `e` in `size` words; nothing for nullptr.
    PARLANCE_DECL array_ref<std::uint32_t const> write(std::size_t size, mask_entry const* e, bool ending,
                                                       array_ref<std::uint32_t const> ends);
    /// Masks are going away.
    PARLANCE_DECL void forget() noexcept;

private:
    struct buffer {
        vec<std::uint32_t> words;
        vec<std::uint32_t> set;  // ids, each perhaps more than once
    };

    PARLANCE_DECL array_ref<std::uint32_t const>
    write_small(std::size_t size, mask_entry const* e, bool ending, array_ref<std::uint32_t const> ends);
    /// Calls visit(id) for what is in small_.
    template <class Visit>
    void each_small(array_ref<std::uint32_t const> ends, Visit&& visit) const {
        if (in_small_ != nullptr) {
            in_small_->each_id(visit);
        }
        if (ending_) {
            std::for_each(ends.begin(), ends.end(), visit);
        }
    }
    PARLANCE_DECL array_ref<std::uint32_t const>
    write_large(std::size_t size, mask_entry const& e, bool ending, array_ref<std::uint32_t const> ends);
    /// Finds what `e` is made of, but for the ids of those before the one that is returned.
    PARLANCE_DECL mask_entry const* find_parts(mask_entry const& e);
    PARLANCE_DECL void lay_parts(std::size_t size);
    vec<std::uint32_t> small_;
    mask_entry const* in_small_ = nullptr;
    bool ending_ = false;     // so that the end tokens are in small_, too
    buffer large_;            // the parts, and the ids on top
    vec<token_part> parts_;   // of what is in large_
    vec<token_part> wanted_;  // scratch
};

/// A mask without some of its tokens.  The next one of the same mask, where that is kept, is made by putting those back.
/// A copy begins with none.
class words_without {
public:
    words_without() = default;
    words_without(words_without const&) noexcept {}
    words_without(words_without&&) noexcept = default;
    PARLANCE_DECL words_without& operator=(words_without const&) noexcept;
    words_without& operator=(words_without&&) noexcept = default;

    /// `kept`: the words of `mask` stay there until forget().
    PARLANCE_DECL array_ref<std::uint32_t const> write(array_ref<std::uint32_t const> mask,
                                                       array_ref<std::uint32_t const> without, bool kept);
    void forget() noexcept { from_ = nullptr; }

private:
    std::uint32_t const* from_ = nullptr;
    vec<std::uint32_t> words_;
    vec<std::uint32_t> without_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/own_words.ipp>
#endif
