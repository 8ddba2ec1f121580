// parlance/chat/anthropic_request.hpp - requests in the shape of Anthropic's messages
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/wire_request.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>

namespace parlance::chat {

/// Reads the body of a messages request: system, messages, tools with input_schema, tool_choice, thinking, output_format,
/// stop_sequences, max_tokens, stream.  Results of tools become messages of role tool; a last message of the assistant is
/// one to go on with; thought that was redacted is left out.  That a result is_error is shown by no template: it is in
/// `unread`, with its path.
/// Errors: as openai_request(); tools that the provider runs are refused by name, and so is a `thread`, which a server would
/// have to keep: clients that get the error_code thread_unsupported_request send the whole conversation instead.
[[nodiscard]] PARLANCE_DECL result<wire_request> anthropic_request(boost::json::value const& body,
                                                                   limits const& bounds = {});

/// The same of the body as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<wire_request> anthropic_request(Text const& body, limits const& bounds = {}) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(body, bounds, &storage);
    return parsed ? anthropic_request(*parsed, bounds) : result<wire_request>(parsed.error());
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/anthropic_request.ipp>
#endif
