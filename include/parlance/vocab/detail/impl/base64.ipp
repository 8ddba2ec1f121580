// parlance/vocab/detail/impl/base64.ipp - definitions of what parlance/vocab/detail/base64.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/base64.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::vocab::detail {

bool decode_base64(std::string_view text, std::string& out) {
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
