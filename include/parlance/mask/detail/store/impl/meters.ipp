// parlance/mask/detail/store/impl/meters.ipp - definitions of what parlance/mask/detail/store/meters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

bool meter::is_asked_to_stop() const noexcept {
#if defined(__cpp_exceptions)
    try {
        return stop.stop_requested();
    } catch (...) {
        return true;
    }
#else
    return stop.stop_requested();
#endif
}

meter* meters::enter(stop_token asked) noexcept {
    void const* const thread = this_thread();
    if (mine().thread.load(std::memory_order_relaxed) == thread) {
        return nullptr;
    }
    std::size_t const first = place_of(thread);
    for (std::size_t i = 0; i < most; ++i) {
        meter& m = own_[(first + i) % most];
        void const* nobody = nullptr;
        if (m.thread.compare_exchange_strong(nobody, thread, std::memory_order_acquire,
                                             std::memory_order_relaxed)) {
            m.stop = asked;
            m.failure.store(errc::none, std::memory_order_relaxed);
            return &m;
        }
    }
    return nullptr;
}

void meters::leave(meter& of) noexcept {
    of.stop = {};
    of.thread.store(nullptr, std::memory_order_release);
}

meter& meters::find(void const* thread) noexcept {
    std::size_t const first = place_of(thread);
    for (std::size_t i = 0; i < most; ++i) {
        // calls that ended meanwhile may have left free what lies between
        if (meter& m = own_[(first + i) % most]; m.thread.load(std::memory_order_relaxed) == thread) {
            return m;
        }
    }
    return shared_;
}

}  // namespace parlance::mask::detail
