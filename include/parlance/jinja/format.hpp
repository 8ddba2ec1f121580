// parlance/jinja/format.hpp - Python's two ways to fill in a text: '%s' % x and '{}'.format(x)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/arithmetic.hpp>
#include <parlance/jinja/attributes.hpp>
#include <parlance/jinja/print.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja {

namespace detail {

/// What both notations say about one field.
struct field_format {
    std::string_view fill = " ";
    char align = '\0';  // < > ^ =
    char sign = '-';
    bool alternate = false;
    bool no_negative_zero = false;
    std::int64_t width = 0;
    char grouping = '\0';
    std::int64_t precision = -1;
    char type = '\0';
};

/// Digits of a finite double with %e, %f or %g, as C prints them.
[[nodiscard]] inline std::string real_digits(runtime& rt, double d, char type, std::int64_t precision,
                                             bool alternate) {
    rt.check_width(precision);
    precision = precision < 0 ? 6 : precision;
    bool const general = (type | 32) == 'g';
    if (general && precision == 0) {
        precision = 1;
    }
    auto const format = (type | 32) == 'e' ? std::chars_format::scientific
                        : general          ? std::chars_format::general
                                           : std::chars_format::fixed;
    std::string text(static_cast<std::size_t>(precision) + 340, '\0');
    auto const end =
        std::to_chars(text.data(), text.data() + text.size(), d, format, static_cast<int>(precision)).ptr;
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
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        }
    }
    return text;
}

/// Inserts a separator every `every` digits into the whole part.
inline void group_digits(std::string& digits, char separator, std::size_t every) {
    std::size_t whole = 0;
    while (whole < digits.size() &&
           ((digits[whole] >= '0' && digits[whole] <= '9') ||
            (every == 4 && std::isalpha(static_cast<unsigned char>(digits[whole])) != 0))) {
        ++whole;
    }
    for (std::size_t at = whole; at > every; at -= every) {
        digits.insert(at - every, 1, separator);
    }
}

/// Sign, prefix and digits put into a field.
inline void add_number(runtime& rt, runtime::builder& out, field_format const& f, bool negative,
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
    rt.spend(1 + pad / 8);
    char const align = f.align == '\0' ? '>' : f.align;
    std::size_t const left = align == '<' || align == '=' ? 0 : align == '^' ? pad / 2 : pad;
    auto const fill = [&](std::size_t n) {
        for (; n > 0; --n) {
            out.add(f.fill);
        }
    };
    fill(left);
    out.add(head);
    if (align == '=') {
        fill(pad);
    }
    out.add(digits);
    fill(align == '=' ? 0 : pad - left);
}

inline void add_text_field(runtime& rt, runtime::builder& out, field_format const& f, value text) {
    if (f.precision >= 0) {
        text = slice_text(rt, text, make_none(), make_integer(f.precision), make_none());
    }
    rt.check_width(f.width);
    auto const have = static_cast<std::int64_t>(code_points(text.view_text()));
    auto const pad = static_cast<std::size_t>(f.width > have ? f.width - have : 0);
    rt.spend(1 + pad / 8);
    std::size_t const left = f.align == '>' ? pad : f.align == '^' ? pad / 2 : 0;
    for (std::size_t i = 0; i < left; ++i) {
        out.add(f.fill);
    }
    out.add(text);
    for (std::size_t i = left; i < pad; ++i) {
        out.add(f.fill);
    }
}

