// parlance/jinja/filters_text.hpp - filters over strings and numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/filters_sequence.hpp>
#include <parlance/jinja/format.hpp>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

[[nodiscard]] inline value filter_default(value v, value const* a) {
    bool const absent = v.is == kind::undefined || (flag(a[1], false) && !truth(v));
    return absent ? (a[0].is == kind::missing ? make_text({}) : a[0]) : v;
}

[[nodiscard]] inline value filter_abs(runtime& rt, value v) {
    if (!is_number(v)) {
        refuse_undefined(v);
        type_error("bad operand type for abs(): '" + std::string(type_name(v.is)) + "'");
    }
    if (v.is == kind::real) {
        return make_real(std::abs(v.real));
    }
    big_integer const n = big_integer::from(v);
    return (n.negative() ? -n : n).store(rt);
}

[[nodiscard]] inline value filter_attr(runtime& rt, value v, value const* a) {
    if (a[0].is != kind::string) {
        type_error("attribute name must be string, not '" + std::string(type_name(a[0].is)) + "'");
    }
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    value const name = a[0];
    value const found = python_attribute(rt, v, name.view_text(), find_attribute(name.view_text()));
    return found.is == kind::missing ? make_undefined(absence::attribute, name.view_text(), v.is) : found;
}

/// float(text) as Python reads it: white space around, underscores between digits, inf and nan.
[[nodiscard]] inline bool parse_real(std::string_view s, double& out) {
    s.remove_prefix(leading_space(s));
    s.remove_suffix(trailing_space(s));
    std::string digits;
    for (std::size_t i = 0; i < s.size(); ++i) {
        bool const between = i > 0 && i + 1 < s.size() &&
                             std::isdigit(static_cast<unsigned char>(s[i - 1])) != 0 &&
                             std::isdigit(static_cast<unsigned char>(s[i + 1])) != 0;
        if (s[i] == '_' && between) {
            continue;
        }
        digits.push_back(s[i]);
    }
    std::string_view d = digits;
    bool negative = false;
    if (!d.empty() && (d[0] == '+' || d[0] == '-')) {
        negative = d[0] == '-';
        d.remove_prefix(1);
    }
    if (d.empty() || d[0] == '+' || d[0] == '-') {
        return false;
    }
    auto const [end, error] = std::from_chars(d.data(), d.data() + d.size(), out);
    if (end != d.data() + d.size() || error == std::errc::invalid_argument) {
        return false;
    }
    if (error == std::errc::result_out_of_range) {
        out =
            d.find("e-") == d.npos && d.find("E-") == d.npos ? std::numeric_limits<double>::infinity() : 0.0;
    }
    out = negative ? -out : out;
    return true;
}

