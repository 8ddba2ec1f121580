// parlance/jinja/detail/python/impl/format.ipp - definitions of what parlance/jinja/detail/python/format.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/field.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// Reads [[fill]align][sign][z][#][0][width][grouping][.precision][type]; what is wrong raises ValueError.
/// number  a 0 in front of the width pads behind the sign
/// source  Python's library reference, Format Specification Mini-Language
[[nodiscard]] PARLANCE_DECL field_format read_spec(std::string_view spec, bool number);

[[noreturn]] PARLANCE_DECL void unknown_code(field_format const& f, value v);

PARLANCE_DECL void format_text(runtime& rt, runtime::builder& out, field_format f, value v);

/// Precondition: v is an integer or a boolean.
PARLANCE_DECL void format_integer(runtime& rt, runtime::builder& out, field_format f, value v);

/// format(v, spec)
PARLANCE_DECL void format_value(runtime& rt, runtime::builder& out, value v, std::string_view spec);

/// `'...'.format(arguments)`
class field_formatter {
public:
    field_formatter(runtime& rt, value text, call_arguments const& args, value mapping)
        : rt_(rt), text_(text), args_(args), mapping_(mapping) {}

    [[nodiscard]] PARLANCE_DECL value run();

private:
    PARLANCE_DECL void fill(runtime::builder& out, value text, int nested, bool markup);

    PARLANCE_DECL void field(runtime::builder& out, std::string_view inner, int nested, bool markup);

    [[nodiscard]] PARLANCE_DECL value lookup(std::string_view path);

    [[nodiscard]] PARLANCE_DECL value argument(std::string_view name);

    runtime& rt_;
    value text_;
    call_arguments const& args_;
    value mapping_;
    std::size_t next_ = 0;
    int numbering_ = 0;  // 1 automatic, 2 manual
};

field_format read_spec(std::string_view spec, bool number) {
    field_format f;
    std::size_t at = 0;
    auto const is_align = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
    auto const peek = [&] { return at < spec.size() ? spec[at] : '\0'; };
    auto const digits = [&] {
        std::int64_t n = 0;
        for (; ascii::is_digit(peek()); ++at) {
            n = n < 100'000'000'000 ? n * 10 + (peek() - '0') : n;
        }
        return n;
    };
    std::size_t const first = code_point_length(spec, 0);
    bool const filled = first < spec.size() && is_align(spec[first]);
    if (filled) {
        f.fill = spec.substr(0, first);
        at = first;
    }
    if (is_align(peek())) {
        f.align = spec[at++];
    }
    if (peek() == '+' || peek() == '-' || peek() == ' ') {
        f.sign = spec[at++];
    }
    f.no_negative_zero = peek() == 'z';
    at += f.no_negative_zero ? 1 : 0;
    f.alternate = peek() == '#';
    at += f.alternate ? 1 : 0;
    if (peek() == '0' && !filled) {
        ++at;
        f.fill = "0";
        f.align = f.align != '\0' ? f.align : number ? '=' : '<';
    }
    f.width = digits();
    if (peek() == ',' || peek() == '_') {
        f.grouping = spec[at++];
    }
    if (peek() == '.') {
        ++at;
        if (peek() < '0' || peek() > '9') {
            value_error("Format specifier missing precision");
        }
        f.precision = digits();
    }
    if (at < spec.size()) {
        f.type = spec[at++];
    }
    if (at < spec.size()) {
        value_error("Invalid format specifier");
    }
    std::string_view const groupable = f.grouping == '_' ? "defgEG%FboxX" : "defgEG%F";
    if (f.grouping != '\0' && f.type != '\0' && groupable.find(f.type) == groupable.npos) {
        value_error(std::string("Cannot specify '") + f.grouping + "' with '" + f.type + "'.");
    }
    return f;
}

void unknown_code(field_format const& f, value v) {
    value_error(std::string("Unknown format code '") + f.type + "' for object of type '" +
                std::string(type_name(v.is)) + "'");
}

void format_text(runtime& rt, runtime::builder& out, field_format f, value v) {
    if ((f.type != '\0' && f.type != 's') || f.align == '=' || f.sign != '\0' || f.grouping != '\0' ||
        f.alternate || f.no_negative_zero) {
        unknown_code(f, v);
    }
    f.align = f.align == '\0' ? '<' : f.align;
    add_text_field(rt, out, f, v);
}

