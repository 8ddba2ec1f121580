// parlance/text/utf8.hpp - decode and encode UTF-8, exactly as Unicode defines it (RFC 3629)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::utf8 {

/// One step of decoding.
///
/// length  bytes consumed: 1 to 4; for a bad sequence, those of its maximal valid prefix (at least 1); 0 at the end
/// value   the code point, U+FFFD when !valid
/// valid   a whole, shortest-form, non-surrogate sequence
/// cut     the bytes are a valid beginning and the text ends inside them
struct decoded {
    char32_t value = 0xFFFD;
    std::uint8_t length = 0;
    bool valid = false;
    bool cut = false;
};

/// Range of the second byte after a given lead byte; {0, 0} when the byte cannot lead a multi-byte sequence.
struct byte_range {
    std::uint8_t low = 0;
    std::uint8_t high = 0;
};
[[nodiscard]] constexpr byte_range second_byte(std::uint8_t lead) noexcept {
    if (lead < 0xC2 || lead > 0xF4) {
        return {};
    }
    int const low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int const high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
}

/// Bytes in the sequence that `lead` begins: 1 to 4, 0 when it begins none.
[[nodiscard]] constexpr std::size_t sequence_length(std::uint8_t lead) noexcept {
    return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

/// Decodes the code point at the front of `text`.  Never reads past it; every byte sequence has an answer.
[[nodiscard]] constexpr decoded decode(std::string_view text) noexcept {
    if (text.empty()) {
        return {};
    }
    auto const byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    std::size_t const length = sequence_length(byte(0));
    if (length == 1) {
        return {byte(0), 1, true, false};
    }
    if (length == 0) {
        return {0xFFFD, 1, false, false};
    }
    char32_t value = byte(0) & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (i == text.size()) {
            return {0xFFFD, static_cast<std::uint8_t>(i), false, true};
        }
        byte_range const allowed = i == 1 ? second_byte(byte(0)) : byte_range{0x80, 0xBF};
        if (byte(i) < allowed.low || byte(i) > allowed.high) {
            return {0xFFFD, static_cast<std::uint8_t>(i), false, false};
        }
        value = (value << 6) | (byte(i) & 0x3Fu);
    }
    return {value, static_cast<std::uint8_t>(length), true, false};
}

/// A code point as UTF-8, held in place.
struct encoded {
    char bytes[4]{};
    std::uint8_t length = 0;
    [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes, length}; }
};

[[nodiscard]] constexpr bool is_scalar(char32_t value) noexcept {
    return value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
}

/// Encodes a scalar value; anything else becomes U+FFFD.
[[nodiscard]] constexpr encoded encode(char32_t value) noexcept {
    if (!is_scalar(value)) {
        value = 0xFFFD;
    }
    auto const tail = [&](int shift) { return static_cast<char>(0x80 | ((value >> shift) & 0x3F)); };
    if (value < 0x80) {
        return {{static_cast<char>(value)}, 1};
    }
    if (value < 0x800) {
        return {{static_cast<char>(0xC0 | (value >> 6)), tail(0)}, 2};
    }
    if (value < 0x10000) {
        return {{static_cast<char>(0xE0 | (value >> 12)), tail(6), tail(0)}, 3};
    }
    return {{static_cast<char>(0xF0 | (value >> 18)), tail(12), tail(6), tail(0)}, 4};
}

/// Bytes at the end of `text` that begin a code point but do not finish it: 0 to 3.
[[nodiscard]] constexpr std::size_t unfinished(std::string_view text) noexcept {
    if (text.empty() || static_cast<std::uint8_t>(text.back()) < 0x80) {
        return 0;
    }
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        std::string_view const tail = text.substr(text.size() - back);
        if ((static_cast<std::uint8_t>(tail[0]) & 0xC0) != 0x80) {
            return decode(tail).cut ? back : 0;
        }
    }
    return 0;
}

/// Whether all of `text` is valid UTF-8.
[[nodiscard]] constexpr bool is_valid(std::string_view text) noexcept {
    while (!text.empty()) {
        decoded const d = decode(text);
        if (!d.valid) {
            return false;
        }
        text.remove_prefix(d.length);
    }
    return true;
}

/// Code points in `text`; every maximal bad sequence counts as one.
[[nodiscard]] constexpr std::size_t count(std::string_view text) noexcept {
    std::size_t n = 0;
    for (; !text.empty(); ++n) {
        text.remove_prefix(decode(text).length);
    }
    return n;
}

}  // namespace parlance::utf8
