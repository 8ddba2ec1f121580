// parlance/jinja/detail/syntax/literal.hpp - what literals are: the escapes of strings, as Python reads them, and the base of integers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// `text` with its escapes resolved; unknown ones keep their backslash.  Throws a fault placed relative to `text`.
[[nodiscard]] PARLANCE_DECL std::string unescape(std::string_view text, source_looks& looks);

/// Takes 0x, 0o or 0b off the digits of an integer, and says the base.
[[nodiscard]] PARLANCE_DECL std::uint32_t take_base(std::string_view& digits) noexcept;

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/literal.ipp>
#endif
