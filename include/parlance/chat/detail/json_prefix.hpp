// parlance/chat/detail/json_prefix.hpp - how much of a text that arrives in pieces may still become JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/ascii.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Follows JSON byte by byte.  What was taken is the beginning of a JSON text: some text makes it whole.
class json_prefix {
public:
    /// How many bytes of `text` go on with what was taken before: all of them, or those in front of the first that does not.
    /// Nothing is taken behind that.
    [[nodiscard]] std::size_t take(std::string_view text) {
        std::size_t taken = 0;
        while (taken < text.size() && !broken_) {
            broken_ = !step(text[taken]);
            taken += !broken_;
        }
        return taken;
    }

private:
    /// What comes next.  The states from `minus` on are in a number; those from `zero` on may end it.
    enum class at : std::uint8_t {
        value,
        first_item,
        first_key,
        key,
        colon,
        behind,
        string,
        escape,
        hex,
        word,
        minus,
        point,
        exponent,
        sign,
        zero,
        digits,
        fraction,
        power
    };

    [[nodiscard]] bool go(at next) noexcept {
        at_ = next;
        return true;
    }
    [[nodiscard]] bool open(char bracket, at next) {
        open_.push_back(bracket);
        return go(next);
    }
    [[nodiscard]] bool close(char bracket) {
        if (open_.empty() || open_.back() != bracket) {
            return false;
        }
        open_.pop_back();
        return go(at::behind);
    }
    [[nodiscard]] bool begin_string(bool key) noexcept {
        key_ = key;
        return go(at::string);
    }
    [[nodiscard]] bool begin_word(std::string_view rest) noexcept {
        word_ = rest;
        return go(at::word);
    }

    [[nodiscard]] bool step(char c) {
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
    [[nodiscard]] bool value(char c) {
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
    [[nodiscard]] bool number(char c) {
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

    std::string open_{};       // brackets
    std::string_view word_{};  // the rest of it
    at at_ = at::value;
    bool key_ = false;  // the string is one
    bool broken_ = false;
};

}  // namespace parlance::chat::detail
