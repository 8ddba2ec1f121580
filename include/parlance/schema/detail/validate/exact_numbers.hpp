// parlance/schema/detail/validate/exact_numbers.hpp - what a text says of numbers beyond what a json::value keeps
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::schema::detail {

/// By where they are in a value, those that were read as another number than was written.
using exact_numbers = hash_map<boost::json::value const*, decimal>;

/// What a text says of the value that was read from it.
///
/// name_twice  in an object, so that not all that it says is in the value: nothing is known of its numbers
/// beyond      a number has an exponent that no decimal has, so that what it is like is not known
struct text_numbers {
    exact_numbers exact{};
    bool name_twice = false;
    bool beyond = false;
};

/// Of no use where it was stopped.  Linear.
[[nodiscard]] PARLANCE_DECL text_numbers read_numbers(std::string_view text, boost::json::value const& v,
                                                      stop_asker& asked);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/validate/impl/exact_numbers.ipp>
#endif