/// Magnitude of an integer in base 2, 8, 10 or 16.
[[nodiscard]] inline std::string integer_digits(runtime& rt, value v, char type) {
    big_integer n = big_integer::from(v);
    n = n.negative() ? -n : n;
    unsigned const base = (type | 32) == 'x' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
    if (base == 10) {
        return n.to_text(rt);
    }
    std::string digits;
    value const magnitude = n.store(rt);
    if (magnitude.is == kind::integer) {
        auto rest = static_cast<std::uint64_t>(magnitude.integer);
        do {
            digits.push_back((type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[rest % base]);
        } while ((rest /= base) != 0);
        return {digits.rbegin(), digits.rend()};
    }
    big_integer const divisor(static_cast<std::int64_t>(base));
    while (!n.is_zero()) {
        big_integer quotient;
        big_integer remainder;
        big_integer::divide(rt, n, divisor, quotient, remainder);
        auto const digit = static_cast<std::size_t>(remainder.store(rt).integer);
        digits.push_back((type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[digit]);
        n = quotient;
    }
    return {digits.rbegin(), digits.rend()};
}

inline void add_real(runtime& rt, runtime::builder& out, field_format f, double d, std::string suffix = {}) {
    bool negative = std::signbit(d) && !std::isnan(d);
    double const magnitude = std::abs(d);
    if (!std::isfinite(d)) {
        bool const big = f.type >= 'A' && f.type <= 'Z';
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

/// `'...' % arguments`
class printf_formatter {
public:
    printf_formatter(runtime& rt, value text, value arguments)
        : rt_(rt), text_(text), s_(text.view_text()), arguments_(arguments), out_(rt) {}

    [[nodiscard]] value run() {
        bool const markup = text_.has(mark::markup);
        while (at_ < s_.size()) {
            std::size_t const percent = s_.find('%', at_);
            std::size_t const end = percent == s_.npos ? s_.size() : percent;
            out_.add_part(text_, at_, end);
            at_ = end;
            if (at_ < s_.size()) {
                field(markup);
            }
        }
        bool const tuple = arguments_.is == kind::tuple;
        if ((tuple && used_ < count_of(arguments_)) || (!tuple && used_ == 0 && !subscriptable(arguments_))) {
            type_error("not all arguments converted during string formatting");
        }
        return out_.finish(markup ? mark::markup : std::uint8_t{0});
    }

private:
    /// What Python takes for a mapping here, all of which may stay unused.
    [[nodiscard]] static bool subscriptable(value v) noexcept {
        return is_mapping(v) || is_list(v) || v.is == kind::range || v.is == kind::undefined ||
               v.is == kind::name_space;
    }
    [[nodiscard]] value take() {
        if (arguments_.is == kind::tuple) {
            if (used_ >= count_of(arguments_)) {
                type_error("not enough arguments for format string");
            }
            return arguments_.list->items[used_++];
        }
        if (used_++ > 0) {
            type_error("not enough arguments for format string");
        }
        return arguments_;
    }
    [[nodiscard]] std::int64_t number() {
        std::int64_t n = 0;
        for (; at_ < s_.size() && s_[at_] >= '0' && s_[at_] <= '9'; ++at_) {
            n = n < 100'000'000'000 ? n * 10 + (s_[at_] - '0') : n;
        }
        return n;
    }
    [[nodiscard]] std::int64_t star() {
        ++at_;
        value const v = take();
        if (v.is != kind::integer && v.is != kind::boolean) {
            type_error("* wants int");
        }
        return v.integer;
    }
    [[nodiscard]] char peek() const {
        if (at_ >= s_.size()) {
            value_error("incomplete format");
        }
        return s_[at_];
    }

    void field(bool markup) {
        rt_.spend();
        ++at_;
        if (at_ < s_.size() && s_[at_] == '%') {
            out_.add("%");
            ++at_;
            return;
        }
        value named;
        if (peek() == '(') {
            std::size_t const from = at_ + 1;
            std::size_t depth = 1;
            for (++at_; depth > 0; ++at_) {
                char const c = peek();
                depth += c == '(' ? 1 : 0;
                depth -= c == ')' ? 1 : 0;
            }
            if (!is_mapping(arguments_)) {
                type_error("format requires a mapping");
            }
            std::string_view const key = s_.substr(from, at_ - 1 - from);
            std::optional<value> const found = find_item(rt_, arguments_, make_text(key));
            if (!found) {
                value_error("there is no key '" + std::string(key.substr(0, 60)) + "'");
            }
            named = *found;
        }
        field_format f;
        bool zero = false;
        for (;; ++at_) {
            char const c = peek();
            if (c == '-')
                f.align = '<';
            else if (c == '+')
                f.sign = '+';
            else if (c == ' ')
                f.sign = f.sign == '+' ? '+' : ' ';
            else if (c == '#')
                f.alternate = true;
            else if (c == '0')
                zero = true;
            else
                break;
        }
        f.width = peek() == '*' ? star() : number();
        if (f.width < 0) {
            f.align = '<';
            f.width = f.width == INT64_MIN ? INT64_MAX : -f.width;
        }
        if (peek() == '.') {
            ++at_;
            f.precision = peek() == '*' ? star() : number();
            f.precision = f.precision < 0 ? 0 : f.precision;
        }
        while (peek() == 'h' || peek() == 'l' || peek() == 'L') {
            ++at_;
        }
        f.type = peek();
        ++at_;
        value const v = named.is == kind::missing ? take() : named;
        if (zero && f.align != '<') {
            f.align = '=';
            f.fill = "0";
        }
        convert(f, v, markup);
    }

    void convert(field_format f, value v, bool markup) {
        switch (f.type) {
        case 's':
        case 'r':
        case 'a': {
            value text = f.type == 's' ? to_text(rt_, v) : to_repr(rt_, v);
            text = markup ? escaped(rt_, text) : text;
            f.fill = " ";
            f.align = f.align == '<' ? '<' : '>';
            add_text_field(rt_, out_, f, text);
            return;
        }
        case 'c': {
            value text = v;
            if (v.is == kind::integer || v.is == kind::boolean) {
                if (v.integer < 0 || v.integer > 0x10FFFF) {
                    value_error("%c arg not in range(0x110000)");
                }
                text = rt_.text(utf8::encode(static_cast<char32_t>(v.integer)).view());
            } else if (v.is != kind::string || code_points(v.view_text()) != 1) {
                type_error("%c requires int or char");
            }
            f.precision = -1;
            f.fill = " ";
            f.align = f.align == '<' ? '<' : '>';
            add_text_field(rt_, out_, f, text);
            return;
        }
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o': integer(f, v); return;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (!is_number(v)) {
                refuse_undefined(v);
                type_error("must be real number, not " + std::string(type_name(v.is)));
            }
            add_real(rt_, out_, f, to_real(v));
            return;
        default: value_error(std::string("unsupported format character '") + f.type + "'");
        }
    }

    void integer(field_format const& f, value v) {
        bool const decimal = f.type == 'd' || f.type == 'i' || f.type == 'u';
        if (v.is == kind::real && decimal && std::isfinite(v.real)) {
            v = big_integer::from_real(v.real).store(rt_);
        }
        if (v.is != kind::integer && v.is != kind::boolean && v.is != kind::big) {
            refuse_undefined(v);
            type_error(std::string("%") + f.type + " format: a number is required, not " +
                       std::string(type_name(v.is)));
        }
        std::string digits = integer_digits(rt_, v, decimal ? 'd' : f.type);
        if (f.precision > static_cast<std::int64_t>(digits.size())) {
            rt_.check_width(f.precision);
            digits.insert(0, static_cast<std::size_t>(f.precision) - digits.size(), '0');
        }
        std::string_view const prefix = !f.alternate || decimal ? ""
                                        : f.type == 'x'         ? "0x"
                                        : f.type == 'X'         ? "0X"
                                                                : "0o";
        add_number(rt_, out_, f, big_integer::from(v).negative(), prefix, digits);
    }

    runtime& rt_;
    value text_;
    std::string_view s_;
    value arguments_;
    runtime::builder out_;
    std::size_t at_ = 0;
    std::size_t used_ = 0;
};

/// format(v, spec)
inline void format_value(runtime& rt, runtime::builder& out, value v, std::string_view spec) {
    if (spec.empty()) {
        out.add(to_text(rt, v));
        return;
    }
    field_format f;
    std::size_t at = 0;
    auto const is_align = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
    std::size_t const first = code_point_length(spec, 0);
    bool const filled = first < spec.size() && is_align(spec[first]);
    if (first < spec.size() && is_align(spec[first])) {
        f.fill = spec.substr(0, first);
        f.align = spec[first];
        at = first + 1;
    } else if (is_align(spec[0])) {
        f.align = spec[0];
        at = 1;
    }
    auto const peek = [&] { return at < spec.size() ? spec[at] : '\0'; };
    auto const number = [&] {
        std::int64_t n = 0;
        for (; peek() >= '0' && peek() <= '9'; ++at) {
            n = n < 100'000'000'000 ? n * 10 + (peek() - '0') : n;
        }
        return n;
    };
    bool const signed_spec = peek() == '+' || peek() == '-' || peek() == ' ';
    if (signed_spec) {
        f.sign = spec[at++];
    }
    f.no_negative_zero = peek() == 'z';
    at += f.no_negative_zero ? 1 : 0;
    if (peek() == '#') {
        f.alternate = true;
        ++at;
    }
    if (peek() == '0' && !filled) {
        ++at;
        f.fill = "0";
        f.align = f.align != '\0' ? f.align : is_number(v) ? '=' : '<';
    }
    f.width = number();
    if (peek() == ',' || peek() == '_') {
        f.grouping = spec[at++];
    }
    if (peek() == '.') {
        ++at;
        if (peek() < '0' || peek() > '9') {
            value_error("Format specifier missing precision");
        }
        f.precision = number();
    }
    if (at < spec.size()) {
        f.type = spec[at++];
    }
    if (at < spec.size()) {
        value_error("Invalid format specifier");
    }
    auto const unknown = [&] {
        value_error(std::string("Unknown format code '") + f.type + "' for object of type '" +
                    std::string(type_name(v.is)) + "'");
    };
    if (v.is == kind::string) {
        if ((f.type != '\0' && f.type != 's') || f.align == '=' || signed_spec || f.grouping != '\0' ||
            f.alternate || f.no_negative_zero) {
            unknown();
        }
        f.align = f.align == '\0' ? '<' : f.align;
        add_text_field(rt, out, f, v);
        return;
    }
    if (v.is == kind::boolean && f.type == '\0' && f.precision < 0 && !f.no_negative_zero) {
        f.align = f.align == '\0' ? '>' : f.align;
        add_number(rt, out, f, false, {}, v.integer != 0 ? "1" : "0");
        return;
    }
    if (!is_number(v)) {
        type_error("unsupported format string passed to " + std::string(type_name(v.is)) + ".__format__");
    }
    if (std::string_view("eEfFgG%").find(f.type) != std::string_view::npos && f.type != '\0') {
        if (f.type == '%') {
            f.type = 'f';
            add_real(rt, out, f, to_real(v) * 100, "%");
        } else {
            add_real(rt, out, f, to_real(v));
        }
        return;
    }
    if (v.is == kind::real) {
        if (f.type != '\0' && f.type != 'n') {
            unknown();
        }
        add_real(rt, out, f, v.real);
        return;
    }
    if (f.no_negative_zero) {
        value_error("Negative zero coercion (z) not allowed in integer format specifier");
    }
    if (f.type == 'c') {
        if (v.is == kind::big || v.integer < 0 || v.integer > 0x10FFFF) {
            value_error("%c arg not in range(0x110000)");
        }
        f.align = f.align == '\0' ? '<' : f.align;
        add_text_field(rt, out, f, rt.text(utf8::encode(static_cast<char32_t>(v.integer)).view()));
        return;
    }
    if (std::string_view("bdoxXn").find(f.type) == std::string_view::npos && f.type != '\0') {
        unknown();
    }
    if (f.precision >= 0) {
        value_error("Precision not allowed in integer format specifier");
    }
    std::string digits = integer_digits(rt, v, f.type == '\0' || f.type == 'n' ? 'd' : f.type);
    if (f.grouping != '\0') {
        group_digits(digits, f.grouping,
                     f.type == 'x' || f.type == 'X' || f.type == 'b' || f.type == 'o' ? 4 : 3);
    }
    std::string const prefix =
        f.alternate && (f.type == 'x' || f.type == 'X' || f.type == 'o' || f.type == 'b')
            ? std::string("0") + f.type
            : std::string();
    add_number(rt, out, f, big_integer::from(v).negative(), prefix, digits);
}

/// `'...'.format(arguments)`
class field_formatter {
public:
    field_formatter(runtime& rt, value text, call_arguments const& args, value mapping)
        : rt_(rt), text_(text), args_(args), mapping_(mapping) {}

    [[nodiscard]] value run() {
        runtime::builder out(rt_);
        bool const markup = text_.has(mark::markup);
        fill(out, text_, 0, markup);
        return out.finish(markup ? mark::markup : std::uint8_t{0});
    }

private:
    void fill(runtime::builder& out, value text, int nested, bool markup) {
        std::string_view const s = text.view_text();
        for (std::size_t at = 0; at < s.size();) {
            rt_.spend();
            std::size_t const brace = s.find_first_of("{}", at);
            std::size_t const end = brace == s.npos ? s.size() : brace;
            out.add_part(text, at, end);
            if (end == s.size()) {
                return;
            }
            if (end + 1 < s.size() && s[end + 1] == s[end]) {
                out.add_part(text, end, end + 1);
                at = end + 2;
                continue;
            }
            if (s[end] == '}') {
                value_error("Single '}' encountered in format string");
            }
            std::size_t close = end + 1;
            int depth = 1;
            for (; close < s.size(); ++close) {
                depth += s[close] == '{' ? 1 : s[close] == '}' ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
            if (depth != 0) {
                value_error("expected '}' before end of string");
            }
            field(out, s.substr(end + 1, close - end - 1), nested, markup);
            at = close + 1;
        }
    }

    void field(runtime::builder& out, std::string_view inner, int nested, bool markup) {
        if (nested > 1) {
            value_error("Max string recursion exceeded");
        }
        std::size_t stop = 0;
        for (bool bracket = false;
             stop < inner.size() && (bracket || (inner[stop] != ':' && inner[stop] != '!')); ++stop) {
            bracket = inner[stop] == '[' || (bracket && inner[stop] != ']');
        }
        value v = lookup(inner.substr(0, stop));
        if (stop < inner.size() && inner[stop] == '!') {
            char const conversion = stop + 1 < inner.size() ? inner[stop + 1] : '\0';
            stop += 2;
            if ((stop < inner.size() && inner[stop] != ':') ||
                (conversion != 's' && conversion != 'r' && conversion != 'a')) {
                value_error("Unknown conversion specifier");
            }
            v = conversion == 's' ? to_text(rt_, v) : to_repr(rt_, v);
        }
        std::string_view spec = stop < inner.size() ? inner.substr(stop + 1) : std::string_view{};
        if (spec.find_first_of("{}") != spec.npos) {
            runtime::builder filled(rt_);
            fill(filled, rt_.text(spec), nested + 1, false);
            spec = filled.finish().view_text();
        }
        if (!markup) {
            format_value(rt_, out, v, spec);
            return;
        }
        runtime::builder one(rt_);
        format_value(rt_, one, v, spec);
        value text = one.finish();
        text.marks |= v.is == kind::string ? v.marks & mark::markup : 0;
        out.add(escaped(rt_, text));
    }

    [[nodiscard]] value lookup(std::string_view path) {
        std::size_t const first = path.find_first_of(".[");
        std::string_view const name = path.substr(0, first);
        if (name.empty() && first != path.npos) {
            value_error(
                "there is no field ''");  // as string.Formatter, which numbers only fields that are wholly empty
        }
        value v = argument(name);
        for (std::size_t at = first == path.npos ? path.size() : first; at < path.size();) {
            if (path[at] == '.') {
                std::size_t const end = std::min(path.find_first_of(".[", at + 1), path.size());
                std::string_view const attribute_name = path.substr(at + 1, end - at - 1);
                if (attribute_name.empty()) {
                    value_error("Empty attribute in format string");
                }
                v = attribute(rt_, v, attribute_name, find_attribute(attribute_name));
                at = end;
            } else {
                std::size_t const end = path.find(']', at);
                if (end == path.npos) {
                    value_error("Missing ']' in format string");
                }
                std::string_view const key = path.substr(at + 1, end - at - 1);
                std::int64_t n = 0;
                auto const [stop, error] = std::from_chars(key.data(), key.data() + key.size(), n);
                bool const number = error == std::errc{} && stop == key.data() + key.size();
                v = item(rt_, v, number ? make_integer(n) : make_text(key));
                at = end + 1;
            }
        }
        return v;
    }

    [[nodiscard]] value argument(std::string_view name) {
        std::size_t position = 0;
        auto const [stop, error] = std::from_chars(name.data(), name.data() + name.size(), position);
        bool const numbered = !name.empty() && error == std::errc{} && stop == name.data() + name.size();
        if (name.empty() || numbered) {
            if (mapping_.is != kind::missing) {
                value_error("Format string contains positional fields");
            }
            if (numbering_ == (numbered ? 1 : 2)) {
                value_error("cannot switch between automatic and manual field numbering");
            }
            numbering_ = numbered ? 2 : 1;
            position = numbered ? position : next_++;
            if (position >= args_.count) {
                value_error("Replacement index " + std::to_string(position) +
                            " out of range for positional args tuple");
            }
            return args_.positional[position];
        }
        if (mapping_.is != kind::missing) {
            value const found = item(rt_, mapping_, make_text(name));
            if (found.is == kind::undefined) {
                value_error("there is no field '" + std::string(name.substr(0, 60)) + "'");
            }
            return found;
        }
        value const found = args_.get(args_.count, name);
        if (found.is == kind::missing) {
            value_error("there is no field '" + std::string(name.substr(0, 60)) + "'");
        }
        return found;
    }

    runtime& rt_;
    value text_;
    call_arguments const& args_;
    value mapping_;
    std::size_t next_ = 0;
    int numbering_ = 0;  // 1 automatic, 2 manual
};

}  // namespace detail

[[nodiscard]] inline value format_printf(runtime& rt, value text, value arguments) {
    return detail::printf_formatter(rt, text, arguments).run();
}

/// text.format(args), or text.format_map(mapping) when mapping is not missing.
[[nodiscard]] inline value format_fields(runtime& rt, value text, call_arguments const& args, value mapping) {
    return detail::field_formatter(rt, text, args, mapping).run();
}

}  // namespace parlance::jinja
