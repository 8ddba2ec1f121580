// parlance/chat/detail/request_parts.hpp - what the bodies of requests have in common, whichever API they came by
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/wire_request.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// A message of a conversation in OpenAI's shape.
[[nodiscard]] PARLANCE_DECL message openai_message(request_node const& at);

/// Content that is a text, or parts of the kinds that messages know, under whatever name a wire shape has for them.
///
/// join  one part of text becomes a text
PARLANCE_DECL void read_content(request_node const& at, message& m, bool join = false);
/// One part in OpenAI's chat shape.
[[nodiscard]] PARLANCE_DECL boost::json::object content_part(request_node const& at);

/// One tool is called for by name.
PARLANCE_DECL void require_tool(wire_request& out, request_node const& name);

/// The schema of a format of text: `type` text, json_object or json_schema; `at` has schema and strict.
PARLANCE_DECL void read_format(wire_request& out, request_node const& type, request_node const& at);

/// A word for how much is thought: a variable of the template, and whether there is any thought.
PARLANCE_DECL void read_effort(wire_request& out, request_node const& effort);

/// Gives results of tools the names that their calls have.
PARLANCE_DECL void name_results(std::vector<message>& messages);

/// The members of the body that are not among `known`.
PARLANCE_DECL void note_unread(wire_request& out, request_node const& body,
                               std::span<std::string_view const> known);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/request_parts.ipp>
#endif
