// parlance/chat/analysis/content.hpp - phase C1: whether content is wrapped, and what ends a turn
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::chat::analysis {

/// What C1 finds: the wrapper of content, and the text after the turn.
struct content_findings {
    content_format content;
    std::string turn_end;
};

/// What stands around content that follows reasoning: in front, beside the end of reasoning, and behind.
struct surroundings {
    std::string front;
    std::string behind;
};

[[nodiscard]] PARLANCE_DECL surroundings around_content_behind_reasoning(probe& p, turn_frame const& frame,
                                                                         reasoning_format const& reasoning,
                                                                         bool with_tools);

/// Compares an answer with a tool call: what stands around the content in one and, behind both, is not of the
/// content is the end of the turn.  White space and an empty reasoning block before the content are no wrapper.
[[nodiscard]] PARLANCE_DECL content_findings analyze_content(probe& p, turn_frame const& frame,
                                                             reasoning_format const& reasoning,
                                                             bool with_tools);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/content.ipp>
#endif
