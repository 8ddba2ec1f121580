// parlance/chat/fitting.hpp - messages changed so that a template can take them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/decl.hpp>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// A change to messages that fit() or chat_template::write() made, or what could not be helped.
enum class fixup : std::uint8_t {
    developer_into_system,  // a developer message became a system message
    system_into_user,       // the system text became the beginning of the first user message
    content_as_parts,       // texts became lists of one part
    content_as_text,        // lists of text parts became texts
    arguments_as_object,    // strings of JSON became objects
    arguments_as_text,      // objects became strings of JSON
    arguments_wrapped,  // what is no object became one, with the text as its member "arguments"; nothing, an empty one
    blank_content,           // null or missing content became an empty text
    content_into_reasoning,  // beside calls only one text is taken: the content became the end of the reasoning
    calls_in_turn,     // several calls of one message became messages of one call, each before its result
    results_in_order,  // results of calls that the template does not name were put in the order of the calls
    media_renamed,     // an image, a sound or a video got the type that the template looks for
    tool_described,    // a tool without a description got an empty one
    system_added,      // tools are shown behind a system message only: an empty one was added
    text_left_out,  // the template shows nothing of the text of a message: nothing was changed, and it is lost
    tools_left_out,      // the same of the tools
    reasoning_left_out,  // and of the reasoning of a message: many templates drop that of earlier turns
    calls_left_out,  // and of the calls of a message, or of all but one that is too long to be copied for each
    schema_widened,  // a schema that cannot be had exactly was widened (by prepare())
};

/// How a fix-up is called in logs: its name.
[[nodiscard]] constexpr std::string_view describe(fixup f) noexcept {
    switch (f) {
    case fixup::developer_into_system: return "developer_into_system";
    case fixup::system_into_user: return "system_into_user";
    case fixup::content_as_parts: return "content_as_parts";
    case fixup::content_as_text: return "content_as_text";
    case fixup::arguments_as_object: return "arguments_as_object";
    case fixup::arguments_as_text: return "arguments_as_text";
    case fixup::arguments_wrapped: return "arguments_wrapped";
    case fixup::blank_content: return "blank_content";
    case fixup::content_into_reasoning: return "content_into_reasoning";
    case fixup::calls_in_turn: return "calls_in_turn";
    case fixup::results_in_order: return "results_in_order";
    case fixup::media_renamed: return "media_renamed";
    case fixup::tool_described: return "tool_described";
    case fixup::system_added: return "system_added";
    case fixup::text_left_out: return "text_left_out";
    case fixup::tools_left_out: return "tools_left_out";
    case fixup::reasoning_left_out: return "reasoning_left_out";
    case fixup::calls_left_out: return "calls_left_out";
    case fixup::schema_widened: return "schema_widened";
    }
    return "unknown";
}

/// Changes messages so that a template with these capabilities can take them, and says how.  Nothing is changed that the
/// template takes as it is, or that no change would help.
PARLANCE_DECL std::vector<fixup> fit(boost::json::array& messages, capabilities const& can);

/// The same of tools, in the form that `can` says, and of what must stand in front of them.
PARLANCE_DECL std::vector<fixup> fit_tools(boost::json::array& tools, boost::json::array& messages,
                                           capabilities const& can);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/fitting.ipp>
#endif
