// parlance/peg/detail/impl/notation_text.ipp - definitions of what parlance/peg/detail/notation_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/detail/notation_text.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::peg::detail {

void notation_text::complain(errc code, std::size_t at, std::size_t length) {
    if (wrong_.code == errc::none) {
        wrong_ = diagnose(code, text_, at, length);
    }
    at_ = text_.size();
}

void notation_text::blank() {
    while (at_ < text_.size()) {
        char const c = text_[at_];
        if (c == '#') {
            at_ = (std::min)(text_.find('\n', at_), text_.size());
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            return;
        } else {
            ++at_;
        }
    }
}

bool notation_text::follows(std::string_view word) const noexcept {
    return text_.substr(at_).starts_with(word);
}

bool notation_text::take(std::string_view word) {
    bool const yes = follows(word);
    if (yes) {
        at_ += word.size();
        blank();
    }
    return yes;
}

void notation_text::expect(std::string_view word) {
    if (!take(word)) {
        complain(word == "<-"  ? errc::expected_rule_name
                 : word == ")" ? errc::unclosed_group
                               : errc::unexpected_character,
                 at_, at_ < text_.size());
    }
}

std::uint32_t notation_text::number() {
    std::uint64_t value = 0;
    std::size_t const begin = at_;
    while (at_ < text_.size() && ascii::is_digit(text_[at_]) && value <= 0xFFFF'FFFF) {
        value = value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
    }
    if (begin == at_ || value > 0xFFFF'FFFF) {
        complain(errc::invalid_repetition, begin, at_ - begin);
    }
    blank();
    return static_cast<std::uint32_t>(value);
}

std::string notation_text::quoted() {
    std::size_t const begin = at_;
    char const quote = text_[at_++];
    std::string out;
    while (at_ < text_.size() && text_[at_] != quote) {
        if (text_[at_] != '\\') {
            std::size_t const from = at_;
            while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\\') {
                ++at_;
            }
            out.append(text_.substr(from, at_ - from));
            continue;
        }
        std::string_view const escape = text_.substr(at_, 4);
        char const c = escape.size() > 1 ? escape[1] : '\0';
        at_ += 2;
        if (c == 'n' || c == 'r' || c == 't') {
            out.push_back(c == 'n' ? '\n' : c == 'r' ? '\r' : '\t');
        } else if (c == '"' || c == '\'' || c == '\\') {
            out.push_back(c);
        } else if (c == 'x' && escape.size() == 4 && hex_value(escape[2]) >= 0 && hex_value(escape[3]) >= 0) {
            out.push_back(static_cast<char>(hex_value(escape[2]) << 4 | hex_value(escape[3])));
            at_ += 2;
        } else {
            complain(errc::invalid_escape, at_ - 2, 2);
            return out;
        }
    }
    if (at_ >= text_.size()) {
        complain(errc::unterminated_literal, begin, 1);
        return out;
    }
    ++at_;
    blank();
    return out;
}

std::string notation_text::name() {
    if (follows("'")) {
        return quoted();
    }
    std::string_view const w = word();
    if (w.empty() || ascii::is_digit(w[0])) {
        complain(errc::expected_rule_name, at_, at_ < text_.size());
        return {};
    }
    at_ += w.size();
    blank();
    return std::string(w);
}

bool notation_text::at_next_rule() {
    std::size_t const before = at_;
    if (follows("<-")) {
        return true;
    }
    bool yes = false;
    std::string_view const w = word();
    if (follows("'") || !w.empty()) {
        diagnostic const saved = wrong_;
        name();
        yes = follows("<-") || (w == "tag" && !follows("("));
        wrong_ = saved;
    }
    at_ = before;
    return yes;
}

std::string_view notation_text::bracketed() {
    std::size_t const begin = at_;
    for (++at_; at_ < text_.size() && text_[at_] != ']'; ++at_) {
        at_ += text_[at_] == '\\';
    }
    if (at_ >= text_.size()) {
        complain(errc::unterminated_class, begin, 1);
        return {};
    }
    ++at_;
    return text_.substr(begin, at_ - begin);
}

std::string_view notation_text::word() const noexcept {
    std::size_t end = at_;
    while (end < text_.size() && is_word_char(text_[end])) {
        ++end;
    }
    return text_.substr(at_, end - at_);
}

}  // namespace parlance::peg::detail
