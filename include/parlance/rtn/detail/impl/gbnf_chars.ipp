// parlance/rtn/detail/impl/gbnf_chars.ipp - definitions of what parlance/rtn/detail/gbnf_chars.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

inline void print_number(std::string& to, char32_t c) {
    constexpr char hex[] = "0123456789ABCDEF";
    int const digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    to += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (int i = digits; i-- > 0;) {
        to.push_back(hex[(c >> (4 * i)) & 15]);
    }
}

void print_char(std::string& to, char32_t c) {
    bool const plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
        (c < 0x7F && std::string_view("!#$%&'()*+,-./:;<=>?@[]^_`{|}~").find(static_cast<char>(c)) !=
                         std::string_view::npos);
    if (plain) {
        to.push_back(static_cast<char>(c));
        return;
    }
    for (auto const& [value, letter] :
         {std::pair{'"', '"'}, {'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}}) {
        if (c == static_cast<char32_t>(value)) {
            to.push_back('\\');
            to.push_back(letter);
            return;
        }
    }
    print_number(to, c);
}

/// The same inside a class, where other characters mean something.
inline void print_member(std::string& to, char32_t c) {
    if (c == '-' || c == '^') {
        print_number(to, c);
    } else if (c == '[' || c == ']') {
        to.push_back('\\');
        to.push_back(static_cast<char>(c));
    } else if (c == '"') {
        to.push_back('"');
    } else {
        print_char(to, c);
    }
}

std::string print_set(vec<code_points> const& set) {
    stop_asker nobody;
    return print_set(set, nobody);
}

std::string print_set(vec<code_points> const& set, stop_asker& asked) {
    constexpr std::size_t rows_of_a_range = 4;
    // with something before it and behind it, what is left has no fewer ranges, the surrogates' gap or not
    bool const inside = !set.empty() && set[0].low > 0 && set[set.size() - 1].high < 0x10FFFF;
    vec<code_points> const others = inside ? vec<code_points>{} : complement(set, asked);
    bool const negated = !inside && others.size() < set.size();
    std::string out = negated ? "[^" : "[";
    bool dash = false;  // stands for itself where it is last
    for (code_points const r : negated ? others : set) {
        if (!asked.next(rows_of_a_range)) {
            break;
        }
        if (r.low == '-' && r.high == '-') {
            dash = true;
            continue;
        }
        print_member(out, r.low);
        if (r.high > r.low) {
            out += r.high > r.low + 1 ? "-" : "";
            print_member(out, r.high);
        }
    }
    return out + (dash ? "-]" : "]");
}

}  // namespace parlance::rtn::detail
