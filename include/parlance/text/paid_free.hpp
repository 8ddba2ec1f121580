// parlance/text/paid_free.hpp - what many items hold is freed piece by piece, and each is paid for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance {

inline constexpr std::uint64_t steps_to_free = 25;  // an item that has memory of its own, about

/// Destroys the items of a long array in the middle of a call, paid for in pieces, with looks whether to stop in between.
/// False where they cannot be paid for: those that are left go with the array.
template <class T>
[[nodiscard]] bool paid_free(vec<T>& items, work& spent, std::uint64_t steps = steps_to_free) {
    constexpr std::size_t at_once = 128;
    while (!items.empty()) {
        std::size_t const some = items.size() < at_once ? items.size() : at_once;
        if (!spent.spend(steps * some)) {
            return false;
        }
        items.erase(items.end() - some, items.end());
    }
    vec<T>().swap(items);
    return true;
}

/// The same for the entries of a map.
template <class Key, class Value, class Hash>
[[nodiscard]] bool paid_free(hash_map<Key, Value, Hash>& map, work& spent,
                             std::uint64_t steps = steps_to_free) {
    paid_rounds each(spent, steps);
    return map.clear_while([&] { return each.next(); });
}
template <class Key, class Value, class Less>
[[nodiscard]] bool paid_free(ordered_map<Key, Value, Less>& map, work& spent,
                             std::uint64_t steps = steps_to_free) {
    paid_rounds each(spent, steps);
    return map.clear_while([&] { return each.next(); });
}

}  // namespace parlance
