// parlance/chat/detail/string_content.hpp - text as it stands in strings of JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// `text` with U+FFFD for every sequence that is no UTF-8.
[[nodiscard]] PARLANCE_DECL std::string with_valid_utf8(std::string_view text);

/// `text` as it stands between the quotes of a JSON string.
[[nodiscard]] PARLANCE_DECL std::string quoted_content(std::string_view text);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/string_content.ipp>
#endif
