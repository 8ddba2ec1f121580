// parlance/gbnf/detail/stop_poller.hpp - asks whether to stop, and remembers the answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <cstddef>

namespace parlance::gbnf::detail {

/// Goes through the steps of compiling, in the program and in the compiler.  Each asks after some thousand rows: that many
/// are written, copied, or touched for the first time, which takes longest, in some ten microseconds.
class stop_poller {
public:
    static constexpr std::size_t rows = 4096;

    constexpr stop_poller() noexcept = default;  // never stops
    constexpr explicit stop_poller(stop_token asked, stop_token other = {}) noexcept
        : asked_(asked), other_(other) {}

    /// False, once and for all, where the caller wants to go no further.
    constexpr bool look() {
        stopped_ = stopped_ || asked_.stop_requested() || other_.stop_requested();
        return !stopped_;
    }
    /// The same for step `i` of a loop over rows: looks at some.
    constexpr bool look_at(std::size_t i) { return i % rows != 0 ? !stopped_ : look(); }
    [[nodiscard]] constexpr bool stopped() const noexcept { return stopped_; }

private:
    stop_token asked_{};
    stop_token other_{};
    bool stopped_ = false;
};

}  // namespace parlance::gbnf::detail
