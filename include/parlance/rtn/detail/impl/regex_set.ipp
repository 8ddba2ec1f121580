// parlance/rtn/detail/impl/regex_set.ipp - definitions of what parlance/rtn/detail/regex_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_set.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
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
    switch (char const c = text_.peek()) {
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
    case 't': return character('\t', 1, set);
    case 'n': return character('\n', 1, set);
    case 'v': return character('\v', 1, set);
    case 'f': return character('\f', 1, set);
    case 'r': return character('\r', 1, set);
    case '0': return ascii::is_digit(text_.peek(1)) ? text_.refuse("an octal escape") : character(0, 1, set);
    case 'c': return control_escape(set);
    case 'x': return number_escape(1, 2, set);
    case 'u': return text_.peek(1) == '{' ? braced_escape(set) : unit_escape(set);
    case 'p':
    case 'P': return property(set);
    default:
        if (ascii::is_letter(c) || ascii::is_digit(c)) {
            return text_.refuse("an escape of unknown meaning");
        }
        return character(text_.code_point(), 0, set);
    }
}

bool regex_set::character(char32_t value, std::size_t length, vec<code_points>& set) {
    text_.skip(length);
    set = {{value, value}};
    return true;
}

/// \cJ
bool regex_set::control_escape(vec<code_points>& set) {
    char const letter = text_.peek(1);
    if (!ascii::is_letter(letter)) {
        return text_.refuse("\\c without a letter");
    }
    return character(static_cast<char32_t>(letter) % 32, 2, set);
}

/// \u{1F600}
bool regex_set::braced_escape(vec<code_points>& set) {
    std::size_t const end = text_.find('}');
    if (end == std::string_view::npos || end - text_.at() - 2 > 6) {
        return text_.refuse("\\u{ without an end");
    }
    bool const good = number_escape(2, end - text_.at() - 2, set);
    text_.skip(good);
    return good;
}

bool regex_set::char_class(vec<code_points>& set) {
    constexpr std::uint64_t steps_of_a_member = 60;
    constexpr std::size_t many = 4096;  // ranges: properties repeat each other's
    std::size_t most = many;
    auto const in_order = [](code_points a, code_points b) { return a.low < b.low; };
    bool const negated = text_.take("^");
    while (true) {
        if (set.size() > most) {
            if (!paid_sort(set, spent_, in_order)) {
                return false;
            }
            set = normalized(set);
            most = 2 * set.size() + many;
        }
        if (!spent_.spend(steps_of_a_member)) {
            return false;  // the caller sees why
        }
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
        if (first.size() > 1 && !spent_.spend(2 * first.size())) {
            return false;
        }
    }
    fold(set);
    if (!paid_sort(set, spent_, in_order)) {
        return false;
    }
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
        return character(c, 0, set);
    }
    if (text_.peek(1) == 'b') {
        return character('\b', 2, set);
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
        int const d = hex_value(text_.peek(ahead + i));
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
    return character(value, skip + digits, set);
}

bool regex_set::unit_escape(vec<code_points>& set) {
    if (!number_escape(1, 4, set)) {
        return false;
    }
    char32_t const high = set.front().low;
    char32_t low = 0;
    if (high >= 0xD800 && high <= 0xDBFF && text_.peek() == '\\' && text_.peek(1) == 'u' && hex(2, 4, low) &&
        low >= 0xDC00 && low <= 0xDFFF) {
        return character(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), 6, set);
    }
    return true;
}

}  // namespace parlance::rtn::detail
