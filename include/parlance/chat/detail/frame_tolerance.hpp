// parlance/chat/detail/frame_tolerance.hpp - calls in other frames than the dialect's, or in none
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

struct tolerated_way;

/// The length of the markers that a text begins with, white space between them included; and their number.
[[nodiscard]] PARLANCE_DECL std::size_t length_of_markers(std::string_view text);
[[nodiscard]] PARLANCE_DECL std::size_t number_of_markers(std::string_view text);

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
