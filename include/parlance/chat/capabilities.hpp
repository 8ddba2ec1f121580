// parlance/chat/capabilities.hpp - what a template does with what it is given, found out by trying
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat {

/// What a template was found to show of its inputs, so that they can be put as it wants them.
///
/// tools             the tools it is given
/// content_in_call   content beside calls
/// blank_content     content beside calls must be present; an empty text will do
/// one_text_in_call  beside calls it takes reasoning or content, and fails on both
/// form              where it looks for reasoning, and how it wants content, a call's arguments, and tools
/// shows_calls       calls in history
/// parallel_calls    several calls of one message
/// object_arguments  a call's arguments as an object, with their values
/// text_arguments    the same as a string of JSON
/// text_content      content that is a string
/// typed_content     content that is a list of {"type": "text", "text": …}
/// system_role       the text of a system message
/// developer_role    the text of a developer message
/// reasoning         the reasoning of the last message
/// reasoning_kept    reasoning before the user's last message, too
/// needs_system      it renders nothing without a system message in front
/// needs_tools       it renders nothing without tools
/// needs_description  it fails on a tool without a description; an empty one will do
/// tools_behind_system  it shows tools only behind a system message; an empty one will do
/// thinking_switch   the variable that turns thinking on and off; empty for none
struct capabilities {
    bool tools = false;
    bool content_in_call = false;
    bool blank_content = false;
    bool one_text_in_call = false;
    message_form form{};
    bool shows_calls = false;
    bool parallel_calls = false;
    bool object_arguments = false;
    bool text_arguments = false;
    bool text_content = false;
    bool typed_content = false;
    bool system_role = false;
    bool developer_role = false;
    bool reasoning = false;
    bool reasoning_kept = false;
    bool needs_system = false;
    bool needs_tools = false;
    bool needs_description = false;
    bool tools_behind_system = false;
    std::string thinking_switch{};
    friend bool operator==(capabilities const&, capabilities const&) = default;
};

namespace detail {

/// What templates call the variable that turns thinking on and off.
inline constexpr std::string_view thinking_switches[] = {"enable_thinking", "thinking", "reasoning"};

}  // namespace detail

/// Renders with these variables, or says that it cannot.
using scene_renderer = function_ref<std::optional<std::string>(boost::json::object const&)>;

/// Tries a template with about twenty small conversations.
///
/// render  renders with these variables (`messages`, sometimes `tools`), and adds what else the template needs, such as
///         special tokens; no value where it fails
[[nodiscard]] PARLANCE_RARE capabilities probe_capabilities(scene_renderer render);

/// The same for a compiled template.  `variables` are what it needs besides messages.
[[nodiscard]] PARLANCE_RARE capabilities probe_capabilities(jinja::compiled_template const& what,
                                                            boost::json::object const& variables = {},
                                                            limits const& bounds = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/capabilities.ipp>
#endif
