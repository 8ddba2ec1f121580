// parlance/text/same_rows.hpp - whether two tables have the same rows
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>

namespace parlance {

/// Whether two tables have equal rows.  Linear.  A plain loop: ranges::equal, for a dozen kinds of rows, would be most of
/// what including the tables costs.
template <class Rows>
[[nodiscard]] constexpr bool same_rows(Rows const& x, Rows const& y) noexcept {
    std::size_t i = 0;
    while (i < x.size() && i < y.size() && x[i] == y[i]) {
        ++i;
    }
    return i == x.size() && i == y.size();
}

}  // namespace parlance
