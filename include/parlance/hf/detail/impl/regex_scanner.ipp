// parlance/hf/detail/impl/regex_scanner.ipp - definitions of what parlance/hf/detail/regex_scanner.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_scanner.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>

namespace parlance::hf::detail {

std::optional<char32_t> regex_scanner::escaped() {
    char const c = peek();
    ++at_;
    auto const hex = [&](std::size_t digits) -> std::optional<char32_t> {
        char32_t value = 0;
        for (std::size_t i = 0; i < digits; ++i, ++at_) {
            std::size_t const digit =
                std::string_view("0123456789abcdef").find(static_cast<char>(peek() | 0x20));
            if (!more() || digit > 15) {
                return std::nullopt;
            }
            value = value * 16 + static_cast<char32_t>(digit);
        }
        return value;
    };
    switch (c) {
    case 'n': return U'\n';
    case 't': return U'\t';
    case 'r': return U'\r';
    case 'f': return U'\f';
    case 'v': return U'\v';
    case 'a': return U'\a';
    case 'x': return hex(2);
    case 'u': return hex(4);
    case 'U': return hex(8);
    default: break;
    }
    if (ascii::is_alnum(c) || c == '\0') {
        return std::nullopt;
    }
    --at_;
    utf8::decoded const d = utf8::decode(in_.substr(at_));
    at_ += d.length;
    return d.value;
}

regex_set regex_scanner::set() {
    ++at_;
    regex_set s;
    bool const negated = peek() == '^';
    at_ += negated;
    for (bool first = true; more() && (peek() != ']' || first); first = false) {
        auto const low = member(s);
        if (!low) {
            continue;  // a class
        }
        if (peek() == '-' && at_ + 1 < in_.size() && in_[at_ + 1] != ']') {
            ++at_;
            regex_set unused;
            auto const high = member(unused);
            bad_ = bad_ || !high || *high < *low;
            s.add(*low, high.value_or(*low));
        } else {
            s.add(*low, *low);
        }
    }
    bad_ = bad_ || peek() != ']';
    ++at_;
    if (negated) {
        s.negate();
    }
    return s;
}

std::optional<char32_t> regex_scanner::member(regex_set& s) {
    if (peek() != '\\') {
        utf8::decoded const d = utf8::decode(in_.substr(at_));
        bad_ = bad_ || !d.valid;
        at_ += d.length;
        return d.value;
    }
    ++at_;
    char const c = peek();
    if (c != '\0' && std::string_view("wWdDsS").find(c) != std::string_view::npos) {
        ++at_;
        s.add_class(c);
        bad_ = bad_ || (peek() == '-' && at_ + 1 < in_.size() && in_[at_ + 1] != ']');
        return std::nullopt;
    }
    auto const value = escaped();
    bad_ = bad_ || !value;
    return value;
}

bool regex_scanner::counts(std::size_t& least, std::size_t& most) {
    std::size_t i = at_ + 1;
    auto const number = [&](std::size_t otherwise) {
        std::size_t value = 0;
        std::size_t const begin = i;
        for (; i < in_.size() && ascii::is_digit(in_[i]); ++i) {
            value = (std::min)(value * 10 + static_cast<std::size_t>(in_[i] - '0'), largest + 1);
        }
        return i == begin ? otherwise : value;
    };
    constexpr std::size_t endless = static_cast<std::size_t>(-1);
    std::size_t const begin = i;
    std::size_t const low = number(0);
    bool const digits = i > begin;
    std::size_t high = low;
    bool bounded = false;
    if (i < in_.size() && in_[i] == ',') {
        std::size_t const behind = ++i;
        high = number(endless);
        bounded = i > behind;
    }
    if (i >= in_.size() || in_[i] != '}' || !(digits || bounded)) {
        return false;
    }
    least = low;
    most = high;
    at_ = i + 1;
    return true;
}

}  // namespace parlance::hf::detail
