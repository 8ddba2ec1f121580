// parlance/jinja/detail/syntax/impl/expression_parser.ipp - definitions of what parlance/jinja/detail/syntax/expression_parser.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/expression_parser.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/infix.hpp>
#include <parlance/jinja/detail/syntax/literal_parser.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

node_id expression_parser::expression(bool with_condition) {
    if (!with_condition) {
        return operation(0);
    }
    std::uint32_t const where = current_.at;
    node_id result = operation(0);
    for (std::size_t links = 0; at_word("if");) {
        count_condition(links);
        advance();
        node_id const test = operation(0);
        node_id otherwise = nothing;
        if (skip_word("else")) {
            level const nested = deeper();
            otherwise = expression();
        }
        result = add(node_kind::condition, where, test, result, otherwise);
    }
    return result;
}

node_id expression_parser::tuple(bool with_condition, std::string_view end_word, bool parenthesised) {
    std::uint32_t const where = current_.at;
    if (!at_tuple_end(end_word)) {
        node_id const first = expression(with_condition);
        if (!at(tk::comma)) {
            return first;
        }
        return tuple_rest(first, where, with_condition, end_word);
    }
    if (!parenthesised) {
        fail_expected("an expression");
    }
    return add_list(node_kind::tuple, where, {});
}

node_id expression_parser::tuple_rest(node_id first, std::uint32_t where, bool with_condition,
                                      std::string_view end_word) {
    vec<std::uint32_t> items{first};
    while (skip(tk::comma)) {
        if (at_tuple_end(end_word)) {
            break;
        }
        items.push_back(expression(with_condition));
    }
    return add_list(node_kind::tuple, where, items);
}

bool expression_parser::at_tuple_end(std::string_view end_word) const noexcept {
    return at(tk::variable_end) || at(tk::block_end) || at(tk::rparen) ||
           (!end_word.empty() && at_word(end_word));
}

node_id expression_parser::filters(node_id subject, bool inline_start) {
    for (std::size_t links = 0; inline_start || at(tk::pipe); inline_start = false) {
        count_link(links);
        if (!inline_start) {
            advance();
        }
        std::uint32_t const where = current_.at;
        name_id const name = dotted_name();
        std::uint32_t const args = at(tk::lparen) ? call_arguments() : no_arguments();
        subject = add(node_kind::filter, where, subject, args, name);
    }
    return subject;
}

node_id expression_parser::primary() {
    token const t = current_;
    switch (t.is) {
    case tk::name: return advance(), name_or_constant(t);
    case tk::string: return string_literal();
    case tk::integer: return advance(), integer_literal(t);
    case tk::real: return advance(), real_literal(t);
    case tk::lparen: {
        level const nested = deeper();
        advance();
        node_id const inner = tuple(true, {}, true);
        expect(tk::rparen);
        return inner;
    }
    case tk::lbracket: return list_literal();
    case tk::lbrace: return dict_literal();
    default: fail_expected("an expression");
    }
}

node_id expression_parser::postfix(node_id object) {
    for (std::size_t links = 0;;) {
        if (at(tk::dot) || at(tk::lbracket)) {
            object = subscript(object);
        } else if (at(tk::lparen)) {
            object = call(object);
        } else {
            return object;
        }
        count_link(links);
    }
}

node_id expression_parser::call(node_id callee) {
    std::uint32_t const where = current_.at;
    std::uint32_t const args = call_arguments();
    return add(node_kind::call, where, callee, args);
}

std::uint32_t expression_parser::no_arguments() {
    ast_.looks.make_room(ast_.calls);
    ast_.calls.push_back({});
    return static_cast<std::uint32_t>(ast_.calls.size() - 1);
}

void expression_parser::count_condition(std::size_t& links) const {
    if (++links > bounds_.nesting) {
        throw fault{errc::nested_too_deep, {}, current_.at};
    }
}

infix expression_parser::infix_here() {
    return infix_of(current_, [&] { return look(); });
}

