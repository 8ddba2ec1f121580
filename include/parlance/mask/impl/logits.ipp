// parlance/mask/impl/logits.ipp - definitions of what parlance/mask/logits.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/logits.hpp>
#include <tuple>
#include <parlance/mask/bitmask.hpp>
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

void apply(std::span<std::uint32_t const> words, std::span<float> logits) noexcept {
    detail::apply_bits(words, logits, std::bit_cast<std::uint32_t>(-std::numeric_limits<float>::infinity()));
}

}  // namespace parlance::mask
