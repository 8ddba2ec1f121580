// parlance/chat/detail/text_gate.hpp - pieces of text that end between code points and escapes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Holds back the unfinished code point at the end of what it is given, three bytes at most.
class utf8_gate {
public:
    /// Calls out(text) with all whole code points so far; out is not called with nothing.
    template <class Out>
    void put(std::string_view text, Out&& out) {
        if (!held_.empty()) {
            held_.append(text);
            std::string whole;
            whole.swap(held_);
            split(whole, out);
            return;
        }
        split(text, out);
    }
    /// What was held: the model stopped inside a code point.
    template <class Out>
    void close(Out&& out) {
        if (!held_.empty()) {
            std::string last;
            last.swap(held_);
            out(std::string_view(last));
        }
    }

private:
    template <class Out>
    void split(std::string_view text, Out& out) {
        std::size_t const tail = utf8::unfinished(text);
        if (tail == 0) {
            if (!text.empty()) {
                out(text);
            }
            return;
        }
        held_ = text.substr(text.size() - tail);
        if (text.size() > tail) {
            out(text.substr(0, text.size() - tail));
        }
    }
    std::string held_;
};

/// Undoes the escapes of a JSON string's content that arrives in pieces.  Lone surrogates become U+FFFD, an unknown
/// escape keeps its backslash.
class unescaper {
public:
    /// Appends what is certain to `out`.
    void put(std::string_view text, std::string& out) {
        for (char const c : text) {
            if (pending_.empty() && c != '\\') {
                lone(out);
                out.push_back(c);
                continue;
            }
            pending_.push_back(c);
            if (pending_.size() == 2 && c != 'u') {
                lone(out);
                simple(c, out);
                pending_.clear();
            } else if (pending_.size() == 6) {
                unit(out);
                pending_.clear();
            }
        }
    }
    /// At the end of the string: what was begun is written as it stands.
    void close(std::string& out) {
        lone(out);
        out.append(pending_);
        pending_.clear();
    }

private:
    static void simple(char c, std::string& out) {
        switch (c) {
        case 'n': out.push_back('\n'); break;
        case 't': out.push_back('\t'); break;
        case 'r': out.push_back('\r'); break;
        case 'b': out.push_back('\b'); break;
        case 'f': out.push_back('\f'); break;
        case '"':
        case '\\':
        case '/': out.push_back(c); break;
        default: out.push_back('\\'), out.push_back(c); break;
        }
    }
    void lone(std::string& out) {
        if (high_ != 0) {
            out.append(utf8::encode(0xFFFD).view());
            high_ = 0;
        }
    }
    void unit(std::string& out) {
        std::uint32_t value = 0;
        for (char const c : std::string_view(pending_).substr(2)) {
            std::uint32_t const digit = c >= '0' && c <= '9'   ? static_cast<std::uint32_t>(c - '0')
                                        : c >= 'a' && c <= 'f' ? static_cast<std::uint32_t>(c - 'a' + 10)
                                        : c >= 'A' && c <= 'F' ? static_cast<std::uint32_t>(c - 'A' + 10)
                                                               : 16u;
            if (digit == 16) {
                lone(out);
                out.append(pending_);
                return;
            }
            value = value * 16 + digit;
        }
        if (high_ != 0 && value >= 0xDC00 && value <= 0xDFFF) {
            out.append(utf8::encode(0x10000 + ((high_ - 0xD800) << 10) + (value - 0xDC00)).view());
            high_ = 0;
            return;
        }
        lone(out);
        if (value >= 0xD800 && value <= 0xDBFF) {
            high_ = value;
            return;
        }
        out.append(utf8::encode(value).view());
    }

    std::string pending_;
    std::uint32_t high_ = 0;
};

}  // namespace parlance::chat::detail
