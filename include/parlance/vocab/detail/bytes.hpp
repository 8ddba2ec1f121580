// parlance/vocab/detail/bytes.hpp - a cursor over an untrusted file, and the spellings of bytes in it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/stop.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::vocab::detail {

/// A diagnostic for a place in a binary file: the column is the offset plus one.
[[nodiscard]] PARLANCE_DECL diagnostic file_error(errc code, std::size_t at, note hint = {}) noexcept;

/// Reads little-endian numbers and lengths.  After the first failure everything reads as zero or empty, so
/// that loops ask ok() once per turn.
class file_cursor {
public:
    explicit file_cursor(std::string_view bytes, stop_token stop = {}) noexcept
        : bytes_(bytes), stop_(stop) {}

    [[nodiscard]] bool ok() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] diagnostic const& error() const noexcept { return error_; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }

    PARLANCE_DECL void fail(errc code, note hint = {}) noexcept;
    PARLANCE_DECL std::string_view take(std::uint64_t count) noexcept;
    /// Past `count` values of at least `size` bytes each, if they can be there at all.
    PARLANCE_DECL bool fits(std::uint64_t count, std::size_t size) noexcept;
    std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(number(1)); }
    std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() noexcept { return number(8); }

private:
    PARLANCE_DECL std::uint64_t number(std::size_t size) noexcept;

    std::string_view bytes_;
    static constexpr std::uint32_t between_looks = 4096;  // pieces: some 50 microseconds

    std::size_t at_ = 0;
    stop_token stop_;
    std::uint32_t unasked_ = 0;  // pieces since stop_ was asked
    diagnostic error_{};
};

/// The byte that `<0xE4>` spells, exactly so; -1 for anything else.
[[nodiscard]] constexpr int byte_token(std::string_view text) noexcept {
    if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') {
        return -1;
    }
    int const high = hex_value(text[3]);
    int const low = hex_value(text[4]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/// `text` with U+2581 as a space, which is how SentencePiece writes one.
[[nodiscard]] PARLANCE_DECL std::string with_spaces(std::string_view text);

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/detail/impl/bytes.ipp>
#endif
