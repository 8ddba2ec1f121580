// parlance/rtn/from_peg.hpp - a parsing table becomes rules of a network
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstdint>

namespace parlance::rtn {

/// Writes what the schema with this index stands for, and returns its rule.
using schema_writer = function_ref<result<rule_id>(builder&, std::uint32_t)>;

/// Adds the table's rules to `out` and returns the root.
///
/// An ordered choice becomes a union, a greedy repetition any number of turns: a table in which an earlier alternative
/// or a longer turn can read what a later part is for has a network that accepts more than the table reads.  `until`
/// is exact: every text before the delimiter and no other.  Of refine(wide, narrow) the narrow part is written, of
/// recover(p, handler) p, of schema nodes what `schema(out, index)` returns (result<rule_id>).  A predicate is worked
/// into the regular elements behind it, on the narrow side: what it might refuse is not written.
/// What predicates with many texts come to is taken from `kept` where that is given; the network is the same.
/// Errors: not_lowerable, with the rule's name: a predicate before something that is not regular, `end` or `rest` in
/// the middle; errors of `schema` and of GBNF expressions; too_many_states, out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<rule_id> from_peg(peg::arena_view arena, builder& out,
                                                     schema_writer schema, limits const& bounds = {},
                                                     kept_parts const* kept = nullptr);

/// The same for a table without schema nodes; one is refused with not_lowerable.
[[nodiscard]] PARLANCE_DECL result<rule_id> from_peg(peg::arena_view arena, builder& out,
                                                     limits const& bounds = {});

/// The same as a network of its own.
[[nodiscard]] PARLANCE_DECL result<network> network_from_peg(peg::arena_view arena, schema_writer schema,
                                                             limits const& bounds = {});
[[nodiscard]] PARLANCE_DECL result<network> network_from_peg(peg::arena_view arena,
                                                             limits const& bounds = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/from_peg.ipp>
#endif
