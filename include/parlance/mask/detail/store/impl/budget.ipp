// parlance/mask/detail/store/impl/budget.ipp - definitions of what parlance/mask/detail/store/budget.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

config_id budget::fail(errc why) noexcept {
    failure_.store(why, std::memory_order_relaxed);
    if (why == errc::out_of_memory_budget) {
        full_.store(true, std::memory_order_relaxed);
    }
    return failed_config;
}

void budget::refuel() noexcept {
    // only where some was spent: threads whose places are known do not write to the line that they share
    if (spent_.load(std::memory_order_relaxed) != 0) {
        spent_.store(0, std::memory_order_relaxed);
    }
}

void budget::refuel(std::uint64_t spent) noexcept { spent_.store(spent, std::memory_order_relaxed); }

bool budget::pay(std::uint64_t steps) noexcept {
    spend(steps);
    if (out_of_fuel()) {
        fail(errc::out_of_fuel);
        return false;
    }
    return true;
}

void budget::charge(std::size_t bytes) noexcept {
    if (used_.fetch_add(bytes, std::memory_order_relaxed) + bytes >
        most_bytes_.load(std::memory_order_relaxed)) {
        full_.store(true, std::memory_order_relaxed);
    }
}

bool budget::is_roomy() const noexcept { return bytes() < most_bytes_.load(std::memory_order_relaxed) / 2; }

void budget::extend() noexcept {
    most_bytes_.store((std::max)(most_bytes_.load(std::memory_order_relaxed), 2 * bytes()),
                      std::memory_order_relaxed);
    full_.store(false, std::memory_order_relaxed);
}

}  // namespace parlance::mask::detail
