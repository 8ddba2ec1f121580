// parlance/jinja/detail/vm/impl/fuel.ipp - definitions of what parlance/jinja/detail/vm/fuel.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/fuel.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::jinja {

void fuel::look() noexcept {
    try {
        static_cast<void>(bounds_.stop.stop_requested());
    } catch (...) {  // where a call has failed, one exception is on its way already
    }
}

void fuel::refuel(std::uint64_t steps) {
    left_ += at_hand_;
    at_hand_ = 0;
    if (bounds_.stop.stop_requested()) {
        throw fault{errc::cancelled, {}};
    }
    if (steps > left_) {
        throw fault{errc::out_of_fuel, {}};
    }
    at_hand_ = (std::min)((std::max)(steps, between_looks), left_);
    left_ -= at_hand_;
}

}  // namespace parlance::jinja
