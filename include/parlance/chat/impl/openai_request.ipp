// parlance/chat/impl/openai_request.ipp - definitions of what parlance/chat/openai_request.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/request_parts.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/chat/inputs.hpp>

namespace parlance::chat::detail {

/// What servers of open models take besides.
PARLANCE_DECL void read_template_members(wire_request& out, request_node const& body) {
    inputs& in = out.conversation;
    if (request_node const variables = body.member("chat_template_kwargs")) {
        for (auto const& [key, value] : variables.object()) {
            in.kwargs[key] = value;
        }
    }
    for (request_node const list = body.member("documents"); request_node const& document : list.items()) {
        in.documents.push_back(document.copy());
    }
    in.add_generation_prompt = body.member("add_generation_prompt").boolean_or(true);
    if (body.member("continue_final_message").boolean_or(false)) {
        in.continue_final = continuation::automatic;
    }
    read_thinking(out, body.member("thinking"));
    if (request_node const budget = body.member("thinking_budget_tokens")) {
        out.wanted.thinking_budget = budget.count();
    }
}

/// A format, also llama.cpp's objects with their schema beside the type.
PARLANCE_DECL void read_response_format(wire_request& out, request_node const& format) {
    read_format(out, format.member("type"), format.member("json_schema"));
    if (format.type() != "json_object") {
        return;
    }
    if (request_node const schema = format.member("schema")) {
        out.wanted.schema.emplace(schema.object(), boost::json::storage_ptr{});  // outlives the body
        out.wanted.exact_schema = format.member("strict").boolean_or(false);
    }
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<wire_request> openai_request(boost::json::value const& value, limits const& bounds) {
    using detail::request_node;
    return detail::read_request<wire_request>(value, bounds.stop, [](request_node const& body) {
        wire_request out = detail::read_frame(body, "parameters", {"max_tokens", "max_completion_tokens"});
        request_node const messages = body.member("messages");
        if (!messages.is_array()) {
            messages.refuse("a list of messages was expected", errc::json_type);
        }
        messages.items().make_room(out.conversation.messages);
        for (request_node const& m : messages.items()) {
            out.conversation.messages.push_back(detail::openai_message(m));
        }
        detail::name_results(out.conversation.messages);
        for (request_node const list = body.member("functions");
             request_node const& function : list.items()) {  // before tools
            out.conversation.tools.push_back(detail::function_tool(function, "parameters"));
        }
        out.legacy_functions =
            !body.member("tools") && (body.member("functions") || body.member("function_call"));
        detail::read_choice(out, body.member("function_call"));
        detail::read_choice(out, body.member("tool_choice"));
        out.wanted.calls.parallel = body.member("parallel_tool_calls").boolean_or(!out.legacy_functions);
        request_node const format = body.member("response_format");
        detail::read_response_format(out, format);
        detail::read_effort(out, body.member("reasoning_effort"));
        detail::read_template_members(out, body);
        request_node const stop = body.member("stop");
        if (stop.is_string()) {
            out.stops.push_back(stop.text());
        } else {
            for (request_node const& text : stop.items()) {
                out.stops.push_back(text.text());
            }
        }
        out.stream_usage = body.member("stream_options").member("include_usage").boolean_or(false);
        if (format.type() == "json_schema") {
            format.add_unread({"type", "json_schema"});
            format.member("json_schema").add_unread({"name", "schema", "strict"});
        } else {
            format.add_unread({"type", "schema", "strict"});
        }
        body.member("stream_options").add_unread({"include_usage"});
        out.unread = body.unread();
        return out;
    });
}

}  // namespace parlance::chat
