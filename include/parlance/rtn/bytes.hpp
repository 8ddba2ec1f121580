// parlance/rtn/bytes.hpp - sets of code points as byte automata: exactly the valid UTF-8 of their members
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>

namespace parlance::rtn {

/// The code points from `low` to `high`, both included.
struct code_points {
    char32_t low = 0;
    char32_t high = 0;
    friend constexpr bool operator==(code_points const&, code_points const&) = default;
};

/// The same set sorted, without overlaps, adjacent ranges joined; surrogates and what is beyond U+10FFFF, which
/// UTF-8 cannot say, are left out.  O(n log n).
[[nodiscard]] PARLANCE_DECL vec<code_points> normalized(array_ref<code_points const> ranges);

/// Every scalar value that is not in `ranges`, normalized.
[[nodiscard]] PARLANCE_DECL vec<code_points> complement(array_ref<code_points const> ranges);

/// Adds edges that read one code point of `ranges`, as UTF-8, from `from` to `to`.  Deterministic; states are shared
/// within one call.  An empty set adds nothing, so that `from` leads nowhere.
PARLANCE_DECL void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to);
/// The same with looks whether to stop; where that is so, not all of them.
PARLANCE_DECL void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to,
                              stop_asker& asked);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/bytes.ipp>
#endif
