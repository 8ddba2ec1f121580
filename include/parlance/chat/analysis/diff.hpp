// parlance/chat/analysis/diff.hpp - what two renders share, without cutting a marker in two
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis {

/// The text cut into markers and, between them, single code points.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> segments(std::string_view text);

/// Length of the segment at the front of a text that is not empty.
[[nodiscard]] PARLANCE_DECL std::size_t segment_length(std::string_view text) noexcept;

/// The longest common beginning that ends between segments of both; of prompts that are long, `asked` is asked whether to go
/// on, and what is returned means nothing where it is not.
[[nodiscard]] PARLANCE_DECL std::string_view common_prefix(std::string_view a, std::string_view b,
                                                           stop_asker asked = {});

/// The longest common end that begins between segments of both; `asked` as in common_prefix().
[[nodiscard]] PARLANCE_DECL std::string_view common_suffix(std::string_view a, std::string_view b,
                                                           stop_asker asked = {});

/// Two texts as what they share in front and behind, and what each has of its own between.
struct difference {
    std::string_view prefix;
    std::string_view left;
    std::string_view right;
    std::string_view suffix;
};

[[nodiscard]] PARLANCE_DECL difference compare(std::string_view a, std::string_view b);

[[nodiscard]] PARLANCE_DECL bool is_blank(char c) noexcept;

/// The shape of a list from what stands before its first item, between two items and after the last one.
///
/// `between` is item_close + separator + item_open; what it shares with the front of `after` closes an item, what it
/// shares with the end of `before` opens one.
[[nodiscard]] PARLANCE_DECL list_shape solve_list(std::string_view before, std::string_view between,
                                                  std::string_view after);

/// Without white space at both ends.
[[nodiscard]] PARLANCE_DECL std::string_view strip(std::string_view text) noexcept;

/// The markers in `text`, in order, each once.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> markers_of(std::string_view text);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/diff.ipp>
#endif
