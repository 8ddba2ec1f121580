// parlance/chat/detail/open_end.hpp - a last message that is left open: where a prompt ends, and where its text begins
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/inputs.hpp>
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::chat::detail {

/// A text that does not occur in `text`, of digits, so that no template changes it, and that no other text can
/// overlap: whoever renders it instead of anything in `text` finds it only where it was put.
///
/// cost  linear in `text`, but for the logarithm of how often such digits occur in it
[[nodiscard]] PARLANCE_DECL std::string absent_mark(std::string_view text);

/// Whether it is the reasoning of the last message that the model is to go on with.
[[nodiscard]] PARLANCE_DECL bool goes_on_reasoning(inputs const& in);

/// A copy whose last message ends in `mark` where the model is to write on.
[[nodiscard]] PARLANCE_DECL inputs with_open_end(inputs in, std::string_view mark);

/// A copy, not left open, whose last message has marks in the place of its texts: `reasoning` where it has any, and
/// `content` where the model is to go on with that.
[[nodiscard]] PARLANCE_DECL inputs with_marked_texts(inputs in, std::string_view reasoning,
                                                     std::string_view content);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/open_end.ipp>
#endif
