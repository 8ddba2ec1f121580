// parlance/hf/detail/impl/regex_set.ipp - definitions of what parlance/hf/detail/regex_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/space.hpp>
#include <algorithm>

namespace parlance::hf::detail {

bool unicode_classes::is_word(char32_t c) {
    if (!word) {
        spent += steps_of_a_look;
        word = !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'w');
    }
    return *word;
}

bool unicode_classes::is_digit(char32_t c) {
    if (!digit) {
        spent += steps_of_a_look;
        digit = !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'd');
    }
    return *digit;
}

void regex_set::add(char32_t low, char32_t high) {
    if (low < 128) {
        std::bitset<128> const all = std::bitset<128>().set();
        ascii_ |= (all << low) & (all >> (127 - (std::min<char32_t>)(high, 127)));
    }
    if (high >= 128) {
        ranges_.emplace_back((std::max<char32_t>)(low, 128), high);
    }
}

void regex_set::add_class(char kind) {
    if (std::find(classes_.begin(), classes_.end(), kind) != classes_.end()) {
        return;
    }
    unicode_classes none;
    for (char32_t c = 0; c < 128; ++c) {
        ascii_[c] = ascii_[c] || in_class(c, kind, none);
    }
    classes_.push_back(kind);
}

bool regex_set::contains(char32_t c, unicode_classes& known) const {
    if (c < 128) {
        return ascii_[c] != negated_;
    }
    bool const inside =
        std::any_of(ranges_.begin(), ranges_.end(),
                    [&](auto const& r) { return c >= r.first && c <= r.second; }) ||
        std::any_of(classes_.begin(), classes_.end(), [&](char kind) { return in_class(c, kind, known); });
    return inside != negated_;
}

bool regex_set::in_class(char32_t c, char kind, unicode_classes& known) {
    switch (kind) {
    case 's': return is_space(c);
    case 'd': return c < 128 ? ascii::is_digit(c) : known.is_digit(c);
    case 'w': return c < 128 ? ascii::is_alnum(c) || c == '_' : known.is_word(c);
    default: return !in_class(c, static_cast<char>(kind - 'A' + 'a'), known);
    }
}

}  // namespace parlance::hf::detail
