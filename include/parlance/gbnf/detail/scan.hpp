// parlance/gbnf/detail/scan.hpp - the words of grammar text: spaces, characters, classes, counts, tokens
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/utf8.hpp>
#include <string_view>

namespace parlance::gbnf::detail {

[[nodiscard]] constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }
[[nodiscard]] constexpr bool is_word(char c) noexcept { return ascii::is_alnum(c) || c == '-' || c == '_'; }

/// Whether a byte may stand in a name, as a table: one step in a constant expression.
struct word_table {
    bool of[256]{};
    constexpr word_table() noexcept {
        for (int c = 0; c < 256; ++c) {
            of[c] = c < 128 && is_word(static_cast<char>(c));
        }
    }
};
inline constexpr word_table words{};

struct repetition_bounds {
    std::uint32_t low = 0;
    std::uint32_t high = unbounded;
};
/// Offsets of a token's text; end is 0 when there is none.
struct token_text {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// A cursor over grammar text that keeps the first error.  Bytes are read through a bare pointer: a call per
/// byte would be what a compiler's limits are spent on.
struct scanner {
    constexpr scanner(std::string_view source, stop_asker& stop) noexcept
        : text(source.data()), size(source.size()), asked(stop) {}

    char const* text;
    std::size_t size;
    std::size_t at = 0;
    stop_asker& asked;
    diagnostic error{};

    /// Whether to go on.
    [[nodiscard]] constexpr bool ok() const noexcept { return error.code == errc::none && !asked.stopped(); }
    constexpr void fail(errc code, std::size_t begin, std::size_t length = 0, note hint = {}) {
        if (ok()) {
            error = diagnose(code, {text, size}, begin, length, hint);
        }
    }
    constexpr void fail_unexpected() {
        char const c = peek();
        note hint = "what can stand here: \"literal\", [class], name, (group), '.', <token>";
        if (c == '\'') {
            hint = "literals are written in double quotes";
        } else if (c == '/') {
            hint = "there are no regular expressions here; use classes and repetitions";
        } else if (c == '}' || c == ']' || c == '>') {
            hint = "nothing is open that this could close";
        }
        fail(errc::unexpected_character, at, 1, hint);
    }

    /// The next byte; NUL at the end.
    [[nodiscard]] constexpr char peek() const noexcept { return at < size ? text[at] : '\0'; }
    [[nodiscard]] constexpr char peek(std::size_t ahead) const noexcept {
        return at + ahead < size ? text[at + ahead] : '\0';
    }

    /// Past bytes that `passes` is true of.
    template <class Passes>
    constexpr void skip_while(Passes passes) {
        std::size_t end = 0;
        do {
            end = until_look();
            while (at < end && passes(text[at])) {
                ++at;
            }
        } while (at == end && goes_on(end));
    }
    /// How far a loop over bytes goes before it looks.
    [[nodiscard]] constexpr std::size_t until_look() const noexcept {
        constexpr std::size_t bytes = 32 * stop_asker::between_looks;
        return size - at > bytes ? at + bytes : size;
    }
    /// Whether such a loop, which went to `end`, goes on from there.
    [[nodiscard]] constexpr bool goes_on(std::size_t end) { return at == end && at < size && asked.look(); }

    /// Past spaces and comments, and line ends if `newlines`.
    constexpr void skip(bool newlines) {
        while (at < size) {
            switch (text[at]) {
            case '\n':
            case '\r':
                if (!newlines) {
                    return;
                }
                ++at;
                asked.next();
                break;
            case ' ':
            case '\t':
                if (++at < size && text[at] == ' ') {
                    skip_while([](char c) { return c == ' '; });
                }
                break;
            case '#': skip_while([](char c) { return c != '\n' && c != '\r'; }); break;
            default: return;
            }
        }
    }
    constexpr void skip_word() {
        skip_while([](char c) { return words.of[static_cast<unsigned char>(c)]; });
    }
    constexpr bool eat_define() noexcept {
        bool const here = peek() == ':' && peek(1) == ':' && peek(2) == '=';
        at += here ? 3 : 0;
        return here;
    }

    /// At the end of a line: whether the rule ends here, because another begins or the text ends.  Moves to
    /// what is next either way.  Any other line continues the rule.
    constexpr bool rule_ends() {
        skip(true);
        if (at == size) {
            return true;
        }
        std::size_t const begin = at;
        skip_word();
        bool const named = at > begin;
        skip(false);
        bool const ends = named && eat_define();
        at = begin;
        return ends;
    }

