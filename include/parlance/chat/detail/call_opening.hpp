// parlance/chat/detail/call_opening.hpp - by what a dialect's calls are recognised
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// The text that every call begins with, without white space in front; empty when there are no calls.
[[nodiscard]] PARLANCE_DECL std::string call_opening(tool_format const& t);

/// Whether calls begin with something that neither prose nor JSON contains: behind JSON's brackets no word stands but
/// its constants.
[[nodiscard]] PARLANCE_DECL bool has_call_marker(tool_format const& t);

/// What opens and closes a list of calls, or else the outer markers of one; empty where one of them is no marker.
[[nodiscard]] PARLANCE_DECL std::pair<std::string_view, std::string_view> outer_markers(tool_format const& t);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_opening.ipp>
#endif
