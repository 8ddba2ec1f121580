// parlance/jinja/space.hpp - line ends, and white space as Python's str.strip sees it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/unicode.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja {

/// Newlines as Jinja2 wants them: \r\n and \r become \n, one newline at the very end is dropped.
[[nodiscard]] inline std::string normalise_newlines(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            out.push_back('\n');
            i += i + 1 < source.size() && source[i + 1] == '\n';
        } else {
            out.push_back(source[i]);
        }
    }
    if (!out.empty() && out.back() == '\n') {
        out.pop_back();
    }
    return out;
}

/// Bytes of white space (as str.isspace() has it) at the front of `text`.
[[nodiscard]] inline std::size_t leading_space(std::string_view text) noexcept {
    std::size_t n = 0;
    while (n < text.size()) {
        utf8::decoded const d = utf8::decode(text.substr(n));
        if (!d.valid || !detail::is_space(d.value)) {
            break;
        }
        n += d.length;
    }
    return n;
}

/// Bytes of white space at the back of `text`.
[[nodiscard]] inline std::size_t trailing_space(std::string_view text) noexcept {
    std::size_t end = text.size();
    while (end > 0) {
        std::size_t begin = end - 1;
        while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) {
            --begin;
        }
        utf8::decoded const d = utf8::decode(text.substr(begin, end - begin));
        if (!d.valid || d.length != end - begin || !detail::is_space(d.value)) {
            break;
        }
        end = begin;
    }
    return text.size() - end;
}

}  // namespace parlance::jinja
