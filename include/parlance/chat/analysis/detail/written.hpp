// parlance/chat/analysis/detail/written.hpp - what a format writes itself: which texts, which markers, and so which stops it can have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis::detail {

/// The first marker of a text, or the text without white space where it has none.
[[nodiscard]] PARLANCE_RARE std::string stop_of(std::string_view turn_end);

/// The texts of a format that are not part of any argument, in the order of writing.
[[nodiscard]] PARLANCE_RARE std::vector<std::string_view> texts_of(format const& f);

/// Adds to `out` what could be tokens of their own in a text that a format writes: markers, the namespaces in front of
/// them, and what stands between, unless it is words, JSON or short.  Each comes once.
PARLANCE_RARE void add_markers(std::string_view text, std::vector<std::string>& out);

/// Whether `text` stands inside an answer that is written as the format says.
[[nodiscard]] PARLANCE_RARE bool is_written_by(format const& f, std::string_view text);

/// A text in `turn_end` that ends generation: its first marker, or, where answers have that in them, too, the next one;
/// or else all of it.  Empty where nothing tells the end of a turn from what is inside.
[[nodiscard]] PARLANCE_RARE std::string stop_outside(format const& f, std::string_view turn_end);

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/written.ipp>
#endif
