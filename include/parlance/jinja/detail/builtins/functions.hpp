// parlance/jinja/detail/builtins/functions.hpp - the functions every template can call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <string_view>

namespace parlance::jinja {

/// The function of this name, if there is one.
[[nodiscard]] PARLANCE_DECL value find_global(std::string_view name) noexcept;

[[nodiscard]] PARLANCE_DECL value call_global(runtime& rt, global which, call_arguments const& args);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/functions.ipp>
#endif
