// parlance/rtn/detail/row_shape.hpp - repetitions and options among the states of a rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace parlance::rtn::detail {

/// How a state can be written.
///
/// branches  alternatives; where `repeated` is given, any number of that item first
/// line      item `next` of its row, behind `repeated` any number of times, or behind `optional`
/// tail      item 0 of its row, `most` times or less (`unbounded`: any number of times), and then the end
struct row_shape {
    enum class kind : std::uint8_t { branches, line, tail } is = kind::branches;
    std::size_t next = 0;
    std::optional<std::size_t> repeated{};
    std::optional<std::size_t> optional{};
    std::uint32_t most = 0;
};

/// Rows that read the same become one, from the ends of the rule on, and in each row what leads to the same state becomes
/// one set.  Loops that are equal stay apart.  `entry` stays.  At most 64 rounds over the rows, for half of what may be
/// spent; false where the caller asked to stop.
[[nodiscard]] PARLANCE_DECL bool merge_equal_rows(std::map<state_id, readable_row>& rows, state_id entry,
                                                  work& spent);

/// The shape of every row.  Linear in the rows.
[[nodiscard]] PARLANCE_DECL std::map<state_id, row_shape>
shapes_of(std::map<state_id, readable_row> const& rows);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/row_shape.ipp>
#endif
