// parlance/json/value.hpp - the door to Boost.JSON: the one header that includes it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::json {

using boost::json::array;
using boost::json::object;
using boost::json::value;

[[nodiscard]] inline std::string_view text_of(boost::json::string const& text) noexcept {
    return {text.data(), text.size()};
}

/// The text of a JSON string, or `otherwise` when the value is not one.
[[nodiscard]] inline std::string_view text_of(value const& v, std::string_view otherwise = {}) noexcept {
    auto const* text = v.if_string();
    return text != nullptr ? text_of(*text) : otherwise;
}

/// The member `key`, or nullptr when `v` is not an object or has none.
[[nodiscard]] inline value const* member(value const& v, std::string_view key) noexcept {
    auto const* o = v.if_object();
    return o != nullptr ? o->if_contains({key.data(), key.size()}) : nullptr;
}

}  // namespace parlance::json
