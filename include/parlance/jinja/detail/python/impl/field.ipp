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
#include <cstddef>
#include <cstdint>
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

/// A separator between every `every` digits of the whole part, and zeros in front until all is `least` characters long.
PARLANCE_DECL std::string group_digits(std::string_view digits, char separator, std::size_t every,
                                       std::size_t least) {
    std::size_t whole = 0;
    while (whole < digits.size() &&
           (every == 4 ? ascii::is_alnum(digits[whole]) : ascii::is_digit(digits[whole]))) {
        ++whole;
    }
    std::size_t const behind = digits.size() - whole;
    std::string grouped(digits.rbegin(), digits.rbegin() + static_cast<std::ptrdiff_t>(behind));
    grouped.reserve((std::max)(least + 1, digits.size() + whole / every));
    for (std::size_t n = 0; n < whole || (whole > 0 && grouped.size() < least); ++n) {
        if (n > 0 && n % every == 0) {
            grouped.push_back(separator);
        }
        grouped.push_back(n < whole ? digits[whole - 1 - n] : '0');
    }
    std::reverse(grouped.begin(), grouped.end());
    return grouped;
}

/// %g of a double whose type is not written: an exponent is shorter already where all digits stand before the point.
PARLANCE_RARE std::string untyped_digits(runtime& rt, double d, std::int64_t precision, bool alternate) {
    std::string digits = real_digits(rt, d, 'g', precision, alternate);
    std::size_t const whole = (std::min)(digits.find('.'), digits.size());
    bool const has_exponent = digits.find('e') != digits.npos;
    precision = precision == 0 ? 1 : precision;
    if (has_exponent || static_cast<std::int64_t>(whole) < precision || (digits[0] == '0' && d != 0)) {
        return digits;
    }
    digits = real_digits(rt, d, 'e', precision - 1, alternate);
    if (std::size_t const e = digits.find('e'); !alternate && digits.find('.') < e) {
        std::size_t const last = digits.find_last_not_of("0", e - 1);
        std::size_t const kept = digits[last] == '.' ? last : last + 1;
        digits.erase(kept, e - kept);
    }
    return digits;
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
    std::string grouped;
    if (f.grouping != '\0') {
        bool const zeros =
            f.align == '=' && f.fill == "0" && f.width > static_cast<std::int64_t>(head.size());
        grouped = group_digits(digits, f.grouping, f.group,
                               zeros ? static_cast<std::size_t>(f.width) - head.size() : 0);
        digits = grouped;
    }
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
        f.grouping = '\0';
        add_number(rt, out, f, negative, {}, std::string(name) + suffix);
        return;
    }
    std::string digits;
    if (f.type == '\0' && f.precision < 0) {
        json::append_python_float(digits, magnitude);
        if (f.alternate && digits.find('.') == digits.npos) {
            digits.insert((std::min)(digits.find('e'), digits.size()), ".");
        }
    } else {
        digits = f.type == '\0'
                     ? untyped_digits(rt, magnitude, f.precision, f.alternate)
                     : real_digits(rt, magnitude, f.type == 'n' ? 'g' : f.type, f.precision, f.alternate);
        if (f.type == '\0' && digits.find_first_of(".en") == digits.npos) {
            digits += ".0";
        }
    }
    negative = negative && !(f.no_negative_zero && digits.find_first_of("123456789") == digits.npos);
    add_number(rt, out, f, negative, {}, digits + suffix);
}

}  // namespace parlance::jinja::detail
