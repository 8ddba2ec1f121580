// parlance/chat/impl/openai_request.ipp - definitions of what parlance/chat/openai_request.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/request_parts.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// {"type": "allowed_tools"}: all are shown, some may be called.
PARLANCE_DECL void read_allowed_tools(wire_request& out, request_node const& allowed) {
    std::vector<request_node> const tools = allowed.member("tools").items();
    bool const required = allowed.member("mode").text_or("auto") == "required";
    for (request_node const& tool : tools) {
        request_node const function = tool.member("function");
        request_node const name = (function ? function : tool).member("name");
        if (find_tool(out.conversation.tools, name.text()) == nullptr) {
            name.refuse("there is no tool '" + name.text() + "'", errc::unknown_tool);
        }
        if (required && tools.size() == 1) {
            require_tool(out, name);
        }
    }
    if (tools.size() == out.conversation.tools.size()) {
        out.wanted.calls.choice = required ? call_policy::kind::required : call_policy::kind::automatic;
    } else if (!required || tools.size() != 1) {
        allowed.refuse("some of the tools cannot be allowed without the others, save one that is required");
    }
}

/// tool_choice, and function_call, which came before it.
PARLANCE_DECL void read_openai_choice(wire_request& out, request_node const& choice) {
    call_policy& calls = out.wanted.calls;
    if (!choice) {
        return;
    }
    if (choice.is_string()) {
        std::string const word = choice.text();
        if (word == "none") {
            calls.choice = call_policy::kind::none;
        } else if (word == "required" || word == "any") {
            calls.choice = call_policy::kind::required;
        } else if (word != "auto") {
            choice.refuse("a choice is none, auto, required or a tool");
        }
        return;
    }
    (void)choice.object();
    std::string const type = choice.type();
    if (type == "allowed_tools") {
        request_node const allowed = choice.member("allowed_tools");
        read_allowed_tools(out, allowed ? allowed : choice);
    } else if (type.empty() || type == "function") {
        request_node const function = choice.member("function");
        require_tool(out, (function ? function : choice).member("name"));
    } else {
        request_node const custom = choice.member(type);
        choice.refuse("tool '" + (custom.is_object() ? custom : choice).member("name").text_or(type) +
                      "' is of type '" + type + "'; only functions can be called");
    }
}

/// What servers of open models take besides.
PARLANCE_DECL void read_template_members(wire_request& out, request_node const& body) {
    inputs& in = out.conversation;
    if (request_node const variables = body.member("chat_template_kwargs")) {
        for (auto const& [key, value] : variables.object()) {
            in.kwargs[key] = value;
        }
    }
    for (request_node const& document : body.member("documents").items()) {
        in.documents.push_back(document.value());
    }
    in.add_generation_prompt = body.member("add_generation_prompt").boolean_or(true);
    if (body.member("continue_final_message").boolean_or(false)) {
        in.continue_final = continuation::automatic;
    }
    if (request_node const budget = body.member("thinking_budget_tokens")) {
        out.wanted.thinking_budget = budget.count();
    }
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<wire_request> openai_request(boost::json::value const& value) {
    using detail::request_node;
    return detail::read_request<wire_request>(value, [](request_node const& body) {
        wire_request out;
        (void)body.object();
        out.model = body.member("model").text_or({});
        request_node const messages = body.member("messages");
        if (!messages.is_array()) {
            messages.refuse("a list of messages was expected", errc::json_type);
        }
        for (request_node const& m : messages.items()) {
            out.conversation.messages.push_back(detail::openai_message(m));
        }
        for (char const* const key : {"tools", "functions"}) {
            for (request_node const& t : body.member(key).items()) {
                out.conversation.tools.push_back(detail::function_tool(t, "parameters"));
            }
        }
        detail::read_openai_choice(out, body.member("function_call"));
        detail::read_openai_choice(out, body.member("tool_choice"));
        out.wanted.calls.parallel = body.member("parallel_tool_calls").boolean_or(true);
        request_node const format = body.member("response_format");
        detail::read_format(out, format.member("type"), format.member("json_schema"));
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
        for (char const* const key : {"max_tokens", "max_completion_tokens"}) {
            if (request_node const most = body.member(key)) {
                out.max_tokens = most.count();
            }
        }
        out.stream = body.member("stream").boolean_or(false);
        out.stream_usage = body.member("stream_options").member("include_usage").boolean_or(false);
        constexpr std::string_view known[] = {"model",
                                              "messages",
                                              "tools",
                                              "functions",
                                              "function_call",
                                              "tool_choice",
                                              "parallel_tool_calls",
                                              "response_format",
                                              "reasoning_effort",
                                              "chat_template_kwargs",
                                              "documents",
                                              "add_generation_prompt",
                                              "continue_final_message",
                                              "thinking_budget_tokens",
                                              "stop",
                                              "max_tokens",
                                              "max_completion_tokens",
                                              "stream",
                                              "stream_options"};
        detail::note_unread(out, body, known);
        return out;
    });
}

}  // namespace parlance::chat
