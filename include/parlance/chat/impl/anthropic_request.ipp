// parlance/chat/impl/anthropic_request.ipp - definitions of what parlance/chat/anthropic_request.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/request_parts.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/array.hpp>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Where a message stands whose content was read from `content`.
PARLANCE_DECL message_place place_of(request_node const& at, request_node const& content, message const& m) {
    message_place out{at.path(), {}};
    for (std::size_t i = 0; i < m.parts.size(); ++i) {
        out.parts.push_back(content.path() + '/' + std::to_string(i));
    }
    return out;
}

/// One message of Anthropic's: results of tools are messages of their own in front of what else is said.
PARLANCE_DECL void read_anthropic_message(wire_request& request, request_node const& at) {
    std::vector<message>& out = request.conversation.messages;
    std::vector<message_place>& places = request.conversation.places;
    (void)at.object();
    at.add_unread({"role", "content"});
    message m;
    m.role = at.member("role").text();
    if (m.role != "user" && m.role != "assistant" && m.role != "system") {
        at.member("role").refuse("a role is user or assistant");
    }
    request_node const content = at.member("content");
    if (!content.is_array()) {
        m.content = content.text();
        out.push_back(std::move(m));
        places.push_back({at.path(), {}});
        return;
    }
    message_place here{at.path(), {}};
    for (request_node const& block : content.items()) {
        std::string const type = block.type();
        if (type == "tool_result") {
            message& result = out.emplace_back();
            result.role = "tool";
            result.tool_call_id = block.member("tool_use_id").text();
            read_content(block.member("content"), result, true);
            if (!result.content && result.parts.empty()) {
                result.content = std::string();
            }
            if (block.member("is_error").boolean_or(false)) {  // no template has a place for it
                block.add_unread({"type", "tool_use_id", "content"});
            } else {
                block.add_unread({"type", "tool_use_id", "content", "is_error"});
            }
            places.push_back(place_of(block, block.member("content"), result));
        } else if (type == "tool_use") {
            block.add_unread({"type", "id", "name", "input"});
            request_node const input = block.member("input");
            m.calls.push_back({block.member("id").text_or({}), block.member("name").text(),
                               input ? json::dump(input.object()) : "{}"});
        } else if (type == "thinking") {
            block.add_unread({"type", "thinking", "signature"});
            m.reasoning += block.member("thinking").text();
        } else if (type != "redacted_thinking") {
            m.parts.push_back(content_part(block));
            here.parts.push_back(block.path());
        }
    }
    join_text(m);
    if (m.content || !m.parts.empty() || !m.calls.empty() || !m.reasoning.empty()) {
        out.push_back(std::move(m));
        places.push_back(std::move(here));
    }
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<wire_request> anthropic_request(boost::json::value const& value, limits const& bounds) {
    using detail::request_node;
    return detail::read_request<wire_request>(value, bounds.stop, [](request_node const& body) {
        wire_request out = detail::read_frame(body, "input_schema", {"max_tokens"});
        if (request_node const kept = body.member("thread")) {
            kept.refuse("no conversation is kept here; send its messages");
        }
        std::vector<message>& messages = out.conversation.messages;
        if (request_node const system = body.member("system")) {
            message& m = messages.emplace_back();
            m.role = "system";
            detail::read_content(system, m, true);
            out.conversation.places.push_back(detail::place_of(system, system, m));
        }
        request_node const said = body.member("messages");
        if (!said.is_array()) {
            said.refuse("a list of messages was expected", errc::json_type);
        }
        said.items().make_room(messages);
        for (request_node const& m : said.items()) {
            detail::read_anthropic_message(out, m);
        }
        detail::name_results(messages);
        if (!messages.empty() && messages.back().role == "assistant" && messages.back().calls.empty()) {
            out.conversation.continue_final = continuation::automatic;
        }
        request_node const choice = body.member("tool_choice");
        detail::read_choice(out, choice);
        out.wanted.calls.parallel =
            choice.is_string() || !choice.member("disable_parallel_tool_use").boolean_or(false);
        detail::read_thinking(out, body.member("thinking"));
        request_node const config = body.member("output_config");
        detail::read_effort(out, config.member("effort"));
        for (request_node const& format : {body.member("output_format"), config.member("format")}) {
            detail::read_format(out, format.member("type"), format);
        }
        for (request_node const list = body.member("stop_sequences");
             request_node const& text : list.items()) {
            out.stops.push_back(text.text());
        }
        body.member("output_format").add_unread({"type", "name", "schema", "strict"});
        config.add_unread({"effort", "format"});
        config.member("format").add_unread({"type", "name", "schema", "strict"});
        out.unread = body.unread();
        return out;
    });
}

}  // namespace parlance::chat
