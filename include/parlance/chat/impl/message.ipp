// parlance/chat/impl/message.ipp - definitions of what parlance/chat/message.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace parlance::chat {

boost::json::object to_template_json(message const& m, message_form const& form) {
    boost::json::object out;
    detail::add_template_json(out, m, form, {});
    return out;
}

void detail::add_template_json(boost::json::object& out, message const& m, message_form const& form,
                               stop_token asked) {
    value_copier copier(asked);
    out["role"] = m.role;
    if (!m.reasoning.empty() && form.reasoning == reasoning_form::part) {
        auto& parts = out["content"].emplace_array();
        parts.push_back(boost::json::object{{"type", "thinking"}, {"thinking", m.reasoning}});
        copier.append(parts, m.parts);
        if (m.parts.empty() && m.content && !m.content->empty()) {
            parts.push_back(boost::json::object{{"type", "text"}, {"text", *m.content}});
        }
    } else if (!m.parts.empty()) {
        copier.append(out["content"].emplace_array(), m.parts);
    } else if (m.content && form.content == content_form::parts) {
        out["content"] =
            boost::json::array(std::size_t{1}, boost::json::object{{"type", "text"}, {"text", *m.content}});
    } else if (m.content) {
        out["content"] = *m.content;
    } else {
        out["content"] = m.calls.empty() ? boost::json::value("") : boost::json::value(nullptr);
    }
    if (!m.reasoning.empty() && form.reasoning != reasoning_form::part) {
        constexpr char const* keys[] = {"reasoning_content", "thinking", "reasoning"};
        bool const named = form.reasoning == reasoning_form::named;
        out[named ? form.reasoning_key : keys[static_cast<std::size_t>(form.reasoning)]] = m.reasoning;
    }
    if (!m.calls.empty()) {
        auto& calls = out["tool_calls"].emplace_array();
        calls.reserve(m.calls.size());
        limits bounds;
        bounds.stop = asked;
        for (tool_call const& call : m.calls) {
            if (asked.stop_requested()) {
                return;
            }
            boost::json::object& row = calls.emplace_back(boost::json::object_kind).get_object();
            if (!call.id.empty()) {
                row["id"] = call.id;
            }
            row["type"] = "function";
            auto& function = row["function"].emplace_object();
            function["name"] = call.name;
            function["arguments"] = call.arguments;
            if (form.arguments == argument_form::object) {
                if (auto parsed =
                        json::parse(call.arguments.empty() ? "{}" : std::string_view(call.arguments), bounds,
                                    out.storage())) {
                    function["arguments"] = *std::move(parsed);
                }
            }
        }
    }
    if (!m.tool_call_id.empty()) {
        out["tool_call_id"] = m.tool_call_id;
    }
    if (!m.name.empty()) {
        out["name"] = m.name;
    }
}

bool name_ids(boost::json::array& messages) {
    bool changed = false;
    std::size_t number = 0;
    hash_map<std::string, std::string> made;
    for (boost::json::value& message : messages) {
        auto* const object = message.if_object();
        auto* const calls = object != nullptr ? object->if_contains("tool_calls") : nullptr;
        for (std::size_t i = 0; calls != nullptr && calls->is_array() && i < calls->get_array().size();
             ++i, ++number) {
            boost::json::value& call = calls->get_array()[i];
            auto const* function = json::member(call, "function");
            auto const* name = function != nullptr ? json::member(*function, "name") : nullptr;
            auto const* id = json::member(call, "id");
            std::string const given(id != nullptr ? json::text_of(*id) : std::string_view{});
            std::string_view const called = name != nullptr ? json::text_of(*name) : std::string_view{};
            if (called.empty() || given.find(called) != std::string::npos) {
                continue;
            }
            std::string named =
                std::string("functions.").append(called).append(":").append(std::to_string(number));
            call.get_object()["id"] = named;
            made[given] = std::move(named);
            changed = true;
        }
        auto* const answers = object != nullptr ? object->if_contains("tool_call_id") : nullptr;
        auto const* const at = answers != nullptr ? made.find(std::string(json::text_of(*answers))) : nullptr;
        if (at != nullptr) {
            *answers = at->value;
        }
    }
    return changed;
}

}  // namespace parlance::chat
