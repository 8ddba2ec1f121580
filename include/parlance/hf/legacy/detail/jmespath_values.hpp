// parlance/hf/legacy/detail/jmespath_values.hpp - what JMESPath does with values that may be long, in pieces
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/function_ref.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::hf::detail {

/// Asks whether to go on with so many steps, of some 25 nanoseconds each.  What is made when it has said no is thrown away.
using jmes_goes_on = function_ref<bool(std::uint64_t)>;

/// What of a text is read, or written, between two such questions.
inline constexpr std::size_t jmes_at_once = 16 * 1024;
inline constexpr std::size_t jmes_bytes_of_a_step = 32;

/// Below zero, zero or above it; precondition: both are numbers, or both are strings.
[[nodiscard]] PARLANCE_DECL int jmes_order(json::value const& a, json::value const& b, jmes_goes_on goes_on);

/// Whether two values are equal: numbers by value, objects whatever the order of their keys.
[[nodiscard]] PARLANCE_DECL bool jmes_equal(json::value const& a, json::value const& b, jmes_goes_on goes_on);

/// How many code points a text has; each bad sequence counts as one.
[[nodiscard]] PARLANCE_DECL std::size_t jmes_length_of(std::string_view text, jmes_goes_on goes_on);

/// These, the last one first.
[[nodiscard]] PARLANCE_DECL boost::json::string jmes_reversed(std::string_view text, jmes_goes_on goes_on);

/// Whether a text has a part, by Knuth, Morris and Pratt (1977): none takes longer than the sum of both.
[[nodiscard]] PARLANCE_DECL bool jmes_has(std::string_view text, std::string_view part, jmes_goes_on goes_on);

/// A value as JSON text.
[[nodiscard]] PARLANCE_DECL boost::json::string jmes_written(json::value const& v, jmes_goes_on goes_on);

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/jmespath_values.ipp>
#endif
