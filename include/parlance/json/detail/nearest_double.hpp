// parlance/json/detail/nearest_double.hpp - decimal numbers to doubles, exactly, with integers alone
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/function_ref.hpp>
#include <optional>
#include <string_view>

namespace parlance::json::detail {

/// The double nearest to an unsigned decimal number, of two the even one: infinite beyond the largest, zero next to
/// zero.  Nothing where `text` is not digits with at most one point among them, and perhaps an exponent, to its end.
///
/// For standard libraries without std::from_chars(double), and for what that reports as out of range.  No locale, no
/// allocation, no floating point arithmetic that could round twice.
///
/// cost  linear in the text, and less than 20 000 steps for the 770 digits and the powers of ten that can matter
[[nodiscard]] PARLANCE_DECL std::optional<double> nearest_double(std::string_view text) noexcept;

/// The same of a long text: asks at each byte whether to go on, and is none where not.
[[nodiscard]] PARLANCE_DECL std::optional<double> nearest_double(std::string_view text,
                                                                 function_ref<bool()> goes_on);

}  // namespace parlance::json::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/detail/impl/nearest_double.ipp>
#endif
