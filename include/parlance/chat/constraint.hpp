// parlance/chat/constraint.hpp - the grammar of one answer, made ready for masks of tokens
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/prompt.hpp>
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>

namespace parlance::chat {

/// The grammar of a prepared request, with what it waits for.  A lazy one begins where a call begins: not in reasoning,
/// unless the format calls from there, and not inside a longer word.  Where nothing constrains the answer it waits for
/// ever, and allows everything.
///
/// errors  those of mask::trigger::pattern() and mask::grammar::prepare()
/// cost    linear in the grammar
[[nodiscard]] PARLANCE_DECL result<mask::grammar> constraint_of(prepared const& turn,
                                                                limits const& bounds = {});

/// The constraint of one answer over a vocabulary: what its matchers are made of.  The dialect's markers are text and its
/// stops end the text, also where the vocabulary has them as control tokens; so feed the parser
/// `turn.piece(vocabulary, token)`.
///
///     mask::matcher m(constraint_of(turn, tokens).value());
///     m.accept(turn.answer_prefix);                   // what the prompt has written of the answer
///     for (auto next = m.allowed(); mask::has_tokens(next.state); next = m.allowed()) { … }
///
/// errors  those above; those of mask::token_index::with_roles()
/// cost    the first time for a dialect, that of mask::token_index::build()
[[nodiscard]] PARLANCE_DECL result<mask::compiled_grammar> constraint_of(prepared const& turn,
                                                                         mask::token_index const& tokens);
[[nodiscard]] PARLANCE_DECL result<mask::compiled_grammar> constraint_of(prepared const& turn,
                                                                         mask::token_index const& tokens,
                                                                         mask::cache_options const& options,
                                                                         limits const& bounds = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/constraint.ipp>
#endif
