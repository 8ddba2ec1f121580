// parlance/gbnf/left_recursion.hpp - the same language without left recursion
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::gbnf {

/// A grammar of the same language in which no rule refers to itself before it consumes something; `g` itself where there
/// is no left recursion.  Compile with options::allow_left_recursion, then call this:
///
///     expr ::= expr "+" term | term
///
/// becomes a rule for the first term and one for what may follow it.  Rules keep their names; those that are added are
/// called after them: expr-nonempty, expr-first, expr-rest.  A left-recursive rule that can never match a finite text, as
/// `x ::= x "a"`, is left out with the alternatives that need it.
///
/// precondition  valid(g)
/// errors        left_recursion, with the cycle, where one of its rules can never match a finite text, and the root cannot,
///               either, or some rule is not defined;
///               too_many_rules, too_many_elements, out_of_fuel, out_of_memory_budget: n rules that refer to each
///               other may need n * n; cancelled
/// cost          linear without left recursion
[[nodiscard]] PARLANCE_DECL result<grammar> without_left_recursion(grammar_view const& g,
                                                                   limits const& bounds = {});
/// The same of a grammar that is not needed any more: without a copy where there is no left recursion.
[[nodiscard]] PARLANCE_DECL result<grammar> without_left_recursion(grammar&& g, limits const& bounds = {});

}  // namespace parlance::gbnf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/impl/left_recursion.ipp>
#endif
