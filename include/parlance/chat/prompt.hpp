// parlance/chat/prompt.hpp - a conversation to everything an engine needs for the next answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/mask/token_roles.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// One request, prepared.
///
/// prompt     the text to feed the model
/// spans      all of it, in stretches of the template's text and of the caller's
/// answer_prefix  its end behind what opens the assistant's turn, where it has begun the answer: give it to
///            response_parser::prime(), and to an eager grammar
/// syntax     reads the answer; `tools` are those it was built for
/// reading    how `syntax` was built to read it
/// grammar    constrains it; absent where anything may be written
/// trigger    what a lazy grammar waits for
/// stops      texts that end generation, where it may end: matcher::can_stop().  As tokens they are ends: see roles()
/// preserved  markers that are text to parser and grammar, whatever their tokens are to the vocabulary: see piece()
/// fixups     what was changed in the messages so that the template could take them, and whether schemas were widened, of
///            which grammar::widened says more
/// thinking   where reasoning begins and ends
/// calls      what was asked of the calls
struct prepared {
    std::string prompt;
    std::string answer_prefix;
    chat::syntax syntax;
    std::vector<tool> tools;
    chat::reading reading{};
    std::optional<chat::grammar> grammar{};
    call_trigger trigger{};
    std::vector<std::string> stops{};
    std::vector<std::string> preserved{};
    std::vector<fixup> fixups{};
    chat::thinking thinking{};
    std::vector<jinja::span> spans{};
    call_policy calls{};

    /// What control tokens are to this dialect: `preserved` texts and `stops`.  Valid as long as these are.
    [[nodiscard]] PARLANCE_DECL mask::token_roles roles() const noexcept;

    /// What a token adds to the answer, to be fed to the parser: its text, also that of control tokens that are the
    /// dialect's markers; nothing for others and for tokens that end the text.  Precondition: id < tokens.size().
    [[nodiscard]] PARLANCE_DECL std::string_view piece(vocab::view tokens, vocab::token_id id) const noexcept;
};

/// Renders the conversation and builds parser and grammar from what was learned of the template.
///
/// how     the clock of the template, and its convention; origins are always said, in prepared::spans
///
/// Errors: learned.ended; those of rendering, with the JSON Pointer of the message or of the tool that is nested too deeply;
/// unknown_tool when the policy names a tool that was not given, or calls are required and there are no tools;
/// no_tool_format when calls are required and the format has none, or only in front of an answer that is to be continued;
/// those of build_syntax and build_grammar.
[[nodiscard]] PARLANCE_DECL result<prepared> prepare(chat_template const& t, dialect const& learned,
                                                     inputs const& in, request const& wanted = {},
                                                     limits const& bounds = {},
                                                     prompt_options const& how = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/prompt.ipp>
#endif
