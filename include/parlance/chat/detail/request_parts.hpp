// parlance/chat/detail/request_parts.hpp - what the bodies of requests have in common, whichever API they came by
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/wire_request.hpp>
#include <parlance/decl.hpp>
#include <boost/json/object.hpp>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// A message of a conversation in OpenAI's shape.
[[nodiscard]] PARLANCE_DECL message openai_message(request_node const& at);

/// Content that is a text, or parts of the kinds that messages know, under whatever name a wire shape has for them.
///
/// join  as join_text() does
PARLANCE_DECL void read_content(request_node const& at, message& m, bool join = false);
/// One part in OpenAI's chat shape.
[[nodiscard]] PARLANCE_DECL boost::json::object content_part(request_node const& at);

/// One part of text is a text, and so are those that an answer was written in.
PARLANCE_DECL void join_text(message& m);

/// What every body has: its model, the tools with their schemas under `schema`, and what ends and sends the answer.
///
/// most  the keys of the most tokens
[[nodiscard]] PARLANCE_DECL wire_request read_frame(request_node const& body, std::string_view schema,
                                                    std::initializer_list<std::string_view> most);

/// Who may be called: a word, or an object whose type is one, names a tool, or lists those that are allowed.
PARLANCE_DECL void read_choice(wire_request& out, request_node const& choice);

/// The schema of a format of text: `type` text, json_object or json_schema; `at` has schema and strict.
PARLANCE_DECL void read_format(wire_request& out, request_node const& type, request_node const& at);

/// A word for how much is thought: a variable of the template, and whether there is any thought.
PARLANCE_DECL void read_effort(wire_request& out, request_node const& effort);

/// An object that switches thought on or off by its `type` (any other leaves that to the model), and may bound it.
PARLANCE_DECL void read_thinking(wire_request& out, request_node const& thinking);

/// Gives results of tools the names that their calls have.
PARLANCE_DECL void name_results(std::vector<message>& messages);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/request_parts.ipp>
#endif
