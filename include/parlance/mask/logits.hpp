// parlance/mask/logits.hpp - a mask applied: what is not allowed becomes minus infinity
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace parlance::mask {

/// Layouts of a logit in 16 bits; the value is minus infinity in it.
enum class half : std::uint16_t {
    fp16 = 0xFC00,  // IEEE 754 binary16
    bf16 = 0xFF80,  // the upper half of a float
};

/// A type of two bytes whose bits are a number: std::uint16_t, _Float16, a struct around either.
template <class T>
concept half_logit = std::is_trivially_copyable_v<T> && sizeof(T) == 2;

/// What a sampler sorts: a token's id and its logit, which can be assigned.  llama.cpp's llama_token_data is one.
template <class T>
concept candidate = requires(T& c) {
    { c.id } -> std::convertible_to<std::uint32_t>;
    c.logit = -std::numeric_limits<float>::infinity();
};

namespace detail {

/// Bits is an unsigned integer as wide as a logit; blocks of 32 become and, or and compare instructions.
template <class Bits, class Logit>
void apply_word(std::uint32_t const word, Logit* const logits, Bits const minus_infinity) noexcept {
    static_assert(sizeof(Bits) == sizeof(Logit));
    constexpr std::size_t lanes = 8 * sizeof(Bits) < 32 ? 16 : 32;
    constexpr auto lane_bit = [] {
        std::array<Bits, lanes> out{};
        for (std::size_t i = 0; i < lanes; ++i) {
            out[i] = static_cast<Bits>(std::uint32_t{1} << i);
        }
        return out;
    }();
    for (std::size_t half = 0; half < 32; half += lanes) {
        auto const bits = static_cast<Bits>(word >> half);
        for (std::size_t i = 0; i < lanes; ++i) {
            auto const old = std::bit_cast<Bits>(logits[half + i]);
            logits[half + i] = std::bit_cast<Logit>((bits & lane_bit[i]) != 0 ? old : minus_infinity);
        }
    }
}

template <class Bits, class Logit>
void apply_bits(std::span<std::uint32_t const> words, std::span<Logit> logits,
                Bits const minus_infinity) noexcept {
    std::size_t const known = (std::min)(logits.size(), 32 * words.size());
    std::size_t at = 0;
    for (; at + 32 <= known; at += 32) {
        std::uint32_t const word = words[at / 32];
        if (word == 0) {
            std::fill_n(logits.data() + at, 32, std::bit_cast<Logit>(minus_infinity));
        } else if (word != ~std::uint32_t{0}) {
            apply_word(word, logits.data() + at, minus_infinity);
        }
    }
    for (; at < logits.size(); ++at) {
        if (at >= known || ((words[at / 32] >> (at % 32)) & 1u) == 0) {
            logits[at] = std::bit_cast<Logit>(minus_infinity);
        }
    }
}

}  // namespace detail

/// Sets the logits of all tokens that `words` does not allow to minus infinity.
///
/// words   a mask: bit i of word i / 32 is token i
/// logits  one per token, from token 0; those behind the last bit of the mask (padding) become minus infinity, and bits
///         without a logit are ignored
/// cost    one pass over the logits, in vector instructions where the compiler has them; allowed runs are only read past
PARLANCE_DECL void apply(std::span<std::uint32_t const> words, std::span<float> logits) noexcept;
/// The same for logits of 16 bits.
template <half_logit Logit>
void apply(std::span<std::uint32_t const> words, std::span<Logit> logits, half format) noexcept {
    detail::apply_bits(words, logits, static_cast<std::uint16_t>(format));
}
/// The same for an array of candidates in any order, as llama.cpp's samplers have it; it keeps its size and order.
template <candidate Candidate>
void apply(std::span<std::uint32_t const> words, std::span<Candidate> candidates) noexcept {
    for (Candidate& c : candidates) {
        auto const id = static_cast<std::uint32_t>(c.id);
        if (id / 32 >= words.size() || ((words[id / 32] >> (id % 32)) & 1u) == 0) {
            c.logit = -std::numeric_limits<float>::infinity();
        }
    }
}

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/logits.ipp>
#endif