void format_integer(runtime& rt, runtime::builder& out, field_format f, value v) {
    if (f.no_negative_zero) {
        value_error("Negative zero coercion (z) not allowed in integer format specifier");
    }
    if (f.precision >= 0) {
        value_error("Precision not allowed in integer format specifier");
    }
    if (f.type == 'c') {
        if (f.sign != '\0' || f.alternate) {
            value_error("neither a sign nor # is allowed with integer format specifier 'c'");
        }
        if (v.is == kind::big || v.integer < 0 || v.integer > 0x10FFFF) {
            value_error("%c arg not in range(0x110000)");
        }
        f.align = f.align == '\0' || f.align == '=' ? '>' : f.align;
        add_text_field(rt, out, f, rt.text(utf8::encode(static_cast<char32_t>(v.integer)).view()));
        return;
    }
    bool const decimal = f.type == '\0' || f.type == 'd' || f.type == 'n';
    if (!decimal && std::string_view("boxX").find(f.type) == std::string_view::npos) {
        unknown_code(f, v);
    }
    std::string const digits = integer_digits(rt, v, decimal ? 'd' : f.type);
    f.group = decimal ? 3 : 4;
    std::string const prefix = f.alternate && !decimal ? std::string("0") + f.type : std::string();
    add_number(rt, out, f, big_integer::from(v).negative(), prefix, digits);
}

void format_value(runtime& rt, runtime::builder& out, value v, std::string_view spec) {
    if (spec.empty()) {
        out.add(to_text(rt, v));
        return;
    }
    field_format f = read_spec(spec, is_number(v));
    if (v.is == kind::string) {
        format_text(rt, out, f, v);
    } else if (v.is == kind::boolean && f.type == '\0' && f.precision < 0 && !f.no_negative_zero) {
        f.align = f.align == '\0' ? '>' : f.align;
        add_number(rt, out, f, false, {}, v.integer != 0 ? "1" : "0");
    } else if (!is_number(v)) {
        type_error("unsupported format string passed to " + std::string(type_name(v.is)) + ".__format__");
    } else if (f.type == '%') {
        f.type = 'f';
        add_real(rt, out, f, to_real(v) * 100, "%");
    } else if (f.type != '\0' && std::string_view("eEfFgG").find(f.type) != std::string_view::npos) {
        add_real(rt, out, f, to_real(v));
    } else if (v.is != kind::real) {
        format_integer(rt, out, f, v);
    } else if (f.type == '\0' || f.type == 'n') {
        add_real(rt, out, f, v.real);
    } else {
        unknown_code(f, v);
    }
}

value field_formatter::run() {
    runtime::builder out(rt_);
    bool const markup = text_.has(mark::markup);
    fill(out, text_, 0, markup);
    return out.finish(markup ? mark::markup : std::uint8_t{0});
}

void field_formatter::fill(runtime::builder& out, value text, int nested, bool markup) {
    std::string_view const s = text.view_text();
    for (std::size_t at = 0; at < s.size();) {
        std::size_t end = at;
        end = (std::min)(find_first_of(rt_, s, "{}", at), s.size());
        rt_.spend(4 + (end - at) / 8);
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
        for (paid_ahead each(rt_.steps(), 2); close < s.size(); ++close) {
            each.reached(close - end);
            depth += s[close] == '{' ? 1 : s[close] == '}' ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        rt_.spend((close - end) / 2);
        if (depth != 0) {
            value_error("expected '}' before end of string");
        }
        field(out, s.substr(end + 1, close - end - 1), nested, markup);
        at = close + 1;
    }
}

void field_formatter::field(runtime::builder& out, std::string_view inner, int nested, bool markup) {
    if (nested > 1) {
        value_error("Max string recursion exceeded");
    }
    std::size_t stop = 0;
    for (bool bracket = false; stop < inner.size() && (bracket || (inner[stop] != ':' && inner[stop] != '!'));
         ++stop) {
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
        v = conversion == 's' ? to_text(rt_, v) : to_repr(rt_, v, conversion == 'a');
    }
    std::string_view spec = stop < inner.size() ? inner.substr(stop + 1) : std::string_view{};
    if (find_first_of(rt_, spec, "{}") != spec.npos) {
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

value field_formatter::lookup(std::string_view path) {
    std::size_t const first = find_first_of(rt_, path, ".[");
    std::string_view const name = path.substr(0, first);
    if (name.empty() && first != path.npos) {
        value_error(
            "there is no field ''");  // as string.Formatter, which numbers only fields that are wholly empty
    }
    value v = argument(name);
    for (std::size_t at = first == path.npos ? path.size() : first; at < path.size();) {
        if (path[at] == '.') {
            std::size_t const end = (std::min)(find_first_of(rt_, path, ".[", at + 1), path.size());
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

value field_formatter::argument(std::string_view name) {
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
            value_error("there is no field '" + std::string(note(name).view()) + "'");
        }
        return found;
    }
    rt_.spend(1 + args_.keyword_count / 2);
    value const found = args_.get(args_.count, name);
    if (found.is == kind::missing) {
        value_error("there is no field '" + std::string(note(name).view()) + "'");
    }
    return found;
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value format_fields(runtime& rt, value text, call_arguments const& args, value mapping) {
    return detail::field_formatter(rt, text, args, mapping).run();
}

}  // namespace parlance::jinja
