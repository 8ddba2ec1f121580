// parlance/jinja/detail/builtins/filters_number.hpp - filters that make or change numbers: abs, int, float, round, filesizeformat
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_DECL value filter_abs(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_int(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_float(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_round(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_filesizeformat(runtime& rt, value v, value const* a);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_number.ipp>
#endif
