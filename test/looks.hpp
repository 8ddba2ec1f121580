// test/looks.hpp - how often a call looks whether to stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <vector>

/// Never asks to stop, and counts how often it is asked.  A call that takes a millisecond has to ask ten times.
struct counting {
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return ++looks, false; }
};

/// Asks to stop once it has been asked so often.
struct stop_behind {
    mutable std::size_t left;
    [[nodiscard]] bool stop_requested() const noexcept { return left == 0 || (--left, false); }
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

/// What a call says that is asked to stop at each of its looks in turn: one `errc` for each.
template <class Call>
auto stopped_at_each_look(Call const& call) {
    std::vector<parlance::errc> said;
    for (std::size_t looks = looks_of(call), n = 0; n < looks; ++n) {
        stop_behind const asked{n};
        parlance::limits bounds;
        bounds.stop = asked;
        said.push_back(call(static_cast<parlance::limits const&>(bounds)));
    }
    return said;
}
