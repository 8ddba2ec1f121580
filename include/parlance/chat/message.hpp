// parlance/chat/message.hpp - one turn of a conversation
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>

namespace parlance::chat {

/// A call of a tool.  `arguments` is JSON text exactly as the model wrote it (numbers keep their digits).
///
/// whole    the arguments are complete JSON that no continuation of the text could have changed; false while they arrive,
///          and for good where the model was cut off or broke the call, or the arguments are none that a strict tool takes:
///          such a call must not be carried out
/// refused  that tool alone is why it is not whole
struct tool_call {
    std::string id;
    std::string name;
    std::string arguments;
    bool whole = true;
    bool refused = false;
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

/// The ids of calls: as they are, or, for templates that show nothing of a call's name but its id,
/// `functions.NAME:NUMBER`.
enum class id_form : std::uint8_t { as_given, named };

/// How tools are put.
enum class tool_form : std::uint8_t {
    function,  // {"type": "function", "function": {"name": …}}
    bare,      // {"name": …}
};

/// How messages, and the tools beside them, are put for a template.
///
/// reasoning_key  of reasoning_form::named
struct message_form {
    argument_form arguments = argument_form::object;
    reasoning_form reasoning = reasoning_form::reasoning_content;
    content_form content = content_form::text;
    id_form ids = id_form::as_given;
    tool_form tools = tool_form::function;
    std::string reasoning_key{};
    friend bool operator==(message_form const&, message_form const&) = default;
};

/// The message as templates read it: the keys that transformers users know (`reasoning_content`, `tool_calls` with
/// `function`).  Arguments that are not valid JSON stay text under either form.
[[nodiscard]] PARLANCE_DECL boost::json::object to_template_json(message const& m,
                                                                 message_form const& form = {});

namespace detail {

/// Adds the members of to_template_json() to an empty object, in its memory; not all of them where it was asked to stop.
PARLANCE_DECL void add_template_json(boost::json::object& out, message const& m, message_form const& form,
                                     stop_token asked);

}  // namespace detail

/// Gives the calls of these messages ids of id_form::named, numbered through the conversation, and their results the same
/// ones.  An id that has the call's name in it stays.  True when anything was changed.
PARLANCE_DECL bool name_ids(boost::json::array& messages);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/message.ipp>
#endif
