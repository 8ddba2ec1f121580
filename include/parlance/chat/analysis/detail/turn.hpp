// parlance/chat/analysis/detail/turn.hpp - the answer inside a rendered turn
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::chat::analysis::detail {

/// A turn's text without an empty reasoning block in front (both markers, or the end alone where the prompt has
/// written the start).
[[nodiscard]] PARLANCE_RARE std::string_view without_empty_reasoning(std::string_view body,
                                                                     reasoning_format const& reasoning);

/// The answer of a turn: its body without an empty reasoning block in front and without the turn's end.
[[nodiscard]] PARLANCE_RARE std::string_view
answer_of(std::string_view body, reasoning_format const& reasoning, std::string_view turn_end);

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/turn.ipp>
#endif
