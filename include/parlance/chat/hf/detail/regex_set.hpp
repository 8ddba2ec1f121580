// parlance/chat/hf/detail/regex_set.hpp - sets of code points as patterns write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/pcre2.hpp>
#include <algorithm>
#include <bitset>
#include <utility>
#include <vector>

namespace parlance::chat::hf::detail {

/// Python's white space.
[[nodiscard]] constexpr bool is_space(char32_t c) noexcept {
    return (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

/// A byte that is part of no code point, as Python's surrogateescape counts it.
[[nodiscard]] constexpr char32_t bad_byte(char byte) noexcept {
    return 0xDC00U + static_cast<unsigned char>(byte);
}

/// A set of code points as patterns write it.
class regex_set {
public:
    void add(char32_t low, char32_t high) {
        for (char32_t c = low; c <= high && c < 128; ++c) {
            ascii_.set(c);
        }
        if (high >= 128) {
            ranges_.emplace_back(std::max<char32_t>(low, 128), high);
        }
    }
    /// One of w W d D s S.
    void add_class(char kind) {
        for (char32_t c = 0; c < 128; ++c) {
            ascii_[c] = ascii_[c] || in_class(c, kind);
        }
        classes_.push_back(kind);
    }
    void negate() { negated_ = true; }

    [[nodiscard]] bool contains(char32_t c) const {
        if (c < 128) {
            return ascii_[c] != negated_;
        }
        bool const inside =
            std::any_of(ranges_.begin(), ranges_.end(),
                        [&](auto const& r) { return c >= r.first && c <= r.second; }) ||
            std::any_of(classes_.begin(), classes_.end(), [&](char kind) { return in_class(c, kind); });
        return inside != negated_;
    }

private:
    static bool in_class(char32_t c, char kind) {
        switch (kind) {
        case 's': return is_space(c);
        case 'd':
            return c < 128 ? c >= '0' && c <= '9' : !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'd');
        case 'w':
            return c < 128 ? (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                 c == '_'
                           : !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'w');
        default: return !in_class(c, static_cast<char>(kind - 'A' + 'a'));
        }
    }

    std::bitset<128> ascii_;
    std::vector<std::pair<char32_t, char32_t>> ranges_;
    std::vector<char> classes_;
    bool negated_ = false;
};

}  // namespace parlance::chat::hf::detail
