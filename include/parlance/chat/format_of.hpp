// parlance/chat/format_of.hpp - a format from an expression with places in it, lowered from X3 or written as text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <string_view>

namespace parlance::chat {

/// The format that a table describes.  The table is a sequence, each part where the dialect has it:
///
///     -("<think>" >> reasoning >> "</think>")          reasoning; without a start it is opened by the prompt
///     *("<t>" >> reasoning >> "</t>" | content | "x")  reasoning that may stand anywhere; "x" is noise in content
///     -("<response>" >> content >> "</response>")      content in a wrapper
///     -lit("\n") >> CALLS | CALLS | ...                ways to call: the first is written, the others are read, too;
///                                                      what stands in front of the first where content does
///
/// CALLS are `open >> (item_open >> call[...] >> item_close) % separator >> close`, all texts optional; `+(...)` has no
/// separator, and one item alone says that a message has one call.  A choice between texts in it stands for as many ways
/// to call.  Inside `call` are texts, `name`, `id`, `ordinal`, and then `arguments`, or tagged arguments,
/// `open >> *(item_open >> key >> key_close >> value >> item_close) >> close` or with `%`.  A call whose text begins with
/// a brace is a JSON object, whose members models write in any order.
///
///     -lit("\n") >> value >> -lit("\n")                 line ends around a value are layout
///     text, json_value                                  a value that is raw text, or JSON, whatever the schema says
///     key >> b >> type >> c >> value                    the JSON type of a value in front of it: strings are raw text
///     key >> b >> nested >> c >> key                    the key again behind the value; nested: members in values, too
///     (*(…) | a >> arguments >> b)                      tagged arguments, or all of them as one JSON object
///     (a >> text | b >> json_value)                     strings and other values behind different marks
///     arguments["(" >> -(key >> "=" >> json_value) % "," >> ")"]    all in one piece that is not JSON: python_value,
///                                                       "\"" >> key >> "\":", strings as mark >> text >> mark | json_value
///
/// Messages with headers, the channel of reasoning in front, are
///
///     ("<|channel|>" >> (lit("analysis") | channel) >> -("to=" >> name) >> "<|message|>" >> content >> "<|end|>")
///         % "<|start|>assistant"
///
/// and where they are told apart by whom they address
///
///     ((" to=self<|message|>" >> reasoning | -lit(" to=user") >> "<|message|>" >> content |
///       " to=" >> name >> "<|message|>" >> CALLS) >> "<|eom|>") % "<|start|>assistant"
///
/// sorted[...], filled[...] and fallback[...] say what place.hpp says of them.  What is no syntax (made_id, strict, stops …)
/// is set in the result.
///
/// errors  inexpressible_format, with what the vocabulary of formats has no words for, or a text that is longer than any
///         model's; cancelled
[[nodiscard]] PARLANCE_RARE result<format> format_of(peg::arena_view const& table, limits const& bounds = {});

/// The same from the text notation of tables: places are names of rules that need no definition, `tag(call, …)`,
/// `tag(id, …)`, `tag(arguments, …)`, `tag(sorted, …)` and so on stand for the brackets, and a list is spelled out, `item (", " item)*`.
/// errors  those of peg::parse as well
[[nodiscard]] PARLANCE_RARE result<format> format_of(std::string_view text, limits const& bounds = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/format_of.ipp>
#endif
