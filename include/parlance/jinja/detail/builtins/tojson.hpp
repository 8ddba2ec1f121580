// parlance/jinja/detail/builtins/tojson.hpp - the filters tojson and from_json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>

namespace parlance::jinja {

/// a: ensure_ascii, indent, separators, sort_keys
[[nodiscard]] PARLANCE_DECL value filter_tojson(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_from_json(runtime& rt, value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/tojson.ipp>
#endif
