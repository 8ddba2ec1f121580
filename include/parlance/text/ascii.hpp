// parlance/text/ascii.hpp - letters and digits of ASCII, whatever the locale
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>
#include <string_view>

namespace parlance::ascii {

/// Each takes a char, a byte or a code point; beyond ASCII nothing is a letter or a digit.
template <class C>
[[nodiscard]] constexpr bool is_digit(C c) noexcept {
    return c >= C{'0'} && c <= C{'9'};
}
template <class C>
[[nodiscard]] constexpr bool is_upper(C c) noexcept {
    return c >= C{'A'} && c <= C{'Z'};
}
template <class C>
[[nodiscard]] constexpr bool is_lower(C c) noexcept {
    return c >= C{'a'} && c <= C{'z'};
}
template <class C>
[[nodiscard]] constexpr bool is_letter(C c) noexcept {
    return is_upper(c) || is_lower(c);
}
template <class C>
[[nodiscard]] constexpr bool is_alnum(C c) noexcept {
    return is_letter(c) || is_digit(c);
}

[[nodiscard]] constexpr char to_lower(char c) noexcept {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char to_upper(char c) noexcept {
    return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

/// The text with its letters in lower case; linear.
[[nodiscard]] inline std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = to_lower(c);
    }
    return out;
}

}  // namespace parlance::ascii
