// parlance/chat/detail/value_end.hpp - where the value of a tagged argument ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// What stands behind the value of the argument `key`; all of it that is known where `key` is empty.
[[nodiscard]] PARLANCE_DECL std::string closing_of(tool_format const& t, std::string_view key);

/// What ends the value of the argument `key`: its own marker, or where the model forgot it, that of the call.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> value_ends(tool_format const& t, std::string_view key);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/value_end.ipp>
#endif
