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

/// float(text) as Python reads it: white space around, underscores between digits, inf and nan.
[[nodiscard]] PARLANCE_DECL bool parse_real(runtime& rt, std::string_view s, double& out);

/// int(text, base) as Python reads it.
[[nodiscard]] PARLANCE_DECL bool parse_whole(runtime& rt, std::string_view s, std::int64_t base, value& out);

[[nodiscard]] PARLANCE_DECL value filter_int(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_float(runtime& rt, value v, value const* a);

/// round(x, digits) of Python, to even on exact ties in the decimal expansion.
[[nodiscard]] PARLANCE_DECL double round_even(double x, std::int64_t digits);

[[nodiscard]] PARLANCE_DECL value filter_round(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_filesizeformat(runtime& rt, value v, value const* a);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_number.ipp>
#endif
