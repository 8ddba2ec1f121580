// parlance/schema/detail/validate/impl/validate_constants.ipp - numbers, and values that are the same
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

namespace parlance::schema::detail {

maybe<decimal> validator::number(value const& v) const {
    maybe<decimal> out = written(v);
    if (!out && v.is_double() && std::isinf(v.get_double())) {
        return decimal{v.get_double() < 0, "1", 1000};
    }
    return out;
}

maybe<decimal> validator::written(value const& v) const {
    auto const* const exact = exact_ != nullptr ? exact_->find(&v) : nullptr;
    return exact != nullptr ? exact->value : to_decimal(v);
}

std::uint64_t validator::length(value const& v) const {
    auto const* const exact = exact_ != nullptr ? exact_->find(&v) : nullptr;
    return exact != nullptr
               ? exact->value.digits.size() + static_cast<std::uint64_t>(std::abs(exact->value.point))
               : 0;
}

/// Whether two values are the same, where it takes no more than a look at them.
[[nodiscard]] PARLANCE_DECL maybe<bool> same_at_once(boost::json::value const& a,
                                                     boost::json::value const& b);

maybe<bool> same_at_once(boost::json::value const& a, boost::json::value const& b) {
    if (a.is_int64() && b.is_int64()) {
        return a.get_int64() == b.get_int64();
    }
    bool const alike = a.is_number() ? b.is_number() : a.kind() == b.kind();
    if (!alike || (a.is_string() && a.get_string().size() != b.get_string().size())) {
        return false;
    }
    return {};
}

bool validator::same(value const& a, value const& b) {
    if (maybe<bool> const known = same_at_once(a, b)) {
        return pay(steps_at_once) && *known;
    }
    return pay(weight(a)) && same_value(a, b, [&](value const& x, value const& y) {
               maybe<decimal> const d = written(x);
               return d && d == written(y);
           });
}

std::size_t validator::hash(value const& v) const {
    return hash_value(v, [&](value const& n) { return written(n); });
}

bool validator::is_constant(value const& said, value const& v) {
    constexpr std::size_t digits_that_a_double_keeps = 15;
    if (maybe<bool> const known = same_at_once(said, v)) {
        return pay(steps_at_once) && *known;
    }
    return pay(weight(said)) && same_value(said, v, [&](value const& x, value const& y) {
               maybe<decimal> const d = to_decimal(x);
               bool const rounded = d && x.is_double() && d->digits.size() > digits_that_a_double_keeps;
               return d && (d == written(y) || (rounded && d == to_decimal(y)));
           });
}

/// Equal for what may be a constant and the value: of numbers, the double that they are read as.
PARLANCE_DECL std::size_t rough_hash(boost::json::value const& v) {
    if (v.is_number()) {
        double const d = v.to_number<double>();
        return std::hash<double>()(d == 0 ? 0.0 : d);
    }
    return hash_value(v, [](boost::json::value const& n) { return to_decimal(n.to_number<double>()); });
}

bool validator::is_listed(boost::json::array const& list, value const& v) {
    if (list.size() <= short_list) {
        return std::any_of(list.begin(), list.end(), [&](value const& x) { return is_constant(x, v); });
    }
    auto const [known, fresh] = lists_.try_emplace(&list);
    for (std::size_t i = 0; fresh && i < list.size() && pay(100 + weight(list[i])); ++i) {
        known.value[rough_hash(list[i])].push_back(&list[i]);
    }
    constexpr std::uint64_t steps_of_a_double = 30;
    if (!pay(v.is_number() ? steps_of_a_double : weight(v))) {
        return false;
    }
    auto const* const alike = known.value.find(rough_hash(v));
    return alike != nullptr && std::any_of(alike->value.begin(), alike->value.end(),
                                           [&](value const* each) { return is_constant(*each, v); });
}

}  // namespace parlance::schema::detail
