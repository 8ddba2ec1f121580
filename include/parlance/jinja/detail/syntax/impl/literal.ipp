// parlance/jinja/detail/syntax/impl/literal.ipp - definitions of what parlance/jinja/detail/syntax/literal.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/literal.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

std::string unescape(std::string_view text, source_looks& looks) {
    std::string out;
    out.reserve(text.size());
    auto const hex = [&](std::size_t from, std::size_t digits, char32_t& code) {
        std::uint32_t n = 0;
        if (from + digits > text.size()) {
            return false;
        }
        char const* const end = text.data() + from + digits;
        auto const [stop, error] = std::from_chars(text.data() + from, end, n, 16);
        code = n;
        return error == std::errc{} && stop == end;
    };
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            std::size_t const end = (std::min)(text.find('\\', i + 1), text.size());
            out.append(text.substr(i, end - i));
            i = end;
            continue;
        }
        constexpr std::size_t bytes_of_an_escape = 8;
        looks.pass(bytes_of_an_escape);
        char const c = text[i + 1];
        constexpr std::string_view names = "\\'\"abfnrtv";
        constexpr std::string_view values = "\\'\"\a\b\f\n\r\t\v";
        if (std::size_t const known = names.find(c); known != names.npos) {
            out.push_back(values[known]);
            i += 2;
        } else if (c == '\n') {
            i += 2;
        } else if (c >= '0' && c <= '7') {
            char32_t code = 0;
            std::size_t n = 1;
            for (; n <= 3 && i + n < text.size() && text[i + n] >= '0' && text[i + n] <= '7'; ++n) {
                code = code * 8 + static_cast<char32_t>(text[i + n] - '0');
            }
            out.append(utf8::encode(code).view());
            i += n;
        } else if (c == 'x' || c == 'u' || c == 'U') {
            std::size_t const digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
            char32_t code = 0;
            if (!hex(i + 2, digits, code) || code > 0x10FFFF) {
                throw fault{errc::jinja_syntax, "this escape is not complete", i, 2};
            }
            i += 2 + digits;
            char32_t low = 0;
            if (code >= 0xD800 && code < 0xDC00 && text.substr(i, 2) == "\\u" && hex(i + 2, 4, low) &&
                low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                i += 6;
            }
            out.append(utf8::encode(code).view());
        } else if (c == 'N') {
            throw fault{errc::jinja_syntax, "character names are not supported", i, 2};
        } else {
            out.push_back('\\');
            ++i;
        }
    }
    return out;
}

std::uint32_t take_base(std::string_view& digits) noexcept {
    if (digits.size() <= 2 || digits[0] != '0' || ascii::is_digit(digits[1])) {
        return 10;
    }
    char const letter = ascii::to_lower(digits[1]);
    digits.remove_prefix(2);
    return letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
}

}  // namespace parlance::jinja::detail
