// parlance/jinja/detail/syntax/token.hpp - what the lexer hands to the parser
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// Kinds of token.  Keywords are names; the parser knows them by their text, as Jinja2 does.
enum class token_kind : std::uint8_t {
    end,
    data,  // template text, whitespace control already applied
    variable_begin,
    variable_end,
    block_begin,
    block_end,
    name,
    string,  // text: between the quotes, escapes not yet resolved
    integer,
    real,
    add,
    sub,
    mul,
    div,
    floordiv,
    mod,
    pow,
    tilde,
    assign,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    dot,
    comma,
    colon,
    semicolon,
    pipe,
    lparen,
    rparen,
    lbracket,
    rbracket,
    lbrace,
    rbrace,
};

/// A token: `text` is a part of the source, which begins at byte `at`.
struct token {
    token_kind is = token_kind::end;
    std::uint32_t at = 0;
    std::string_view text{};
};

/// How an error message names it.
[[nodiscard]] constexpr std::string_view describe(token_kind is) noexcept {
    switch (is) {
    case token_kind::end: return "end of template";
    case token_kind::data: return "template text";
    case token_kind::variable_begin: return "'{{'";
    case token_kind::variable_end: return "'}}'";
    case token_kind::block_begin: return "'{%'";
    case token_kind::block_end: return "'%}'";
    case token_kind::name: return "a name";
    case token_kind::string: return "a string";
    case token_kind::integer: return "an integer";
    case token_kind::real: return "a number";
    case token_kind::add: return "'+'";
    case token_kind::sub: return "'-'";
    case token_kind::mul: return "'*'";
    case token_kind::div: return "'/'";
    case token_kind::floordiv: return "'//'";
    case token_kind::mod: return "'%'";
    case token_kind::pow: return "'**'";
    case token_kind::tilde: return "'~'";
    case token_kind::assign: return "'='";
    case token_kind::eq: return "'=='";
    case token_kind::ne: return "'!='";
    case token_kind::lt: return "'<'";
    case token_kind::le: return "'<='";
    case token_kind::gt: return "'>'";
    case token_kind::ge: return "'>='";
    case token_kind::dot: return "'.'";
    case token_kind::comma: return "','";
    case token_kind::colon: return "':'";
    case token_kind::semicolon: return "';'";
    case token_kind::pipe: return "'|'";
    case token_kind::lparen: return "'('";
    case token_kind::rparen: return "')'";
    case token_kind::lbracket: return "'['";
    case token_kind::rbracket: return "']'";
    case token_kind::lbrace: return "'{'";
    case token_kind::rbrace: return "'}'";
    }
    return "a token";
}

}  // namespace parlance::jinja
