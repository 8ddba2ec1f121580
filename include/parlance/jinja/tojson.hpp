// parlance/jinja/tojson.hpp - the filters tojson and from_json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/value.hpp>

namespace parlance::jinja {

/// a: ensure_ascii, indent, separators, sort_keys
[[nodiscard]] PARLANCE_DECL value filter_tojson(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_from_json(runtime& rt, value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/tojson.ipp>
#endif
