// parlance/mask/detail/vocabulary/token_set.hpp - tokens that many masks have in common
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

struct slice;

/// A part of a mask that somebody else keeps: the mask's words, or, unless `ids` is 0, a list of so many tokens.
///
/// of  the slice whose tokens they are; nullptr for words of the masks' own
struct token_part {
    std::uint32_t const* data = nullptr;
    std::size_t ids = 0;
    slice const* of = nullptr;

    /// Adds the tokens to a mask.
    PARLANCE_DECL void add_to(array_ref<std::uint32_t> words) const noexcept;
    /// One word of the mask.
    [[nodiscard]] PARLANCE_DECL std::uint32_t word(std::size_t at) const noexcept;
    /// Whether there is any, in a mask of so many words.
    [[nodiscard]] PARLANCE_DECL bool any(std::size_t words) const noexcept;
    friend bool operator==(token_part const&, token_part const&) = default;
};

/// Tokens as words while they are many, as a list while that takes much less memory and hardly more time.  Immutable.
class token_set {
public:
    token_set() = default;
    PARLANCE_DECL explicit token_set(vec<std::uint32_t> words);

    [[nodiscard]] bool empty() const noexcept { return data_.empty(); }
    /// Precondition: not empty().
    [[nodiscard]] token_part part() const noexcept {
        return {data_.data(), dense_ ? 0 : data_.size(), nullptr};
    }
    [[nodiscard]] PARLANCE_DECL bool holds(std::uint32_t id) const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept { return data_.size() * sizeof(std::uint32_t); }

private:
    vec<std::uint32_t> data_;  // words, or ids ascending
    bool dense_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/token_set.ipp>
#endif
