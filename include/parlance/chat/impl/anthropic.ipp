// parlance/chat/impl/anthropic.ipp - definitions of what parlance/chat/anthropic.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

void add_stop(boost::json::object& out, ending const& how, bool called, bool whole) {
    std::string_view const reason = anthropic_stop_reason(how, called, whole);
    out["stop_reason"] = reason;
    out["stop_sequence"] =
        reason == "stop_sequence" ? boost::json::value(how.stop_sequence) : boost::json::value(nullptr);
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

boost::json::object to_anthropic(message const& m, ending const& how, anthropic_options const& options) {
    boost::json::array blocks;
    if (!m.reasoning.empty()) {
        blocks.push_back(
            boost::json::object{{"type", "thinking"}, {"thinking", m.reasoning}, {"signature", ""}});
    }
    if (m.content && !m.content->empty()) {
        blocks.push_back(boost::json::object{{"type", "text"}, {"text", *m.content}});
    }
    for (std::size_t i = 0; i < m.calls.size(); ++i) {
        tool_call const& call = m.calls[i];
        boost::json::object input;
        auto parsed = json::parse(call.arguments.empty() ? "{}" : std::string_view(call.arguments));
        if (parsed && parsed->is_object()) {
            input = std::move(parsed->get_object());
        } else {
            input["raw_arguments"] = call.arguments;
        }
        blocks.push_back(boost::json::object{{"type", "tool_use"},
                                             {"id", call_id(call, i)},
                                             {"name", call.name},
                                             {"input", std::move(input)}});
    }
    boost::json::object out{{"id", options.id},
                            {"type", "message"},
                            {"role", "assistant"},
                            {"content", std::move(blocks)},
                            {"model", options.model}};
    detail::add_stop(out, how, !m.calls.empty(), has_whole_calls(m));
    token_usage const used = how.usage.value_or(token_usage{options.input_tokens, 0});
    out["usage"] = boost::json::object{{"input_tokens", used.input}, {"output_tokens", used.output}};
    return out;
}

}  // namespace parlance::chat
