// parlance/schema/detail/read/impl/same_value.ipp - definitions of what parlance/schema/detail/read/same_value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

bool same_number(boost::json::value const& a, boost::json::value const& b) {
    maybe<decimal> const x = to_decimal(a);
    return x && x == to_decimal(b);
}

bool same_value(boost::json::value const& a, boost::json::value const& b, number_equality same) {
    if (a.is_number() && b.is_number()) {
        return same(a, b);
    }
    if (a.kind() != b.kind()) {
        return false;
    }
    if (a.is_array()) {
        auto const& x = a.get_array();
        auto const& y = b.get_array();
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [&](auto const& i, auto const& j) { return same_value(i, j, same); });
    }
    if (a.is_object()) {
        auto const& x = a.get_object();
        auto const& y = b.get_object();
        return x.size() == y.size() && std::all_of(x.begin(), x.end(), [&](auto const& m) {
                   auto const* other = y.if_contains(m.key());
                   return other != nullptr && same_value(m.value(), *other, same);
               });
    }
    return a == b;
}

std::size_t hash_value(boost::json::value const& v, number_reading number) {
    auto const mixed = [](std::uint64_t x) {
        return static_cast<std::size_t>((x ^ (x >> 29)) * 0x9E37'79B9'7F4A'7C15);
    };
    if (v.is_number()) {
        maybe<decimal> const d = number(v);
        return d ? std::hash<std::string>{}(d->digits) + static_cast<std::size_t>(d->point) + d->negative : 0;
    }
    if (v.is_string()) {
        return std::hash<std::string_view>{}(std::string_view(v.get_string()));
    }
    std::size_t out = static_cast<std::size_t>(v.kind());
    if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            out = mixed(out) + hash_value(item, number);
        }
    } else if (v.is_object()) {
        for (auto const& member : v.get_object()) {  // in any order
            out += mixed(std::hash<std::string_view>{}(std::string_view(member.key())) ^
                         mixed(hash_value(member.value(), number)));
        }
    } else if (v.is_bool()) {
        out += v.get_bool();
    }
    return mixed(out);
}

}  // namespace parlance::schema::detail
