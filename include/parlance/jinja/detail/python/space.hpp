// parlance/jinja/detail/python/space.hpp - line ends, and white space as Python's str.strip sees it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::jinja {

/// Newlines as Jinja2 wants them: \r\n and \r become \n, one newline at the very end is dropped.
[[nodiscard]] PARLANCE_DECL std::string normalise_newlines(std::string_view source);

/// Bytes of white space (as str.isspace() has it) at the front of `text`.
[[nodiscard]] PARLANCE_DECL std::size_t leading_space(std::string_view text) noexcept;

/// Bytes of white space at the back of `text`.
[[nodiscard]] PARLANCE_DECL std::size_t trailing_space(std::string_view text) noexcept;

/// Where white space begins at or behind `from`; text.size() where there is none.
[[nodiscard]] PARLANCE_DECL std::size_t find_space(std::string_view text, std::size_t from) noexcept;

/// Where the last white space ends; 0 where there is none.
[[nodiscard]] PARLANCE_DECL std::size_t find_last_space(std::string_view text) noexcept;

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/space.ipp>
#endif
