// parlance/chat/part.hpp - the captures of a chat format's table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>

namespace parlance::chat {

/// What a stretch of model output is.  Tags of the table that build_syntax() makes; those of a format's own table are call,
/// id and arguments, and three that are only there.
enum class part : peg::tag_id {
    content = 1,
    reasoning,
    call,            // one tool call, around the following
    name,            // of the tool, its JSON escapes undone by the reader
    id,              // of the call
    arguments,       // a JSON object, as text
    text_arguments,  // a JSON object inside a JSON string, without the quotes
    key,             // name of a tagged argument
    value,           // its value, as text between the markers; its schema says what that is
    text_value,      // a value that is a string, whatever its schema says
    json_value,      // a value that is not
    malformed,       // what a broken call leaves
    gap,             // white space between content and a call
    other,         // what a member of a call's object holds that the dialect does not know; `key` is its key
    sorted,        // in the table of a format: arguments stand in the order of the alphabet
    filled,        // there: an object is a call only with arguments in it
    fallback,      // there: a way to call that counts only where none of its own has been read
    nested_value,  // a value in which members may be written as arguments are
    member,        // one of those, and its name and value
    member_name,
    member_value,
    unclosed,     // the end of arguments whose last brace is missing
    last_end,     // the end of a call and of the answer, behind a value or arguments whose own end is missing
    fence,        // the opening of a code fence in front of calls; content, unless its partner comes
    fence_end,    // its partner
    letter,       // in JSON: a quote in a string that nobody escaped,
    long_quote,   // three of them around one,
    skipped,      // a comment,
    unseparated,  // and the quote of a key that no comma stands in front of
    noted = 32,   // arguments in another notation; tag noted + i stands for syntax::notations[i]
    bare_value =
        64,  // a value without the quotes that its dialect has; tag bare_value + i: in syntax::notations[i]
};

[[nodiscard]] constexpr peg::tag_id tag(part p) noexcept { return static_cast<peg::tag_id>(p); }

}  // namespace parlance::chat
