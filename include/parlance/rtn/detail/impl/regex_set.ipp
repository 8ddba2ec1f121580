// parlance/rtn/detail/impl/regex_set.ipp - definitions of what parlance/rtn/detail/regex_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_set.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

bool regex_set::escape(vec<code_points>& set) {
    text_.skip(1);
    if (!text_.more()) {
        return text_.refuse("it ends in a backslash");
    }
    char const c = text_.peek();
    auto const single = [&](char32_t value, std::size_t length) {
        text_.skip(length);
        set = {{value, value}};
        return true;
    };
    switch (c) {
    case 'd':
    case 'w':
    case 's':
        text_.skip(1);
        set = named_class(c);
        return true;
    case 'D':
    case 'W':
    case 'S':
        text_.skip(1);
        set = complement(named_class(static_cast<char>(c + ('a' - 'A'))));
        return true;
    case 't': return single('\t', 1);
    case 'n': return single('\n', 1);
    case 'v': return single('\v', 1);
    case 'f': return single('\f', 1);
    case 'r': return single('\r', 1);
    case '0':
        if (text_.peek(1) >= '0' && text_.peek(1) <= '9') {
            return text_.refuse("an octal escape");
        }
        return single(0, 1);
    case 'c': {
        char const letter = text_.peek(1);
        if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) {
            return single(static_cast<char32_t>(letter) % 32, 2);
        }
        return text_.refuse("\\c without a letter");
    }
    case 'x': return number_escape(1, 2, set);
    case 'u':
        if (text_.peek(1) == '{') {
            std::size_t const end = text_.find('}');
            if (end == std::string_view::npos || end - text_.at() - 2 > 6) {
                return text_.refuse("\\u{ without an end");
            }
            std::size_t const digits = end - text_.at() - 2;
            bool const good = number_escape(2, digits, set);
            text_.skip(good);
            return good;
        }
        return unit_escape(set);
    case 'p':
    case 'P': return property(set);
    default:
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '1' && c <= '9')) {
            return text_.refuse("an escape of unknown meaning");
        }
        set.clear();
        {
            char32_t const value = text_.code_point();
            set.push_back({value, value});
        }
        return true;
    }
}

bool regex_set::char_class(vec<code_points>& set) {
    bool const negated = text_.take("^");
    while (true) {
        if (!text_.more()) {
            return text_.refuse("a class is never closed");
        }
        if (text_.take("]")) {
            break;
        }
        vec<code_points> first;
        bool single = true;
        if (!member(first, single)) {
            return false;
        }
        if (single && text_.peek() == '-' && text_.peek(1) != ']' && text_.more(1)) {
            std::size_t const dash = text_.at();
            text_.skip(1);
            vec<code_points> last;
            bool other = true;
            if (!member(last, other)) {
                return false;
            }
            if (other) {
                if (last.front().low < first.front().low) {
                    return text_.refuse("a range that ends before it begins");
                }
                set.push_back({first.front().low, last.front().low});
                continue;
            }
            text_.go(dash);  // [a-\d]: the dash is itself
        }
        set.insert(set.end(), first.begin(), first.end());
    }
    fold(set);
    if (negated) {
        set = complement(set);
    }
    return true;
}

bool regex_set::one(char32_t c, vec<code_points>& set) {
    if (ignore_case && c > 0x7F && is_letter(c)) {
        return text_.refuse("(?i) and a letter beyond ASCII");
    }
    set = {{c, c}};
    fold(set);
    return true;
}

void regex_set::fold(vec<code_points>& set) const {
    std::size_t const size = ignore_case ? set.size() : 0;
    for (std::size_t i = 0; i < size; ++i) {
        constexpr std::pair<char32_t, int> cases[] = {{U'A', 'a' - 'A'}, {U'a', 'A' - 'a'}};
        for (auto const& [first, shift] : cases) {
            char32_t const low = (std::max)(set[i].low, first);
            char32_t const high = (std::min<char32_t>)(set[i].high, first + 25);
            if (low <= high) {
                auto const moved = static_cast<char32_t>(shift);  // modulo 2^32 where it is negative
                set.push_back({static_cast<char32_t>(low + moved), static_cast<char32_t>(high + moved)});
            }
        }
    }
}

/// \p{...}, and \pL as others write it.
bool regex_set::property(vec<code_points>& set) {
    bool const negated = text_.peek() == 'P';
    std::string_view name;
    std::size_t length = 2;
    if (text_.peek(1) == '{') {
        std::size_t const end = text_.find('}');
        if (end == std::string_view::npos) {
            return text_.refuse("\\p{ without an end");
        }
        name = text_.between(text_.at() + 2, end);
        length = end + 1 - text_.at();
        if (name.starts_with('^')) {
            return text_.refuse("a property that is not known");
        }
    } else {
        name = text_.between(text_.at() + 1, text_.at() + 2);
    }
    if (++properties_ > most_properties) {
        return text_.refuse("more than a thousand properties");
    }
    maybe<vec<code_points>> found = unicode_property(name);
    if (!found) {
        return text_.refuse("a property that is not known");
    }
    text_.skip(length);
    set = negated ? complement(*found) : *std::move(found);
    return true;
}

bool regex_set::member(vec<code_points>& set, bool& single) {
    if (text_.peek() != '\\') {
        char32_t const c = text_.code_point();
        if (ignore_case && c > 0x7F && is_letter(c)) {
            return text_.refuse("(?i) and a letter beyond ASCII");
        }
        set = {{c, c}};
        return true;
    }
    if (text_.peek(1) == 'b') {
        text_.skip(2);
        set = {{8, 8}};
        return true;
    }
    char const c = text_.peek(1);
    single = std::string_view("dDwWsSpP").find(c) == std::string_view::npos;
    return escape(set);
}

vec<code_points> regex_set::named_class(char c) {
    switch (c) {
    case 'd': return {{'0', '9'}};
    case 'w': return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    default:
        return {{9, 13},          {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
                {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
    }
}

bool regex_set::hex(std::size_t ahead, std::size_t digits, char32_t& value) const noexcept {
    value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        char const c = text_.peek(ahead + i);
        int const d = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
        if (d < 0) {
            return false;
        }
        value = value * 16 + static_cast<char32_t>(d);
    }
    return digits > 0;
}

bool regex_set::number_escape(std::size_t skip, std::size_t digits, vec<code_points>& set) {
    char32_t value = 0;
    if (!hex(skip, digits, value) || value > 0x10FFFF) {
        return text_.refuse("a malformed escape");
    }
    text_.skip(skip + digits);
    set = {{value, value}};
    return true;
}

bool regex_set::unit_escape(vec<code_points>& set) {
    if (!number_escape(1, 4, set)) {
        return false;
    }
    char32_t const high = set.front().low;
    char32_t low = 0;
    if (high >= 0xD800 && high <= 0xDBFF && text_.peek() == '\\' && text_.peek(1) == 'u' && hex(2, 4, low) &&
        low >= 0xDC00 && low <= 0xDFFF) {
        text_.skip(6);
        char32_t const value = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        set = {{value, value}};
    }
    return true;
}

}  // namespace parlance::rtn::detail
