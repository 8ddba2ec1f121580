// parlance/rtn/detail/equal_rows.hpp - states of a rule that read the same become one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/work.hpp>

namespace parlance::rtn::detail {

/// Rows that read the same become one, from the ends of the rule on, and in each row what leads to the same state becomes
/// one set.  Loops that are equal stay apart.  `entry` stays.  At most 64 rounds over the rows, for half of what may be
/// spent; false where the caller asked to stop.
[[nodiscard]] PARLANCE_DECL bool merge_equal_rows(ordered_map<state_id, readable_row>& rows, state_id entry,
                                                  work& spent);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/equal_rows.ipp>
#endif
