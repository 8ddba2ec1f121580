// parlance/jinja/detail/python/impl/printf.ipp - definitions of what parlance/jinja/detail/python/printf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/printf.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/field.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// `'...' % arguments`
class printf_formatter {
public:
    printf_formatter(runtime& rt, value text, value arguments)
        : rt_(rt), text_(text), s_(text.view_text()), arguments_(arguments), out_(rt) {}

    [[nodiscard]] PARLANCE_DECL value run();

private:
    /// What Python takes for a mapping here, all of which may stay unused.
    [[nodiscard]] PARLANCE_DECL static bool subscriptable(value v) noexcept;
    [[nodiscard]] PARLANCE_DECL value take();
    [[nodiscard]] PARLANCE_DECL std::int64_t number();
    [[nodiscard]] PARLANCE_DECL std::int64_t star();
    [[nodiscard]] PARLANCE_DECL char peek() const;

    PARLANCE_DECL void field(bool markup);
    /// The value of the key in parentheses that stands here.
    [[nodiscard]] PARLANCE_DECL value keyed();
    /// Reads - + # 0 and blanks; whether there was a 0.
    PARLANCE_DECL bool flags(field_format& f);

    PARLANCE_DECL void convert(field_format f, value v, bool markup);

    PARLANCE_DECL void integer(field_format const& f, value v);

    runtime& rt_;
    value text_;
    std::string_view s_;
    value arguments_;
    runtime::builder out_;
    std::size_t at_ = 0;
    std::size_t used_ = 0;
};

value printf_formatter::run() {
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

bool printf_formatter::subscriptable(value v) noexcept {
    return is_mapping(v) || is_list(v) || v.is == kind::range || v.is == kind::undefined ||
           v.is == kind::name_space;
}

value printf_formatter::take() {
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

std::int64_t printf_formatter::number() {
    std::int64_t n = 0;
    for (; at_ < s_.size() && ascii::is_digit(s_[at_]); ++at_) {
        n = n < 100'000'000'000 ? n * 10 + (s_[at_] - '0') : n;
    }
    return n;
}

std::int64_t printf_formatter::star() {
    ++at_;
    value const v = take();
    if (v.is != kind::integer && v.is != kind::boolean) {
        type_error("* wants int");
    }
    return v.integer;
}

char printf_formatter::peek() const {
    if (at_ >= s_.size()) {
        value_error("incomplete format");
    }
    return s_[at_];
}

void printf_formatter::field(bool markup) {
    constexpr std::size_t bytes_of_a_step = 8;
    rt_.spend();
    std::size_t const from = at_++;
    if (at_ < s_.size() && s_[at_] == '%') {
        out_.add("%");
        ++at_;
        return;
    }
    value const named = peek() == '(' ? keyed() : value{};
    field_format f;
    bool const zero = flags(f);
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
    rt_.spend((at_ - from) / bytes_of_a_step);
    value const v = named.is == kind::missing ? take() : named;
    if (zero && f.align != '<') {
        f.align = '=';
        f.fill = "0";
    }
    convert(f, v, markup);
}

value printf_formatter::keyed() {
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
    maybe<value> const found = find_item(rt_, arguments_, make_text(key));
    if (!found) {
        value_error("there is no key '" + std::string(note(key).view()) + "'");
    }
    return *found;
}

bool printf_formatter::flags(field_format& f) {
    for (bool zero = false;; ++at_) {
        switch (peek()) {
        case '-': f.align = '<'; break;
        case '+': f.sign = '+'; break;
        case ' ': f.sign = f.sign == '+' ? '+' : ' '; break;
        case '#': f.alternate = true; break;
        case '0': zero = true; break;
        default: return zero;
        }
    }
}

void printf_formatter::convert(field_format f, value v, bool markup) {
    switch (f.type) {
    case 's':
    case 'r':
    case 'a': {
        value text = f.type == 's' ? to_text(rt_, v) : to_repr(rt_, v, f.type == 'a');
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
        } else if (v.is != kind::string || v.size > 4 || code_points(v.view_text()) != 1) {
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
            fail_type(v, "must be real number, not ");
        }
        add_real(rt_, out_, f, to_real(v));
        return;
    default: {
        std::string_view const rest = s_.substr(at_ - 1);
        std::string_view const wrong = rest.substr(0, utf8::decode(rest).length);
        value_error(std::string("unsupported format character '").append(wrong).append("'"));
    }
    }
}

void printf_formatter::integer(field_format const& f, value v) {
    bool const decimal = f.type == 'd' || f.type == 'i' || f.type == 'u';
    if (v.is == kind::real && decimal && std::isfinite(v.real)) {
        v = big_integer::from_real(v.real).store(rt_);
    }
    if (v.is != kind::integer && v.is != kind::boolean && v.is != kind::big) {
        fail_type(v, std::string("%") + f.type + " format: a number is required, not ");
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

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value format_printf(runtime& rt, value text, value arguments) {
    return detail::printf_formatter(rt, text, arguments).run();
}

}  // namespace parlance::jinja
