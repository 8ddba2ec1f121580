// parlance/jinja/detail/python/impl/field.ipp - definitions of what parlance/jinja/detail/python/field.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/field.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/number.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <algorithm>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

std::string real_digits(runtime& rt, double d, char type, std::int64_t precision, bool alternate) {
    rt.check_width(precision);
    precision = precision < 0 ? 6 : precision;
    rt.spend(16 + static_cast<std::uint64_t>(precision) / 8);
    bool const general = (type | 32) == 'g';
    if (general && precision == 0) {
        precision = 1;
    }
    auto const format = (type | 32) == 'e' ? std::chars_format::scientific
                        : general          ? std::chars_format::general
                                           : std::chars_format::fixed;
    // A double has less than 1100 digits behind its point that are not zero.
    constexpr std::int64_t most = 1100;
    std::int64_t const exact = (std::min)(precision, most);
    std::string text(static_cast<std::size_t>(exact) + 340, '\0');
    auto const end =
        std::to_chars(text.data(), text.data() + text.size(), d, format, static_cast<int>(exact)).ptr;
    text.resize(static_cast<std::size_t>(end - text.data()));
    if (alternate) {
        std::size_t const e = text.find('e');
        std::size_t const mantissa = e == text.npos ? text.size() : e;
        std::size_t const point = text.find('.');
        std::size_t const digits = mantissa - (point == text.npos ? 0 : 1);
        std::size_t const leading = text[0] == '0' ? text.find_first_not_of("0.") : 0;
        std::size_t const counted =
            leading == text.npos ? digits : digits - (leading > 1 ? leading - 1 : leading);
        auto const wanted = static_cast<std::size_t>(precision);
        if (general && counted < wanted) {
            text.insert(mantissa, wanted - counted, '0');
        }
        if (point == text.npos) {
            text.insert(mantissa, ".");
        }
    }
    if (type < 'a') {
        for (char& c : text) {
            c = ascii::to_upper(c);
        }
    }
    if (!general) {
        std::size_t const exponent = (std::min)(text.find_first_of("eE"), text.size());
        text.insert(exponent, static_cast<std::size_t>(precision - exact), '0');
    }
    return text;
}

void group_digits(std::string& digits, char separator, std::size_t every) {
    std::size_t whole = 0;
    while (whole < digits.size() &&
           (every == 4 ? ascii::is_alnum(digits[whole]) : ascii::is_digit(digits[whole]))) {
        ++whole;
    }
    std::string grouped;
    grouped.reserve(digits.size() + whole / every);
    for (std::size_t at = 0; at < whole; ++at) {
        if (at > 0 && (whole - at) % every == 0) {
            grouped.push_back(separator);
        }
        grouped.push_back(digits[at]);
    }
    digits.replace(0, whole, grouped);
}

void add_number(runtime& rt, runtime::builder& out, field_format const& f, bool negative,
                std::string_view prefix, std::string_view digits) {
    std::string head;
    if (negative) {
        head = "-";
    } else if (f.sign == '+' || f.sign == ' ') {
        head = std::string(1, f.sign);
    }
    head.append(prefix);
    rt.check_width(f.width);
    auto const have = static_cast<std::int64_t>(head.size() + digits.size());
    auto const pad = static_cast<std::size_t>(f.width > have ? f.width - have : 0);
    char const align = f.align == '\0' ? '>' : f.align;
    std::size_t const left = align == '<' || align == '=' ? 0 : align == '^' ? pad / 2 : pad;
    auto const fill = [&](std::size_t n) { out.add_repeated(f.fill, n); };
    fill(left);
    out.add(head);
    if (align == '=') {
        fill(pad);
    }
    out.add(digits);
    fill(align == '=' ? 0 : pad - left);
}

void add_text_field(runtime& rt, runtime::builder& out, field_format const& f, value text) {
    if (f.precision >= 0) {
        text = slice_text(rt, text, make_none(), make_integer(f.precision), make_none());
    }
    rt.check_width(f.width);
    auto const have = static_cast<std::int64_t>(counted(rt, text.view_text()));
    auto const pad = static_cast<std::size_t>(f.width > have ? f.width - have : 0);
    std::size_t const left = f.align == '>' ? pad : f.align == '^' ? pad / 2 : 0;
    out.add_repeated(f.fill, left);
    out.add(text);
    out.add_repeated(f.fill, pad - left);
}

std::string integer_digits(runtime& rt, value v, char type) {
    big_integer n = big_integer::from(v);
    n = n.negative() ? -n : n;
    unsigned const base = (type | 32) == 'x' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
    if (base == 10) {
        return n.to_text(rt);
    }
    char const* const spelled = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    std::string digits;
    value const magnitude = n.store(rt);
    if (magnitude.is == kind::integer) {
        auto rest = static_cast<std::uint64_t>(magnitude.integer);
        do {
            digits.push_back(spelled[rest % base]);
        } while ((rest /= base) != 0);
        return {digits.rbegin(), digits.rend()};
    }
    big_integer const divisor(static_cast<std::int64_t>(base));
    while (!n.is_zero()) {
        big_integer quotient;
        big_integer remainder;
        big_integer::divide(rt, n, divisor, quotient, remainder);
        auto const digit = static_cast<std::size_t>(remainder.store(rt).integer);
        digits.push_back(spelled[digit]);
        n = quotient;
    }
    return {digits.rbegin(), digits.rend()};
}

void add_real(runtime& rt, runtime::builder& out, field_format f, double d, std::string suffix) {
    bool negative = std::signbit(d) && !std::isnan(d);
    double const magnitude = std::abs(d);
    if (!std::isfinite(d)) {
        bool const big = ascii::is_upper(f.type);
        std::string_view const name = std::isnan(d) ? (big ? "NAN" : "nan") : (big ? "INF" : "inf");
        if (f.align == '=' && f.fill == "0") {
            f.align = '>';
            f.fill = " ";
        }
        add_number(rt, out, f, negative, {}, std::string(name) + suffix);
        return;
    }
    std::string digits;
    if (f.type == '\0' && f.precision < 0) {
        json::append_python_float(digits, magnitude);
    } else {
        char const type = f.type == '\0' || f.type == 'n' ? 'g' : f.type;
        digits = real_digits(rt, magnitude, type, f.precision, f.alternate);
        if (f.type == '\0' && digits.find_first_of(".en") == digits.npos) {
            digits += ".0";
        }
    }
    negative = negative && !(f.no_negative_zero && digits.find_first_of("123456789") == digits.npos);
    if (f.grouping != '\0') {
        group_digits(digits, f.grouping, 3);
    }
    add_number(rt, out, f, negative, {}, digits + suffix);
}

}  // namespace parlance::jinja::detail
