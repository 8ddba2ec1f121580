// parlance/jinja/detail/builtins/filters.hpp - from a filter's name to its number, and to what it does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// The number of a filter, or not_found.
[[nodiscard]] PARLANCE_DECL std::uint16_t find_filter(std::string_view name) noexcept;

[[nodiscard]] PARLANCE_DECL value apply_filter(runtime& rt, std::uint16_t number, value v,
                                               call_arguments const& args);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters.ipp>
#endif
