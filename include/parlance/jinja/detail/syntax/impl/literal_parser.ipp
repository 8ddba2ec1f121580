// parlance/jinja/detail/syntax/impl/literal_parser.ipp - definitions of what parlance/jinja/detail/syntax/literal_parser.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/literal_parser.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/literal.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/number.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

node_id literal_parser::name_or_constant(token const& t) {
    std::string_view const n = t.text;
    if (n == "true" || n == "True" || n == "false" || n == "False") {
        return add(node_kind::constant, t.at,
                   pool_.add(make_boolean(n[0] == 't' || n[0] == 'T'), ast_.looks));
    }
    if (n == "none" || n == "None") {
        return add(node_kind::constant, t.at, pool_.add(make_none(), ast_.looks));
    }
    return add(node_kind::name, t.at, pool_.intern(n, ast_.looks));
}

node_id literal_parser::string_literal() {
    std::uint32_t const where = current_.at;
    std::string_view text = literal(current_);
    advance();
    if (at(tk::string)) {
        std::string joined(text);
        for (; at(tk::string); advance()) {
            joined.append(literal(current_));
        }
        text = pool_.keep(std::move(joined));
    }
    return add(node_kind::constant, where, pool_.add(make_text(text), ast_.looks));
}

std::string_view literal_parser::literal(token const& t) {
    if (t.text.find('\\') == t.text.npos) {
        return t.text;
    }
    try {
        return pool_.keep(unescape(t.text, ast_.looks));
    } catch (fault& f) {
        f.at += t.at + 1;
        throw;
    }
}

std::string literal_parser::without_underscores(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != '_'; });
    return out;
}

node_id literal_parser::integer_literal(token const& t) {
    std::string digits = without_underscores(t.text);
    std::string_view rest = digits;
    std::uint32_t const base = take_base(rest);
    std::int64_t n = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), n, static_cast<int>(base)).ec ==
        std::errc{}) {
        return add(node_kind::constant, t.at, pool_.add(make_integer(n), ast_.looks));
    }
    std::string_view const kept = pool_.keep(std::move(digits));
    return add(node_kind::big_constant, t.at, pool_.add(make_text(kept), ast_.looks));
}

node_id literal_parser::real_literal(token const& t) {
    return add(
        node_kind::constant, t.at,
        pool_.add(make_real(json::read_python_float(without_underscores(t.text)).value()), ast_.looks));
}

}  // namespace parlance::jinja::detail
