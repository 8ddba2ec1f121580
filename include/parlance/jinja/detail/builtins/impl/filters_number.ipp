// parlance/jinja/detail/builtins/impl/filters_number.ipp - definitions of what parlance/jinja/detail/builtins/filters_number.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_number.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/code_class.hpp>
#include <parlance/jinja/detail/python/field.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/number.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

value filter_abs(runtime& rt, value v) {
    if (!is_number(v)) {
        fail_type(v, "bad operand type for abs(): '", "'");
    }
    if (v.is == kind::real) {
        return make_real(std::abs(v.real));
    }
    big_integer const n = big_integer::from(v);
    return (n.negative() ? -n : n).store(rt);
}

inline constexpr std::size_t bytes_of_a_look = 4;  // that are only looked at, in a step

/// json::read_python_float() of a text that was paid for.
PARLANCE_DECL std::optional<double> read_float(runtime& rt, std::string_view s) {
    constexpr std::size_t is_long = 1024;
    if (s.size() <= is_long) {
        return json::read_python_float(s);
    }
    std::size_t read = 0;
    paid_ahead each(rt.steps(), 1);
    return json::read_python_float(s, [&] { return each.reached(++read), true; });
}

/// Without the white space around it that float() and int() leave out: what str.strip() does, but for four separators of
/// ASCII.
PARLANCE_RARE std::string_view without_space(runtime& rt, std::string_view s) {
    auto const separates = [](char c) { return c >= '\x1c' && c <= '\x1f'; };
    std::size_t front = leading_space(rt, s);
    rt.steps().in_parts(front, bytes_of_a_look, [&](std::size_t begin, std::size_t end) {
        auto const* const at = std::find_if(s.data() + begin, s.data() + end, separates);
        bool const none = at == s.data() + end;
        front = none ? front : static_cast<std::size_t>(at - s.data());
        return none;
    });
    s.remove_prefix(front);
    std::size_t back = trailing_space(rt, s);
    rt.steps().in_parts(back, bytes_of_a_look, [&](std::size_t begin, std::size_t end) {
        while (begin < end && !separates(s[s.size() - 1 - begin])) {
            ++begin;
        }
        back = begin < end ? begin : back;
        return begin == end;
    });
    s.remove_suffix(back);
    return s;
}

/// The digit that a character is in some script, '0' to '9'; 0 where it is none.
PARLANCE_RARE char digit_of(char32_t c) noexcept {
    if (c < 128) {
        return ascii::is_digit(c) ? static_cast<char>(c) : '\0';
    }
    if (!is_decimal(c)) {
        return '\0';
    }
    for (class_range const& r : decimal_ranges) {
        if (c >= r.low && c <= r.high) {
            return static_cast<char>('0' + (static_cast<std::uint32_t>(c) - r.low) % 10);
        }
    }
    return '\0';
}

/// float(text) as Python reads it: white space around, underscores between digits, those of any script, inf and nan.
PARLANCE_DECL bool parse_real(runtime& rt, std::string_view s, double& out) {
    s = without_space(rt, s);
    bool plain = true;
    rt.steps().in_parts(s.size(), bytes_of_a_look, [&](std::size_t begin, std::size_t end) {
        plain = std::none_of(s.data() + begin, s.data() + end,
                             [](char c) { return c == '_' || static_cast<unsigned char>(c) >= 128; });
        return plain;
    });
    if (plain) {
        auto const read = read_float(rt, s);
        out = read.value_or(out);
        return read.has_value();
    }
    scratch_text digits(rt.heap);
    paid_ahead each(rt.steps(), 2);
    bool skipped = false;  // an underscore behind a digit, which another has to follow
    for (std::size_t i = 0; i < s.size();) {
        each.reached(i);
        utf8::decoded const d = utf8::decode(s.substr(i));
        char const digit = digit_of(d.value);
        bool const behind_digit = !digits.empty() && ascii::is_digit(digits.view().back());
        if (skipped && digit == 0) {
            return false;
        }
        skipped = d.value == '_' && behind_digit;
        if (digit == 0 && !skipped && d.value >= 128) {
            return false;
        }
        if (!skipped) {
            digits.push_back(digit != 0 ? digit : static_cast<char>(d.value));
        }
        i += d.length;
    }
    auto const read = skipped ? std::nullopt : read_float(rt, digits.view());
    out = read.value_or(out);
    return read.has_value();
}

