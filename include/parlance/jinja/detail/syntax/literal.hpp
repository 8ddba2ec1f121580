// parlance/jinja/detail/syntax/literal.hpp - the escapes of a string literal, as Python's unicode-escape codec reads them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::jinja::detail {

/// `text` with its escapes resolved; unknown ones keep their backslash.  Throws a fault placed relative to `text`.
[[nodiscard]] PARLANCE_DECL std::string unescape(std::string_view text);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/literal.ipp>
#endif
