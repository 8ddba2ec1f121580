// parlance/jinja/detail/builtins/tests.hpp - what can stand behind `is`
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// The number of a test, or not_found.
[[nodiscard]] PARLANCE_DECL std::uint16_t find_test(std::string_view name) noexcept;

[[nodiscard]] PARLANCE_DECL bool apply_test(runtime& rt, std::uint16_t number, value v,
                                            call_arguments const& args);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/tests.ipp>
#endif
