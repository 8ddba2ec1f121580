// parlance/text/scan.hpp - texts looked at eight bytes at a time
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace parlance::detail::scan {

inline constexpr std::size_t at_once = sizeof(std::uint64_t);

[[nodiscard]] inline std::uint64_t word_at(char const* p) noexcept {
    std::uint64_t word;
    std::memcpy(&word, p, at_once);
    return word;
}

/// The same byte in each place of a word.
[[nodiscard]] constexpr std::uint64_t each(unsigned char c) noexcept { return ~std::uint64_t{0} / 255 * c; }

/// Not 0 where some byte of the word is less than `c`, which is at most 128 (H. S. Warren, Hacker's Delight, 6-1).
[[nodiscard]] constexpr std::uint64_t any_less(std::uint64_t word, unsigned char c) noexcept {
    return (word - each(c)) & ~word & each(0x80);
}
[[nodiscard]] constexpr std::uint64_t any_equal(std::uint64_t word, char c) noexcept {
    return any_less(word ^ each(static_cast<unsigned char>(c)), 1);
}
/// Not 0 where some byte is no ASCII.
[[nodiscard]] constexpr std::uint64_t any_high(std::uint64_t word) noexcept { return word & each(0x80); }

/// From `at` on, the first place of `text` whose byte is special; its size where there is none.
///
/// any  of a word: not 0 where one of its bytes may be special
/// is   of a byte: whether it is
template <class Any, class Is>
[[nodiscard]] std::size_t find(std::string_view text, std::size_t at, Any&& any, Is&& is) {
    while (at < text.size()) {
        if (text.size() - at >= at_once && any(word_at(text.data() + at)) == 0) {
            at += at_once;
            continue;
        }
        std::size_t const end = text.size() - at >= at_once ? at + at_once : text.size();
        for (; at < end; ++at) {
            if (is(text[at])) {
                return at;
            }
        }
    }
    return text.size();
}

/// How many bytes two texts have in common at their beginnings.
[[nodiscard]] inline std::size_t common_length(std::string_view a, std::string_view b) noexcept {
    std::size_t const most = a.size() < b.size() ? a.size() : b.size();
    std::size_t at = 0;
    while (most - at >= at_once && word_at(a.data() + at) == word_at(b.data() + at)) {
        at += at_once;
    }
    while (at < most && a[at] == b[at]) {
        ++at;
    }
    return at;
}

}  // namespace parlance::detail::scan
