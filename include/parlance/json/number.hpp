// parlance/json/number.hpp - doubles as Python prints them: repr(float)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::json {

/// Appends `number` as Python's repr(): the shortest digits that read back as the same double, always with a point
/// or an exponent, an exponent below 1e-4 and from 1e16 on; inf, -inf and nan.
PARLANCE_DECL void append_python_float(std::string& out, double number);

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/number.ipp>
#endif
