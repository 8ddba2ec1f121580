// parlance/mask/detail/shared/shared_masks.hpp - the masks of a vocabulary, by what they are masks of in whatever grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/shared/kept_mask.hpp>
#include <parlance/mask/detail/shared/kept_words.hpp>
#include <parlance/mask/detail/shared/shared_store.hpp>
#include <parlance/mask/detail/vocabulary/how_often.hpp>
#include <parlance/text/hash_map.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Those that are asked for most, within a bound.  Any number of threads may ask.
class shared_masks {
public:
    PARLANCE_DECL shared_masks();
    shared_masks(shared_masks const&) = delete;
    shared_masks& operator=(shared_masks const&) = delete;

    /// What names are made with, see content_of(); nobody else's.
    [[nodiscard]] std::uint64_t key() const noexcept { return key_; }
    /// What they are made of, and where they are exits.
    [[nodiscard]] shared_store<kept_mask>& masks() noexcept { return masks_; }
    /// The same written out, by the same names, see whole_name().
    [[nodiscard]] shared_store<kept_words>& words() noexcept { return words_; }
    /// The name of all the words of the mask `of`, with the end tokens if `ending`; unknown where that is.
    [[nodiscard]] PARLANCE_DECL content whole_name(content const& of, bool ending) const noexcept;

    /// The number of a mask: what has one number has one name.  0 when there are no more numbers.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(content const& mask);

    /// Bytes that masks may take.
    PARLANCE_DECL void keep_at_most(std::size_t bytes);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

    static constexpr std::size_t usual_bytes = std::size_t{8} << 20;

private:
    static constexpr std::size_t most_numbers = 1 << 15;
    static constexpr std::size_t bytes_of_number = 64;

    std::uint64_t key_;
    shared_store<kept_mask> masks_{usual_bytes / 2};
    shared_store<kept_words> words_{usual_bytes / 2};
    mutable detail::mutex mutex_;
    std::uint32_t last_number_ = 0;
    how_often asked_numbers_;
    hash_map<content, std::uint32_t, hash_content> numbers_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/shared/impl/shared_masks.ipp>
#endif