node_id expression_parser::operation(int lowest) {
    level const nested = deeper();
    node_id left = lowest <= 2 && at_word("not") ? negation() : unary(true);
    for (;;) {
        infix const op = infix_here();
        if (op.level < lowest) {
            return left;
        }
        left = links(left, op.level);
    }
}

node_id expression_parser::negation() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const operand = operation(2);
    return add(node_kind::logical_not, where, operand);
}

node_id expression_parser::links(node_id left, int precedence) {
    std::uint32_t const where = current_.at;
    bool const named = precedence >= 3 && precedence != 5;
    vec<std::uint32_t> edges{left};
    std::size_t count = 0;
    for (infix op = infix_here(); op.level == precedence; op = infix_here()) {
        count_link(count);
        std::uint32_t const operator_at = current_.at;
        advance();
        if (op.tokens == 2) {
            advance();
        }
        node_id const right = operation(precedence + 1);
        if (named) {
            edges.push_back(static_cast<std::uint32_t>(op.op));
            edges.push_back(operator_at);
        }
        edges.push_back(right);
    }
    switch (precedence) {
    case 0: return add_list(node_kind::logical_or, where, edges);
    case 1: return add_list(node_kind::logical_and, where, edges);
    case 3: return add_list(node_kind::compare, where, edges);
    case 5: return add_list(node_kind::concat, where, edges);
    default: return add_list(node_kind::chain, where, edges);
    }
}

node_id expression_parser::unary(bool with_filters) {
    node_id result = nothing;
    if (at(tk::sub) || at(tk::add)) {
        level const nested = deeper();
        token const sign = current_;
        advance();
        node_id const operand = unary(false);
        result = add(sign.is == tk::sub ? node_kind::negate : node_kind::plus, sign.at, operand);
    } else {
        result = primary();
    }
    result = postfix(result);
    return with_filters ? tests_and_filters(result) : result;
}

node_id expression_parser::tests_and_filters(node_id subject) {
    for (std::size_t links = 0;;) {
        if (at(tk::pipe)) {
            subject = filters(subject, false);
        } else if (at_word("is")) {
            subject = test(subject);
        } else if (at(tk::lparen)) {
            subject = call(subject);
        } else {
            return subject;
        }
        count_link(links);
    }
}

node_id expression_parser::test(node_id subject) {
    std::uint32_t const where = current_.at;
    advance();
    bool const negated = skip_word("not");
    name_id const name = dotted_name();
    std::uint32_t args = nothing;
    switch (current_.is) {
    case tk::lparen: args = call_arguments(); break;
    case tk::name:
        if (at_word("else") || at_word("or") || at_word("and")) {
            break;
        }
        if (at_word("is")) {
            fail("tests cannot be chained with is", current_);
        }
        [[fallthrough]];
    case tk::string:
    case tk::integer:
    case tk::real:
    case tk::lbracket:
    case tk::lbrace: {
        level const nested = deeper();
        node_id const operand = postfix(primary());
        args = static_cast<std::uint32_t>(ast_.calls.size());
        ast_.looks.make_room(ast_.calls);
        ast_.calls.push_back({ast_.add_edges({operand}), 1, 0, 0, nothing, nothing});
        break;
    }
    default: break;
    }
    if (args == nothing) {
        args = no_arguments();
    }
    node_id const result = add(node_kind::test, where, subject, args, name);
    return negated ? add(node_kind::logical_not, where, result) : result;
}

name_id expression_parser::dotted_name() {
    token const first = expect(tk::name);
    if (!at(tk::dot)) {
        return pool_.intern(first.text, ast_.looks);
    }
    std::string whole(first.text);
    while (skip(tk::dot)) {
        whole.append(".").append(expect(tk::name).text);
    }
    return pool_.intern(pool_.keep(std::move(whole)), ast_.looks);
}

