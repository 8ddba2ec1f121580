// parlance/mask/detail/walk/impl/level.ipp - definitions of what parlance/mask/detail/walk/level.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <algorithm>
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

}  // namespace parlance::mask::detail
