// parlance/chat/response_policy.hpp - what becomes of what models get wrong
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>

namespace parlance::chat {

/// Where a text goes that is no part of a good answer.
enum class stray_text : std::uint8_t {
    malformed,  // deltas of this kind, and response_parser::malformed(); wire shapes leave it out
    content,    // the message's content
};

/// How a parser treats what models get wrong.  A call that has been announced is never taken back: one that breaks
/// later ends with `whole` = false, its arguments as far as they came.
///
/// accept_unknown  a call of a tool that is not among those offered is a call like any other; otherwise its text is stray
/// bad_call        a call that breaks, or is cut off, before its name is certain
/// unknown_tool    where not accepted
/// text_after      content behind the first call
/// close_at_end    when the answer ends inside the arguments of a call, brackets and strings are closed as far as that
///                 makes JSON of them; the call is still not `whole`
struct response_policy {
    bool accept_unknown = true;
    stray_text bad_call = stray_text::malformed;
    stray_text unknown_tool = stray_text::malformed;
    stray_text text_after = stray_text::content;
    bool close_at_end = false;
};

}  // namespace parlance::chat
