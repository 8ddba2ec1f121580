// parlance/mask/compile.hpp - a grammar over a vocabulary in one step
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <string_view>

namespace parlance::mask {

/// A network, prepared for running, over a vocabulary: what a matcher is made of.
///
/// errors  those of grammar::prepare()
/// cost    linear in the network
[[nodiscard]] PARLANCE_DECL result<compiled_grammar> compile(rtn::network const& network,
                                                             token_index const& tokens,
                                                             trigger starts = trigger::eager(),
                                                             limits const& bounds = {});

/// The same of a grammar in GBNF.  Its texts in angle brackets are tokens of the vocabulary; left
/// recursion is rewritten.
///
///     mask::matcher m(mask::compile_gbnf("root ::= \"yes\" | \"no\"", tokens).value());
///
/// root    the rule where a match begins
/// errors  those of gbnf::compile(), with their place in the text; those of gbnf::without_left_recursion(),
///         gbnf::resolve(), also where an id is none of the vocabulary, or that of a token that ends the text, which stands
///         behind a grammar and never in it; those of rtn::from_gbnf() and grammar::prepare()
/// cost    linear in the text
[[nodiscard]] PARLANCE_DECL result<compiled_grammar> compile_gbnf(std::string_view text,
                                                                  token_index const& tokens,
                                                                  std::string_view root = "root",
                                                                  limits const& bounds = {});

/// The same of the texts that a regular expression matches from end to end: ECMA-262, its regular part, see rtn::regex().
///
/// errors  those of rtn::regex(), with the place in the hint, and of grammar::prepare()
/// cost    that of the minimal automaton
[[nodiscard]] PARLANCE_DECL result<compiled_grammar>
compile_regex(std::string_view pattern, token_index const& tokens, limits const& bounds = {});

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/compile.ipp>
#endif
