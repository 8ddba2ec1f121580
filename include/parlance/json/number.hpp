// parlance/json/number.hpp - doubles as Python prints and reads them: repr(float), float(text)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/function_ref.hpp>
#include <optional>
#include <string_view>

namespace parlance::json {

/// Appends `number` as Python's repr(): the shortest digits that read back as the same double, always with a point
/// or an exponent, an exponent below 1e-4 and from 1e16 on; inf, -inf and nan.
PARLANCE_DECL void append_python_float(std::string& out, double number);

/// What Python's float() makes of `text` without spaces and underscores, if it is a number: decimal digits, a point,
/// an exponent, a sign; or inf, infinity, nan.  The nearest double, infinite beyond the largest, zero next to zero.
[[nodiscard]] PARLANCE_DECL std::optional<double> read_python_float(std::string_view text) noexcept;

/// The same, where a long text may be given up: nothing from when `goes_on`, asked at each of its bytes, says no.
[[nodiscard]] PARLANCE_DECL std::optional<double> read_python_float(std::string_view text,
                                                                    function_ref<bool()> goes_on);

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/number.ipp>
#endif
