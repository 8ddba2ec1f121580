// parlance/mask/detail/store/impl/meters.ipp - definitions of what parlance/mask/detail/store/meters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

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

meters::~meters() {
    for (block* b = first_.next.load(std::memory_order_relaxed); b != nullptr;) {
        delete std::exchange(b, b->next.load(std::memory_order_relaxed));
    }
}

meter& meters::enter(stop_token asked) {
    void const* const thread = this_thread();
    std::size_t const first = place_of(thread);
    for (block* b = &first_;;) {
        for (std::size_t i = 0; i < most; ++i) {
            meter& m = b->own[(first + i) % most];
            void const* nobody = nullptr;
            if (m.thread.compare_exchange_strong(nobody, thread, std::memory_order_acquire,
                                                 std::memory_order_relaxed)) {
                m.stop = asked;
                m.failure.store(errc::none, std::memory_order_relaxed);
                return m;
            }
        }
        block* next = b->next.load(std::memory_order_acquire);
        if (next == nullptr) {
            auto more = std::make_unique<block>();
            if (b->next.compare_exchange_strong(next, more.get(), std::memory_order_acq_rel)) {
                next = more.release();
            }
        }
        b = next;
    }
}

void meters::leave(meter& of) noexcept {
    of.stop = {};
    of.thread.store(nullptr, std::memory_order_release);
}

meter& meters::find(void const* thread) noexcept {
    std::size_t const first = place_of(thread);
    for (block* b = &first_; b != nullptr; b = b->next.load(std::memory_order_acquire)) {
        for (std::size_t i = 0; i < most; ++i) {
            // calls that ended meanwhile may have left free what lies between
            if (meter& m = b->own[(first + i) % most]; m.thread.load(std::memory_order_relaxed) == thread) {
                return m;
            }
        }
    }
    return nobodys_;
}

}  // namespace parlance::mask::detail
