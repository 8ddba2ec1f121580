// parlance/chat/detail/frame_tolerance.hpp - calls in other frames than the dialect's, or in none
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

struct tolerated_way;

/// The length of the markers that a text begins with, white space between them included; and their number.
[[nodiscard]] PARLANCE_DECL std::size_t length_of_markers(std::string_view text);
[[nodiscard]] PARLANCE_DECL std::size_t number_of_markers(std::string_view text);

/// What OpenAI's interface calls tools, and some dialects name in front of each.
inline constexpr std::string_view kind_of_call = "function";

/// missing_kind: what stands in front of a call without this word, `<call><sep>` for `<call>function<sep>`; empty where it has
/// none.
[[nodiscard]] PARLANCE_DECL std::string without_kind(std::string_view open);

/// A way that grammars leave out.
[[nodiscard]] PARLANCE_DECL tolerated_way only_read(tool_format way, bool named);

// Of the tolerances, those of these names.
PARLANCE_DECL void add_json_objects(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_function_tags(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_named_object(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_python_calls(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_bare_object(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_borrowed_markers(tool_format const& own, std::vector<tolerated_way>& to);
PARLANCE_DECL void add_missing_brackets(tool_format const& own, std::vector<tolerated_way>& to);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/frame_tolerance.ipp>
#endif
