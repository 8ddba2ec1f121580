// parlance/schema/detail/read/impl/decimal.ipp - definitions of what parlance/schema/detail/read/decimal.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

std::string decimal::text() const {
    std::string out = negative ? "-" : "";
    if (point <= 0) {
        return zero() ? "0" : out + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    }
    auto const before = static_cast<std::size_t>(point);
    if (digits.size() <= before) {
        return out + digits + std::string(before - digits.size(), '0');
    }
    return out + digits.substr(0, before) + "." + digits.substr(before);
}

int decimal::length() const noexcept {
    int const number = static_cast<int>(digits.size());
    int const sign = negative ? 1 : 0;
    if (point <= 0) {
        return zero() ? 1 : sign + 2 - point + number;
    }
    return sign + (number <= point ? point : number + 1);
}

std::string decimal::key() const { return (negative ? "-" : "") + digits + "e" + std::to_string(point); }

maybe<decimal> read_decimal(std::string_view text) {
    decimal out;
    std::size_t i = 0;
    if (i < text.size() && text[i] == '-') {
        out.negative = true;
        ++i;
    }
    bool fraction = false;
    for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
        if (text[i] == '.') {
            fraction = true;
            continue;
        }
        if (text[i] < '0' || text[i] > '9') {
            return {};
        }
        if (!out.digits.empty() || text[i] != '0') {
            out.digits.push_back(text[i]);
            out.point += !fraction;
        } else {
            out.point -= fraction;
        }
    }
    if (i < text.size()) {
        ++i;
        i += i < text.size() && text[i] == '+';
        int exponent = 0;
        auto const [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), exponent);
        if (error != std::errc{} || end != text.data() + text.size() || exponent > 100'000 ||
            exponent < -100'000) {
            return {};
        }
        out.point += exponent;
    }
    while (!out.digits.empty() && out.digits.back() == '0') {
        out.digits.pop_back();
    }
    if (out.zero()) {
        return decimal{};
    }
    return out;
}

maybe<decimal> to_decimal(boost::json::value const& v) {
    std::array<char, 64> buffer{};
    std::to_chars_result done{};
    if (v.is_int64()) {
        done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v.get_int64());
    } else if (v.is_uint64()) {
        done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v.get_uint64());
    } else if (v.is_double()) {
        done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v.get_double());
    } else {
        return {};
    }
    return read_decimal({buffer.data(), static_cast<std::size_t>(done.ptr - buffer.data())});
}

bool may_be_rounded(boost::json::value const& v) {
    constexpr double beyond_integers = 9'223'372'036'854'775'808.0;
    constexpr int digits_that_a_double_keeps = 15;
    if (!v.is_double() || !(std::abs(v.get_double()) >= beyond_integers)) {
        return false;
    }
    std::array<char, 64> shortest{};
    auto const done = std::to_chars(shortest.data(), shortest.data() + shortest.size(), v.get_double(),
                                    std::chars_format::scientific);
    return std::count_if(shortest.data(), std::find(shortest.data(), done.ptr, 'e'),
                         [](char c) { return c >= '0' && c <= '9'; }) > digits_that_a_double_keeps;
}

int compare(decimal const& a, decimal const& b) {
    if (a.zero() || b.zero() || a.negative != b.negative) {
        int const sa = a.zero() ? 0 : a.negative ? -1 : 1;
        int const sb = b.zero() ? 0 : b.negative ? -1 : 1;
        return sa - sb;
    }
    int const magnitude = a.point != b.point ? a.point - b.point : a.digits.compare(b.digits);
    return a.negative ? -magnitude : magnitude;
}

bool is_multiple(decimal const& a, decimal const& b) {
    if (a.zero()) {
        return true;
    }
    // a / b = (digits of a / digits of b) × 10^shift
    int const shift =
        (a.point - static_cast<int>(a.digits.size())) - (b.point - static_cast<int>(b.digits.size()));
    if (b.digits.size() > 18 || shift > 200'000) {
        return false;
    }
    if (shift < 0) {
        return false;  // the digits of a do not end in a zero
    }
    std::uint64_t divisor = 0;
    for (char const c : b.digits) {
        divisor = divisor * 10 + static_cast<std::uint64_t>(c - '0');
    }
    std::uint64_t rest = 0;  // below 10^18, so that the next step fits
    for (std::size_t i = 0; i < a.digits.size() + static_cast<std::size_t>(shift); ++i) {
        auto const digit = i < a.digits.size() ? static_cast<std::uint64_t>(a.digits[i] - '0') : 0;
        rest = (rest * 10 + digit) % divisor;
    }
    return rest == 0;
}

}  // namespace parlance::schema::detail
