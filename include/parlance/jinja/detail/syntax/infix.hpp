// parlance/jinja/detail/syntax/infix.hpp - operators between operands
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// An operator between two operands, and how tightly it binds.
struct infix {
    int level = -1;  // or 0, and 1, comparison 3, sum 4, ~ 5, product 6, power 7
    binary op{};
    std::uint8_t tokens = 1;
};

[[nodiscard]] PARLANCE_DECL bool is_word(token const& t, std::string_view word) noexcept;

/// The operator that a token begins; `look` gives the token behind it.
template <class Look>
[[nodiscard]] infix infix_of(token const& now, Look look) {
    using tk = token_kind;
    switch (now.is) {
    case tk::name:
        if (now.text == "or")
            return {0, {}, 1};
        if (now.text == "and")
            return {1, {}, 1};
        if (now.text == "in")
            return {3, binary::in, 1};
        if (now.text == "not" && is_word(look(), "in"))
            return {3, binary::not_in, 2};
        return {};
    case tk::eq: return {3, binary::eq, 1};
    case tk::ne: return {3, binary::ne, 1};
    case tk::lt: return {3, binary::lt, 1};
    case tk::le: return {3, binary::le, 1};
    case tk::gt: return {3, binary::gt, 1};
    case tk::ge: return {3, binary::ge, 1};
    case tk::add: return {4, binary::add, 1};
    case tk::sub: return {4, binary::sub, 1};
    case tk::tilde: return {5, {}, 1};
    case tk::mul: return {6, binary::mul, 1};
    case tk::div: return {6, binary::div, 1};
    case tk::floordiv: return {6, binary::floordiv, 1};
    case tk::mod: return {6, binary::mod, 1};
    case tk::pow: return {7, binary::pow, 1};
    default: return {};
    }
}

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/infix.ipp>
#endif
