// parlance/schema/detail/solve/lengths.hpp - whether a length can be counted beside an automaton without dead ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>

namespace parlance::schema::detail {

/// Whether every beginning of a text of `a` that has no more than `most` code points is the beginning of one of `least` to
/// `most`, so that a counter and the automaton need to know nothing of each other.  False where a short look can't tell, or it cannot be paid for.
///
/// most  or no_limit
/// cost  linear
[[nodiscard]] PARLANCE_DECL bool counts_apart(rtn::dfa const& a, std::uint64_t least, std::uint64_t most,
                                              work& spent);

/// The most code points that some state still needs to an end; 0xFFFFFFFF where one has none.  Linear.
[[nodiscard]] PARLANCE_DECL std::uint32_t farthest_from_end(rtn::dfa const& a, work& spent);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/solve/impl/lengths.ipp>
#endif
