// parlance/vocab/detail/base64.hpp - base64, strictly (RFC 4648, section 4)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::vocab::detail {

[[nodiscard]] constexpr int base64_digit(char c) noexcept {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/// Appends the bytes of `text`.  False when it is not base64 with its padding and without stray bits.
[[nodiscard]] PARLANCE_DECL bool decode_base64(std::string_view text, std::string& out);

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/detail/impl/base64.ipp>
#endif
