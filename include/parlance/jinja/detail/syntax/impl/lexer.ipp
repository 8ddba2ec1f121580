// parlance/jinja/detail/syntax/impl/lexer.ipp - definitions of what parlance/jinja/detail/syntax/lexer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja {

std::string normalise_newlines(std::string_view source, stop_token asked) {
    source_looks looks(asked);
    std::string out;
    out.reserve(source.size());
    for (std::size_t at = 0; at < source.size();) {
        std::size_t const end = (std::min)(source.find('\r', at), source.size());
        for (; at < end; at += (std::min)(end - at, source_looks::between_looks)) {
            std::size_t const part = (std::min)(end - at, source_looks::between_looks);
            looks.pass(part);
            out.append(source, at, part);
        }
        if (at < source.size()) {
            constexpr std::size_t bytes_of_a_newline = 8;
            looks.pass(bytes_of_a_newline);
            out.push_back('\n');
            at += source.substr(at).starts_with("\r\n") ? 2 : 1;
        }
    }
    if (!out.empty() && out.back() == '\n') {
        out.pop_back();
    }
    return out;
}

/// All but one of the bytes of the longest white space: it may be cut where a part of the source ends.
inline constexpr std::size_t cut_space = 2;

token lexer::next() {
    for (;;) {
        switch (mode_) {
        case mode::text:
            if (at_ == source_.size() && !pending_) {
                return {token_kind::end, here(), {}};
            }
            if (token t; text(t)) {
                return t;
            }
            break;
        case mode::variable:
        case mode::block: return inside();
        }
    }
}

char lexer::peek(std::size_t ahead) const noexcept {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
}

void lexer::fail(std::string message, std::size_t at, std::size_t length) const {
    throw fault{errc::jinja_syntax, std::move(message), at, length};
}

bool lexer::text(token& out) {
    if (pending_) {
        return open(out);
    }
    std::size_t tag = at_;
    for (;; ++tag, looks_.pass(source_looks::of_a_brace)) {
        tag = source_.find('{', tag);
        if (tag == source_.npos || tag + 1 >= source_.size()) {
            tag = source_.size();
            break;
        }
        char const second = source_[tag + 1];
        if (second == '{' || second == '%' || second == '#') {
            break;
        }
    }
    std::size_t const begin = at_;
    std::size_t end = tag;
    if (tag < source_.size()) {
        char const sign = tag + 2 < source_.size() ? source_[tag + 2] : '\0';
        end = strip_before(begin, tag, sign, source_[tag + 1] != '{');
        pending_ = true;
    }
    at_ = tag;
    out = {token_kind::data, static_cast<std::uint32_t>(begin), source_.substr(begin, end - begin)};
    return end > begin;
}

std::size_t lexer::strip_before(std::size_t begin, std::size_t tag, char sign, bool lstrip) {
    std::string_view const data = source_.substr(begin, tag - begin);
    if (sign == '-') {
        for (std::size_t end = data.size();; looks_.pass(source_looks::between_looks)) {
            std::size_t const from = end - (std::min)(end, source_looks::between_looks);
            std::size_t const more = trailing_space(data.substr(from, end - from));
            end -= more;
            if (more + cut_space < source_looks::between_looks) {
                return begin + end;
            }
        }
    }
    if (sign == '+' || !lstrip) {
        return tag;
    }
    std::size_t const newline = data.rfind('\n');
    std::size_t const line = newline == data.npos ? 0 : newline + 1;
    bool const starts_line = newline != data.npos || begin == 0 || source_[begin - 1] == '\n';
    return starts_line && past_space(begin + line) >= tag ? begin + line : tag;
}

bool lexer::open(token& out) {
    pending_ = false;
    std::uint32_t const tag = here();
    char const second = source_[at_ + 1];
    if (second == '#') {
        return comment(), false;
    }
    if (second == '%' && raw(out)) {
        return !out.text.empty();
    }
    at_ += 2;
    if (is_sign(peek())) {
        ++at_;
    }
    mode_ = second == '{' ? mode::variable : mode::block;
    out = {second == '{' ? token_kind::variable_begin : token_kind::block_begin, tag, source_.substr(tag, 2)};
    return true;
}

void lexer::comment() {
    std::size_t const body = at_ + 2 + (at_ + 2 < source_.size() && is_sign(source_[at_ + 2]) ? 1 : 0);
    std::size_t const close = looks_.find(source_, "#}", body);
    bool const closed = close != source_.npos;
    if (!closed && body < source_.size()) {  // Jinja2 wants an end only where something stands inside
        fail("this comment is never closed", at_, 2);
    }
    char const sign = closed && close > body ? source_[close - 1] : '\0';
    at_ = closed ? close + 2 : body;
    skip_after(sign, true);
}

