// parlance/mask/detail/loop/impl/code_points.ipp - definitions of what parlance/mask/detail/loop/code_points.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

void code_point_follower::begin() {
    strict_ = true;
    pure_ = true;
    middles_.clear();
    arriving_.clear();
}

void code_point_follower::note(point const at) {
    strict_ = strict_ && !configs_.at(at.config).returnable;
    pure_ = pure_ && configs_.at(at.config).pure;
}

}  // namespace parlance::mask::detail