/// int(text, base) as Python reads it.
[[nodiscard]] inline bool parse_whole(runtime& rt, std::string_view s, std::int64_t base, value& out) {
    s.remove_prefix(leading_space(s));
    s.remove_suffix(trailing_space(s));
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
    std::string digits;
    for (std::size_t i = 0; i < s.size();) {
        if (s[i] == '_' && (i > 0 || prefixed) && i + 1 < s.size() && s[i + 1] != '_') {
            ++i;
            continue;
        }
        utf8::decoded const d = utf8::decode(s.substr(i));
        std::uint32_t digit = 99;
        if (d.value < 128) {
            char const c = static_cast<char>(d.value);
            digit = c >= '0' && c <= '9'                 ? static_cast<std::uint32_t>(c - '0')
                    : (c | 32) >= 'a' && (c | 32) <= 'z' ? static_cast<std::uint32_t>((c | 32) - 'a' + 10)
                                                         : 99;
        } else if (is_decimal(d.value)) {
            for (class_range const& r : decimal_ranges) {
                if (d.value >= r.low && d.value <= r.high) {
                    digit = (static_cast<std::uint32_t>(d.value) - r.low) % 10;
                }
            }
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
    big_integer const n = big_integer::parse(rt, digits, static_cast<std::uint32_t>(base));
    out = (negative ? -n : n).store(rt);
    return true;
}

[[nodiscard]] inline value filter_int(runtime& rt, value v, value const* a) {
    value const otherwise = a[0].is == kind::missing ? make_integer(0) : a[0];
    value out;
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    if (v.is == kind::string) {
        // a base that is none makes the text no integer; it may still be a float
        bool const based = a[1].is == kind::missing || a[1].is == kind::integer || a[1].is == kind::boolean;
        std::int64_t const base = based ? whole(a[1], 10) : -1;
        if ((base == 0 || (base >= 2 && base <= 36)) && parse_whole(rt, v.view_text(), base, out)) {
            return out;
        }
        double d = 0;
        return parse_real(v.view_text(), d) && std::isfinite(d) ? big_integer::from_real(d).store(rt)
                                                                : otherwise;
    }
    if (v.is == kind::real) {
        return std::isfinite(v.real) ? big_integer::from_real(v.real).store(rt) : otherwise;
    }
    return is_number(v) ? plus(v) : otherwise;
}

[[nodiscard]] inline value filter_float(value v, value const* a) {
    value const otherwise = a[0].is == kind::missing ? make_real(0) : a[0];
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    double d = 0;
    if (v.is == kind::string) {
        return parse_real(v.view_text(), d) ? make_real(d) : otherwise;
    }
    return is_number(v) ? make_real(to_real(v)) : otherwise;
}

/// round(x, digits) of Python, to even on exact ties in the decimal expansion.
[[nodiscard]] inline double round_even(double x, std::int64_t digits) {
    if (!std::isfinite(x) || digits > 308 || digits < -330) {
        return digits < -330 ? std::copysign(0.0, x) : x;
    }
    if (digits >= 0) {
        char text[720];
        auto const end =
            std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, static_cast<int>(digits))
                .ptr;
        double out = 0;
        std::from_chars(text, end, out);
        return out;
    }
    double const scale = std::pow(10.0, static_cast<double>(-digits));
    double const quotient = x / scale;
    double rounded = std::round(quotient);
    if (std::abs(quotient - rounded) == 0.5) {
        rounded = 2.0 * std::round(quotient / 2.0);
    }
    return rounded * scale;
}

[[nodiscard]] inline value filter_round(runtime& rt, value v, value const* a) {
    std::string_view const method = a[1].is == kind::missing  ? "common"
                                    : a[1].is == kind::string ? a[1].view_text()
                                                              : "";
    if (method != "common" && method != "ceil" && method != "floor") {
        value_error("method must be common, ceil or floor");
    }
    bool const to_whole = a[0].is == kind::none && method == "common";
    std::int64_t const digits = to_whole ? 0 : whole(a[0], 0);
    if (!is_number(v)) {
        refuse_undefined(v);
        type_error("type " + std::string(type_name(v.is)) + " doesn't define __round__ method");
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
        double const rounded = round_even(v.real, digits);
        return to_whole && std::isfinite(rounded) ? big_integer::from_real(rounded).store(rt)
                                                  : make_real(rounded);
    }
    double const scale = std::pow(10.0, static_cast<double>(digits));
    double const scaled = to_real(v) * scale;
    double const out = (method == "ceil" ? std::ceil(scaled) : std::floor(scaled)) / scale;
    return make_real(out);
}

[[nodiscard]] inline value filter_filesizeformat(runtime& rt, value v, value const* a) {
    value const number = filter_float(v, a + 1);  // a[1] is missing: strings that are no numbers fail below
    double d = 0;
    if (v.is == kind::string ? !parse_real(v.view_text(), d) : !is_number(v)) {
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
    std::string out = real_digits(rt, base * bytes / unit, 'f', 1, false);
    out.append(" ").append(binary_units ? powers[i] : decimal[i]);
    return rt.text(out);
}

[[nodiscard]] inline value filter_center(runtime& rt, value v, value const* a) {
    value const width = a[0].is == kind::missing ? make_integer(80) : a[0];
    call_arguments const args{&width, 1, nullptr, nullptr, 0};
    return aligned(rt, to_text(rt, v), method_arguments(args, attr::center, 1, 1), attr::center);
}

[[nodiscard]] inline value filter_indent(runtime& rt, value v, value const* a) {
    if (v.is != kind::string) {
        refuse_undefined(v);
        type_error("indent wants a string, not " + std::string(type_name(v.is)));
    }
    value by = a[0];
    if (by.is != kind::string) {
        std::int64_t const n = whole(by, 4);
        by = n > 0 ? padded(rt, make_text({}), static_cast<std::size_t>(n), 0) : make_text({});
    }
    bool const first = flag(a[1], false);
    bool const blank = flag(a[2], false);
    list_node* const lines = split_lines(rt, rt.join(v, make_text("\n")), false);
    runtime::builder out(rt);
    for (std::uint32_t i = 0; i < lines->size; ++i) {
        value const line = lines->items[i];
        if (i > 0) {
            out.add("\n");
        }
        if (i == 0 ? first : blank || line.size > 0) {
            out.add(by);
        }
        out.add(line);
    }
    return out.finish(v.marks & mark::markup);
}

[[nodiscard]] inline value filter_replace(runtime& rt, value v, value const* a, bool escape) {
    std::int64_t const most = given(a[2]) ? whole(a[2], -1) : -1;
    if (escape) {
        value const text = v.has(mark::markup) ? v : escaped(rt, v);
        return replace(rt, text, escaped(rt, a[0]), escaped(rt, a[1]), most);
    }
    return replace(rt, to_text(rt, v), to_text(rt, a[0]), to_text(rt, a[1]), most);
}

/// |title: words begin after white space, hyphens and opening brackets.
[[nodiscard]] inline value filter_title(runtime& rt, value v) {
    bool begins = true;
    std::size_t rest = 0;  // where the lower-case part of the word begins
    value const text = to_text(rt, v);
    return mapped(rt, text, [&, s = text.view_text()](char32_t c, std::size_t at) {
        bool const breaks = c == '-' || c == '(' || c == '{' || c == '[' || c == '<' || is_space(c);
        rest = begins ? at + utf8::encode(c).length : rest;
        cased const out = begins && !breaks
                              ? to_upper(c)
                              : lower_at(s.substr(begins ? at : rest), c, begins ? 0 : at - rest);
        begins = breaks;
        return out;
    });
}

[[nodiscard]] inline value filter_trim(runtime& rt, value v, value const* a) {
    value const text = to_text(rt, v);
    if (!given(a[0])) {
        return strip(rt, text, side::both, nullptr);
    }
    if (a[0].is != kind::string) {
        refuse_undefined(a[0]);
        type_error("strip arg must be None or str");
    }
    std::string_view const chars = a[0].view_text();
    return strip(rt, text, side::both, &chars);
}

[[nodiscard]] inline value filter_truncate(runtime& rt, value v, value const* a) {
    if (v.is != kind::string) {
        value const length_now = filter_length(v);
        if (length_now.integer <= whole(a[0], 255)) {
            return v;  // len() is all that is asked of what is short
        }
        type_error("truncate wants a string, not " + std::string(type_name(v.is)));
    }
    std::int64_t const length = whole(a[0], 255);
    bool const kill_words = flag(a[1], false);
    value const end = a[2].is == kind::missing ? make_text("...") : a[2];
    std::int64_t const leeway = given(a[3]) ? whole(a[3], 5) : 5;
    if (end.is != kind::string) {
        type_error("truncate wants a string as its end");
    }
    auto const end_length = static_cast<std::int64_t>(code_points(end.view_text()));
    if (length < end_length || leeway < 0) {
        value_error("truncate: the length is too small");
    }
    if (static_cast<std::int64_t>(code_points(v.view_text())) <= length + leeway) {
        return v;
    }
    value cut = slice_text(rt, v, make_none(), make_integer(length - end_length), make_none());
    if (!kill_words) {
        std::size_t const space = cut.view_text().rfind(' ');
        cut = space == std::string_view::npos ? cut : rt.part(cut, 0, space);
    }
    return arithmetic(rt, binary::add, cut, end);
}

[[nodiscard]] inline value filter_wordcount(runtime& rt, value v) {
    value const text = to_text(rt, v);
    std::int64_t words = 0;
    bool inside_word = false;
    rt.spend(1 + text.size / 8);
    for (std::string_view s = text.view_text(); !s.empty();) {
        utf8::decoded const d = utf8::decode(s);
        bool const word = is_alnum(d.value) || d.value == '_';
        words += word && !inside_word;
        inside_word = word;
        s.remove_prefix(d.length);
    }
    return make_integer(words);
}

[[nodiscard]] inline value filter_format(runtime& rt, value v, call_arguments const& args) {
    if (args.count > 0 && args.keyword_count > 0) {
        type_error("can't handle positional and keyword arguments at the same time");
    }
    value const text = to_text(rt, v);
    if (args.keyword_count > 0) {
        auto* const d = rt.heap.make<dict_node>();
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            set_item(rt, *d, make_text(args.names[i]), args.keywords[i]);
        }
        return format_printf(rt, text, make_dict(d));
    }
    list_node* const items = rt.new_list(args.count);
    for (std::size_t i = 0; i < args.count; ++i) {
        rt.append(*items, args.positional[i]);
    }
    return format_printf(rt, text, make_list(items, kind::tuple));
}

}  // namespace parlance::jinja::detail
