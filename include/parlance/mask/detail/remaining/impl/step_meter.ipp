// parlance/mask/detail/remaining/impl/step_meter.ipp - definitions of what parlance/mask/detail/remaining/step_meter.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <cstdint>

namespace parlance::mask::detail {

void step_meter::look() noexcept {
    constexpr std::uint64_t between_looks = 1'000;
    of_.look();
    look_at_ = spent_ + between_looks;
}

}  // namespace parlance::mask::detail
