// parlance/chat/impl/anthropic.ipp - definitions of what parlance/chat/anthropic.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/anthropic.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

namespace parlance::chat::detail {

/// stop_reason and stop_sequence, which stand together in a message and in message_delta.
PARLANCE_DECL void add_stop(boost::json::object& out, ending const& how, bool called, bool whole) {
    std::string_view const reason = anthropic_stop_reason(how, called, whole);
    out["stop_reason"] = reason;
    out["stop_sequence"] =
        reason == "stop_sequence" ? boost::json::value(how.stop_sequence) : boost::json::value(nullptr);
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

boost::json::object to_anthropic(message const& m, ending const& how, anthropic_options const& options) {
    boost::json::array blocks;
    if (std::string const thought = wire_text(m.reasoning); !thought.empty()) {
        blocks.push_back(boost::json::object{{"type", "thinking"},
                                             {"thinking", thought},
                                             {"signature", options.signed_thinking ? options.id : ""}});
    }
    if (std::string const text = wire_text(m.content.value_or("")); !text.empty()) {
        blocks.push_back(boost::json::object{{"type", "text"}, {"text", text}});
    }
    for (std::size_t i = 0; i < m.calls.size(); ++i) {
        tool_call const& call = m.calls[i];
        boost::json::object input;
        std::string const arguments = wire_text(call.arguments);
        auto parsed = json::parse(arguments.empty() ? "{}" : std::string_view(arguments));
        if (parsed && parsed->is_object()) {
            input = std::move(parsed->get_object());
        } else {
            input["raw_arguments"] = arguments;
        }
        blocks.push_back(boost::json::object{{"type", "tool_use"},
                                             {"id", call_id(call.id, i, options.id, options.make_id)},
                                             {"name", wire_text(call.name)},
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

void anthropic_events::begin(event_callback sink) const {
    boost::json::object message{{"id", options_.id},       {"type", "message"},
                                {"role", "assistant"},     {"content", boost::json::array{}},
                                {"model", options_.model}, {"stop_reason", nullptr},
                                {"stop_sequence", nullptr}};
    message["usage"] = boost::json::object{{"input_tokens", options_.input_tokens}, {"output_tokens", 0}};
    sink(boost::json::object{{"type", "message_start"}, {"message", std::move(message)}});
}

void anthropic_events::put(delta const& d, event_callback sink) {
    std::string const text = pieces_.of(d);
    if (text.empty() && !d.text.empty() && d.kind != delta_kind::call_begin) {
        return;
    }
    switch (d.kind) {
    case delta_kind::reasoning:
        if (open_ != block::thinking) {
            start(block::thinking, {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}}, sink);
        }
        more({{"type", "thinking_delta"}, {"thinking", text}}, sink);
        break;
    case delta_kind::content:
        if (open_ != block::text) {
            start(block::text, {{"type", "text"}, {"text", ""}}, sink);
        }
        more({{"type", "text_delta"}, {"text", text}}, sink);
        break;
    case delta_kind::call_begin:
        called_ = true;
        input_ = {};
        start(block::tool,
              {{"type", "tool_use"},
               {"id", call_id(d.id, d.index, options_.id, options_.make_id)},
               {"name", text},
               {"input", boost::json::object{}}},
              sink);
        break;
    case delta_kind::arguments:
        if (std::size_t const json = input_.take(text); json > 0) {
            more({{"type", "input_json_delta"}, {"partial_json", std::string_view(text).substr(0, json)}},
                 sink);
        }
        break;
    case delta_kind::call_end:
        whole_ = whole_ && d.whole;
        if (open_ == block::tool) {
            close(sink);
        }
        break;
    case delta_kind::malformed: break;
    }
}

void anthropic_events::end(ending const& how, event_callback sink) {
    close(sink);
    boost::json::object body;
    detail::add_stop(body, how, called_, whole_);
    boost::json::object used;
    if (how.usage) {
        used["input_tokens"] = how.usage->input;
    }
    used["output_tokens"] = how.usage ? how.usage->output : 0;
    sink(boost::json::object{
        {"type", "message_delta"}, {"delta", std::move(body)}, {"usage", std::move(used)}});
    sink(boost::json::object{{"type", "message_stop"}});
}

void anthropic_events::start(block kind, boost::json::object body, event_callback sink) {
    close(sink);
    open_ = kind;
    sink(boost::json::object{
        {"type", "content_block_start"}, {"index", index_}, {"content_block", std::move(body)}});
}

void anthropic_events::more(boost::json::object body, event_callback sink) const {
    sink(boost::json::object{{"type", "content_block_delta"}, {"index", index_}, {"delta", std::move(body)}});
}

void anthropic_events::close(event_callback sink) {
    if (open_ == block::none) {
        return;
    }
    if (open_ == block::thinking) {
        more({{"type", "signature_delta"}, {"signature", options_.signed_thinking ? options_.id : ""}}, sink);
    }
    sink(boost::json::object{{"type", "content_block_stop"}, {"index", index_}});
    open_ = block::none;
    ++index_;
}

}  // namespace parlance::chat
