// parlance/mask/impl/bitmask.ipp - definitions of what parlance/mask/bitmask.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace parlance::mask {

void bitmask::add(std::uint32_t const* from) noexcept {
    constexpr std::size_t block = 16;  // so many at once in registers
    std::size_t w = 0;
    for (; w + block <= words_.size(); w += block) {
        std::uint32_t ours[block];
        std::uint32_t theirs[block];
        std::memcpy(ours, words_.data() + w, sizeof ours);
        std::memcpy(theirs, from + w, sizeof theirs);
        for (std::size_t k = 0; k < block; ++k) {
            ours[k] |= theirs[k];
        }
        std::memcpy(words_.data() + w, ours, sizeof ours);
    }
    for (; w < words_.size(); ++w) {
        words_[w] |= from[w];
    }
}

}  // namespace parlance::mask
