// parlance/mask/bitmask.hpp - a mask in the caller's words: bit i of word i / 32 is token i, 1 = allowed
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask {

/// Words that a mask over `tokens` tokens takes.
[[nodiscard]] constexpr std::size_t words_for(std::size_t tokens) noexcept { return (tokens + 31) / 32; }

/// A mask over words that somebody else owns.  The layout is that of XGrammar and llguidance.
///
/// Precondition of every member that takes a token: token < 32 * words().size().
class bitmask {
public:
    constexpr explicit bitmask(std::span<std::uint32_t> words) noexcept : words_(words) {}

    [[nodiscard]] constexpr bool test(std::size_t token) const noexcept {
        return ((words_[token / 32] >> (token % 32)) & 1u) != 0;
    }
    constexpr void set(std::size_t token) noexcept { words_[token / 32] |= std::uint32_t{1} << (token % 32); }
    constexpr void reset(std::size_t token) noexcept {
        words_[token / 32] &= ~(std::uint32_t{1} << (token % 32));
    }
    constexpr void clear() noexcept { std::fill(words_.begin(), words_.end(), 0u); }
    /// Bits 0 to tokens - 1 become 1, the rest 0.
    constexpr void fill(std::size_t tokens) noexcept {
        std::size_t const whole = tokens / 32;
        std::fill(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(whole), ~0u);
        std::fill(words_.begin() + static_cast<std::ptrdiff_t>(whole), words_.end(), 0u);
        if (tokens % 32 != 0) {
            words_[whole] = (1u << (tokens % 32)) - 1;
        }
    }
    /// Every bit that is set in `from`, which has as many words.
    PARLANCE_DECL void add(std::uint32_t const* from) noexcept;
    [[nodiscard]] constexpr std::size_t count() const noexcept {
        std::size_t n = 0;
        for (std::uint32_t const w : words_) {
            n += static_cast<std::size_t>(detail::count_ones(w));
        }
        return n;
    }
    [[nodiscard]] constexpr std::span<std::uint32_t> words() const noexcept { return words_; }

private:
    std::span<std::uint32_t> words_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/bitmask.ipp>
#endif
