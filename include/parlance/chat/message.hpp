// parlance/chat/message.hpp - one turn of a conversation
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// A call of a tool.  `arguments` is JSON text exactly as the model wrote it (numbers keep their digits); it is a
/// whole object unless the model was cut off.
struct tool_call {
    std::string id;
    std::string name;
    std::string arguments;
    friend bool operator==(tool_call const&, tool_call const&) = default;
};

/// A message, in the roles that chat templates know: system, developer, user, assistant, tool.
///
/// content       absent is not the same as empty: some templates tell them apart
/// parts         typed content (OpenAI's array of {"type": …}); where it is not empty, `content` is not used
/// reasoning     of an assistant message; empty for none
/// tool_call_id  and `name` of a tool result
struct message {
    std::string role{};
    std::optional<std::string> content{};
    boost::json::array parts{};
    std::string reasoning{};
    std::vector<tool_call> calls{};
    std::string tool_call_id{};
    std::string name{};
    friend bool operator==(message const&, message const&) = default;
};

/// How a template wants the arguments of a call: most expect an object, some the JSON text.
enum class argument_form : std::uint8_t { object, text };

/// Where a template looks for an assistant's reasoning: under a key of the message, in a part of its content, or under
/// a key that only this template knows.
enum class reasoning_form : std::uint8_t { reasoning_content, thinking, reasoning, part, named };

/// Whether a template takes content as a text, or only as a list of parts.
enum class content_form : std::uint8_t { text, parts };

/// How messages are put for a template.
///
/// reasoning_key  of reasoning_form::named
struct message_form {
    argument_form arguments = argument_form::object;
    reasoning_form reasoning = reasoning_form::reasoning_content;
    content_form content = content_form::text;
    std::string reasoning_key{};
    friend bool operator==(message_form const&, message_form const&) = default;
};

/// The message as templates read it: the keys that transformers users know (`reasoning_content`, `tool_calls` with
/// `function`).  Arguments that are not valid JSON stay text under either form.
[[nodiscard]] inline boost::json::object to_template_json(message const& m, message_form const& form = {}) {
    boost::json::object out{{"role", m.role}};
    if (!m.reasoning.empty() && form.reasoning == reasoning_form::part) {
        auto& parts = out["content"].emplace_array();
        parts.push_back(boost::json::object{{"type", "thinking"}, {"thinking", m.reasoning}});
        parts.insert(parts.end(), m.parts.begin(), m.parts.end());
        if (m.parts.empty() && m.content && !m.content->empty()) {
            parts.push_back(boost::json::object{{"type", "text"}, {"text", *m.content}});
        }
    } else if (!m.parts.empty()) {
        out["content"] = m.parts;
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
        for (tool_call const& call : m.calls) {
            boost::json::object row;
            if (!call.id.empty()) {
                row["id"] = call.id;
            }
            row["type"] = "function";
            auto& function = row["function"].emplace_object();
            function["name"] = call.name;
            function["arguments"] = call.arguments;
            if (form.arguments == argument_form::object) {
                if (auto parsed =
                        json::parse(call.arguments.empty() ? "{}" : std::string_view(call.arguments))) {
                    function["arguments"] = *std::move(parsed);
                }
            }
            calls.push_back(std::move(row));
        }
    }
    if (!m.tool_call_id.empty()) {
        out["tool_call_id"] = m.tool_call_id;
    }
    if (!m.name.empty()) {
        out["name"] = m.name;
    }
    return out;
}

}  // namespace parlance::chat