    /// One code point, decoded or escaped.
    constexpr std::uint32_t read_character() {
        char const c = peek();
        if (c == '\\') {
            return read_escape();
        }
        if (static_cast<unsigned char>(c) < 0x80) {
            ++at;
            return static_cast<unsigned char>(c);
        }
        utf8::decoded const d = utf8::decode({text + at, size - at});
        if (!d.valid) {
            fail(errc::invalid_utf8, at, d.length,
                 "grammar text is UTF-8; an escape \\xHH means U+00HH, not a byte");
        }
        at += d.length;
        return d.value;
    }

    constexpr std::uint32_t read_escape() {
        char const c = peek(1);
        switch (c) {
        case 'x': return read_hex(2);
        case 'u': return read_hex(4);
        case 'U': return read_hex(8);
        default: break;
        }
        constexpr std::string_view names = "nrtabfve0";
        constexpr std::string_view values{"\n\r\t\a\b\f\v\x1B\0", 9};
        constexpr std::string_view themselves = "\\\"[]-^'/$.*+?(){}|";
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == c) {
                at += 2;
                return static_cast<unsigned char>(values[i]);
            }
        }
        for (char const self : themselves) {
            if (self == c) {
                at += 2;
                return static_cast<unsigned char>(c);
            }
        }
        fail(errc::invalid_escape, at, at + 1 < size ? 2 : 1,
             "known are \\n \\r \\t \\a \\b \\f \\v \\e \\0 \\xHH \\uHHHH \\UHHHHHHHH, a backslash before "
             "punctuation, and in classes \\d \\w \\s");
        return 0;
    }

    /// The number of an escape \x, \u or \U: a code point.  A pair of surrogates \uD8xx\uDCxx is one.
    constexpr std::uint32_t read_hex(std::size_t digits) {
        std::size_t const begin = at;
        std::uint32_t value = 0;
        at += 2;
        for (std::size_t i = 0; i < digits; ++i, ++at) {
            int const digit = hex_value(peek());
            if (digit < 0) {
                fail(errc::invalid_escape, begin, at - begin,
                     note{}.append_number(digits).append(" hexadecimal digits are expected"));
                return 0;
            }
            value = value * 16 + static_cast<std::uint32_t>(digit);
        }
        bool const high = digits == 4 && value >= 0xD800 && value <= 0xDBFF;
        if (high && peek() == '\\' && peek(1) == 'u') {
            scanner ahead = *this;
            ahead.at += 2;
            std::uint32_t low = 0;
            for (std::size_t i = 0; i < 4 && hex_value(ahead.peek()) >= 0; ++i, ++ahead.at) {
                low = low * 16 + static_cast<std::uint32_t>(hex_value(ahead.peek()));
            }
            if (low >= 0xDC00 && low <= 0xDFFF && ahead.at == at + 6) {
                at = ahead.at;
                return 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        if (!utf8::is_scalar(value)) {
            fail(errc::invalid_code_point, begin, at - begin,
                 value <= 0x10FFFF ? note{"a surrogate, alone, is no character"}
                                   : note{"the last one is 10FFFF"});
        }
        return value;
    }

    /// A literal, as one `character` per code point.  The cursor is on its first quote.
    constexpr void read_literal(buffer<element>& rows) {
        std::size_t const open = at++;
        while (ok()) {
            std::size_t const end = until_look();
            while (at < end && is_ascii(text[at]) && text[at] != '"' && text[at] != '\\') {
                rows.push({element_kind::character, static_cast<unsigned char>(text[at++])});
            }
            if (goes_on(end)) {
                continue;
            }
            if (at >= size) {
                return fail(errc::unterminated_literal, open, 1, "write \\\" for a quote inside a literal");
            }
            if (text[at] == '"') {
                ++at;
                return;
            }
            rows.push({element_kind::character, read_character()});
        }
    }

    /// A class.  The cursor is on its '['.
    constexpr void read_class(buffer<element>& rows) {
        std::size_t const open = at++;
        bool const negated = peek() == '^';
        at += negated ? 1 : 0;
        element_kind kind = negated ? element_kind::character_not : element_kind::character;
        std::size_t const begin = rows.size;
        while (ok()) {
            if (at >= size) {
                return fail(errc::unterminated_class, open, 1, "write \\] for a bracket inside a class");
            }
            if (text[at] == ']') {
                break;
            }
            if (text[at] == '\\' && read_named_class(rows, kind)) {
                kind = element_kind::character_alt;
                continue;
            }
            std::size_t const from = at;
            std::uint32_t const low = read_character();
            rows.push({kind, low});
            kind = element_kind::character_alt;
            if (peek() == '-' && at + 1 < size && text[at + 1] != ']') {
                ++at;
                std::uint32_t const high = read_character();
                rows.push({element_kind::range_upper, high});
                if (high < low) {
                    fail(errc::inverted_range, from, at - from,
                         "the lower end comes first, as in [a-z]; write \\- for a dash");
                }
            }
        }
        if (rows.size == begin && ok()) {
            if (!negated) {
                return fail(errc::empty_class, open, at + 1 - open,
                            "it could match nothing; \"\" matches the empty text");
            }
            rows.push({element_kind::any, 0});
        }
        ++at;
    }

    /// \d \w \s and their complements as ranges; false when the cursor is on none of these.
    constexpr bool read_named_class(buffer<element>& rows, element_kind kind) {
        char const c = peek(1);
        std::string_view members;  // first and last of each range, ascending
        switch (c) {
        case 'd':
        case 'D': members = "09"; break;
        case 'w':
        case 'W': members = "09AZ__az"; break;
        case 's':
        case 'S': members = "\t\r  "; break;
        default: return false;
        }
        at += 2;
        auto const add = [&](std::uint32_t low, std::uint32_t high) {
            rows.push({kind, low});
            kind = element_kind::character_alt;
            if (high != low) {
                rows.push({element_kind::range_upper, high});
            }
        };
        bool const complement = c < 'a';
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < members.size(); i += 2) {
            auto const low = static_cast<unsigned char>(members[i]);
            auto const high = static_cast<unsigned char>(members[i + 1]);
            if (complement) {
                add(next, low - 1u);
                next = high + 1u;
            } else {
                add(low, high);
            }
        }
        if (complement) {
            add(next, 0x10FFFF);
        }
        return true;
    }

    constexpr std::uint32_t read_number(errc code, std::size_t most, note hint) {
        std::uint64_t value = 0;
        std::size_t const begin = at;
        for (; ascii::is_digit(peek()); ++at) {
            value = value <= most ? value * 10 + static_cast<std::uint64_t>(peek() - '0') : value;
        }
        if (at == begin || value > most) {
            fail(code, begin, at - begin, at == begin ? hint : note{"the largest is "}.append_number(most));
        }
        return static_cast<std::uint32_t>(value);
    }

    /// What is behind the '{' of a repetition that begins at `open`.
    constexpr repetition_bounds read_bounds(std::size_t open, bool newlines) {
        constexpr std::size_t most = unbounded - 1;
        repetition_bounds out;
        skip(newlines);
        out.low = read_number(errc::invalid_repetition, most,
                              peek() == ',' ? "write {0,n}" : "it is written {n}, {n,} or {n,m}");
        out.high = out.low;
        skip(newlines);
        if (peek() == ',') {
            ++at;
            skip(newlines);
            out.high = unbounded;
            if (ascii::is_digit(peek())) {
                out.high = read_number(errc::invalid_repetition, most, {});
                skip(newlines);
            }
        }
        if (peek() != '}') {
            fail(errc::invalid_repetition, open, at - open, "it is written {n}, {n,} or {n,m}");
        }
        ++at;
        if (out.high < out.low) {
            fail(errc::invalid_repetition, open, at - open, "it ends before it begins");
        }
        return out;
    }

    /// <[id]>, <text>, and both behind '!'.  Adds one row; a text's offsets are returned, for the caller to
    /// number.
    constexpr token_text read_token(buffer<element>& rows) {
        std::size_t const open = at;
        bool const negated = peek() == '!';
        at += negated ? 1 : 0;
        auto const begin = static_cast<std::uint32_t>(at);
        if (peek() != '<') {
            fail(errc::unexpected_character, open, 1, "only tokens can be negated: !<text> or !<[id]>");
            return {};
        }
        ++at;
        if (peek() == '[') {
            ++at;
            std::uint32_t const id =
                read_number(errc::unknown_token, unbounded - 1, "an id is written <[123]>");
            rows.push({negated ? element_kind::token_not : element_kind::token, id});
            if (ok() && (peek() != ']' || peek(1) != '>')) {
                fail(errc::unknown_token, open, at - open, "an id is written <[123]>");
            }
            at += 2;
            return {};
        }
        skip_while([](char c) { return c != '>' && c != '\n' && c != '\r'; });
        if (peek() != '>' || at == begin + std::size_t{1}) {
            fail(errc::unknown_token, open, at - open, "a token is written <text> or <[id]>");
            return {};
        }
        ++at;
        if (!utf8::is_valid({text + begin, at - begin})) {
            fail(errc::invalid_utf8, begin, at - begin, "grammar text is UTF-8");
        }
        rows.push({negated ? element_kind::token_text_not : element_kind::token_text, 0});
        return {begin, static_cast<std::uint32_t>(at)};
    }
};

}  // namespace parlance::gbnf::detail
