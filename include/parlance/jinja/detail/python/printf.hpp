// parlance/jinja/detail/python/printf.hpp - Python's older way to fill in a text: '%s' % x
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja {

[[nodiscard]] PARLANCE_RARE value format_printf(runtime& rt, value text, value arguments);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/printf.ipp>
#endif
