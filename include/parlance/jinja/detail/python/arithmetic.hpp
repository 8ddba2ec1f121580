// parlance/jinja/detail/python/arithmetic.hpp - + - * / // % ** and the signs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja {

/// `text % v`; in format.hpp.
[[nodiscard]] PARLANCE_DECL value format_printf(runtime& rt, value text, value arguments);
/// HTML-escapes what is not Markup; in print.hpp.
[[nodiscard]] PARLANCE_DECL value escaped(runtime& rt, value v);

/// a op b for the arithmetic operators.
[[nodiscard]] PARLANCE_DECL value arithmetic(runtime& rt, binary op, value a, value b);

/// -v
[[nodiscard]] PARLANCE_DECL value negated(runtime& rt, value v);
/// +v
[[nodiscard]] PARLANCE_DECL value plus(value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/arithmetic.ipp>
#endif
