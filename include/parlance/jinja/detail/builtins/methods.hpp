// parlance/jinja/detail/builtins/methods.hpp - calls of methods: of strings, containers, numbers, and what loops and cyclers have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja {

namespace detail {

[[nodiscard]] PARLANCE_DECL value macro_attribute(runtime& rt, macro_node const& m, attr a);

}  // namespace detail

/// Calls method `name` of `self`.
[[nodiscard]] PARLANCE_DECL value call_method(runtime& rt, value self, attr name, call_arguments const& args);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/methods.ipp>
#endif
