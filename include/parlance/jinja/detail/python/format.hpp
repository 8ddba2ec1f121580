// parlance/jinja/detail/python/format.hpp - Python's newer way to fill in a text: '{}'.format(x)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja {

/// text.format(args), or text.format_map(mapping) when mapping is not missing.
[[nodiscard]] PARLANCE_DECL value format_fields(runtime& rt, value text, call_arguments const& args,
                                                value mapping);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/format.ipp>
#endif
