// parlance/schema/detail/same_value.hpp - equality as JSON Schema means it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/decimal.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <optional>

namespace parlance::schema::detail {

/// Equality as JSON Schema means it: 1 is 1.0, and the order of members does not matter.
[[nodiscard]] inline bool same_value(boost::json::value const& a, boost::json::value const& b) {
    if (a.is_number() && b.is_number()) {
        std::optional<decimal> const x = to_decimal(a);
        return x && x == to_decimal(b);
    }
    if (a.kind() != b.kind()) {
        return false;
    }
    if (a.is_array()) {
        auto const& x = a.get_array();
        auto const& y = b.get_array();
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_value);
    }
    if (a.is_object()) {
        auto const& x = a.get_object();
        auto const& y = b.get_object();
        return x.size() == y.size() && std::all_of(x.begin(), x.end(), [&](auto const& m) {
                   auto const* other = y.if_contains(m.key());
                   return other != nullptr && same_value(m.value(), *other);
               });
    }
    return a == b;
}

}  // namespace parlance::schema::detail
