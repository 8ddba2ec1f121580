// parlance/hf/detail/impl/python_text.ipp - definitions of what parlance/hf/detail/python_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/json/number.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/string.hpp>
#include <string>

namespace parlance::hf::detail {

/// A number's text in ASCII: digits of any script become 0 to 9, single underscores between digits go.  Nothing when
/// it cannot be a number.
PARLANCE_DECL std::optional<std::string> plain_number(std::string_view text) {
    text = strip(text);
    std::string out;
    bool digit = false;
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        if (!d.valid) {
            return std::nullopt;
        }
        text.remove_prefix(d.length);
        if (d.value == U'_') {
            bool const between = digit && !text.empty() &&
                                 (ascii::is_digit(text[0]) || static_cast<unsigned char>(text[0]) >= 0x80);
            if (!between) {
                return std::nullopt;
            }
            digit = false;
            continue;
        }
        if (d.value < 0x80) {
            out.push_back(static_cast<char>(d.value));
            digit = ascii::is_digit(d.value);
            continue;
        }
        if (!is_unicode_class(d.value, 'd')) {
            return std::nullopt;
        }
        // the ten digits of a script stand in a row: the value is how many of them stand before
        char32_t zero = d.value;
        while (d.value - zero < 9 && is_unicode_class(zero - 1, 'd')) {
            --zero;
        }
        // a row of digits may touch the row of another script: rows begin at multiples of 10 from the first
        char32_t first = zero;
        while (first > 0x80 && is_unicode_class(first - 1, 'd')) {
            --first;
        }
        out.push_back(static_cast<char>('0' + (d.value - first) % 10));
        digit = true;
    }
    return out.empty() ? std::nullopt : std::optional(out);
}

std::optional<json::value> to_int(std::string_view text) {
    auto digits = plain_number(text);
    if (!digits) {
        return std::nullopt;
    }
    std::string_view d = *digits;
    bool const negative = d[0] == '-';
    if (d[0] == '-' || d[0] == '+') {
        d.remove_prefix(1);
    }
    if (d.empty() || d.find_first_not_of("0123456789") != d.npos) {
        return std::nullopt;
    }
    d.remove_prefix((std::min)(d.find_first_not_of('0'), d.size() - 1));
    auto read = json::parse((negative ? "-" : "") + std::string(d));
    if (!read) {
        return std::nullopt;
    }
    return read->is_double() && read->get_double() == 0 ? json::value(0) : *std::move(read);
}

std::optional<double> to_float(std::string_view text) {
    auto const plain = plain_number(text);
    return plain ? json::read_python_float(*plain) : std::nullopt;
}

std::string_view python_type(json::value const& v) noexcept {
    switch (v.kind()) {
    case boost::json::kind::null: return "NoneType";
    case boost::json::kind::bool_: return "bool";
    case boost::json::kind::string: return "str";
    case boost::json::kind::array: return "list";
    case boost::json::kind::object: return "dict";
    case boost::json::kind::double_: return "float";
    default: return "int";
    }
}

}  // namespace parlance::hf::detail
