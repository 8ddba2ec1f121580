// parlance/chat/detail/impl/request_parts.ipp - definitions of what parlance/chat/detail/request_parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/request_parts.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <string>
#include <utility>

namespace parlance::chat::detail {

boost::json::object content_part(request_node const& at) {
    std::string const type = at.type();
    boost::json::object const& part = at.object();
    if (type == "text") {
        at.add_unread({"type", "text"});
        (void)at.member("text").text();
        return part;
    }
    if (type == "input_text" || type == "output_text") {
        at.add_unread({"type", "text", "annotations", "logprobs"});
        return {{"type", "text"}, {"text", at.member("text").text()}};
    }
    if (type == "refusal") {
        at.add_unread({"type", "refusal"});
        return {{"type", "text"}, {"text", at.member("refusal").text()}};
    }
    if (type == "input_image") {
        at.add_unread({"type", "image_url", "detail"});
        request_node const url = at.member("image_url");
        if (!url) {
            at.refuse("an image comes by its url");
        }
        boost::json::object image{{"url", url.text()}};
        if (request_node const detail = at.member("detail")) {
            image["detail"] = detail.text();
        }
        return {{"type", "image_url"}, {"image_url", std::move(image)}};
    }
    if (type == "image" && at.member("source")) {  // Anthropic's
        at.add_unread({"type", "source"});
        request_node const source = at.member("source");
        std::string url;
        if (source.type() == "base64") {
            url = "data:" + source.member("media_type").text() + ";base64," + source.member("data").text();
        } else if (source.type() == "url") {
            url = source.member("url").text();
        } else {
            source.refuse("an image comes as base64 or by its url");
        }
        return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
    }
    for (std::string_view const known :
         {"image", "image_url", "audio", "input_audio", "audio_url", "video", "video_url", "thinking"}) {
        if (type == known) {
            return part;
        }
    }
    at.refuse("content of type '" + type + "' cannot be shown to a model");
}

void read_content(request_node const& at, message& m, bool join) {
    if (!at) {
        return;
    }
    if (at.is_string()) {
        m.content = at.text();
        return;
    }
    if (!at.is_array()) {
        at.refuse("content is a text or a list of parts", errc::json_type);
    }
    for (request_node const& part : at.items()) {
        m.parts.push_back(content_part(part));
    }
    if (m.parts.empty()) {
        m.content = std::string();
    } else if (join) {
        join_text(m);
    }
}

void join_text(message& m) {
    auto const is_text = [](boost::json::value const& part) { return part.at("type") == "text"; };
    bool const one = m.parts.size() == 1 || (m.role == "assistant" && !m.parts.empty());
    if (!one || !std::ranges::all_of(m.parts, is_text)) {
        return;
    }
    std::string text;
    for (boost::json::value const& part : m.parts) {
        text += part.at("text").as_string();
    }
    m.content = std::move(text);
    m.parts.clear();
}

message openai_message(request_node const& at) {
    (void)at.object();
    at.add_unread({"role", "content", "refusal", "reasoning_content", "reasoning", "thinking", "tool_call_id",
                   "name", "tool_calls", "function_call", "annotations"});
    message m;
    m.role = at.member("role").text();
    read_content(at.member("content"), m);
    if (request_node const refusal = at.member("refusal")) {
        if (m.content.value_or("").empty() && m.parts.empty()) {
            m.content = refusal.text();
        }
    }
    for (char const* const key : {"reasoning_content", "reasoning", "thinking"}) {
        if (request_node const thought = at.member(key); m.reasoning.empty() && thought.is_string()) {
            m.reasoning = thought.text();
        }
    }
    m.tool_call_id = at.member("tool_call_id").text_or({});
    m.name = at.member("name").text_or({});
    auto const add_call = [&](request_node const& function, std::string id) {
        tool_call call{std::move(id), function.member("name").text(), {}};
        if (request_node const arguments = function.member("arguments")) {
            call.arguments = arguments.is_string() ? arguments.text() : json::dump(arguments.value());
        }
        m.calls.push_back(std::move(call));
    };
    for (request_node const list = at.member("tool_calls"); request_node const& call : list.items()) {
        request_node const custom = call.member("custom");
        if (custom || call.type() == "custom") {
            call.refuse("a call of the custom tool '" + custom.member("name").text_or({}) +
                        "'; only functions can be called");
        }
        request_node const function = call.member("function");
        (void)function.object();
        call.add_unread({"id", "type", "function", "index"});
        function.add_unread({"name", "arguments"});
        add_call(function, call.member("id").text_or({}));
    }
    if (request_node const function = at.member("function_call")) {  // before tools
        (void)function.object();
        add_call(function, {});
    }
    if (m.role == "function") {
        m.role = "tool";
    }
    return m;
}

wire_request read_frame(request_node const& body, std::string_view schema,
                        std::initializer_list<std::string_view> most) {
    wire_request out;
    (void)body.object();
    out.model = body.member("model").text_or({});
    for (request_node const list = body.member("tools"); request_node const& t : list.items()) {
        out.conversation.tools.push_back(function_tool(t, schema));
    }
    for (std::string_view const key : most) {
        if (request_node const tokens = body.member(key)) {
            out.max_tokens = tokens.count();
        }
    }
    out.stream = body.member("stream").boolean_or(false);
    out.stream_usage = out.stream;
    return out;
}

/// One tool is called for by name.
PARLANCE_DECL void require_tool(wire_request& out, request_node const& name) {
    std::string named = name.text();
    if (find_tool(out.conversation.tools, named) == nullptr) {
        name.refuse("there is no tool '" + named + "'", errc::unknown_tool);
    }
    out.wanted.calls.choice = call_policy::kind::required;
    out.wanted.calls.named = std::move(named);
}

/// {"type": "allowed_tools"}: all are shown, some may be called.
PARLANCE_DECL void read_allowed_tools(wire_request& out, request_node const& allowed) {
    request_node const list = allowed.member("tools");
    request_items const tools = list.items();
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

PARLANCE_DECL void add_unread_choice(request_node const& choice, std::string const& type) {
    if (type == "allowed_tools") {
        choice.add_unread({"type", "allowed_tools", "mode", "tools"});
        choice.member(type).add_unread({"mode", "tools"});
    } else if (choice.is_object()) {
        choice.add_unread({"type", "function", "name", "disable_parallel_tool_use"});
        choice.member("function").add_unread({"name"});
    }
}

void read_choice(wire_request& out, request_node const& choice) {
    if (!choice) {
        return;
    }
    std::string const type = choice.is_string() ? choice.text() : choice.type();
    add_unread_choice(choice, type);
    if (type == "none") {
        out.wanted.calls.choice = call_policy::kind::none;
    } else if (type == "required" || type == "any") {
        out.wanted.calls.choice = call_policy::kind::required;
    } else if (type == "auto") {
        return;
    } else if (choice.is_string()) {
        choice.refuse("a choice is none, auto, required or a tool");
    } else if (type == "allowed_tools") {
        request_node const allowed = choice.member(type);
        read_allowed_tools(out, allowed ? allowed : choice);
    } else if (type.empty() || type == "function" || type == "tool") {
        request_node const function = choice.member("function");
        require_tool(out, (function ? function : choice).member("name"));
    } else {
        request_node const custom = choice.member(type).member("name");
        choice.refuse("tool '" + (custom ? custom : choice.member("name")).text_or(type) + "' is of type '" +
                      type + "'; only functions can be called");
    }
}

void read_format(wire_request& out, request_node const& type, request_node const& at) {
    std::string const kind = type.text_or("text");
    if (kind == "text") {
        return;
    }
    if (kind == "json_object") {
        out.wanted.schema = boost::json::object{{"type", "object"}, {"additionalProperties", true}};
        return;
    }
    if (kind != "json_schema") {
        type.refuse("a format is text, json_object or json_schema");
    }
    request_node const schema = at.member("schema");
    if (!schema || !schema.value().is_bool()) {
        (void)schema.object();
    }
    out.wanted.schema.emplace(schema.copy());
    out.wanted.exact_schema = at.member("strict").boolean_or(false);
}

void read_effort(wire_request& out, request_node const& effort) {
    if (!effort) {
        return;
    }
    if (std::string const word = effort.text(); word == "none") {
        out.wanted.thinking = false;
    } else {
        out.conversation.kwargs["reasoning_effort"] = word;
    }
}

void read_thinking(wire_request& out, request_node const& thinking) {
    if (!thinking) {
        return;
    }
    thinking.add_unread({"type", "budget_tokens"});
    std::string const type = thinking.member("type").text();
    if (type == "enabled" || type == "disabled") {
        out.wanted.thinking = type == "enabled";
    }
    if (request_node const budget = thinking.member("budget_tokens")) {
        out.wanted.thinking_budget = budget.count();
    }
}

void name_results(std::vector<message>& messages) {
    hash_map<std::string, std::string> names;  // of the calls so far, by id
    for (message& m : messages) {
        for (tool_call const& call : m.calls) {
            names[call.id] = call.name;
        }
        if (m.role == "tool" && m.name.empty() && !m.tool_call_id.empty()) {
            auto const* const found = names.find(m.tool_call_id);
            m.name = found != nullptr ? found->value : std::string();
        }
    }
}

}  // namespace parlance::chat::detail
