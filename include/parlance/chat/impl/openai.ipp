// parlance/chat/impl/openai.ipp - definitions of what parlance/chat/openai.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/openai.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/request_parts.hpp>
#include <vector>

namespace parlance::chat::detail {

/// The finish reason, which has another word for a function_call.
PARLANCE_DECL std::string_view openai_reason(ending const& how, bool called, bool whole,
                                             openai_options const& options) {
    std::string_view const reason = finish_reason(how, called, whole);
    return options.legacy_functions && reason == "tool_calls" ? "function_call" : reason;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

boost::json::object to_openai(message const& m, openai_options const& options) {
    boost::json::object out{{"role", "assistant"}};
    out["content"] = m.content ? boost::json::value(wire_text(*m.content)) : boost::json::value(nullptr);
    if (std::string const thought = wire_text(m.reasoning); !thought.empty()) {
        out[options.reasoning_key] = thought;
    }
    if (!m.calls.empty() && options.legacy_functions) {
        tool_call const& call = m.calls.front();
        out["function_call"] = {{"name", wire_text(call.name)}, {"arguments", wire_text(call.arguments)}};
    } else if (!m.calls.empty()) {
        auto& calls = out["tool_calls"].emplace_array();
        for (tool_call const& call : m.calls) {
            calls.push_back(boost::json::object{
                {"id", call_id(call.id, calls.size(), options.id, options.make_id)},
                {"type", "function"},
                {"function", boost::json::object{{"name", wire_text(call.name)},
                                                 {"arguments", wire_text(call.arguments)}}}});
        }
    }
    return out;
}

boost::json::object to_openai(token_usage const& used) {
    return {{"prompt_tokens", used.input},
            {"completion_tokens", used.output},
            {"total_tokens", used.input + used.output}};
}

boost::json::object to_openai_choice(message const& m, ending const& how, openai_options const& options) {
    boost::json::object out{{"index", 0}, {"message", to_openai(m, options)}};
    out["finish_reason"] = detail::openai_reason(how, !m.calls.empty(), has_whole_calls(m), options);
    return out;
}

boost::json::object to_openai_completion(message const& m, ending const& how, openai_options const& options) {
    boost::json::object out{{"id", options.id},
                            {"object", "chat.completion"},
                            {"created", options.created},
                            {"model", options.model},
                            {"choices", boost::json::array{to_openai_choice(m, how, options)}}};
    if (how.usage) {
        out["usage"] = to_openai(*how.usage);
    }
    return out;
}

boost::json::object to_openai_completion(message const& m, stop_cause cause, openai_options const& options) {
    return to_openai_completion(m, ending{cause, {}, false, {}}, options);
}

boost::json::object openai_chunks::of_call(std::size_t index, boost::json::object function,
                                           boost::json::object head) const {
    if (options_.legacy_functions) {
        return {{"function_call", std::move(function)}};
    }
    boost::json::object call{{"index", index}};
    for (auto& member : head) {
        call.insert(std::move(member));
    }
    call["function"] = std::move(function);
    return {{"tool_calls", boost::json::array{std::move(call)}}};
}

boost::json::object openai_chunks::frame(boost::json::array choices) const {
    return {{"id", options_.id},
            {"object", "chat.completion.chunk"},
            {"created", options_.created},
            {"model", options_.model},
            {"choices", std::move(choices)}};
}

boost::json::object openai_chunks::chunk(boost::json::object body, boost::json::value reason) const {
    boost::json::object choice{
        {"index", 0}, {"delta", std::move(body)}, {"finish_reason", std::move(reason)}};
    return frame(boost::json::array{std::move(choice)});
}

result<std::vector<message>> messages_from_openai(boost::json::value const& value, limits const& bounds) {
    return detail::read_request<std::vector<message>>(value, bounds.stop,
                                                      [](detail::request_node const& all) {
                                                          if (!all.is_array()) {
                                                              all.refuse("messages must be a list");
                                                          }
                                                          std::vector<message> out;
                                                          all.items().make_room(out);
                                                          for (detail::request_node const& m : all.items()) {
                                                              out.push_back(detail::openai_message(m));
                                                          }
                                                          return out;
                                                      });
}

void openai_chunks::begin(event_callback sink) const {
    sink(chunk({{"role", "assistant"}, {"content", nullptr}}, nullptr));
}

void openai_chunks::put(delta const& d, event_callback sink) {
    std::string const text = pieces_.of(d);
    if (text.empty() && !d.text.empty() && d.kind != delta_kind::call_begin) {
        return;
    }
    bool const written = d.index == 0 || !options_.legacy_functions;  // of calls
    switch (d.kind) {
    case delta_kind::reasoning: sink(chunk({{options_.reasoning_key, text}}, nullptr)); break;
    case delta_kind::content: sink(chunk({{"content", text}}, nullptr)); break;
    case delta_kind::call_begin:
        called_ = true;
        if (written) {
            sink(chunk(of_call(d.index, {{"name", text}, {"arguments", ""}},
                               {{"id", call_id(d.id, d.index, options_.id, options_.make_id)},
                                {"type", "function"}}),
                       nullptr));
        }
        break;
    case delta_kind::arguments:
        if (written) {
            sink(chunk(of_call(d.index, {{"arguments", text}}), nullptr));
        }
        break;
    case delta_kind::call_end: whole_ = whole_ && d.whole; break;
    case delta_kind::malformed: break;
    }
}

void openai_chunks::end(ending const& how, event_callback sink) const {
    sink(chunk({}, boost::json::value(detail::openai_reason(how, called_, whole_, options_))));
    if (how.usage && options_.stream_usage) {
        boost::json::object last = frame({});
        last["usage"] = to_openai(*how.usage);
        sink(std::move(last));
    }
}

}  // namespace parlance::chat
