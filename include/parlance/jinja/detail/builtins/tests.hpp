// parlance/jinja/detail/builtins/tests.hpp - what can stand behind `is`
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>

namespace parlance::jinja {

/// Applies test number `number` to `v`; `a` has its one argument, or is missing.
[[nodiscard]] PARLANCE_DECL bool apply_test(runtime& rt, std::uint16_t number, value v, value a);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/tests.ipp>
#endif
