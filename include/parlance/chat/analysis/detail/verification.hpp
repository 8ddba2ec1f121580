// parlance/chat/analysis/detail/verification.hpp - one message after the other, rendered and read back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/analysis/detail/message_comparison.hpp>
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis::detail {

/// Renders messages that analysis did not learn from, reads the assistant's part back and compares.  Arguments stand in
/// the order in which the tools declare them, so that the grammar that is made for these tools accepts what is written.
class verification {
public:
    /// m  pays; it must live as long
    PARLANCE_RARE verification(dialect const& learned, meter& m);

    [[nodiscard]] PARLANCE_RARE std::vector<claim> run();

    /// Tries a message as the last one, then inside a conversation: the better of the two.  Its calls are of the probing
    /// tools.
    [[nodiscard]] PARLANCE_RARE claim about(std::string_view what, message const& m,
                                            fidelity how = fidelity::values);

private:
    static constexpr std::string_view question = "What is it?";

    /// Tools to render with, the question under them as messages and as text, and the tables that read the answer.
    struct stage {
        inputs in{};
        maybe<result<std::string>> question{};
        maybe<result<syntax>> tables{};
    };

    /// Two tools with arguments of all types.
    ///
    /// elaborate  with the keywords that some templates take for granted
    [[nodiscard]] PARLANCE_RARE static std::vector<tool> probing_tools(bool elaborate);

    [[nodiscard]] PARLANCE_RARE claim judge(message const& m, bool inside, fidelity how);

    /// Whether a message that can be read can be written again, with the results of its calls behind it.
    [[nodiscard]] PARLANCE_RARE claim written_again(message const& m);

    /// Why the template can be meant otherwise than a message is that was read as another; empty where it cannot.
    [[nodiscard]] PARLANCE_RARE std::string ambiguity(stage& s, message const& m, message const& got,
                                                      bool inside, std::string_view text) const;
    [[nodiscard]] PARLANCE_RARE bool written_alike(stage& s, message const& other, bool inside,
                                                   std::string_view text) const;

    /// What stands between two strings among the arguments, where a string that contains it is written in the same way.
    [[nodiscard]] PARLANCE_RARE std::string unescaped_seam(stage& s, bool inside) const;
    /// Whether a backslash in a string is written as it is, where the notation reads an escape.
    [[nodiscard]] PARLANCE_RARE bool unescaped_backslash(stage& s, bool inside) const;
    /// The call of a probing tool, as the template writes it.
    [[nodiscard]] PARLANCE_RARE std::optional<std::string> written(stage& s, bool inside,
                                                                   boost::json::object arguments) const;
    /// Whether a string among the arguments contains `text`, or a list or an object has strings at all, which are then
    /// quoted in their turn.
    [[nodiscard]] PARLANCE_RARE static bool holds(message const& m, std::string_view text);

    /// The question that every message answers.
    [[nodiscard]] PARLANCE_RARE inputs asked(std::vector<tool> tools) const;

    /// The first tools with which the template renders at all; none for calls that it does not render with any.
    [[nodiscard]] PARLANCE_RARE stage* stage_for(message const& m);

    /// What of the message the template does not show, so that nothing can be claimed of it.
    [[nodiscard]] PARLANCE_RARE char const* left_out(message const& m, std::string_view text) const;

    /// Whether a text has a call with arguments in it, however that is written.
    [[nodiscard]] PARLANCE_RARE static bool shows_call(message const& m, std::string_view text);

    /// The assistant's part of the rendered conversation; nothing, and the reason, when the template cannot write it.
    /// `shown` gets all that is rendered behind the question.
    [[nodiscard]] PARLANCE_RARE std::optional<std::string>
    answer(stage& s, message const& m, bool inside, std::string& reason, std::string* shown = nullptr) const;

    /// shared  how much of both texts is the same
    [[nodiscard]] PARLANCE_RARE std::optional<std::string>
    assistant_part(std::string_view before, std::string_view text, std::size_t shared, std::string_view next,
                   std::string& reason) const;

    meter* meter_;
    dialect const* learned_;
    std::vector<stage> stages_;
    message_comparison compare_;
};

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/verification.ipp>
#include <parlance/chat/analysis/detail/impl/verified_turns.ipp>
#endif
