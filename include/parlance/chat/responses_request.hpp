// parlance/chat/responses_request.hpp - requests in the shape of OpenAI's Responses
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

/// Reads the body of a responses request: instructions, input (a text, or items), tools, tool_choice,
/// parallel_tool_calls, text.format, reasoning.effort, max_output_tokens, stream.  Reasoning, text and calls that follow each
/// other are one message of the assistant, and so is what follows a call up to the next result.  `echo` is for
/// responses_options.
/// Errors: as openai_request(); also for conversations that a server would have to keep (previous_response_id,
/// item_reference).
[[nodiscard]] PARLANCE_DECL result<wire_request> responses_request(boost::json::value const& body,
                                                                   limits const& bounds = {});

/// The same of the body as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<wire_request> responses_request(Text const& body, limits const& bounds = {}) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(body, bounds, &storage);
    return parsed ? responses_request(*parsed, bounds) : result<wire_request>(parsed.error());
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/responses_request.ipp>
#endif
