// parlance/jinja/detail/builtins/filters_text.hpp - filters over strings, and two that take anything: default, attr
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_DECL value filter_default(runtime&, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_attr(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_center(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_indent(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_replace(runtime& rt, value v, value const* a);

/// |title: words begin after white space, hyphens and opening brackets.
[[nodiscard]] PARLANCE_DECL value filter_title(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_trim(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_truncate(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_wordcount(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_format(runtime& rt, value v, call_arguments const& args);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_text.ipp>
#endif
