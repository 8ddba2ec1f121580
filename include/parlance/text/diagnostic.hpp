// parlance/text/diagnostic.hpp - an error as a value: what, where, and what to do about it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance {

/// A short text held in place: usable in constant expressions, copied without allocating.  What does not fit is
/// cut at a code point and ends in "...".
class note {
public:
    static constexpr std::size_t capacity = 191;

    constexpr note() noexcept = default;
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
    char text_[capacity]{};
    std::uint8_t size_ = 0;
};

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
};

/// A diagnostic for bytes [begin, begin + length) of `source`.
[[nodiscard]] constexpr diagnostic diagnose(errc code, std::string_view source, std::size_t begin,
                                            std::size_t length = 0, note hint = {}) noexcept {
    return {code, locate(source, begin), length, hint};
}

/// The diagnostic as a compiler would print it: `name:line:column: error: sentence (hint)`, the source line, a caret.
/// Without a source, one line.  Lines longer than 120 bytes are shown around the caret.
[[nodiscard]] inline std::string render(diagnostic const& d, std::string_view source = {},
                                        std::string_view name = {}) {
    std::string out;
    if (!name.empty()) {
        out.append(name).append(":");
    }
    if (!source.empty()) {
        out.append(std::to_string(d.at.line)).append(":").append(std::to_string(d.at.column)).append(":");
    }
    out.append(out.empty() ? "error: " : " error: ").append(describe(d.code));
    if (!d.hint.empty()) {
        out.append(" (").append(d.hint.view()).append(")");
    }
    if (source.empty()) {
        return out;
    }
    constexpr std::size_t widest = 120;
    std::size_t const at = d.at.offset < source.size() ? d.at.offset : source.size();
    std::size_t begin = at - (d.at.column - 1 < at ? d.at.column - 1 : at);
    std::size_t end = source.find('\n', at);
    end = end == std::string_view::npos ? source.size() : end;
    auto const inside = [&](std::size_t i) { return (static_cast<unsigned char>(source[i]) & 0xC0) == 0x80; };
    if (at - begin > widest / 2) {
        begin = at - widest / 2;
        while (begin < at && inside(begin)) {
            ++begin;
        }
    }
    if (end - begin > widest) {
        end = begin + widest;
        while (end > at && end < source.size() && inside(end)) {
            --end;
        }
    }
    out.append("\n    ").append(source.substr(begin, end - begin)).append("\n    ");
    for (std::size_t i = begin; i < at; ++i) {
        if (!inside(i)) {
            out.push_back(source[i] == '\t' ? '\t' : ' ');
        }
    }
    out.push_back('^');
    for (std::size_t i = at + 1; i < at + d.length && i < end; ++i) {
        if (!inside(i)) {
            out.push_back('~');
        }
    }
    return out;
}

}  // namespace parlance
