// parlance/jinja/detail/builtins/filters.hpp - from a filter's number to what it does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>

namespace parlance::jinja {

[[nodiscard]] PARLANCE_DECL value apply_filter(runtime& rt, std::uint16_t number, value v,
                                               call_arguments const& args);

/// A test with its arguments still unbound.
[[nodiscard]] PARLANCE_DECL bool apply_test(runtime& rt, std::uint16_t number, value v,
                                            call_arguments const& args);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters.ipp>
#endif
