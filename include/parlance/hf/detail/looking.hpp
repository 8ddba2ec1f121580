// parlance/hf/detail/looking.hpp - a meter that nothing is paid from, for what has a bound of its own but can be stopped
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/limits.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <limits>

namespace parlance::hf::detail {

/// Has steps for everything: its spend() is false only where the caller has asked to stop.
[[nodiscard]] inline work looking(stop_token asked) {
    limits all;
    all.fuel = (std::numeric_limits<std::uint64_t>::max)();
    all.stop = asked;
    return work(all);
}

}  // namespace parlance::hf::detail