/// int(text, base) as Python reads it.
PARLANCE_DECL bool parse_whole(runtime& rt, std::string_view s, std::int64_t base, value& out) {
    s = without_space(rt, s);
    bool negative = false;
    if (!s.empty() && (s[0] == '+' || s[0] == '-')) {
        negative = s[0] == '-';
        s.remove_prefix(1);
    }
    auto const prefix = [&](char letter) { return s.size() > 2 && s[0] == '0' && (s[1] | 32) == letter; };
    bool prefixed = false;
    for (auto const& [letter, b] : {std::pair<char, std::int64_t>{'x', 16}, {'o', 8}, {'b', 2}}) {
        if ((base == b || base == 0) && prefix(letter)) {
            base = b;
            s.remove_prefix(2);
            prefixed = true;
        }
    }
    if (base == 0) {
        base = 10;
        if (s.size() > 1 && s[0] == '0' && s.find_first_not_of("0_") != s.npos) {
            return false;
        }
    }
    scratch_text digits(rt.heap);
    paid_ahead each(rt.steps(), 1);
    for (std::size_t i = 0; i < s.size();) {
        each.reached(i);
        if (s[i] == '_' && (i > 0 || prefixed) && i + 1 < s.size() && s[i + 1] != '_') {
            ++i;
            continue;
        }
        utf8::decoded const d = utf8::decode(s.substr(i));
        std::uint32_t digit = 99;
        if (char const known = digit_of(d.value); known != 0) {
            digit = static_cast<std::uint32_t>(known - '0');
        } else if (d.value < 128 && ascii::is_letter(d.value)) {
            digit = static_cast<std::uint32_t>((d.value | 32) - 'a' + 10);
        }
        if (!d.valid || digit >= static_cast<std::uint32_t>(base)) {
            return false;
        }
        digits.push_back(static_cast<char>(digit < 10 ? '0' + digit : 'a' + digit - 10));
        i += d.length;
    }
    if (digits.empty()) {
        return false;
    }
    if (digits.size() > 4300 && (base & (base - 1)) != 0) {
        return false;
    }
    big_integer const n = big_integer::parse(rt, digits.view(), static_cast<std::uint32_t>(base));
    out = (negative ? -n : n).store(rt);
    return true;
}

value filter_int(runtime& rt, value v, value const* a) {
    value const otherwise = a[0].is == kind::missing ? make_integer(0) : a[0];
    value out;
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    if (v.is == kind::string) {
        // a base that is none makes the text no integer; it may still be a float
        rt.spend(2 + std::uint64_t{v.size} * 3);
        bool const based = a[1].is == kind::missing || a[1].is == kind::integer || a[1].is == kind::boolean;
        std::int64_t const base = based ? whole(a[1], 10) : -1;
        if ((base == 0 || (base >= 2 && base <= 36)) && parse_whole(rt, v.view_text(), base, out)) {
            return out;
        }
        double d = 0;
        return parse_real(rt, v.view_text(), d) && std::isfinite(d) ? big_integer::from_real(d).store(rt)
                                                                    : otherwise;
    }
    if (v.is == kind::real) {
        if (std::isinf(v.real)) {
            value_error("cannot convert float infinity to integer");
        }
        return std::isfinite(v.real) ? big_integer::from_real(v.real).store(rt) : otherwise;
    }
    return is_number(v) ? plus(v) : otherwise;
}

value filter_float(runtime& rt, value v, value const* a) {
    value const otherwise = a[0].is == kind::missing ? make_real(0) : a[0];
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    double d = 0;
    if (v.is == kind::string) {
        rt.spend(4 + std::uint64_t{v.size} * 3 / 2);
        return parse_real(rt, v.view_text(), d) ? make_real(d) : otherwise;
    }
    return is_number(v) ? make_real(to_real(v)) : otherwise;
}

