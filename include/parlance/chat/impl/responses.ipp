// parlance/chat/impl/responses.ipp - definitions of what parlance/chat/responses.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/responses.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/function_ref.hpp>
#include <string>

namespace parlance::chat {

boost::json::object responses_events::state(std::string_view status) const {
    boost::json::object out{{"id", options_.id},
                            {"object", "response"},
                            {"created_at", options_.created},
                            {"status", status},
                            {"error", nullptr},
                            {"incomplete_details", nullptr},
                            {"instructions", nullptr},
                            {"metadata", boost::json::object{}},
                            {"model", options_.model},
                            {"output", output_},
                            {"parallel_tool_calls", true},
                            {"tool_choice", "auto"},
                            {"tools", boost::json::array{}},
                            {"usage", nullptr}};
    for (auto const& [key, value] : options_.request) {
        out[key] = value;
    }
    return out;
}

boost::json::object responses_events::text_part() const {
    if (open_ == item::reasoning) {
        return {{"type", "reasoning_text"}, {"text", text_}};
    }
    return {{"type", "output_text"}, {"text", text_}, {"annotations", boost::json::array{}}};
}

boost::json::object responses_events::describe_item(std::string_view status) const {
    boost::json::object out{{"id", item_id_}};
    boost::json::array const parts =
        status == "in_progress" ? boost::json::array{} : boost::json::array{text_part()};
    switch (open_) {
    case item::none: break;
    case item::reasoning:
        out["type"] = "reasoning";
        out["summary"] = boost::json::array{};
        out["content"] = parts;
        break;
    case item::message:
        out["type"] = "message";
        out["role"] = "assistant";
        out["content"] = parts;
        break;
    case item::call:
        out["type"] = "function_call";
        out["call_id"] = call_id_;
        out["name"] = name_;
        out["arguments"] = text_;
        break;
    }
    out["status"] = status;
    return out;
}

void responses_events::begin(event_callback sink) {
    emit("response.created", {{"response", state("in_progress")}}, sink);
    emit("response.in_progress", {{"response", state("in_progress")}}, sink);
}

void responses_events::put(delta const& d, event_callback sink) {
    std::string const text = pieces_.of(d);
    if (text.empty() && !d.text.empty() && d.kind != delta_kind::call_begin) {
        return;
    }
    switch (d.kind) {
    case delta_kind::reasoning:
        if (open_ != item::reasoning) {
            start(item::reasoning, sink);
        }
        more("response.reasoning_text.delta", text, sink);
        break;
    case delta_kind::content:
        if (open_ != item::message) {
            start(item::message, sink);
        }
        more("response.output_text.delta", text, sink);
        break;
    case delta_kind::call_begin:
        leave(sink);
        call_id_ = call_id(d.id, d.index, options_.id, options_.make_id);
        name_ = text;
        start(item::call, sink);
        break;
    case delta_kind::arguments: more("response.function_call_arguments.delta", text, sink); break;
    case delta_kind::call_end:
        whole_ = whole_ && d.whole;
        if (open_ == item::call) {
            close(sink, d.whole ? "completed" : "incomplete");
        }
        break;
    case delta_kind::malformed: break;
    }
}

void responses_events::end(ending const& how, event_callback sink) {
    close(sink, how.cause == stop_cause::stop || open_ == item::call ? "completed" : "incomplete");
    stop_cause const cause = told_cause(how.cause, whole_);
    bool const whole = cause == stop_cause::stop;
    boost::json::object last = state(whole ? "completed" : "incomplete");
    if (!whole) {
        last["incomplete_details"] = boost::json::object{
            {"reason", cause == stop_cause::length ? "max_output_tokens" : "content_filter"}};
    }
    if (how.usage) {
        last["usage"] =
            boost::json::object{{"input_tokens", how.usage->input},
                                {"input_tokens_details", {{"cached_tokens", 0}, {"cache_write_tokens", 0}}},
                                {"output_tokens", how.usage->output},
                                {"output_tokens_details", {{"reasoning_tokens", 0}}},
                                {"total_tokens", how.usage->input + how.usage->output}};
    }
    emit(whole ? "response.completed" : "response.incomplete", {{"response", std::move(last)}}, sink);
}

void responses_events::emit(std::string_view type, boost::json::object const& body, event_callback sink) {
    boost::json::object out{{"type", type}, {"sequence_number", sequence_++}};
    for (auto const& member : body) {
        out.insert(member);
    }
    sink(std::move(out));
}

void responses_events::emit_in_item(std::string_view type, std::string_view key,
                                    boost::json::value const& value, event_callback sink) {
    boost::json::object body{{"item_id", item_id_}, {"output_index", index_}};
    if (open_ != item::call) {
        body["content_index"] = 0;
    }
    if (open_ == item::message && key != "part") {
        body["logprobs"] = boost::json::array{};
    }
    if (open_ == item::call && key == "arguments") {
        body["name"] = name_;
    }
    body[key] = value;
    emit(type, body, sink);
}

void responses_events::leave(event_callback sink) {
    // A call whose end comes later, if at all, is judged by what there is of it.
    bool const whole = open_ != item::call || json::parse(text_).has_value();
    close(sink, whole ? "completed" : "incomplete");
}

void responses_events::start(item kind, event_callback sink) {
    leave(sink);
    open_ = kind;
    item_id_ = kind == item::reasoning ? "rs_" : kind == item::message ? "msg_" : "fc_";
    if (options_.unique_ids) {
        std::string_view answer = options_.id;
        answer.remove_prefix(answer.starts_with("resp_") ? 5 : 0);
        item_id_.append(answer).append("_");
    }
    item_id_.append(std::to_string(index_));
    emit("response.output_item.added", {{"output_index", index_}, {"item", describe_item("in_progress")}},
         sink);
    if (has_part()) {
        emit_in_item("response.content_part.added", "part", text_part(), sink);
    }
}

void responses_events::more(std::string_view type, std::string_view text, event_callback sink) {
    text_.append(text);
    emit_in_item(type, "delta", boost::json::value(text), sink);
}

void responses_events::close(event_callback sink, std::string_view status) {
    switch (open_) {
    case item::none: return;
    case item::reasoning:
        emit_in_item("response.reasoning_text.done", "text", boost::json::value(text_), sink);
        break;
    case item::message:
        emit_in_item("response.output_text.done", "text", boost::json::value(text_), sink);
        break;
    case item::call:
        emit_in_item("response.function_call_arguments.done", "arguments", boost::json::value(text_), sink);
        break;
    }
    if (has_part()) {
        emit_in_item("response.content_part.done", "part", text_part(), sink);
    }
    output_.push_back(describe_item(status));
    emit("response.output_item.done", {{"output_index", index_}, {"item", output_.back()}}, sink);
    open_ = item::none;
    text_.clear();
    ++index_;
}

boost::json::object to_responses(message const& m, ending const& how, responses_options const& options) {
    boost::json::object out;
    auto const keep_last = [&](boost::json::object event) {
        if (auto* response = event.if_contains("response")) {
            out = std::move(response->get_object());
        }
    };
    responses_events events(options);
    if (!m.reasoning.empty()) {
        events.put({delta_kind::reasoning, 0, m.reasoning, {}, true}, keep_last);
    }
    if (m.content && !m.content->empty()) {
        events.put({delta_kind::content, 0, *m.content, {}, true}, keep_last);
    }
    for (std::size_t i = 0; i < m.calls.size(); ++i) {
        tool_call const& call = m.calls[i];
        events.put({delta_kind::call_begin, i, call.name, call.id, true}, keep_last);
        events.put({delta_kind::arguments, i, call.arguments, {}, true}, keep_last);
        events.put({delta_kind::call_end, i, {}, {}, call.whole}, keep_last);
    }
    events.end(how, keep_last);
    return out;
}

}  // namespace parlance::chat
