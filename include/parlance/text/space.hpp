// parlance/text/space.hpp - white space as Python's str.isspace and str.strip see it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>

namespace parlance {

[[nodiscard]] constexpr bool is_space(char32_t c) noexcept {
    return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

/// Bytes of white space at the front of `text`.  Bytes that are no UTF-8 are none; linear in what is counted.
[[nodiscard]] PARLANCE_DECL std::size_t leading_space(std::string_view text) noexcept;

/// Bytes of white space at the back of `text`.
[[nodiscard]] PARLANCE_DECL std::size_t trailing_space(std::string_view text) noexcept;

/// Where white space begins at or behind `from`; text.size() where there is none.
[[nodiscard]] PARLANCE_DECL std::size_t find_space(std::string_view text, std::size_t from) noexcept;

/// Where the last white space ends; 0 where there is none.
[[nodiscard]] PARLANCE_DECL std::size_t find_last_space(std::string_view text) noexcept;

/// The text without the white space at its ends.
[[nodiscard]] PARLANCE_DECL std::string_view strip_front(std::string_view text) noexcept;
[[nodiscard]] PARLANCE_DECL std::string_view strip_back(std::string_view text) noexcept;
[[nodiscard]] PARLANCE_DECL std::string_view strip(std::string_view text) noexcept;

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/space.ipp>
#endif
