// parlance/chat/call_trigger.hpp - what a lazy grammar waits for: the beginning of a call, and nothing that looks like it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// The same beginning of a call in the forms that engines wait for.  Only `pattern` is exact.
///
/// What is waited for is how the grammar writes calls.  Models may call in other ways that are only read, and then nothing has
/// constrained the arguments: chat::check() judges them, and those that a strict tool does not take make no whole call.
///
/// words    texts that a call begins with; they may stand in reasoning, too, and inside longer words
/// tokens   those of `words` that are, or begin with, a marker of their own: if a vocabulary has it as one token, that
///          token sets the grammar off
/// pattern  a regular expression (ECMA-262) over the whole answer, its end included that the prompt has written; the
///          grammar reads from its one capture on.  It does not match inside reasoning, unless the format calls from
///          there, nor inside a longer word, nor, where calls have no marker, behind the front of the answer
struct call_trigger {
    std::vector<std::string> words;
    std::vector<std::string> tokens;
    std::string pattern;
};

namespace detail {

/// A text as a regular expression, of ECMA-262 or of Python.
[[nodiscard]] PARLANCE_DECL std::string escaped_expression(std::string_view text);

/// For each beginning of `text` that is not all of it: that beginning, and what follows it there, both escaped.
struct beginning {
    std::string text;
    std::string next;
};
[[nodiscard]] PARLANCE_DECL std::vector<beginning> beginnings(std::string_view text);

/// What is no part of a word.
inline constexpr std::string_view no_word_letter = "[^A-Za-z0-9_]";

/// Any text, or any that does not end inside a word.
[[nodiscard]] PARLANCE_DECL std::string any_text(bool whole_words);

/// What may stand in front of a call.
///
/// anywhere     a call may follow any text
/// whole_words  but not a part of a word
[[nodiscard]] PARLANCE_DECL std::string before_call(format const& f, bool anywhere, bool whole_words,
                                                    stop_token stop = {});

/// The same where messages have headers: a call is told in one, and a header stands at the beginning, behind the end of a
/// message, or where text without one ends in a channel.
[[nodiscard]] PARLANCE_DECL std::string before_call(channel_format const& c, bool whole_words);

}  // namespace detail

/// What begins a call in this format, for the tools of `s`; empty where there are no calls.
///
/// stop  where it is asked to, the pattern is not whole
[[nodiscard]] PARLANCE_DECL call_trigger call_trigger_of(format const& f, syntax const& s,
                                                         stop_token stop = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/call_trigger.ipp>
#endif
