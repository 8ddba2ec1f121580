// parlance/chat/fitting.hpp - messages changed so that a template can take them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::chat {

/// A change to messages that fit() made.
enum class fixup : std::uint8_t {
    developer_into_system,  // a developer message became a system message
    system_into_user,       // the system text became the beginning of the first user message
    content_as_parts,       // texts became lists of one part
    content_as_text,        // lists of text parts became texts
    arguments_as_object,    // strings of JSON became objects
    arguments_as_text,      // objects became strings of JSON
    blank_content,          // null or missing content became an empty text
    calls_in_turn,  // several calls of one message became messages of one call, each before its result
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
    case fixup::blank_content: return "blank_content";
    case fixup::calls_in_turn: return "calls_in_turn";
    }
    return "unknown";
}

namespace detail {

/// The text of content in either form; parts that are no text are left out.
[[nodiscard]] PARLANCE_DECL std::string plain_content(boost::json::value const* content);

[[nodiscard]] PARLANCE_DECL bool all_text(boost::json::array const& parts);

/// Changes the messages of one conversation, and remembers how.
class fitting {
public:
    fitting(boost::json::array& messages, capabilities const& can) : messages_(messages), can_(can) {}

    [[nodiscard]] PARLANCE_DECL std::vector<fixup> run();

private:
    PARLANCE_DECL void report(fixup f);
    [[nodiscard]] PARLANCE_DECL static bool has_role(boost::json::value const& message,
                                                     std::string_view role);

    PARLANCE_DECL void rename_developer();

    PARLANCE_DECL void merge_system();

    /// The calls of one message, each in a message of its own, followed by its result where there is one.
    PARLANCE_DECL void separate_calls();
    /// The message with the result of a call: of its id, or the next one where there are no ids.
    [[nodiscard]] PARLANCE_DECL std::size_t result_of(boost::json::value const& call, std::size_t begin,
                                                      std::size_t end, std::vector<bool> const& placed) const;

    PARLANCE_DECL void fit_content(boost::json::object& message);

    PARLANCE_DECL void fit_arguments(boost::json::value* calls);

    boost::json::array& messages_;
    capabilities const& can_;
    std::vector<fixup> made_{};
};

}  // namespace detail

/// Changes messages so that a template with these capabilities can take them, and says how.  Nothing is changed that the
/// template takes as it is, or that no change would help.
PARLANCE_DECL std::vector<fixup> fit(boost::json::array& messages, capabilities const& can);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/fitting.ipp>
#endif
