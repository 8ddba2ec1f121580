// parlance/chat/analysis/analyze.hpp - learns a dialect by rendering contrasting conversations and comparing them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What was learned of a template.
///
/// user_start, user_end  what the template writes around what the user says, behind an answer and in front of one
/// renders  how often the template was run, not counting the small conversations behind `supports`
/// raised   what it said when it raised; a probe that raises is not a fault, it only shows nothing
struct analysis_result {
    chat::format format;
    capabilities supports;
    std::string user_start{};
    std::string user_end{};
    std::size_t renders = 0;
    std::vector<diagnostic> raised;
};

namespace analysis {

/// A text between calls that the header ends with, too, is what a call begins with: the prompt has written the first
/// one's (`>>>` before every recipient).  Content begins with it as well.
PARLANCE_DECL void give_back_separator(format& f);

/// Where the answer follows in a message of its own, the end of reasoning is what ends the first message, and what opens
/// the next one is no content.
PARLANCE_DECL void cut_at_next_message(format& f);

/// A template that wraps content writes the wrapper around no content, too, in front of calls: it is no part of them.
PARLANCE_DECL void drop_empty_content(format& f);

/// What stands around what the user says: in front, at the beginning and behind an answer alike; and up to an answer.
PARLANCE_DECL void find_user_markers(turn_frame const& frame, analysis_result& out);

/// What a generation prompt opens the turn with, for templates that render no answer.
[[nodiscard]] PARLANCE_DECL std::string header_without_answer(probe& p);

}  // namespace analysis

/// Learns the dialect of a template from its renders alone.  Total: a template that shows nothing gives a format
/// without reasoning and tools.  About 20 renders.
///
/// use_known  adds what known/ knows of dialects that rendering cannot show
[[nodiscard]] PARLANCE_DECL analysis_result analyze(chat_template const& t, bool use_known = true);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/analyze.ipp>
#endif
