// parlance/text/impl/space.ipp - definitions of what parlance/text/space.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <string_view>

namespace parlance {

namespace detail {

/// White space of one byte.
[[nodiscard]] constexpr bool is_short_space(char c) noexcept {
    return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
}

/// Whether longer white space may begin with this byte: U+0085, U+00A0, U+1680, U+2000 to U+205F, U+3000.
[[nodiscard]] constexpr bool begins_long_space(char c) noexcept {
    auto const byte = static_cast<unsigned char>(c);
    return byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3);
}

}  // namespace detail

std::size_t leading_space(std::string_view text) noexcept {
    std::size_t n = 0;
    while (n < text.size()) {
        if (static_cast<unsigned char>(text[n]) < 0x80) {
            if (!detail::is_short_space(text[n])) {
                break;
            }
            ++n;
            continue;
        }
        utf8::decoded const d = utf8::decode(text.substr(n));
        if (!d.valid || !is_space(d.value)) {
            break;
        }
        n += d.length;
    }
    return n;
}

std::size_t trailing_space(std::string_view text) noexcept {
    std::size_t end = text.size();
    while (end > 0) {
        if (static_cast<unsigned char>(text[end - 1]) < 0x80) {
            if (!detail::is_short_space(text[end - 1])) {
                break;
            }
            --end;
            continue;
        }
        std::size_t begin = end - 1;
        while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) {
            --begin;
        }
        utf8::decoded const d = utf8::decode(text.substr(begin, end - begin));
        if (!d.valid || d.length != end - begin || !is_space(d.value)) {
            break;
        }
        end = begin;
    }
    return text.size() - end;
}

std::size_t find_space(std::string_view text, std::size_t from) noexcept {
    std::size_t at = from;
    while (at < text.size() && !detail::is_short_space(text[at]) &&
           !(detail::begins_long_space(text[at]) && leading_space(text.substr(at, 3)) > 0)) {
        ++at;
    }
    return at;
}

std::size_t find_last_space(std::string_view text) noexcept {
    std::size_t end = text.size();
    auto const begins = [&](std::size_t back) {
        return end >= back && detail::begins_long_space(text[end - back]);
    };
    while (end > 0 && !detail::is_short_space(text[end - 1]) &&
           !((begins(2) || begins(3)) && trailing_space(text.substr(0, end)) > 0)) {
        --end;
    }
    return end;
}

std::string_view strip_front(std::string_view text) noexcept { return text.substr(leading_space(text)); }
std::string_view strip_back(std::string_view text) noexcept {
    return text.substr(0, text.size() - trailing_space(text));
}
std::string_view strip(std::string_view text) noexcept { return strip_back(strip_front(text)); }

}  // namespace parlance
