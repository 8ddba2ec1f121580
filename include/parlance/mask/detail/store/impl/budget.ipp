// parlance/mask/detail/store/impl/budget.ipp - definitions of what parlance/mask/detail/store/budget.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config_id.hpp>
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

config_id budget::fail(errc why) noexcept {
    meter& call = meters_.mine();
    bool const stopped = why == errc::out_of_fuel && call.is_cancelled();
    errc const named = stopped ? errc::cancelled : why;
    call.failure.store(named, std::memory_order_relaxed);
    last_failure_.store(named, std::memory_order_relaxed);
    if (why == errc::out_of_memory_budget) {
        full_.store(true, std::memory_order_relaxed);
    }
    return failed_config;
}

errc budget::failure() noexcept {
    errc const own = meters_.mine().failure.load(std::memory_order_relaxed);
    return own != errc::none ? own : last_failure_.load(std::memory_order_relaxed);
}

void budget::refuel(std::uint64_t spent) noexcept {
    meter& call = meters_.mine();
    call.spent.store(spent, std::memory_order_relaxed);
    call.look_at.store(0, std::memory_order_relaxed);
}

void budget::go_on(std::uint64_t spent) noexcept {
    if (!is_cancelled()) {
        refuel(spent);
    }
}

std::uint64_t budget::spent() noexcept { return meters_.mine().so_far(); }

errc budget::shortage() noexcept { return is_cancelled() ? errc::cancelled : errc::out_of_fuel; }

void budget::look() noexcept {
    meter& call = meters_.mine();
    if (!call.is_cancelled() && call.is_asked_to_stop()) {
        call.spent.store(meter::too_much, std::memory_order_relaxed);
    }
}

work budget::beside() noexcept { return work(meters_.mine().stop); }

bool budget::is_stopped_by(work const& other) noexcept {
    bool const stopped = other.why() == errc::cancelled;
    if (stopped) {
        meters_.mine().spent.store(meter::too_much, std::memory_order_relaxed);
        fail(errc::out_of_fuel);
    }
    return stopped;
}

bool budget::may_pay(meter& call) noexcept {
    if (look_up(call)) {
        return true;
    }
    fail(errc::out_of_fuel);
    return false;
}

bool budget::look_up(meter& call) const noexcept {
    std::uint64_t const spent = call.so_far();
    if (spent > fuel_) {
        return false;
    }
    if (call.is_asked_to_stop()) {
        call.spent.store(meter::too_much, std::memory_order_relaxed);
        return false;
    }
    call.look_at.store((std::min)(spent + meter::between_looks, fuel_), std::memory_order_relaxed);
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
