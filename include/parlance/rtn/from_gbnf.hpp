// parlance/rtn/from_gbnf.hpp - a GBNF element table as a network over bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

/// Adds the grammar's rules to `out` and says which is its root.  Rules keep their names and are called, never copied;
/// `x{lo,hi}` becomes a counter.
///
/// errors  unknown_token: a token text that was not resolved against a vocabulary; unknown_rule; too_many_states;
///         invalid_table
/// cost    linear in the table
[[nodiscard]] PARLANCE_DECL result<rule_id> from_gbnf(gbnf::grammar_view grammar, builder& out,
                                                      limits const& bounds = {});

/// The same as a network of its own.
[[nodiscard]] PARLANCE_DECL result<network> from_gbnf(gbnf::grammar_view grammar, limits const& bounds = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/from_gbnf.ipp>
#endif
