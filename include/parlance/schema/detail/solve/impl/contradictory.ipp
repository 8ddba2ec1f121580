// parlance/schema/detail/solve/impl/contradictory.ipp - facts that no value meets, seen at a glance
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <string_view>

namespace parlance::schema::detail {

bool solver::contradictory(vec<fact> const& facts) {
    using k = fact::kind;
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    fact const* low = nullptr;
    fact const* high = nullptr;
    for (fact const& f : facts) {
        switch (f.is) {
        case k::min_length:
        case k::min_items:
        case k::min_properties: least = (std::max)(least, f.number); break;
        case k::max_length:
        case k::max_items:
        case k::max_properties: most = (std::min)(most, f.number); break;
        case k::low:
            if (low == nullptr || compare(f.value, low->value) > 0 ||
                (compare(f.value, low->value) == 0 && f.open)) {
                low = &f;
            }
            break;
        case k::high:
            if (high == nullptr || compare(f.value, high->value) < 0 ||
                (compare(f.value, high->value) == 0 && f.open)) {
                high = &f;
            }
            break;
        case k::lacks:
            for (fact const& other : facts) {
                if (other.is == k::required && other.text == f.text) {
                    return true;
                }
            }
            break;
        case k::pattern:
        case k::format:
            for (fact const& other : facts) {
                if (other.is == (f.is == k::pattern ? k::not_pattern : k::not_format) &&
                    other.text == f.text) {
                    return true;
                }
            }
            break;
        case k::whole:
        case k::unique:
            for (fact const& other : facts) {
                if (other.is == (f.is == k::whole ? k::not_whole : k::not_unique)) {
                    return true;
                }
            }
            break;
        default: break;
        }
    }
    if (low != nullptr && high != nullptr) {
        int const order = compare(low->value, high->value);
        if (order > 0 || (order == 0 && (low->open || high->open))) {
            return true;
        }
    }
    return least > most;
}

}  // namespace parlance::schema::detail
