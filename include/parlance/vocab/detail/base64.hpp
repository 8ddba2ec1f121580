// parlance/vocab/detail/base64.hpp - base64, strictly (RFC 4648, section 4)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <string>
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
[[nodiscard]] inline bool decode_base64(std::string_view text, std::string& out) {
    if (text.size() % 4 != 0) {
        return false;
    }
    std::size_t padding = 0;
    while (padding < 2 && !text.empty() && text.back() == '=') {
        text.remove_suffix(1);
        ++padding;
    }
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (char const c : text) {
        int const digit = base64_digit(c);
        if (digit < 0) {
            return false;
        }
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out.push_back(static_cast<char>((bits >> held) & 0xFF));
        }
    }
    return (bits & ((1u << held) - 1)) == 0;
}

}  // namespace parlance::vocab::detail
