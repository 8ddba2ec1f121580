// parlance/vocab/detail/bytes.hpp - a cursor over an untrusted file, and the spellings of bytes in it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/result.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::vocab::detail {

/// A diagnostic for a place in a binary file: the column is the offset plus one.
[[nodiscard]] inline diagnostic file_error(errc code, std::size_t at, note hint = {}) noexcept {
    return {code, {at, 1, at + 1}, 0, hint};
}

/// Reads little-endian numbers and lengths.  After the first failure everything reads as zero or empty, so
/// that loops ask ok() once per turn.
class file_cursor {
public:
    explicit file_cursor(std::string_view bytes) noexcept : bytes_(bytes) {}

    [[nodiscard]] bool ok() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] diagnostic const& error() const noexcept { return error_; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }

    void fail(errc code, note hint = {}) noexcept {
        if (ok()) {
            error_ = file_error(code, at_, hint);
        }
        at_ = bytes_.size();
    }
    std::string_view take(std::uint64_t count) noexcept {
        if (count > left()) {
            fail(errc::truncated_file);
            return {};
        }
        at_ += static_cast<std::size_t>(count);
        return bytes_.substr(at_ - static_cast<std::size_t>(count), static_cast<std::size_t>(count));
    }
    /// Past `count` values of at least `size` bytes each, if they can be there at all.
    bool fits(std::uint64_t count, std::size_t size) noexcept {
        if (count > left() / size) {
            fail(errc::truncated_file);
        }
        return ok();
    }
    std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(number(1)); }
    std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() noexcept { return number(8); }

private:
    std::uint64_t number(std::size_t size) noexcept {
        std::string_view const raw = take(size);
        std::uint64_t value = 0;
        for (std::size_t i = raw.size(); i-- > 0;) {
            value = (value << 8) | static_cast<std::uint8_t>(raw[i]);
        }
        return value;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    diagnostic error_{};
};

[[nodiscard]] constexpr int hex_digit(char c) noexcept {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/// The byte that `<0xE4>` spells, exactly so; -1 for anything else.
[[nodiscard]] constexpr int byte_token(std::string_view text) noexcept {
    if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') {
        return -1;
    }
    int const high = hex_digit(text[3]);
    int const low = hex_digit(text[4]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/// `text` with U+2581 as a space, which is how SentencePiece writes one.
[[nodiscard]] inline std::string with_spaces(std::string_view text) {
    constexpr std::string_view mark = "\xE2\x96\x81";
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        bool const here = text.substr(i, 3) == mark;
        out.push_back(here ? ' ' : text[i]);
        i += here ? 3 : 1;
    }
    return out;
}

}  // namespace parlance::vocab::detail
