// parlance/chat/detail/impl/json_prefix.ipp - definitions of what parlance/chat/detail/json_prefix.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/json_prefix.hpp>
#include <parlance/text/ascii.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::chat::detail {

std::size_t json_prefix::take(std::string_view text) {
    std::size_t taken = 0;
    while (taken < text.size() && !broken_) {
        broken_ = !step(text[taken]);
        taken += !broken_;
    }
    return taken;
}

bool json_prefix::step(char c) {
    if (at_ == at::string) {
        return c == '"'    ? go(key_ ? at::colon : at::behind)
               : c == '\\' ? go(at::escape)
                           : static_cast<unsigned char>(c) >= 0x20;
    }
    if (at_ >= at::minus) {
        return number(c);
    }
    if (at_ < at::string && std::string_view(" \t\r\n").find(c) != std::string_view::npos) {
        return true;
    }
    switch (at_) {
    case at::first_item:
        if (c == ']') {
            return close('[');
        }
        [[fallthrough]];
    case at::value: return value(c);
    case at::first_key:
        if (c == '}') {
            return close('{');
        }
        [[fallthrough]];
    case at::key: return c == '"' && begin_string(true);
    case at::colon: return c == ':' && go(at::value);
    case at::behind:
        if (c == ',' && !open_.empty()) {
            return go(open_.back() == '{' ? at::key : at::value);
        }
        return (c == '}' && close('{')) || (c == ']' && close('['));
    case at::escape:
        if (c == 'u') {
            word_ = "0000";
            return go(at::hex);
        }
        return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos && go(at::string);
    case at::hex:
        word_.remove_prefix(1);
        return (ascii::is_digit(c) || (ascii::to_lower(c) >= 'a' && ascii::to_lower(c) <= 'f')) &&
               (!word_.empty() || go(at::string));
    default:  // in a word
        if (c != word_.front()) {
            return false;
        }
        word_.remove_prefix(1);
        return !word_.empty() || go(at::behind);
    }
}

bool json_prefix::value(char c) {
    switch (c) {
    case '{': return open(c, at::first_key);
    case '[': return open(c, at::first_item);
    case '"': return begin_string(false);
    case 't': return begin_word("rue");
    case 'f': return begin_word("alse");
    case 'n': return begin_word("ull");
    case '-': return go(at::minus);
    case '0': return go(at::zero);
    default: return ascii::is_digit(c) && go(at::digits);
    }
}

bool json_prefix::number(char c) {
    bool const digit = ascii::is_digit(c);
    bool const whole = at_ == at::zero || at_ == at::digits;
    if (digit) {
        switch (at_) {
        case at::minus: return go(c == '0' ? at::zero : at::digits);
        case at::point: return go(at::fraction);
        case at::exponent:
        case at::sign: return go(at::power);
        default: return at_ != at::zero;
        }
    }
    if (c == '.' && whole) {
        return go(at::point);
    }
    if ((c == 'e' || c == 'E') && (whole || at_ == at::fraction)) {
        return go(at::exponent);
    }
    if ((c == '+' || c == '-') && at_ == at::exponent) {
        return go(at::sign);
    }
    return at_ >= at::zero && go(at::behind) && step(c);
}

}  // namespace parlance::chat::detail
