// parlance/mask/detail/shared/content.hpp - what something reads, as a number that means the same in every grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <compare>
#include <cstdint>

namespace parlance::mask::detail {

/// A keyed hash of 128 bits (SipHash-1-3).  What has the same number is taken to be the same: without the key, which each
/// vocabulary has of its own, nobody can bring about that two things have one number, and by chance they do not.
struct content {
    std::uint64_t a = 0;
    std::uint64_t b = 0;

    /// Whether it is known.
    [[nodiscard]] explicit operator bool() const noexcept { return (a | b) != 0; }
    friend auto operator<=>(content const&, content const&) = default;
};
struct hash_content {
    [[nodiscard]] std::uint64_t operator()(content const& c) const noexcept { return c.a; }
};

[[nodiscard]] PARLANCE_DECL content content_of(array_ref<std::uint64_t const> words,
                                               std::uint64_t key) noexcept;
[[nodiscard]] PARLANCE_DECL content content_of_mask(array_ref<std::uint32_t const> words,
                                                    std::uint64_t key) noexcept;

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/shared/impl/content.ipp>
#endif
