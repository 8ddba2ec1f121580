// parlance/chat/detail/opening.hpp - a prompt, and where in it the answer begins
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace parlance::chat::detail {

// What a conversation says is never searched for the texts of a format: a tool's result may hold them all.  Places
// follow from what the template wrote (spans), and from how two renders differ.

/// A prompt, and where its tail begins: behind what opens the assistant's turn.
struct opened_prompt {
    written_prompt prompt;
    std::size_t tail = 0;
};

/// The end of the last `header` in front of `end`, if the template wrote it and all behind it.  The name of the role in
/// it may be the conversation's.
[[nodiscard]] PARLANCE_DECL std::optional<std::size_t>
behind_header(written_prompt const& p, std::string_view header, std::size_t end, std::string_view role);

/// Whether the template wrote the text in front of `end`, and it is `marker`.
[[nodiscard]] PARLANCE_DECL bool written_before(written_prompt const& p, std::size_t end,
                                                std::string_view marker);

/// Where the tail of a prompt for a new answer begins.  Where no turn is opened, it is what the generation prompt adds:
/// nothing opens one, or an answer goes on in a turn that has called already; what that said before is not of this
/// answer.
[[nodiscard]] PARLANCE_DECL std::size_t tail_of_new(written_prompt const& p, chat_template const& t,
                                                    dialect const& learned, inputs const& in);

/// The prompt for a new answer.
[[nodiscard]] PARLANCE_DECL result<opened_prompt> open_new(chat_template const& t, dialect const& learned,
                                                           inputs const& in);

/// Where the own text of a message left open begins, and whether that is reasoning.
struct open_text {
    std::size_t begin = 0;
    bool reasons = false;
};

/// Found by a render with marks in the place of the texts; nothing where the template does not show the reasoning.
[[nodiscard]] PARLANCE_DECL maybe<open_text> find_open_text(written_prompt const& p, chat_template const& t,
                                                            dialect const& learned, inputs const& in);

/// Where the tail of a prompt with a message left open begins: with the message, where nothing opens a turn, or where
/// the turn began before a tool answered.
[[nodiscard]] PARLANCE_DECL std::size_t tail_of_open(written_prompt const& p, format const& f,
                                                     std::string_view role, open_text const& text);

/// The last message put behind a generation prompt as the format says, left open where the model is to write on: for
/// templates that do not show what they are given of it.
PARLANCE_DECL void add_open_message(opened_prompt& to, format const& f, inputs const& in);

/// The prompt of any request; a message to be continued stands at its end, in the template's way where it has one.
[[nodiscard]] PARLANCE_DECL result<opened_prompt> open_prompt(chat_template const& t, dialect const& learned,
                                                              inputs const& in);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/opening.ipp>
#endif
