// parlance/chat/constraint.hpp - the grammar of one answer, made ready for masks of tokens
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/prompt.hpp>
#include <parlance/decl.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <utility>

namespace parlance::chat {

/// What masks of tokens need of a prepared request: its grammar, with what it waits for.  A lazy one begins where a call
/// begins: not in reasoning, unless the format calls from there, and not inside a longer word.
///
/// A matcher of it reads the end of the prompt first, `matcher.accept(turn.tail)`, as response::prime does.
///
/// errors  no_tool_format where nothing constrains the answer, `turn.grammar` being absent; those of
///         mask::trigger::pattern() and mask::grammar::prepare()
/// cost    linear in the grammar
[[nodiscard]] PARLANCE_DECL result<mask::grammar> constraint_of(prepared const& turn,
                                                                limits const& bounds = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/constraint.ipp>
#endif
