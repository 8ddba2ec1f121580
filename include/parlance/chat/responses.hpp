// parlance/chat/responses.hpp - answers in the shapes of OpenAI's Responses
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
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

struct responses_options {
    std::string id = "resp_0";
};

/// Writes deltas as the events of a streamed response: one output item per stretch of reasoning, text, or call, in the
/// order of appearance, each closed before the next is opened.  Every event carries its sequence_number, and those of
/// an item its output_index and item_id.  Calls: as openai_chunks; one that is not whole is "incomplete", and so is the
/// response.
class responses_events {
public:
    explicit responses_events(responses_options options = {}) : options_(std::move(options)) {}

    void begin(event_callback sink) {
        emit("response.created", {{"response", state("in_progress")}}, sink);
        emit("response.in_progress", {{"response", state("in_progress")}}, sink);
    }

    void put(delta const& d, event_callback sink) {
        switch (d.kind) {
        case delta_kind::reasoning:
            if (open_ != item::reasoning) {
                start(item::reasoning, sink);
            }
            more("response.reasoning_text.delta", d.text, sink);
            break;
        case delta_kind::content:
            if (open_ != item::message) {
                start(item::message, sink);
            }
            more("response.output_text.delta", d.text, sink);
            break;
        case delta_kind::call_begin:
            close(sink);
            call_id_ = call_id(d.id, d.index);
            name_ = d.text;
            start(item::call, sink);
            break;
        case delta_kind::arguments: more("response.function_call_arguments.delta", d.text, sink); break;
        case delta_kind::call_end:
            whole_ = whole_ && d.whole;
            close(sink, d.whole ? "completed" : "incomplete");
            break;
        case delta_kind::malformed: break;
        }
    }

    void end(ending const& how, event_callback sink) {
        close(sink);
        stop_cause const cause = told_cause(how.cause, whole_);
        bool const whole = cause == stop_cause::stop;
        boost::json::object last = state(whole ? "completed" : "incomplete");
        if (!whole) {
            last["incomplete_details"] = boost::json::object{
                {"reason", cause == stop_cause::length ? "max_output_tokens" : "content_filter"}};
        }
        if (how.usage) {
            last["usage"] = boost::json::object{{"input_tokens", how.usage->input},
                                                {"output_tokens", how.usage->output},
                                                {"total_tokens", how.usage->input + how.usage->output}};
        }
        emit(whole ? "response.completed" : "response.incomplete", {{"response", std::move(last)}}, sink);
    }

private:
    enum class item : std::uint8_t { none, reasoning, message, call };

    void emit(std::string_view type, boost::json::object const& body, event_callback sink) {
        boost::json::object out{{"type", type}, {"sequence_number", sequence_++}};
        for (auto const& member : body) {
            out.insert(member);
        }
        sink(std::move(out));
    }

    /// An event of the open item; of text, also with its content_index.
    void emit_in_item(std::string_view type, std::string_view key, boost::json::value const& value,
                      event_callback sink) {
        boost::json::object body{{"item_id", item_id_}, {"output_index", index_}};
        if (open_ != item::call) {
            body["content_index"] = 0;
        }
        body[key] = value;
        emit(type, body, sink);
    }

    void start(item kind, event_callback sink) {
        close(sink);
        open_ = kind;
        item_id_ = (kind == item::reasoning ? "rs_"
                    : kind == item::message ? "msg_"
                                            : "fc_") +
                   std::to_string(index_);
        emit("response.output_item.added", {{"output_index", index_}, {"item", describe_item("in_progress")}},
             sink);
        if (kind == item::message) {
            emit_in_item("response.content_part.added", "part", text_part(), sink);
        }
    }
    void more(std::string_view type, std::string_view text, event_callback sink) {
        text_.append(text);
        emit_in_item(type, "delta", boost::json::value(text), sink);
    }
    void close(event_callback sink, std::string_view status = "completed") {
        switch (open_) {
        case item::none: return;
        case item::reasoning:
            emit_in_item("response.reasoning_text.done", "text", boost::json::value(text_), sink);
            break;
        case item::message:
            emit_in_item("response.output_text.done", "text", boost::json::value(text_), sink);
            emit_in_item("response.content_part.done", "part", text_part(), sink);
            break;
        case item::call:
            emit_in_item("response.function_call_arguments.done", "arguments", boost::json::value(text_),
                         sink);
            break;
        }
        emit("response.output_item.done", {{"output_index", index_}, {"item", describe_item(status)}}, sink);
        open_ = item::none;
        text_.clear();
        ++index_;
    }

    [[nodiscard]] PARLANCE_DECL boost::json::object state(std::string_view status) const;
    [[nodiscard]] PARLANCE_DECL boost::json::object text_part() const;
    [[nodiscard]] PARLANCE_DECL boost::json::object describe_item(std::string_view status) const;

    responses_options options_;
    std::size_t sequence_ = 0;
    std::size_t index_ = 0;  // of the open item, or of the next
    item open_ = item::none;
    std::string item_id_;
    std::string call_id_;
    std::string name_;
    std::string text_;   // of the open item, so far
    bool whole_ = true;  // all calls
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/responses.ipp>
#endif
