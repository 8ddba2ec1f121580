// parlance/jinja/detail/builtins/sorted_table.hpp - names in constexpr tables, found by binary search
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

inline constexpr std::uint16_t not_found = 0xFFFF;

namespace detail {

[[nodiscard]] constexpr std::string_view name_of(std::string_view name) noexcept { return name; }
template <class Row>
[[nodiscard]] constexpr std::string_view name_of(Row const& row) noexcept {
    return row.name;
}

/// The index of the row with that name, or not_found.
template <class Row, std::size_t N>
[[nodiscard]] constexpr std::uint16_t find_sorted(Row const (&table)[N], std::string_view name) noexcept {
    std::size_t low = 0;
    std::size_t high = N;
    while (low < high) {
        std::size_t const middle = (low + high) / 2;
        std::string_view const here = name_of(table[middle]);
        if (here == name) {
            return static_cast<std::uint16_t>(middle);
        }
        (here < name ? low : high) = here < name ? middle + 1 : middle;
    }
    return not_found;
}

template <class Row, std::size_t N>
[[nodiscard]] constexpr bool is_sorted(Row const (&table)[N]) noexcept {
    for (std::size_t i = 1; i < N; ++i) {
        if (!(name_of(table[i - 1]) < name_of(table[i]))) {
            return false;
        }
    }
    return true;
}

}  // namespace detail

}  // namespace parlance::jinja