void lexer::skip_after(char sign, bool trim) {
    if (sign == '-') {
        at_ = past_space(at_);
    } else if (trim && sign != '+' && peek() == '\n') {
        ++at_;
    }
}

std::size_t lexer::past_space(std::size_t at) {
    for (;; looks_.pass(source_looks::between_looks)) {
        std::size_t const more = leading_space(
            source_.substr(at < source_.size() ? at : source_.size(), source_looks::between_looks));
        at += more;
        if (more + cut_space < source_looks::between_looks) {
            return at;
        }
    }
}

bool lexer::raw(token& out) {
    std::size_t at = at_ + 2 + (is_sign(peek(2)) ? 1 : 0);
    at = past_space(at);
    if (source_.substr(at, 3) != "raw") {
        return false;
    }
    at = past_space(at + 3);
    if (source_.substr(at, 3) == "-%}") {
        at = past_space(at + 3);
    } else if (source_.substr(at, 2) == "%}") {
        at += 2;
    } else {
        return false;
    }
    for (std::size_t close = looks_.find(source_, "{%", at); close != source_.npos;
         close = looks_.find(source_, "{%", close + 1)) {
        looks_.pass(source_looks::of_a_brace);
        char const sign = close + 2 < source_.size() ? source_[close + 2] : '\0';
        std::size_t end = past_space(close + 2 + (is_sign(sign) ? 1 : 0));
        if (source_.substr(end, 6) != "endraw") {
            continue;
        }
        end = past_space(end + 6);
        char const closing = end < source_.size() ? source_[end] : '\0';
        end += is_sign(closing);
        if (source_.substr(end, 2) != "%}") {
            continue;
        }
        std::size_t const stop = strip_before(at, close, sign, true);
        out = {token_kind::data, static_cast<std::uint32_t>(at), source_.substr(at, stop - at)};
        at_ = end + 2;
        skip_after(closing, true);
        return true;
    }
    if (at < source_.size()) {  // as with comments
        fail("this raw block is never closed", at_, 2);
    }
    at_ = at;
    return true;
}

token lexer::inside() {
    at_ = past_space(at_);
    std::uint32_t const begin = here();
    if (at_ == source_.size()) {
        return {token_kind::end, begin, {}};
    }
    if (brackets_.empty() && close_tag()) {
        bool const variable = mode_ == mode::variable;
        mode_ = mode::text;
        return {variable ? token_kind::variable_end : token_kind::block_end, begin, source_.substr(begin, 2)};
    }
    char const c = peek();
    if (ascii::is_digit(c)) {
        return number();
    }
    if (c == '\'' || c == '"') {
        return string(c);
    }
    if (std::size_t const length = name_length(); length > 0) {
        at_ += length;
        return {token_kind::name, begin, source_.substr(begin, length)};
    }
    return punctuation();
}

bool lexer::close_tag() {
    bool const variable = mode_ == mode::variable;
    std::string_view const delimiter = variable ? "}}" : "%}";
    char const sign = peek();
    bool const signed_close = sign == '-' || (sign == '+' && !variable);
    std::size_t const skip = signed_close ? 1 : 0;
    if (source_.substr(at_ + skip, 2) != delimiter) {
        return false;
    }
    at_ += skip + 2;
    skip_after(signed_close ? sign : '\0', !variable);
    return true;
}

std::size_t lexer::name_length() {
    std::size_t n = 0;
    std::size_t due = source_looks::between_looks;
    while (at_ + n < source_.size()) {
        look(n, due);
        std::size_t const before = n;
        std::size_t const end = (std::min)(source_.size() - at_, due);
        while (n < end && (ascii::is_alnum(source_[at_ + n]) || source_[at_ + n] == '_')) {
            ++n;
        }
        if (n > before) {
            continue;
        }
        if (static_cast<unsigned char>(source_[at_ + n]) < 0x80) {
            break;
        }
        utf8::decoded const d = utf8::decode(source_.substr(at_ + n));
        if (!d.valid || !detail::is_alnum(d.value)) {
            break;
        }
        if (detail::is_numeric(d.value) && (n == 0 || !detail::is_decimal(d.value))) {
            fail("a name cannot have this character here", at_ + n, d.length);
        }
        n += d.length;
    }
    return n;
}

bool lexer::digit_of(char c, int base) noexcept {
    return base == 16 ? hex_value(c) >= 0 : c >= '0' && c < '0' + base;
}

