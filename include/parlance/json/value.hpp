// parlance/json/value.hpp - the door to Boost.JSON: the one header that includes it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace parlance::json {

using boost::json::array;
using boost::json::object;
using boost::json::value;

/// What is text: a literal, std::string, std::string_view.  Boost.JSON makes a value of a literal, too, the JSON string,
/// in silence; so functions that take a value take text as the JSON text it is, or not at all.
template <class T>
concept text = std::convertible_to<T const&, std::string_view> && !std::same_as<T, std::nullptr_t>;
static_assert(text<char[3]> && text<char const*> && text<std::string_view>);
static_assert(!text<value> && !text<object> && !text<std::nullptr_t>);

/// The bytes of a JSON string; valid as long as that is.
[[nodiscard]] PARLANCE_DECL std::string_view text_of(boost::json::string const& text) noexcept;

/// The text of a JSON string, or `otherwise` when the value is not one.
[[nodiscard]] PARLANCE_DECL std::string_view text_of(value const& v,
                                                     std::string_view otherwise = {}) noexcept;

/// The member `key`, or nullptr when `v` is not an object or has none.
[[nodiscard]] PARLANCE_DECL value const* member(value const& v, std::string_view key) noexcept;

/// Whether two values are equal as Boost.JSON's == says: members in any order, an integer and a double are not the same.
/// That operator copies each member (Boost 1.81), so it is quadratic in depth, and ends the program where memory is out.
/// Recurses as deeply as both values are nested: those that parse() made, 200 levels.
[[nodiscard]] PARLANCE_DECL bool equal(value const& a, value const& b) noexcept;

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/value.ipp>
#endif
