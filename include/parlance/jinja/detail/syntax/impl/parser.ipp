// parlance/jinja/detail/syntax/impl/parser.ipp - definitions of what parlance/jinja/detail/syntax/parser.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/parser.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/expression_parser.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/vec.hpp>
#include <initializer_list>
#include <string>
#include <string_view>

namespace parlance::jinja {

void parser::parse() {
    ast_.root = body({});
    if (!at(tk::end)) {
        fail_expected("end of template");
    }
}

bool parser::at_any(end_words words) const noexcept {
    for (std::string_view const word : words) {
        if (at_word(word)) {
            return true;
        }
    }
    return false;
}

node_id parser::body(end_words ends) {
    detail::level const nested = deeper();
    std::uint32_t const where = current_.at;
    auto const first = static_cast<node_id>(ast_.nodes.size());
    vec<std::uint32_t> parts;
    while (!at(tk::end)) {
        token const t = current_;
        advance();
        if (t.is == tk::data) {
            parts.push_back(add(node_kind::data, t.at, pool_.add(make_text(t.text), ast_.looks)));
        } else if (t.is == tk::variable_begin) {
            std::uint32_t const inner = current_.at;
            node_id const value = tuple();
            parts.push_back(add(node_kind::output, inner, value));
            expect(tk::variable_end);
        } else {
            if (at_any(ends)) {
                break;
            }
            statement(parts);
            expect(tk::block_end);
        }
    }
    if (ends.size() != 0 && at(tk::end)) {
        std::string message = "expected {% ";
        message.append(*(ends.end() - 1)).append(" %} before the end of the template");
        fail(std::move(message), current_);
    }
    node_id const result = add_list(node_kind::body, where, parts);
    ast_.nodes[result].c = first;
    return result;
}

node_id parser::body_after_tag(end_words ends) {
    skip(tk::colon);
    expect(tk::block_end);
    return body(ends);
}

node_id parser::body_to(std::string_view end) {
    node_id const result = body_after_tag({end});
    advance();
    return result;
}

void parser::statement(vec<std::uint32_t>& out) {
    token const t = current_;
    if (t.is != tk::name) {
        fail_expected("the name of a tag");
    }
    std::string_view const tag = t.text;
    if (tag == "print") {
        advance();
        return print(out);
    }
    node_id result = nothing;
    if (tag == "if")
        result = branches();
    else if (tag == "for")
        result = loop();
    else if (tag == "set")
        result = set();
    else if (tag == "macro")
        result = macro();
    else if (tag == "call")
        result = call_block();
    else if (tag == "filter")
        result = filter_block();
    else if (tag == "with")
        result = with();
    else if (tag == "autoescape")
        result = autoescape();
    else if (tag == "block")
        result = block();
    else if (tag == "generation")
        result = generation();
    else if (tag == "break")
        result = (advance(), add(node_kind::leave, t.at));
    else if (tag == "continue")
        result = (advance(), add(node_kind::proceed, t.at));
    else if (tag == "include" || tag == "extends" || tag == "import" || tag == "from")
        result = foreign();
    else {
        std::string message = "there is no tag named '";
        message.append(note(tag).view()).append("'");
        fail(std::move(message), t);
    }
    out.push_back(result);
}

void parser::print(vec<std::uint32_t>& out) {
    for (bool first = true; !at(tk::block_end); first = false) {
        if (!first) {
            expect(tk::comma);
        }
        std::uint32_t const where = current_.at;
        node_id const value = expression();
        out.push_back(add(node_kind::output, where, value));
    }
}

node_id parser::branches() {
    std::uint32_t const where = current_.at;
    vec<std::uint32_t> parts;
    for (std::size_t links = 0;;) {
        count_link(links);
        advance();
        parts.push_back(tuple(false));
        parts.push_back(body_after_tag({"elif", "else", "endif"}));
        if (at_word("elif")) {
            continue;
        }
        if (skip_word("else")) {
            parts.push_back(body_to("endif"));
        } else {
            advance();
        }
        return add_list(node_kind::branches, where, parts);
    }
}

node_id parser::loop() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const target = assign_target("in", false);
    expect_word("in");
    node_id const iterable = tuple(false, "recursive");
    node_id filter = nothing;
    if (skip_word("if")) {
        filter = expression();
    }
    bool const recursive = skip_word("recursive");
    node_id const inner = body_after_tag({"else", "endfor"});
    node_id otherwise = nothing;
    if (skip_word("else")) {
        otherwise = body_to("endfor");
    } else {
        advance();
    }
    std::uint32_t const edges = ast_.add_edges({target, iterable, filter, inner, otherwise});
    return add(node_kind::loop, where, edges, nothing, nothing, recursive ? 1 : 0);
}

node_id parser::set() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const target = assign_target({}, true);
    if (skip(tk::assign)) {
        return add(node_kind::assign, where, target, tuple());
    }
    node_id const filter = filters(nothing, false);
    node_id const inner = body_to("endset");
    return add(node_kind::assign_body, where, target, filter, inner);
}

node_id parser::assign_target(std::string_view end_word, bool with_namespace) {
    std::uint32_t const where = current_.at;
    node_id const first = target_part(with_namespace);
    if (!at(tk::comma)) {
        return first;
    }
    vec<std::uint32_t> parts{first};
    while (skip(tk::comma)) {
        if (at_tuple_end(end_word)) {
            break;
        }
        parts.push_back(target_part(with_namespace));
    }
    return add_list(node_kind::tuple, where, parts);
}

