// parlance/mask/detail/count_ones.hpp - how many bits of a word are set
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <bit>
#include <cstdint>

namespace parlance::mask::detail {

/// std::popcount, which is a call of a function on x86 where nobody has said that the processor has an instruction for it; the
/// words of sets and masks are counted on every walk (H. S. Warren, Hacker's Delight, 5-1).
[[nodiscard]] constexpr int count_ones(std::uint64_t word) noexcept {
#if (defined(__x86_64__) || defined(__i386__)) && !defined(__POPCNT__)
    word -= (word >> 1) & 0x5555'5555'5555'5555;
    word = (word & 0x3333'3333'3333'3333) + ((word >> 2) & 0x3333'3333'3333'3333);
    word = (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
    return static_cast<int>((word * 0x0101'0101'0101'0101) >> 56);
#else
    return std::popcount(word);
#endif
}

}  // namespace parlance::mask::detail
