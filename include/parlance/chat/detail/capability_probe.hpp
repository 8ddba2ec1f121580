// parlance/chat/detail/capability_probe.hpp - small conversations that show what a template does with its inputs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <boost/json/object.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Renders small conversations and looks for what was put in.  A template that raises shows nothing.
class capability_probe {
public:
    explicit capability_probe(scene_renderer render) noexcept : render_(render) {}

    [[nodiscard]] PARLANCE_DECL capabilities run();

private:
    static constexpr std::string_view needle = "qX7needle";
    static constexpr std::string_view second = "qY8needle";

    /// Some templates show nothing without a system message, or without tools.
    PARLANCE_DECL void circumstances();

    /// The system message, where there must be one, may have to be typed as well.
    PARLANCE_DECL void content();

    PARLANCE_DECL void roles();

    /// Tools may have to stand without the wrapper that says that they are functions, with a description, or behind a
    /// system message.
    PARLANCE_DECL void tools();

    /// Some templates write calls only where tools are given: what fails without them is tried with them.
    PARLANCE_DECL void calls();

    PARLANCE_DECL void reasoning();
    PARLANCE_DECL void reasons(std::string const& answer, reasoning_form where);

    [[nodiscard]] PARLANCE_DECL bool switches(char const* name);

    // conversations

    [[nodiscard]] PARLANCE_DECL std::string said(std::string_view text) const;
    [[nodiscard]] PARLANCE_DECL std::string turn(std::string_view role, std::string_view text) const;
    [[nodiscard]] std::string user() const { return turn("user", "hello"); }
    [[nodiscard]] PARLANCE_DECL std::string list(std::initializer_list<std::string> turns) const;
    /// A question, calls with their results; arguments and content are JSON.
    [[nodiscard]] PARLANCE_DECL std::string calling(std::string_view arguments, std::string_view content,
                                                    std::string_view more = {}) const;

    // renders

    [[nodiscard]] PARLANCE_DECL std::optional<std::string>
    rendered(std::string_view messages, bool with_tools = false, boost::json::object variables = {});
    [[nodiscard]] PARLANCE_DECL bool shows(std::string_view messages, bool with_tools = false);
    /// Shown as a text, not as the list or the object it stands in.
    [[nodiscard]] PARLANCE_DECL bool shows_part(std::string_view messages);
    [[nodiscard]] PARLANCE_DECL std::optional<std::string> render_calls(std::string const& messages);
    [[nodiscard]] PARLANCE_DECL bool shows_call(std::string_view arguments);

    scene_renderer render_;
    capabilities can_{};
    bool described_ = true;  // tools have a description
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/capability_probe.ipp>
#endif
