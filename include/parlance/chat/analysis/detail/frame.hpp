// parlance/chat/analysis/detail/frame.hpp - phase 0: where an assistant turn begins and ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::analysis::detail {

/// The marker that closes what `marker` opens (`</x>` for `<x>`, `[/X]` for `[X]`, `…END…` for `…START…`, `<x|>` for
/// `<|x>…`); empty when it opens nothing.
[[nodiscard]] PARLANCE_RARE std::string closing_of(std::string_view marker);

[[nodiscard]] PARLANCE_RARE bool closes(std::string_view marker) noexcept;

/// How long an element with words in it is at the front of a text: `<role>assistant</role>`.  0 where there is none.
[[nodiscard]] PARLANCE_RARE std::size_t named_element(std::string_view text);

/// The part of a turn's opening that is not of the answer: an opened block, which the answer closes, is not, and
/// neither is the end of one.  An element that the opening begins with is the role's name.
///
/// answer  the turn as it is rendered, its opening included, with the needle of content in it
[[nodiscard]] PARLANCE_RARE std::string_view header_of(std::string_view opening, std::string_view answer,
                                                       stop_asker asked);

/// Compares the question alone, with the generation prompt, and with an answer; and the same answer in the middle
/// of a conversation, where many templates leave reasoning out: what all of them open the turn with is the header.
/// Nothing when the template renders no answer.
[[nodiscard]] PARLANCE_RARE maybe<turn_frame> find_frame(probe& p, bool with_tools);

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/frame.ipp>
#endif
