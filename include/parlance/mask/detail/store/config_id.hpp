// parlance/mask/detail/store/config_id.hpp - numbers of configurations, and what stands for none
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>

namespace parlance::mask::detail {

using config_id = std::uint32_t;

inline constexpr config_id unknown_config = 0;  // in a row: not computed yet
inline constexpr config_id failed_config = 1;   // a limit was reached; see budget::failure()
inline constexpr config_id dead_config = 2;     // no way to read on
inline constexpr config_id ambiguous_config =
    3;  // the ways differ in their increments of the slot; never seen outside

}  // namespace parlance::mask::detail
