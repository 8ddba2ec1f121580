// parlance/text/hex.hpp - the value of a hexadecimal digit
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace parlance {

/// 0 to 15 for a digit of either case, -1 for anything else.
[[nodiscard]] constexpr int hex_value(char c) noexcept {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

}  // namespace parlance
