// parlance/mask/detail/place.hpp - where a matcher is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/config.hpp>
#include <cstdint>

namespace parlance::mask::detail {

/// Where a matcher is: a settled configuration, the frames below it, and, before the grammar applies, how much of a
/// trigger word has been read.
struct place {
    config_id config = dead_config;
    std::uint32_t base = 0;
    std::uint32_t count = 0;    // what the configuration's slot stands for
    std::uint32_t waiting = 0;  // 1 + state of the word finder or the watch; 0 once the grammar applies

    [[nodiscard]] constexpr point at() const noexcept { return {config, count}; }
    constexpr void go(point p) noexcept {
        config = p.config;
        count = p.count;
    }
    friend bool operator==(place const&, place const&) = default;
};

}  // namespace parlance::mask::detail