node_id expression_parser::subscript(node_id object) {
    std::uint32_t const where = current_.at;
    if (skip(tk::dot)) {
        token const t = current_;
        if (t.is == tk::name) {
            advance();
            return add(node_kind::attribute, where, object, pool_.intern(t.text, ast_.looks));
        }
        if (t.is != tk::integer) {
            fail_expected("a name or number");
        }
        advance();
        node_id const index = integer_literal(t);
        return add(node_kind::item, where, object, index);
    }
    level const nested = deeper();
    advance();
    vec<std::uint32_t> parts;
    while (!at(tk::rbracket)) {
        if (!parts.empty()) {
            expect(tk::comma);
        }
        parts.push_back(subscript_part());
    }
    advance();
    bool const sliced = std::any_of(parts.begin(), parts.end(),
                                    [&](node_id part) { return ast_[part].is == node_kind::slice; });
    if (sliced && parts.size() > 1) {
        fail("a slice stands alone", current_);
    }
    node_id const index = parts.size() == 1 ? parts[0] : add_list(node_kind::tuple, where, parts);
    return add(node_kind::item, where, object, index);
}

node_id expression_parser::subscript_part() {
    std::uint32_t const where = current_.at;
    node_id bounds[3] = {nothing, nothing, nothing};
    if (!at(tk::colon)) {
        bounds[0] = expression();
        if (!at(tk::colon)) {
            return bounds[0];
        }
    }
    advance();
    for (int i = 1; i < 3; ++i) {
        if (!at(tk::colon) && !at(tk::rbracket) && !at(tk::comma)) {
            bounds[i] = expression();
        }
        if (i == 1 && !skip(tk::colon)) {
            break;
        }
    }
    return add(node_kind::slice, where, bounds[0], bounds[1], bounds[2]);
}

std::uint32_t expression_parser::call_arguments() {
    level const nested = deeper();
    token const open = expect(tk::lparen);
    arguments out;
    vec<std::uint32_t> positional;
    vec<std::uint32_t> keywords;
    auto const ensure = [&](bool ok) {
        if (!ok) {
            fail("arguments in the wrong order", open);
        }
    };
    while (!at(tk::rparen)) {
        if (skip(tk::mul)) {
            ensure(out.spread == nothing && out.spread_keywords == nothing);
            out.spread = expression();
        } else if (skip(tk::pow)) {
            ensure(out.spread_keywords == nothing);
            out.spread_keywords = expression();
        } else if (at(tk::name) && look().is == tk::assign) {
            ensure(out.spread_keywords == nothing);
            keywords.push_back(pool_.intern(current_.text, ast_.looks));
            advance();
            advance();
            keywords.push_back(expression());
        } else {
            ensure(out.spread == nothing && out.spread_keywords == nothing && keywords.empty());
            positional.push_back(expression());
        }
        if (!at(tk::rparen)) {
            expect(tk::comma);
        }
    }
    advance();
    vec<std::uint32_t> names;
    for (std::size_t i = 0; i < keywords.size(); i += 2) {
        names.push_back(keywords[i]);
    }
    std::sort(names.begin(), names.end());
    if (std::adjacent_find(names.begin(), names.end()) != names.end()) {
        fail("an argument is given twice", open);
    }
    out.first = ast_.add_edges(positional);
    out.count = static_cast<std::uint32_t>(positional.size());
    out.first_keyword = ast_.add_edges(keywords);
    out.keywords = static_cast<std::uint32_t>(keywords.size() / 2);
    ast_.looks.make_room(ast_.calls);
    ast_.calls.push_back(out);
    return static_cast<std::uint32_t>(ast_.calls.size() - 1);
}

node_id expression_parser::list_literal() {
    return items_literal(node_kind::list, tk::rbracket,
                         [&](vec<std::uint32_t>& items) { items.push_back(expression()); });
}

node_id expression_parser::dict_literal() {
    return items_literal(node_kind::dict, tk::rbrace, [&](vec<std::uint32_t>& items) {
        items.push_back(expression());
        expect(tk::colon);
        items.push_back(expression());
    });
}

}  // namespace parlance::jinja::detail
