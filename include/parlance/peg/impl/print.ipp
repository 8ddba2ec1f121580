// parlance/peg/impl/print.ipp - definitions of what parlance/peg/print.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/print.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::peg::detail {

void append_hex(std::string& out, std::uint32_t value, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
        out.push_back("0123456789abcdef"[(value >> shift) & 15]);
    }
}

void append_quoted(std::string& out, std::string_view text, char quote) {
    out.push_back(quote);
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        std::string_view const bytes = text.substr(0, d.length);
        text.remove_prefix(d.length);
        if (d.valid && d.value >= 0x20 && d.value != 0x7F) {
            if (bytes[0] == quote || bytes[0] == '\\') {
                out.push_back('\\');
            }
            out.append(bytes);
        } else if (bytes == "\n" || bytes == "\r" || bytes == "\t") {
            out.append(bytes == "\n" ? "\\n" : bytes == "\r" ? "\\r" : "\\t");
        } else {
            for (char const c : bytes) {
                out.append("\\x");
                append_hex(out, static_cast<unsigned char>(c), 2);
            }
        }
    }
    out.push_back(quote);
}

void append_class_char(std::string& out, char32_t c) {
    if (c == '\n' || c == '\r' || c == '\t') {
        out.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
    } else if (c == '\\' || c == ']' || c == '[' || c == '-' || c == '^') {
        out.push_back('\\');
        out.push_back(static_cast<char>(c));
    } else if (c < 0x20 || c == 0x7F) {
        out.append("\\x");
        append_hex(out, c, 2);
    } else if (!utf8::is_scalar(c) || c > 0xFFFF) {
        out.append("\\U");
        append_hex(out, c, 8);
    } else {
        out.append(utf8::encode(c).view());
    }
}

void printer::expression(node_id at, binding around) {
    if (wrong() != errc::none) {
        return;
    }
    node const& n = a_.at(at);
    bool const group = binds(n) < around;
    out.append(group ? "(" : "");
    ++depth_;
    body(n);
    --depth_;
    out.append(group ? ")" : "");
}

void printer::name(std::string_view s) {
    if (is_bare_name(s)) {
        out.append(s);
    } else {
        append_quoted(out, s, '\'');
    }
}

errc printer::wrong() noexcept {
    constexpr std::size_t rows_of_a_part = 4;
    if (wrong_ == errc::none && !asked_.next(rows_of_a_part)) {
        wrong_ = errc::cancelled;
    }
    if (wrong_ == errc::none && depth_ > deepest) {
        wrong_ = errc::nested_too_deep;
    }
    if (wrong_ == errc::none && out.size() > most_) {
        wrong_ = errc::output_too_large;
    }
    return wrong_;
}

printer::binding printer::binds(node const& n) noexcept {
    switch (n.kind) {
    case op::choice: return binding::choice;
    case op::sequence: return binding::sequence;
    case op::look:
    case op::reject: return binding::prefix;
    case op::repeat: return binding::suffix;
    case op::chars: return n.b == 1 && n.c == 1 ? binding::primary : binding::suffix;
    default: return binding::primary;
    }
}

void printer::body(node const& n) {
    switch (n.kind) {
    case op::epsilon: out.append("eps"); break;
    case op::fail: out.append("fail"); break;
    case op::start: out.append("start"); break;
    case op::end: out.append("end"); break;
    case op::rest: out.append("rest"); break;
    case op::cut: out.append(">"); break;
    case op::literal: append_quoted(out, a_.literal_of(n), '"'); break;
    case op::chars:
        char_class(a_.classes[n.a]);
        counts(n);
        break;
    case op::until: until(n); break;
    case op::sequence: joined(n, " ", binding::prefix); break;
    case op::choice: joined(n, " / ", binding::sequence); break;
    case op::repeat:
        expression(n.a, binding::primary);
        counts(n);
        break;
    case op::look:
        out.append("&");
        expression(n.a, binding::prefix);
        break;
    case op::reject:
        out.append("!");
        expression(n.a, binding::prefix);
        break;
    case op::ref: name(a_.rule_name(n.a)); break;
    case op::atomic: call("atomic(", n.a); break;
    case op::tag:
        out.append("tag(");
        if (std::string_view const s = a_.name_of(n.b); !s.empty()) {
            name(s);
        } else {
            out.append(std::to_string(n.b));
        }
        call(", ", n.a);
        break;
    case op::recover: pair("recover(", n); break;
    case op::refine: pair("refine(", n); break;
    case op::schema: call("schema(" + std::to_string(n.b) + ", ", n.a); break;
    case op::token: call("token(" + std::to_string(n.b) + ", ", n.a); break;
    case op::gbnf:
        out.append("gbnf(");
        append_quoted(out, a_.gbnf_of(n), '"');
        call(", ", n.a);
        break;
    }
}

void printer::call(std::string_view before, node_id child) {
    out.append(before);
    expression(child);
    out.append(")");
}

void printer::pair(std::string_view before, node const& n) {
    out.append(before);
    expression(n.a);
    call(", ", n.b);
}

void printer::joined(node const& n, std::string_view between, binding around) {
    std::string_view separator;
    for (node_id const c : a_.children_of(n)) {
        out.append(separator);
        expression(c, around);
        separator = between;
    }
}

void printer::until(node const& n) {
    std::string_view separator = "until(";
    for (text_ref const t : a_.delimiters_of(n)) {
        out.append(separator);
        append_quoted(out, a_.str(t), '"');
        separator = ", ";
    }
    out.append(")");
}

void printer::char_class(peg::char_class const& c) {
    if (c.negated && c.range_count == 0) {
        out.append(".");
        return;
    }
    out.append(c.negated ? "[^" : "[");
    for (char_range const& r : a_.ranges_of(c)) {
        append_class_char(out, r.low);
        if (r.high != r.low) {
            out.append(r.high == r.low + 1 ? "" : "-");
            append_class_char(out, r.high);
        }
    }
    out.append("]");
}

void printer::counts(node const& n) {
    if (n.c == unbounded && n.b < 2) {
        out.append(n.b == 0 ? "*" : "+");
    } else if (n.b == 0 && n.c == 1) {
        out.append("?");
    } else if (n.b != 1 || n.c != 1) {
        out.append("{").append(std::to_string(n.b));
        if (n.c != n.b) {
            out.append(",").append(n.c == unbounded ? "" : std::to_string(n.c));
        }
        out.append("}");
    }
}

}  // namespace parlance::peg::detail

namespace parlance::peg {

result<std::string> print(arena_view const& a, limits const& bounds) {
    detail::printer p(a, bounds.output_bytes, bounds.stop);
    for (tag_name const& t : a.tags) {
        p.out.append("tag ");
        p.name(a.str(t.name));
        p.out.append(" = ").append(std::to_string(t.id)).append("\n");
    }
    p.out.append("<- ");
    p.expression(a.root);
    p.out.append("\n");
    for (rule_row const& r : a.rules) {
        p.name(a.str(r.name));
        p.out.append(" <- ");
        p.expression(r.root);
        p.out.append("\n");
    }
    if (p.wrong() != errc::none) {
        return diagnostic{p.wrong()};
    }
    return std::move(p.out);
}

result<std::string> print(arena_view const& a, node_id expression, limits const& bounds) {
    detail::printer p(a, bounds.output_bytes, bounds.stop);
    p.expression(expression);
    if (p.wrong() != errc::none) {
        return diagnostic{p.wrong()};
    }
    return std::move(p.out);
}

}  // namespace parlance::peg
