// parlance/text/diagnostic.hpp - an error as a value: what, where, and what to do about it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace parlance {

/// A short text held in place: usable in constant expressions, copied without allocating.  What does not fit is
/// cut at a code point and ends in "...".
class note {
public:
    static constexpr std::size_t capacity = 191;

    /// Of the bytes only those that are in use are written and copied: every result<T> has a note, and nearly all are empty.
    constexpr note() noexcept {
        if (std::is_constant_evaluated()) {
            for (char& c : text_) {
                c = 0;
            }
        }
    }
    constexpr note(note const& other) noexcept : note() { *this = other; }
    constexpr note& operator=(note const& other) noexcept {
        if (other.size_ != 0 && this != &other) {
            copy(other);
        }
        size_ = other.size_;
        return *this;
    }
    constexpr note(std::string_view text) noexcept { append(text); }             // NOLINT: implicit
    constexpr note(char const* text) noexcept : note(std::string_view{text}) {}  // NOLINT: implicit

    constexpr note& append(std::string_view text) noexcept {
        std::size_t take = text.size();
        bool const cut = take > capacity - size_;
        if (cut) {
            std::size_t const room = capacity - size_;
            take = room > 3 ? room - 3 : 0;
            while (take > 0 && (static_cast<unsigned char>(text[take]) & 0xC0) == 0x80) {
                --take;
            }
        }
        for (char const c : text.substr(0, take)) {
            text_[size_++] = c;
        }
        for (std::size_t dots = 0; cut && dots < 3 && size_ < capacity; ++dots) {
            text_[size_++] = '.';
        }
        return *this;
    }
    constexpr note& append_number(std::uint64_t number) noexcept {
        char digits[20]{};
        std::size_t n = 0;
        do {
            digits[n++] = static_cast<char>('0' + number % 10);
        } while ((number /= 10) != 0);
        while (n > 0) {
            append({&digits[--n], 1});
        }
        return *this;
    }

    [[nodiscard]] constexpr std::string_view view() const noexcept { return {text_, size_}; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    friend constexpr bool operator==(note const& a, note const& b) noexcept { return a.view() == b.view(); }

private:
    PARLANCE_COLD constexpr void copy(note const& other) noexcept {
        for (std::size_t i = 0; i < other.size_; ++i) {
            text_[i] = other.text_[i];
        }
    }

    char text_[capacity];
    std::uint8_t size_ = 0;
};

/// A hint about a place in a document: "/items/0: why", and "why" alone at the root, whose JSON Pointer is empty.
[[nodiscard]] constexpr note note_at(std::string_view place, std::string_view why) noexcept {
    return place.empty() ? note{why} : note{place}.append(": ").append(why);
}

/// An error in the caller's own text.
///
/// at      where it begins; {0, 1, 1} when the error has no place in a text
/// length  bytes it covers, 0 when it is a point
/// hint    the particulars: a name, a JSON Pointer, what was expected; may be empty
struct diagnostic {
    errc code = errc::none;
    position at{};
    std::size_t length = 0;
    note hint{};
    friend constexpr bool operator==(diagnostic const&, diagnostic const&) = default;

    /// What parlance::render() gives: one line, or with the text that the place is in also its line and a caret.
    [[nodiscard]] PARLANCE_RARE std::string render(std::string_view source = {},
                                                   std::string_view name = {}) const;
};

/// A diagnostic for bytes [begin, begin + length) of `source`.
[[nodiscard]] constexpr diagnostic diagnose(errc code, std::string_view source, std::size_t begin,
                                            std::size_t length = 0, note hint = {}) noexcept {
    return {code, locate(source, begin), length, hint};
}

/// The diagnostic as a compiler would print it: `name:line:column: error: sentence (hint)`, the source line, a caret.
/// Without a source, one line, with the place where that is not the beginning.  Lines longer than 120 bytes are shown around
/// the caret.
[[nodiscard]] PARLANCE_RARE std::string render(diagnostic const& d, std::string_view source = {},
                                               std::string_view name = {});

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/diagnostic.ipp>
#endif
