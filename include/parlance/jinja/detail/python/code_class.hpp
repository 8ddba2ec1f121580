// parlance/jinja/detail/python/code_class.hpp - a set of code points as a table of ranges
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace parlance::jinja::detail {

/// Code points low to high; `step` is 2 where only every second one is meant.
struct class_range {
    std::uint32_t low;
    std::uint32_t high : 24;
    std::uint32_t step : 8;
};

template <std::size_t N>
[[nodiscard]] constexpr bool in_class(class_range const (&table)[N], char32_t c) noexcept {
    std::size_t low = 0;
    std::size_t high = N;
    while (low < high) {
        std::size_t const middle = (low + high) / 2;
        class_range const& r = table[middle];
        if (c > r.high) {
            low = middle + 1;
        } else if (c < r.low) {
            high = middle;
        } else {
            return (c - r.low) % r.step == 0;
        }
    }
    return false;
}

}  // namespace parlance::jinja::detail
