// parlance/text/deadline.hpp - a point in time behind which a long call gives up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <chrono>

namespace parlance {

/// Asks to stop from a point in time on, or as soon as `earlier` does.
///
///     deadline const soon(std::chrono::milliseconds(20));
///     limits bounds;
///     bounds.stop = soon;                             // which must outlive the calls
///     auto const net = schema::compile(text, {}, bounds);
class deadline {
public:
    using clock = std::chrono::steady_clock;

    explicit deadline(clock::time_point at, stop_token earlier = {}) noexcept : at_(at), earlier_(earlier) {}
    explicit deadline(clock::duration from_now, stop_token earlier = {}) noexcept
        : at_(clock::now() + from_now), earlier_(earlier) {}

    [[nodiscard]] bool stop_requested() const { return earlier_.stop_requested() || clock::now() >= at_; }

private:
    clock::time_point at_;
    stop_token earlier_;
};
static_assert(stoppable<deadline>);

}  // namespace parlance
