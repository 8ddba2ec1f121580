// parlance/rtn/alphabet.hpp - the code points, in groups that an automaton does not tell apart
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

/// A partition of the code points into groups that an automaton does not tell apart.
///
/// Interval i is [starts[i], starts[i + 1]); the last one ends with U+10FFFF.  group[i] is its group, below groups.
struct alphabet {
    vec<char32_t> starts{0};
    vec<std::uint32_t> group{0};
    std::uint32_t groups = 1;

    /// The group of `c`, which is at most U+10FFFF.  Logarithmic in the intervals.
    [[nodiscard]] PARLANCE_DECL std::uint32_t of(char32_t c) const noexcept;
    [[nodiscard]] PARLANCE_DECL char32_t last_of_interval(std::size_t i) const noexcept;
    friend bool operator==(alphabet const&, alphabet const&) = default;
};

/// The coarsest alphabet in which each set is a union of groups; `members[s]` becomes the groups of set s.
///
/// cost  the ends of all ranges, sorted, and for each set the intervals that it has; nothing where that cannot be paid for
[[nodiscard]] PARLANCE_DECL maybe<alphabet> alphabet_of(array_ref<vec<code_points> const> sets,
                                                        vec<vec<std::uint32_t>>& members, work& spent);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/alphabet.ipp>
#endif
