// parlance/vocab/byte_level.hpp - the alphabet in which byte-level BPE writes bytes as visible characters
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <array>
#include <string>
#include <tuple>

namespace parlance::vocab::byte_level {

/// The character that stands for `byte`: itself where it is visible in Latin-1, else one from U+0100 on.
/// source  the byte encoder of OpenAI's GPT-2
[[nodiscard]] constexpr char32_t character(std::uint8_t byte) noexcept {
    auto const visible = [](unsigned b) {
        return (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
    };
    if (visible(byte)) {
        return byte;
    }
    char32_t next = 0x100;
    for (unsigned b = 0; b < byte; ++b) {
        next += visible(b) ? 0 : 1;
    }
    return next;
}

namespace detail {

/// Per character below U+0144: the byte it stands for, or -1.
inline constexpr auto bytes = [] {
    std::array<std::int16_t, 0x144> out{};
    for (std::int16_t& b : out) {
        b = -1;
    }
    for (unsigned b = 0; b < 256; ++b) {
        out[character(static_cast<std::uint8_t>(b))] = static_cast<std::int16_t>(b);
    }
    return out;
}();

}  // namespace detail

/// The byte that `c` stands for, -1 when it stands for none.
[[nodiscard]] constexpr int byte(char32_t c) noexcept {
    return c < detail::bytes.size() ? detail::bytes[c] : -1;
}

/// Appends the bytes that `text` stands for.  False, and `out` as it was, when a character stands for none:
/// then the text means itself.
[[nodiscard]] PARLANCE_DECL bool decode(std::string_view text, std::string& out);

static_assert(character(' ') == 0x120 && character('\n') == 0x10A && character(0xAD) == 0x143);
static_assert(byte(0x120) == ' ' && byte('a') == 'a' && byte(0xAD) == -1 && byte(0x144) == -1);

}  // namespace parlance::vocab::byte_level

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/byte_level.ipp>
#endif
