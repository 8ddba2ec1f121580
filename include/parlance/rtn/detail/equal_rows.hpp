// parlance/rtn/detail/equal_rows.hpp - states of a rule that read the same become one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/detail/rule_rows.hpp>
#include <parlance/text/work.hpp>

namespace parlance::rtn::detail {

/// Rows that read the same become one, from the ends of the rule on, and in each row what leads to the same state becomes
/// one set: nothing leads to the others any more.  Loops that are equal stay apart.  The entry stays.  For at most half of
/// what may be spent; false where the caller asked to stop.
[[nodiscard]] PARLANCE_DECL bool merge_equal_rows(rule_rows& all, point_sets& sets, work& spent);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/equal_rows.ipp>
#endif
