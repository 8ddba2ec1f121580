// parlance/gbnf/impl/print.ipp - definitions of what parlance/gbnf/print.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/print.hpp>
#include <parlance/gbnf/detail/scan.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/utf8.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parlance::gbnf::detail {

printer::printer(grammar_view const& g) : g_(g), uses_(g.rule_count(), 0) {
    for (element const e : g_.elements) {
        if (e.kind == element_kind::rule_ref) {
            ++uses_[e.value];
        }
    }
}

std::string printer::run() && {
    for (std::uint32_t r = 0; r < g_.rule_count(); ++r) {
        if (!g_.rule(r).empty() && !inlined(r)) {
            line_ = out_.size();
            append_name(r);
            out_.append(" ::=");
            append_body(r);
            out_.push_back('\n');
        }
    }
    return std::move(out_);
}

bool printer::inlined(std::uint32_t r) const noexcept {
    return g_.name(r).empty() && uses_[r] == 1 && r != g_.root;
}

void printer::append_name(std::uint32_t r) {
    if (std::string_view const name = g_.name(r); !name.empty()) {
        out_.append(name);
        return;
    }
    std::string name = "group-" + std::to_string(r);
    while (g_.find(name)) {
        name.push_back('-');
    }
    out_.append(name);
}

void printer::space() {
    if (out_.back() != '(' && out_.back() != ' ') {
        out_.push_back(' ');
    }
}

void printer::append_body(std::uint32_t rule) {
    stack_.push_back({rule, 0, true, 1, 1});
    while (!stack_.empty()) {
        frame& f = stack_.back();
        element const e = g_.rule(f.rule)[f.at];
        if (e.kind == element_kind::alt) {
            append_bar();
        } else if (e.kind == element_kind::end) {
            close();
        } else {
            f.empty = false;
            space();
            append_item();
        }
    }
}

void printer::append_bar() {
    frame& f = stack_.back();
    append_nothing();
    out_.append(" |");
    if (stack_.size() == 1 && out_.size() - line_ > 80) {
        line_ = out_.size() + 1;
        out_.append("\n    ");
    }
    f.empty = true;
    ++f.at;
}

void printer::close() {
    append_nothing();
    frame const f = stack_.back();
    stack_.pop_back();
    if (!stack_.empty()) {
        out_.push_back(')');
        append_repetition(f.low, f.high);
    }
}

void printer::append_nothing() {
    if (stack_.back().empty) {
        space();
        out_.append("\"\"");
    }
}

void printer::append_item() {
    frame& f = stack_.back();
    std::span<element const> const rows = g_.rule(f.rule);
    std::uint32_t low = 1;
    std::uint32_t high = 1;
    bool const repeated = rows[f.at].kind == element_kind::repeat;
    if (repeated) {
        low = rows[f.at].value;
        high = rows[f.at + 1].value;
        f.at += 2;
    }
    std::size_t const begin = f.at;
    f.at += item_length(rows, begin);
    element const e = rows[begin];
    if (e.kind == element_kind::rule_ref && inlined(e.value)) {
        out_.push_back('(');
        stack_.push_back({e.value, 0, true, repeated ? low : plain, high});
        return;
    }
    if (is_plain(rows, begin)) {
        out_.push_back('"');
        append_character(e.value, "\\\"");
        for (; !repeated && is_plain(rows, f.at); ++f.at) {
            append_character(rows[f.at].value, "\\\"");
        }
        out_.push_back('"');
    } else {
        append_single(e, rows.subspan(begin, f.at - begin));
    }
    append_repetition(repeated ? low : plain, high);
}

bool printer::is_plain(std::span<element const> rows, std::size_t at) noexcept {
    return rows[at].kind == element_kind::character && item_length(rows, at) == 1;
}

void printer::append_single(element const& e, std::span<element const> rows) {
    switch (e.kind) {
    case element_kind::rule_ref: append_name(e.value); break;
    case element_kind::any: out_.push_back('.'); break;
    case element_kind::token: out_.append("<[" + std::to_string(e.value) + "]>"); break;
    case element_kind::token_not: out_.append("!<[" + std::to_string(e.value) + "]>"); break;
    case element_kind::token_text: out_.append(g_.token_text(e.value)); break;
    case element_kind::token_text_not: out_.append("!").append(g_.token_text(e.value)); break;
    default:
        out_.append(e.kind == element_kind::character_not ? "[^" : "[");
        for (element const member : rows) {
            if (member.kind == element_kind::range_upper) {
                out_.push_back('-');
            }
            append_character(member.value, "\\[]^-");
        }
        out_.push_back(']');
    }
}

void printer::append_repetition(std::uint32_t low, std::uint32_t high) {
    if (low == plain) {
        return;
    }
    if (high == unbounded && low < 2) {
        out_.push_back(low == 0 ? '*' : '+');
    } else if (low == 0 && high == 1) {
        out_.push_back('?');
    } else {
        out_.append("{").append(std::to_string(low));
        if (high != low) {
            out_.append(",").append(high == unbounded ? std::string() : std::to_string(high));
        }
        out_.push_back('}');
    }
}

void printer::append_character(std::uint32_t c, std::string_view escaped) {
    if (c == '\n' || c == '\r' || c == '\t') {
        out_.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
    } else if (c < 0x80 && escaped.find(static_cast<char>(c)) != std::string_view::npos) {
        out_.push_back('\\');
        out_.push_back(static_cast<char>(c));
    } else if (is_invisible(c)) {
        append_hex(c);
    } else {
        out_.append(utf8::encode(c).view());
    }
}

bool printer::is_invisible(std::uint32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
           (c & 0xFFFE) == 0xFFFE;
}

void printer::append_hex(std::uint32_t c) {
    unsigned const digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    out_.append(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    for (unsigned i = digits; i-- > 0;) {
        out_.push_back("0123456789ABCDEF"[(c >> (4 * i)) & 0xF]);
    }
}

}  // namespace parlance::gbnf::detail
