// parlance/json/value.hpp - the door to Boost.JSON: the one header that includes it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::json {

using boost::json::array;
using boost::json::object;
using boost::json::value;

[[nodiscard]] PARLANCE_DECL std::string_view text_of(boost::json::string const& text) noexcept;

/// The text of a JSON string, or `otherwise` when the value is not one.
[[nodiscard]] PARLANCE_DECL std::string_view text_of(value const& v,
                                                     std::string_view otherwise = {}) noexcept;

/// The member `key`, or nullptr when `v` is not an object or has none.
[[nodiscard]] PARLANCE_DECL value const* member(value const& v, std::string_view key) noexcept;

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/value.ipp>
#endif
