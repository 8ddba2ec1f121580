// parlance/chat/anthropic.hpp - answers in the shapes of Anthropic's messages
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::chat {

struct anthropic_options {
    std::string id = "msg_0";
    std::string model = "model";
    std::int64_t input_tokens = 0;  // of message_start; the ending's usage replaces it where it is given
};

/// "max_tokens" and "refusal" always win; else "tool_use" when there is at least one call, else what ended the text.
///
/// whole  all calls are; otherwise it is "max_tokens"
[[nodiscard]] constexpr std::string_view anthropic_stop_reason(ending const& how, bool called,
                                                               bool whole = true) noexcept {
    switch (told_cause(how.cause, whole)) {
    case stop_cause::length: return "max_tokens";
    case stop_cause::content_filter: return "refusal";
    case stop_cause::stop: break;
    }
    if (called) {
        return "tool_use";
    }
    return how.stop_sequence.empty() ? "end_turn" : "stop_sequence";
}

namespace detail {

/// stop_reason and stop_sequence, which stand together in a message and in message_delta.
PARLANCE_DECL void add_stop(boost::json::object& out, ending const& how, bool called, bool whole);

}  // namespace detail

/// The whole message: thinking, text and tool_use blocks.  Arguments that are no JSON object, as when the model was cut
/// off, stand as their text under "raw_arguments" in `input`.
[[nodiscard]] PARLANCE_DECL boost::json::object to_anthropic(message const& m, ending const& how,
                                                             anthropic_options const& options = {});

/// Writes deltas as the events of a streamed message.  Blocks are strictly sequential: one is closed before the next
/// is opened.  Calls: as openai_chunks.
class anthropic_events {
public:
    explicit anthropic_events(anthropic_options options = {}) : options_(std::move(options)) {}

    void begin(event_callback sink) const {
        boost::json::object message{{"id", options_.id},       {"type", "message"},
                                    {"role", "assistant"},     {"content", boost::json::array{}},
                                    {"model", options_.model}, {"stop_reason", nullptr},
                                    {"stop_sequence", nullptr}};
        message["usage"] = boost::json::object{{"input_tokens", options_.input_tokens}, {"output_tokens", 0}};
        sink(boost::json::object{{"type", "message_start"}, {"message", std::move(message)}});
    }

    void put(delta const& d, event_callback sink) {
        switch (d.kind) {
        case delta_kind::reasoning:
            if (open_ != block::thinking) {
                start(block::thinking, {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}}, sink);
            }
            more({{"type", "thinking_delta"}, {"thinking", d.text}}, sink);
            break;
        case delta_kind::content:
            if (open_ != block::text) {
                start(block::text, {{"type", "text"}, {"text", ""}}, sink);
            }
            more({{"type", "text_delta"}, {"text", d.text}}, sink);
            break;
        case delta_kind::call_begin:
            called_ = true;
            start(block::tool,
                  {{"type", "tool_use"},
                   {"id", call_id(d.id, d.index)},
                   {"name", d.text},
                   {"input", boost::json::object{}}},
                  sink);
            break;
        case delta_kind::arguments:
            more({{"type", "input_json_delta"}, {"partial_json", d.text}}, sink);
            break;
        case delta_kind::call_end:
            whole_ = whole_ && d.whole;
            close(sink);
            break;
        case delta_kind::malformed: break;
        }
    }

    void end(ending const& how, event_callback sink) {
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

private:
    enum class block : std::uint8_t { none, thinking, text, tool };

    void start(block kind, boost::json::object body, event_callback sink) {
        close(sink);
        open_ = kind;
        sink(boost::json::object{
            {"type", "content_block_start"}, {"index", index_}, {"content_block", std::move(body)}});
    }
    void more(boost::json::object body, event_callback sink) const {
        sink(boost::json::object{
            {"type", "content_block_delta"}, {"index", index_}, {"delta", std::move(body)}});
    }
    void close(event_callback sink) {
        if (open_ == block::none) {
            return;
        }
        if (open_ == block::thinking) {
            more({{"type", "signature_delta"}, {"signature", ""}}, sink);
        }
        sink(boost::json::object{{"type", "content_block_stop"}, {"index", index_}});
        open_ = block::none;
        ++index_;
    }

    anthropic_options options_;
    std::size_t index_ = 0;  // of the open block, or of the next
    block open_ = block::none;
    bool called_ = false;
    bool whole_ = true;  // all calls
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/anthropic.ipp>
#endif
