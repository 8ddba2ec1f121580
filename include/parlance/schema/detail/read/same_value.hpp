// parlance/schema/detail/read/same_value.hpp - equality as JSON Schema means it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <cstddef>

namespace parlance::schema::detail {

/// Whether two numbers are the same.
using number_equality = function_ref<bool(boost::json::value const&, boost::json::value const&)>;
/// What a number is.
using number_reading = function_ref<maybe<decimal>(boost::json::value const&)>;

[[nodiscard]] PARLANCE_DECL bool same_number(boost::json::value const& a, boost::json::value const& b);

/// Equality as JSON Schema means it: 1 is 1.0, and the order of members does not matter.  Numbers are told one of `a` first.
[[nodiscard]] PARLANCE_DECL bool same_value(boost::json::value const& a, boost::json::value const& b,
                                            number_equality same = same_number);

/// Equal for values that are the same.
[[nodiscard]] PARLANCE_DECL std::size_t hash_value(boost::json::value const& v,
                                                   number_reading number = to_decimal);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/same_value.ipp>
#endif
