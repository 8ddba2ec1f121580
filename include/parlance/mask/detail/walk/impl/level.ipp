// parlance/mask/detail/walk/impl/level.ipp - definitions of what parlance/mask/detail/walk/level.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <algorithm>
#include <array>
#include <cstdint>

namespace parlance::mask::detail {

reached go(store& configs, reached const from, std::uint8_t byte) {
    point const to = configs.step(from.at, byte);
    if (to.count <= free_count) {
        return {to, from.need};
    }
    std::uint32_t const need = (std::max)(from.need, to.count - free_count);
    return {to, need};
}

shape const* level::stays_in(std::uint8_t byte) const noexcept {
    return byte < 0x80 && ((groups >> byte_groups[byte]) & 1u) != 0 ? against : nullptr;
}

}  // namespace parlance::mask::detail
