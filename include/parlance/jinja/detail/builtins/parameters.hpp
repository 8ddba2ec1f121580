// parlance/jinja/detail/builtins/parameters.hpp - the arguments of a filter or test in the order of its parameters
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <array>
#include <cstddef>
#include <string_view>

namespace parlance::jinja::detail {

/// In order, empty behind the last.
using parameter_names = std::array<std::string_view, 5>;
using bound_arguments = std::array<value, std::tuple_size_v<parameter_names>>;

/// What is not given is missing.  Throws a type fault where an argument has no parameter, or where one of the first
/// `required` parameters has no argument.
[[nodiscard]] PARLANCE_DECL bound_arguments bind(std::string_view name, parameter_names const& parameters,
                                                 std::size_t required, call_arguments const& args);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/parameters.ipp>
#endif
