// parlance/mask/detail/vocabulary/byte_groups.hpp - bytes that grammars rarely tell apart, and what tokens are made of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/array_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

/// Bytes in groups that grammars rarely tell apart; a set of groups is 32 bits.
inline constexpr unsigned beyond_ascii = 30;  // a whole code point above U+007F
inline constexpr unsigned malformed = 31;     // anything else: in no loop
using group_set = std::uint32_t;

/// Code points above U+007F, from `first` to `last`.  A set of such is a list of ranges, ascending and apart.
struct code_range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(code_range const&, code_range const&) = default;
};
/// Whether any code point from `first` to `last` is in the set.
[[nodiscard]] constexpr bool meets(array_ref<code_range const> set, std::uint32_t first,
                                   std::uint32_t last) noexcept {
    auto const next =
        std::partition_point(set.begin(), set.end(), [&](code_range const& r) { return r.last < first; });
    return next != set.end() && next->first <= last;
}

/// Those whose first bits are `value`, with `left` bytes of six bits behind them.
[[nodiscard]] constexpr code_range code_points_of(std::uint32_t value, std::size_t left) noexcept {
    return {value << (6 * left), (value << (6 * left)) | ((std::uint32_t{1} << (6 * left)) - 1)};
}
/// Those that begin with a lead byte; an empty range for any other byte.
[[nodiscard]] constexpr code_range code_points_of(std::uint8_t lead) noexcept {
    std::size_t const length = utf8::sequence_length(lead);
    if (length < 2) {
        return {1, 0};
    }
    utf8::byte_range const second = utf8::second_byte(lead);
    std::uint32_t const bits = (lead & (0x7Fu >> length)) << 6;
    return {code_points_of(bits | (second.low & 0x3Fu), length - 2).first,
            code_points_of(bits | (second.high & 0x3Fu), length - 2).last};
}

/// In place of `malformed` in what a loop takes: a token may end inside a code point, wherever one above U+007F may
/// stand, and bytes that are no UTF-8 are never read.
inline constexpr group_set reads_beginnings = group_set{1} << malformed;

[[nodiscard]] constexpr unsigned group_of(std::uint8_t byte) noexcept {
    constexpr std::string_view singles = "\t\n\r \"\\'<>&,:;.";  // groups 0 to 13
    for (unsigned i = 0; i < singles.size(); ++i) {
        if (static_cast<std::uint8_t>(singles[i]) == byte) {
            return i;
        }
    }
    constexpr std::string_view pairs[] = {"!?", "-", "_", "/", "()", "[", "]", "{}"};  // groups 14 to 21
    for (unsigned i = 0; i < 8; ++i) {
        if (pairs[i].find(static_cast<char>(byte)) != std::string_view::npos) {
            return 14 + i;
        }
    }
    if (byte >= 0x80) {
        return beyond_ascii;
    }
    if (byte < 0x20) {
        return 22;
    }
    if (byte == 0x7F) {
        return 23;
    }
    if (byte >= '0' && byte <= '9') {
        return 24;
    }
    if (byte >= 'a' && byte <= 'z') {
        return byte <= 'f' ? 25 : 26;
    }
    if (byte >= 'A' && byte <= 'Z') {
        return byte <= 'F' ? 27 : 28;
    }
    return 29;
}
[[nodiscard]] constexpr std::array<std::uint8_t, 256> make_groups() noexcept {
    std::array<std::uint8_t, 256> out{};
    for (unsigned b = 0; b < 256; ++b) {
        out[b] = static_cast<std::uint8_t>(group_of(static_cast<std::uint8_t>(b)));
    }
    return out;
}
inline constexpr std::array<std::uint8_t, 256> byte_groups = make_groups();

/// The bytes, those of one group together.
struct bytes_by_group {
    std::array<std::uint8_t, 256> bytes{};
    std::array<std::uint16_t, 33> first{};
};
[[nodiscard]] constexpr bytes_by_group sort_by_group() noexcept {
    bytes_by_group out;
    std::uint16_t at = 0;
    for (unsigned group = 0; group < 32; ++group) {
        out.first[group] = at;
        for (unsigned b = 0; b < 256; ++b) {
            if (byte_groups[b] == group) {
                out.bytes[at++] = static_cast<std::uint8_t>(b);
            }
        }
    }
    out.first[32] = at;
    return out;
}
inline constexpr bytes_by_group grouped_bytes = sort_by_group();
[[nodiscard]] constexpr array_ref<std::uint8_t const> bytes_of_group(unsigned group) noexcept {
    std::size_t const first = grouped_bytes.first[group];
    return array_ref{grouped_bytes.bytes}.subspan(first, grouped_bytes.first[group + 1] - first);
}

/// Text between quotes as JSON has it.
inline constexpr group_set text_groups =
    ~((group_set{1} << group_of('"')) | (group_set{1} << group_of('\\')) | (group_set{1} << group_of('\t')) |
      (group_set{1} << group_of('\n')) | (group_set{1} << group_of('\r')) | (group_set{1} << group_of(1)));

/// What tokens are made of.
///
/// first   group of the first code point
/// rest    groups of the others; has `malformed` when any of the token is not a whole code point
/// length  code points
struct token_shape {
    group_set rest = group_set{1} << malformed;
    std::uint8_t first = malformed;
    std::uint16_t length = 0;
};
[[nodiscard]] constexpr token_shape shape_of(std::string_view text) noexcept {
    token_shape out{0, malformed, 0};
    std::uint16_t strays = 0;  // their code point began before
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        unsigned const group = !d.valid ? malformed : byte_groups[static_cast<std::uint8_t>(text[0])];
        if (out.length == 0) {
            out.first = static_cast<std::uint8_t>(group);
        } else {
            out.rest |= group_set{1} << group;
        }
        if (!d.valid) {
            out.rest |= group_set{1} << malformed;
            strays = static_cast<std::uint16_t>(
                strays + ((static_cast<std::uint8_t>(text[0]) & 0xC0) == 0x80 ? 1 : 0));
        }
        ++out.length;
        text.remove_prefix(d.length);
    }
    out.length = static_cast<std::uint16_t>(out.length - strays);
    return out;
}

}  // namespace parlance::mask::detail
