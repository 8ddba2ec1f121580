// parlance/chat/detail/text_gate.hpp - pieces of text that end between code points and escapes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Holds back the unfinished code point at the end of what it is given, three bytes at most.
class utf8_gate {
public:
    /// Whether nothing of a text is held, nor in front of it; not empty.  Most end with a letter of ASCII.
    [[nodiscard]] bool lets_through(std::string_view text) const noexcept {
        return held_.empty() &&
               (static_cast<std::uint8_t>(text.back()) < 0x80 || utf8::unfinished(text) == 0);
    }
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
    PARLANCE_DECL void put(std::string_view text, std::string& out);
    /// At the end of the string: what was begun is written as it stands.
    PARLANCE_DECL void close(std::string& out);

private:
    PARLANCE_DECL static void simple(char c, std::string& out);
    PARLANCE_DECL void lone(std::string& out);
    PARLANCE_DECL void unit(std::string& out);

    std::string pending_;
    std::uint32_t high_ = 0;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/text_gate.ipp>
#endif
