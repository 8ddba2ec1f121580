// parlance/chat/openai_request.hpp - requests in the shape of OpenAI's chat completions
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

/// Reads the body of a chat.completions request: messages, tools, tool_choice, parallel_tool_calls, response_format, stop,
/// reasoning_effort (a variable of the template; "none" switches reasoning off), max_completion_tokens, stream; the older
/// functions, function_call and messages of role function; and what servers of open models added: chat_template_kwargs,
/// documents, add_generation_prompt, continue_final_message, thinking (an object with a type), thinking_budget_tokens.
///
/// The result of a tool without a name has that of the call with its id, as by the other wires.
/// A response_format of type json_object may have a schema, as llama.cpp takes it.
/// A schema in response_format, or of a tool, that does not say `strict` is widened where it cannot be had exactly.
/// Errors: json_type, invalid_message, unknown_tool; the hint begins with the JSON Pointer of what is wrong.  Tools that are
/// no functions (custom tools and those that the provider runs) are refused by name.
[[nodiscard]] PARLANCE_DECL result<wire_request> openai_request(boost::json::value const& body,
                                                                limits const& bounds = {});

/// The same of the body as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<wire_request> openai_request(Text const& body, limits const& bounds = {}) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(body, bounds, &storage);
    return parsed ? openai_request(*parsed, bounds) : result<wire_request>(parsed.error());
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/openai_request.ipp>
#endif
