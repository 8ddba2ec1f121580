// test/looks.hpp - how often a call looks whether to stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/limits.hpp>
#include <cstddef>

/// Never asks to stop, and counts how often it is asked.  A call that takes a millisecond has to ask ten times.
struct counting {
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return ++looks, false; }
};

/// The looks of a call that is given limits.
template <class Call>
std::size_t looks_of(Call const& call) {
    counting asked;
    parlance::limits bounds;
    bounds.stop = asked;
    call(static_cast<parlance::limits const&>(bounds));
    return asked.looks;
}
