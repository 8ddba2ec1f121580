// parlance/chat/impl/marker.ipp - definitions of what parlance/chat/marker.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>

namespace parlance::chat {

std::size_t namespace_length(std::string_view text) noexcept {
    constexpr std::size_t longest = 32;
    if (!text.starts_with("]<]")) {
        return 0;
    }
    std::size_t const end = text.substr(0, longest).find("[>[", 3);
    return end == std::string_view::npos || end == 3 ? 0 : end + 3;
}

/// Length of `<|open|>name …<|sep|>` or `<|close|>name<|sep|>` at the front of `text`, or 0: a tag whose brackets are
/// markers, whichever the last one is.
PARLANCE_DECL std::size_t barred_tag_length(std::string_view text) noexcept {
    std::size_t const name = text.starts_with("<|open|>") ? 8 : text.starts_with("<|close|>") ? 9 : 0;
    std::size_t const end = name == 0 ? std::string_view::npos : text.find_first_of("<\n", name);
    if (end == std::string_view::npos || end == name || !text.substr(end).starts_with("<|")) {
        return 0;
    }
    std::size_t const close = text.find_first_of("<>\n", end + 1);
    bool const closed = close != std::string_view::npos && text[close] == '>' && text[close - 1] == '|';
    return closed && close > end + 3 ? close + 1 : 0;
}

std::size_t marker_length(std::string_view text) noexcept {
    constexpr std::size_t longest = 96;
    // Asked of each byte of a prompt, nearly always in vain: the first byte tells.
    if (text.size() < 3 || (text[0] != '<' && text[0] != '[' && text[0] != ']')) {
        return 0;
    }
    if (text[0] == ']') {
        std::size_t const front = namespace_length(text);
        bool const tag = front > 0 && text.substr(front).starts_with('<');
        std::size_t const behind = tag ? marker_length(text.substr(front)) : 0;
        return behind > 0 ? front + behind : 0;
    }
    if (text[1] == '|' && (text.starts_with("<|open|>") || text.starts_with("<|close|>"))) {
        return barred_tag_length(text);
    }
    std::size_t const end = (std::min)(text.size(), longest);
    if (text[0] == '<') {
        if (text[1] == ' ' || text[1] == '=' || text[1] == '\t') {
            return 0;
        }
        for (std::size_t i = 1; i < end; ++i) {
            if (text[i] == '>') {
                return i > 1 ? i + 1 : 0;
            }
            if (text[i] == '<' || text[i] == '\n') {
                return 0;
            }
        }
        return 0;
    }
    constexpr std::string_view unused = "[unused";  // and a number
    if (text.starts_with(unused)) {
        std::size_t const close = text.substr(0, longest).find_first_not_of("0123456789", unused.size());
        bool const numbered = close != std::string_view::npos && close > unused.size() && text[close] == ']';
        return numbered ? close + 1 : 0;
    }
    auto const word = [](char c) { return ascii::is_alnum(c) || c == '_' || c == ' ' || c == '/'; };
    if (!ascii::is_upper(text[1]) && !(text[1] == '/' && ascii::is_upper(text[2]))) {
        return 0;
    }
    for (std::size_t i = 1; i < end; ++i) {
        if (text[i] == ']') {
            return i + 1;
        }
        if (!word(text[i])) {
            return 0;
        }
    }
    return 0;
}

}  // namespace parlance::chat
