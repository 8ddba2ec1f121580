// parlance/jinja/detail/builtins/filters_sequence.hpp - filters that make one value of a sequence: first, last, length, reverse, join, sum
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_DECL value filter_first(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_last(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_length(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_reverse(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_join(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_sum(runtime& rt, value v, value const* a);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_sequence.ipp>
#endif