/// round(x, digits) of Python, to even on exact ties in the decimal expansion.
PARLANCE_DECL double round_even(double x, std::int64_t digits) {
    if (!std::isfinite(x) || digits > 308 || digits < -330) {
        return digits < -330 ? std::copysign(0.0, x) : x;
    }
    if (digits >= 0) {
        char text[720];
        auto const end =
            std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, static_cast<int>(digits))
                .ptr;
        return json::read_python_float({text, end}).value();
    }
    double const scale = std::pow(10.0, static_cast<double>(-digits));
    double const quotient = x / scale;
    double rounded = std::round(quotient);
    if (std::abs(quotient - rounded) == 0.5) {
        rounded = 2.0 * std::round(quotient / 2.0);
    }
    return rounded * scale;
}

value filter_round(runtime& rt, value v, value const* a) {
    std::string_view const method = a[1].is == kind::missing  ? "common"
                                    : a[1].is == kind::string ? a[1].view_text()
                                                              : "";
    if (method != "common" && method != "ceil" && method != "floor") {
        value_error("method must be common, ceil or floor");
    }
    bool const to_whole = a[0].is == kind::none && method == "common";
    std::int64_t const digits = to_whole ? 0 : whole(a[0], 0);
    if (!is_number(v)) {
        fail_type(v, "type ", " doesn't define __round__ method");
    }
    if (method == "common") {
        if (v.is != kind::real) {
            if (digits >= 0) {
                return plus(v);
            }
            if (digits < -400) {
                return make_integer(0);
            }
            big_integer scale(1);
            for (std::int64_t i = digits; i < 0; ++i) {
                scale = big_integer::multiply(rt, scale, big_integer(10));
            }
            big_integer quotient;
            big_integer rest;
            big_integer::divide(rt, big_integer::from(v), scale, quotient, rest);
            big_integer const twice = rest + rest;
            if (twice > scale || (twice == scale && quotient.odd())) {
                quotient = quotient + big_integer(1);
            }
            return big_integer::multiply(rt, quotient, scale).store(rt);
        }
        // all digits of the number are written, and read again
        rt.spend(16 +
                 static_cast<std::uint64_t>(
                     (std::min)(digits < -330 ? std::int64_t{330} : std::abs(digits), std::int64_t{330})) /
                     4 +
                 (std::abs(v.real) > 1e17 ? 64 : 0));
        double const rounded = round_even(v.real, digits);
        return to_whole && std::isfinite(rounded) ? big_integer::from_real(rounded).store(rt)
                                                  : make_real(rounded);
    }
    if (v.is != kind::real && digits >= 0) {
        return make_real(to_real(v));
    }
    double const scale = std::pow(10.0, static_cast<double>(digits));
    double const scaled = to_real(v) * scale;
    if (!std::isfinite(scaled)) {
        value_error("cannot convert float infinity or NaN to integer");
    }
    double const whole_number = method == "ceil" ? std::ceil(scaled) : std::floor(scaled);
    return make_real((whole_number + 0.0) / scale);  // an integer in Python: there is no -0
}

value filter_filesizeformat(runtime& rt, value v, value const* a) {
    value const none[1] = {make_none()};
    value const number = filter_float(rt, v, none);  // none: strings that are no numbers, and what is neither
    if (number.is != kind::real) {
        value_error("could not convert to float");
    }
    double const bytes = number.real;
    bool const binary_units = flag(a[0], false);
    double const base = binary_units ? 1024 : 1000;
    constexpr std::string_view decimal[] = {"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
    constexpr std::string_view powers[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"};
    if (bytes == 1) {
        return make_text("1 Byte");
    }
    if (bytes < base) {
        if (std::isinf(bytes)) {
            value_error("cannot convert float infinity to integer");
        }
        return rt.text(big_integer::from_real(bytes).to_text(rt) + " Bytes");
    }
    double unit = base;
    std::size_t i = 0;
    for (; i < 8; ++i) {
        unit *= base;
        if (bytes < unit) {
            break;
        }
    }
    i = i < 8 ? i : 7;
    std::string out = std::isnan(bytes) ? "nan" : real_digits(rt, base * bytes / unit, 'f', 1, false);
    out.append(" ").append(binary_units ? powers[i] : decimal[i]);
    return rt.text(out);
}

}  // namespace parlance::jinja::detail
