// parlance/jinja/detail/builtins/impl/tests.ipp - definitions of what parlance/jinja/detail/builtins/tests.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/jinja/detail/builtins/methods_text.hpp>
#include <parlance/jinja/detail/builtins/tables.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// v % n == rest, with Python's rules for what has a remainder.
[[nodiscard]] PARLANCE_DECL bool remainder_is(runtime& rt, value v, value n, std::int64_t rest);

[[nodiscard]] PARLANCE_DECL bool is_callable(value v) noexcept;

bool remainder_is(runtime& rt, value v, value n, std::int64_t rest) {
    return equal(rt, arithmetic(rt, binary::mod, v, n), make_integer(rest));
}

bool is_callable(value v) noexcept {
    return v.is == kind::function || v.is == kind::macro || v.is == kind::method || v.is == kind::loop ||
           v.is == kind::joiner || v.is == kind::undefined;
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

bool apply_test(runtime& rt, std::uint16_t number, value v, value a) {
    std::string_view const name = tests[number].name;
    auto const is = [&](std::string_view text) { return name == text; };
    // a switch over the first letters would save nothing measurable: the names are short and few share a beginning
    switch (name[0]) {
    case 'b': return v.is == kind::boolean;
    case 'c': return detail::is_callable(v);
    case 'd':
        if (is("defined")) {
            return v.is != kind::undefined;
        }
        return detail::remainder_is(rt, v, a, 0);
    case 'e':
        if (is("eq") || is("equalto")) {
            return equal(rt, v, a);
        }
        return is("even") ? detail::remainder_is(rt, v, make_integer(2), 0)
                          : v.is == kind::string && v.has(mark::markup);
    case 'f':
        if (is("false")) {
            return v.is == kind::boolean && v.integer == 0;
        }
        if (is("float")) {
            return v.is == kind::real;
        }
        static_cast<void>(hash_of(rt, v));
        return v.is == kind::string && find_filter(v.view_text()) != not_found;
    case 'g': return ordered(rt, is("ge") ? binary::ge : binary::gt, v, a);
    case '>': return ordered(rt, is(">=") ? binary::ge : binary::gt, v, a);
    case '<': return ordered(rt, is("<=") ? binary::le : binary::lt, v, a);
    case '=': return equal(rt, v, a);
    case '!': return !equal(rt, v, a);
    case 'i':
        if (is("in")) {
            return contains(rt, v, a);
        }
        return is("integer") ? v.is == kind::integer || v.is == kind::big : is_iterable(v);
    case 'l':
        if (is("lower")) {
            return detail::has_case(rt, to_text(rt, v), false);
        }
        return ordered(rt, is("le") ? binary::le : binary::lt, v, a);
    case 'm': return is_mapping(v);
    case 'n':
        if (is("none")) {
            return v.is == kind::none;
        }
        return is("ne") ? !equal(rt, v, a) : is_number(v);
    case 'o': return detail::remainder_is(rt, v, make_integer(2), 1);
    case 's':
        if (is("string")) {
            return v.is == kind::string;
        }
        if (is("sameas")) {
            return identical(v, a);
        }
        return length_of(rt, v).has_value() && v.is != kind::keys_view && v.is != kind::values_view &&
               v.is != kind::items_view;
    case 't':
        if (is("true")) {
            return v.is == kind::boolean && v.integer != 0;
        }
        static_cast<void>(hash_of(rt, v));
        return v.is == kind::string && find_test(v.view_text()) != not_found;
    default: return is("undefined") ? v.is == kind::undefined : detail::has_case(rt, to_text(rt, v), true);
    }
}

}  // namespace parlance::jinja
