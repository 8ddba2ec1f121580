// parlance/chat/detail/json_mender.hpp - JSON as models write it, made what JSON allows while it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// `text` with U+FFFD for every sequence that is no UTF-8.
[[nodiscard]] PARLANCE_DECL std::string with_valid_utf8(std::string_view text);

/// `text` as it stands between the quotes of a JSON string.
[[nodiscard]] PARLANCE_DECL std::string quoted_content(std::string_view text);

/// Passes JSON on as it is and mends what stands in its strings: control characters become escapes, a backslash that begins
/// no escape is doubled, bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD.  What is Python becomes JSON:
/// strings in single quotes, True, False and None; and a comma behind the last item goes.  Holds back an escape until
/// it is whole, the first of a pair until the second is, and a comma until something follows.  (notation_reader writes
/// JSON anew, of notations that are none.)
class json_mender {
public:
    /// Calls out(text) with pieces of the result, as few as can be.  `text` ends between code points.
    template <class Out>
    void put(std::string_view text, Out&& out) {
        std::size_t done = 0;  // text[done, i) is to be passed on as it is
        auto const pass = [&](std::size_t to) {
            if (to > done) {
                flush_high(out);
                out(text.substr(done, to - done));
            }
        };
        for (std::size_t i = 0; i < text.size();) {
            std::size_t const before = i;
            if (!escape_.empty()) {
                done = i += escape(text[i], out);
            } else if (skipped_ > 0 || !comma_.empty()) {
                done = i += waiting(text[i], out);
            } else if (std::size_t const length = as_it_is(text, i); length > 0) {
                i += length;
            } else {
                pass(before);
                done = i += mended(text, i, out);
            }
        }
        pass(text.size());
    }

    /// The text was cut off: what was held.
    template <class Out>
    void close(Out&& out) {
        std::string const rest = comma_ + high_ + escape_;
        comma_.clear();
        high_.clear();
        escape_.clear();
        if (!rest.empty()) {
            out(std::string_view(rest));
        }
    }

private:
    static constexpr std::string_view replacement = "\\ufffd";

    static constexpr std::string_view blanks = " \n\t\r";
    static constexpr std::size_t longest_gap = 64;  // that is held

    /// How much of what stands at `i`, of which nothing is held, needs no mending; 0 where it does.
    std::size_t as_it_is(std::string_view text, std::size_t i) {
        auto const c = static_cast<unsigned char>(text[i]);
        if (quote_ == 0) {
            quote_ = c == '"' ? '"' : '\0';
            return c == ',' ? !ends_list(text, i) : c != '\'' && c != 'T' && c != 'F' && c != 'N';
        }
        if (c == '"' && quote_ == '"') {
            quote_ = 0;
            return 1;
        }
        if (c >= 0x80) {
            utf8::decoded const d = utf8::decode(text.substr(i));
            return d.valid ? d.length : 0;
        }
        return c >= 0x20 && c != '\\' && (quote_ == '"' || (c != '"' && c != '\''));
    }
    /// Whether nothing, or not yet anything, follows the comma at `i`.
    [[nodiscard]] static bool ends_list(std::string_view text, std::size_t i) noexcept {
        std::size_t const next = text.find_first_not_of(blanks, i + 1);
        return next == text.npos ? text.size() - i < longest_gap : text[next] == '}' || text[next] == ']';
    }

    /// Takes what has to be mended at `i`; returns how much that is.
    template <class Out>
    std::size_t mended(std::string_view text, std::size_t i, Out& out) {
        auto const c = static_cast<unsigned char>(text[i]);
        if (quote_ == 0) {
            switch (c) {
            case ',': comma_ = ","; break;
            case '\'':
                quote_ = '\'';
                out(std::string_view("\""));
                break;
            case 'N':
                out(std::string_view("null"));
                skipped_ = 3;
                break;
            default: out(std::string_view(c == 'T' ? "t" : "f")); break;
            }
            return 1;
        }
        if (c == '\\') {
            escape_ = "\\";
            return 1;
        }
        flush_high(out);
        if (c == '"' || c == '\'') {  // in single quotes
            quote_ = c == '"' ? quote_ : '\0';
            out(std::string_view(c == '"' ? "\\\"" : "\""));
            return 1;
        }
        out(c < 0x20 ? escaped(c) : std::string_view("\xEF\xBF\xBD"));
        return c < 0x20 ? 1 : utf8::decode(text.substr(i)).length;
    }

    /// Takes one character while letters of a word are left out, or a comma is held; returns 0 where it is still to be read.
    template <class Out>
    std::size_t waiting(char c, Out& out) {
        if (skipped_ > 0) {
            --skipped_;
            return 1;
        }
        if (blanks.find(c) != std::string_view::npos && comma_.size() < longest_gap) {
            comma_.push_back(c);
            return 1;
        }
        // The white space behind a comma that goes stays.
        std::string_view const held = std::string_view(comma_).substr(c == '}' || c == ']' ? 1 : 0);
        if (!held.empty()) {
            out(held);
        }
        comma_.clear();
        return 0;
    }

    /// Takes one character behind a backslash; returns 0 when it does not belong to the escape and is still to be read.
    template <class Out>
    std::size_t escape(char c, Out& out) {
        if (escape_.size() == 1 && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
            flush_high(out);
            escape_.push_back(c);
            give(escape_, out);
            return 1;
        }
        if (escape_.size() == 1 && c == '\'' && quote_ == '\'') {  // Python's
            flush_high(out);
            escape_.clear();
            out("'");
            return 1;
        }
        if (escape_.size() == 1 ? c != 'u' : hex_value(c) < 0) {
            flush_high(out);
            escape_.insert(0, 1, '\\');
            give(escape_, out);
            return 0;
        }
        escape_.push_back(c);
        if (escape_.size() == 6) {
            unit(out);
        }
        return 1;
    }

    template <class Out>
    void unit(Out& out) {
        bool const surrogate = (escape_[2] == 'd' || escape_[2] == 'D') && escape_[3] >= '8';
        bool const high = surrogate && std::string_view("89abAB").find(escape_[3]) != std::string_view::npos;
        if (high) {
            flush_high(out);
            high_.swap(escape_);
        } else if (surrogate && !high_.empty()) {
            give(high_, out);
            give(escape_, out);
        } else {
            flush_high(out);
            if (surrogate) {
                escape_ = replacement;
            }
            give(escape_, out);
        }
    }

    /// A first half without a second.
    template <class Out>
    void flush_high(Out& out) {
        if (!high_.empty()) {
            high_.clear();
            out(replacement);
        }
    }
    template <class Out>
    static void give(std::string& text, Out& out) {
        out(std::string_view(text));
        text.clear();
    }

    /// The escape of a control character; valid until the next call.
    PARLANCE_DECL std::string_view escaped(unsigned char c) noexcept;

    char quote_ = 0;      // of the string that is open
    std::string comma_;   // and the white space behind it
    int skipped_ = 0;     // letters of a word that was told
    std::string escape_;  // begun
    std::string high_;    // the first half of a surrogate pair, whole
    char six_[6] = {'\\', 'u', '0', '0', '0', '0'};
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/json_mender.ipp>
#endif
