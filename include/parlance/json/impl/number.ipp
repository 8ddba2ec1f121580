// parlance/json/impl/number.ipp - definitions of what parlance/json/number.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/number.hpp>
#include <parlance/json/detail/nearest_double.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace parlance::json {

void append_python_float(std::string& out, double number) {
    if (!std::isfinite(number)) {
        out.append(std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
        return;
    }
    char text[32];
    char const* const end =
        std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
    std::string_view all(text, static_cast<std::size_t>(end - text));
    if (all.front() == '-') {
        out.push_back('-');
        all.remove_prefix(1);
    }
    std::size_t const e = all.find('e');
    int exponent = 0;
    bool const negative = all[e + 1] == '-';
    std::from_chars(all.data() + e + 2, all.data() + all.size(), exponent);
    exponent = negative ? -exponent : exponent;
    char digits[24];
    std::size_t count = 0;
    for (char const c : all.substr(0, e)) {
        if (c != '.') {
            digits[count++] = c;
        }
    }
    std::string_view const d(digits, count);
    if (exponent < -4 || exponent >= 16) {
        out.append(d.substr(0, 1));
        if (count > 1) {
            out.push_back('.');
            out.append(d.substr(1));
        }
        out.push_back('e');
        out.push_back(exponent < 0 ? '-' : '+');
        int const magnitude = std::abs(exponent);
        if (magnitude < 10) {
            out.push_back('0');
        }
        out.append(std::to_string(magnitude));
        return;
    }
    if (exponent < 0) {
        out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(d);
        return;
    }
    std::size_t const whole = static_cast<std::size_t>(exponent) + 1;
    if (count <= whole) {
        out.append(d).append(whole - count, '0').append(".0");
        return;
    }
    out.append(d.substr(0, whole)).append(1, '.').append(d.substr(whole));
}

std::optional<double> read_python_float(std::string_view text) noexcept {
    bool const negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    auto const is = [text](std::string_view word) {
        return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                          [](char a, char b) { return (a | 32) == b; });
    };
    auto const with_sign = [negative](double magnitude) { return negative ? -magnitude : magnitude; };
    if (is("inf") || is("infinity")) {
        return with_sign(std::numeric_limits<double>::infinity());
    }
    if (is("nan")) {
        return with_sign(std::numeric_limits<double>::quiet_NaN());
    }
    if (text.find_first_not_of("0123456789.eE+-") != text.npos || text.starts_with('-')) {
        return std::nullopt;
    }
#ifdef __cpp_lib_to_chars  // libc++ has it for integers alone, or for double but not everywhere
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc::result_out_of_range) {
        return error == std::errc{} && end == text.data() + text.size() ? std::optional(with_sign(value))
                                                                        : std::nullopt;
    }
#endif
    std::optional<double> const exact = detail::nearest_double(text);
    return exact ? std::optional(with_sign(*exact)) : std::nullopt;
}

std::optional<double> read_python_float(std::string_view text, function_ref<bool()> goes_on) {
    constexpr std::size_t is_long = 1024;
    if (text.size() <= is_long) {
        return read_python_float(text);
    }
    bool const negative = text.starts_with('-');
    text.remove_prefix(negative || text.starts_with('+') ? 1 : 0);
    std::optional<double> const exact = detail::nearest_double(text, goes_on);
    return exact ? std::optional(negative ? -*exact : *exact) : std::nullopt;
}

}  // namespace parlance::json