node_id parser::target_part(bool with_namespace) {
    if (with_namespace && at(tk::name) && look().is == tk::dot) {
        token const name = current_;
        advance();
        advance();
        name_id const attribute = pool_.intern(expect(tk::name).text, ast_.looks);
        return add(node_kind::name_space, name.at, pool_.intern(name.text, ast_.looks), attribute);
    }
    token const t = current_;
    node_id const part = primary();
    check_target(part, t);
    return part;
}

void parser::check_target(node_id id, token const& t) const {
    node const& n = ast_[id];
    if (n.is == node_kind::name) {
        return;
    }
    if (n.is != node_kind::tuple) {
        fail("this cannot be assigned to", t);
    }
    for (std::uint32_t i = 0; i < n.b; ++i) {
        check_target(ast_.edges[n.a + i], t);
    }
}

token parser::plain_name() {
    token const t = expect(tk::name);
    for (std::string_view const reserved : {"true", "True", "false", "False", "none", "None"}) {
        if (t.text == reserved) {
            fail("this cannot be assigned to", t);
        }
    }
    return t;
}

std::uint32_t parser::parameters() {
    expect(tk::lparen);
    vec<std::uint32_t> parts;
    bool defaults = false;
    while (!at(tk::rparen)) {
        if (!parts.empty()) {
            expect(tk::comma);
        }
        token const name = plain_name();
        parts.push_back(add(node_kind::name, name.at, pool_.intern(name.text, ast_.looks)));
        if (skip(tk::assign)) {
            defaults = true;
            parts.push_back(expression());
        } else {
            if (defaults) {
                fail("a parameter without a default after one with a default", name);
            }
            parts.push_back(nothing);
        }
    }
    advance();
    std::uint32_t const first = ast_.add_edges(parts);
    ast_.looks.make_room(ast_.signatures);
    ast_.signatures.push_back({first, static_cast<std::uint32_t>(parts.size() / 2)});
    return static_cast<std::uint32_t>(ast_.signatures.size() - 1);
}

std::uint32_t parser::no_parameters() {
    ast_.looks.make_room(ast_.signatures);
    ast_.signatures.push_back({});
    return static_cast<std::uint32_t>(ast_.signatures.size() - 1);
}

node_id parser::macro() {
    std::uint32_t const where = current_.at;
    advance();
    name_id const name = pool_.intern(plain_name().text, ast_.looks);
    std::uint32_t const sig = parameters();
    node_id const inner = body_to("endmacro");
    return add(node_kind::macro, where, sig, inner, name);
}

node_id parser::call_block() {
    std::uint32_t const where = current_.at;
    advance();
    std::uint32_t const sig = at(tk::lparen) ? parameters() : no_parameters();
    token const t = current_;
    node_id const callee = expression();
    if (ast_[callee].is != node_kind::call) {
        fail("expected a call", t);
    }
    node_id const inner = body_to("endcall");
    return add(node_kind::call_block, where, sig, inner, callee);
}

node_id parser::filter_block() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const filter = filters(nothing, true);
    node_id const inner = body_to("endfilter");
    return add(node_kind::filter_block, where, filter, inner);
}

node_id parser::with() {
    std::uint32_t const where = current_.at;
    advance();
    vec<std::uint32_t> parts;
    while (!at(tk::block_end)) {
        if (!parts.empty()) {
            expect(tk::comma);
        }
        token const t = current_;
        parts.push_back(primary());
        check_target(parts.back(), t);
        expect(tk::assign);
        parts.push_back(expression());
    }
    node_id const inner = body_to("endwith");
    return add(node_kind::with, where, ast_.add_edges(parts), static_cast<std::uint32_t>(parts.size()),
               inner);
}

node_id parser::autoescape() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const on = expression();
    node_id const inner = body_to("endautoescape");
    return add(node_kind::autoescape, where, on, inner);
}

node_id parser::block() {
    std::uint32_t const where = current_.at;
    advance();
    std::string_view const name = expect(tk::name).text;
    bool const scoped = skip_word("scoped");
    skip_word("required");
    node_id const inner = body_to("endblock");
    skip_word(name);
    return add(node_kind::block, where, pool_.intern(name, ast_.looks), inner, nothing, scoped ? 1 : 0);
}

node_id parser::generation() {
    std::uint32_t const where = current_.at;
    advance();
    node_id const inner = body_to("endgeneration");
    return add(node_kind::generation, where, inner);
}

node_id parser::foreign() {
    std::uint32_t const where = current_.at;
    std::string_view const tag = current_.text;
    advance();
    node_id const name = expression();
    if (tag == "import") {
        expect_word("as");
        static_cast<void>(plain_name());
    } else if (tag == "from") {
        expect_word("import");
        do {
            static_cast<void>(plain_name());
            if (skip_word("as")) {
                static_cast<void>(plain_name());
            }
        } while (skip(tk::comma));
    }
    if (skip_word("ignore")) {
        expect_word("missing");
    }
    if (skip_word("with") || skip_word("without")) {
        expect_word("context");
    }
    return add(node_kind::unsupported, where, name);
}

}  // namespace parlance::jinja