std::size_t lexer::digits(std::size_t at, int base, bool underscore_first) {
    bool previous = underscore_first;
    for (std::size_t due = at + source_looks::between_looks; at < source_.size(); ++at) {
        look(at, due);
        if (source_[at] == '_' && previous && at + 1 < source_.size() && digit_of(source_[at + 1], base)) {
            previous = false;
        } else if (digit_of(source_[at], base)) {
            previous = true;
        } else {
            break;
        }
    }
    return at;
}

token lexer::number() {
    std::uint32_t const begin = here();
    bool const after_dot = begin > 0 && source_[begin - 1] == '.';
    std::size_t const whole = digits(at_, 10, false);
    std::size_t end = whole;
    auto const digit_at = [&](std::size_t i) { return i < source_.size() && digit_of(source_[i], 10); };
    if (!after_dot) {
        if (end < source_.size() && source_[end] == '.' && digit_at(end + 1)) {
            end = digits(end + 1, 10, false);
        }
        if (end < source_.size() && (source_[end] | 32) == 'e') {
            std::size_t const sign = end + 1 < source_.size() && is_sign(source_[end + 1]) ? 1 : 0;
            if (digit_at(end + 1 + sign)) {
                end = digits(end + 1 + sign, 10, false);
            }
        }
    }
    if (end > whole) {
        at_ = end;
        return {token_kind::real, begin, source_.substr(begin, end - begin)};
    }
    if (source_[begin] == '0') {
        char const letter = static_cast<char>(peek(1) | 32);
        int const base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
        std::size_t const from = begin + 2;
        end = base == 10 ? begin + 1 : digits(from, base, true);
        if (base != 10 && end == from) {
            end = begin + 1;
        }
        while (base == 10 && (source_.substr(end, 1) == "0" || source_.substr(end, 2) == "_0")) {
            end += source_[end] == '_' ? 2 : 1;
        }
    }
    at_ = end;
    return {token_kind::integer, begin, source_.substr(begin, end - begin)};
}

token lexer::string(char quote) {
    std::uint32_t const begin = here();
    std::size_t end = at_ + 1;
    std::size_t due = end + source_looks::between_looks;
    while (end < source_.size() && source_[end] != quote) {
        look(end, due);
        end += source_[end] == '\\' ? 2 : 1;
    }
    if (end >= source_.size()) {
        fail("this string is never closed", begin);
    }
    at_ = end + 1;
    return {token_kind::string, begin, source_.substr(begin + 1, end - begin - 1)};
}

token lexer::punctuation() {
    std::uint32_t const begin = here();
    auto const take = [&](token_kind is, std::size_t length) {
        at_ += length;
        return token{is, begin, source_.substr(begin, length)};
    };
    char const c = peek();
    char const second = peek(1);
    switch (c) {
    case '+': return take(token_kind::add, 1);
    case '-': return take(token_kind::sub, 1);
    case '*': return second == '*' ? take(token_kind::pow, 2) : take(token_kind::mul, 1);
    case '/': return second == '/' ? take(token_kind::floordiv, 2) : take(token_kind::div, 1);
    case '%': return take(token_kind::mod, 1);
    case '~': return take(token_kind::tilde, 1);
    case '=': return second == '=' ? take(token_kind::eq, 2) : take(token_kind::assign, 1);
    case '<': return second == '=' ? take(token_kind::le, 2) : take(token_kind::lt, 1);
    case '>': return second == '=' ? take(token_kind::ge, 2) : take(token_kind::gt, 1);
    case '.': return take(token_kind::dot, 1);
    case ',': return take(token_kind::comma, 1);
    case ':': return take(token_kind::colon, 1);
    case ';': return take(token_kind::semicolon, 1);
    case '|': return take(token_kind::pipe, 1);
    case '(': return brackets_.push_back(')'), take(token_kind::lparen, 1);
    case '[': return brackets_.push_back(']'), take(token_kind::lbracket, 1);
    case '{': return brackets_.push_back('}'), take(token_kind::lbrace, 1);
    case ')': return closing(c), take(token_kind::rparen, 1);
    case ']': return closing(c), take(token_kind::rbracket, 1);
    case '}': return closing(c), take(token_kind::rbrace, 1);
    case '!':
        if (second == '=') {
            return take(token_kind::ne, 2);
        }
        break;
    default: break;
    }
    fail("this character means nothing here", begin, utf8::decode(source_.substr(begin)).length);
}

void lexer::closing(char c) {
    if (brackets_.empty()) {
        fail("this bracket was never opened", at_);
    }
    if (brackets_.back() != c) {
        fail(std::string("expected '") + brackets_.back() + "'", at_);
    }
    brackets_.pop_back();
}

}  // namespace parlance::jinja
