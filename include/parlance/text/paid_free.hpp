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
/// False where they cannot be paid for; they are freed with looks all the same, until the caller asks to stop: those that are
/// left then go with the array.
template <class T>
[[nodiscard]] bool paid_free(vec<T>& items, work& spent, std::uint64_t steps = steps_to_free) {
    constexpr std::size_t at_once = 128;
    work looks = spent.only_looks();
    bool paid = true;
    while (!items.empty()) {
        std::size_t const some = items.size() < at_once ? items.size() : at_once;
        paid = paid && spent.spend(steps * some);
        if (!paid && !looks.spend(steps * some)) {
            return false;
        }
        for (std::size_t i = 0; i < some; ++i) {
            if constexpr (requires { items.back().back(); }) {  // it may hold many
                if (items.back().size() >= at_once && !looks.spend(steps * items.back().size())) {
                    return false;
                }
            }
            items.pop_back();
        }
    }
    vec<T>().swap(items);
    return paid;
}

namespace detail {

template <class Map>
[[nodiscard]] bool paid_clear(Map& map, work& spent, std::uint64_t steps) {
    work looks = spent.only_looks();
    paid_rounds each(spent, steps);
    paid_rounds each_look(looks, steps);
    bool paid = true;
    bool const cleared = map.clear_while([&] {
        paid = paid && each.next();
        return paid || each_look.next();
    });
    return paid && cleared;
}

}  // namespace detail

/// The same for the entries of a map.
template <class Key, class Value, class Hash>
[[nodiscard]] bool paid_free(hash_map<Key, Value, Hash>& map, work& spent,
                             std::uint64_t steps = steps_to_free) {
    return detail::paid_clear(map, spent, steps);
}
template <class Key, class Value, class Less>
[[nodiscard]] bool paid_free(ordered_map<Key, Value, Less>& map, work& spent,
                             std::uint64_t steps = steps_to_free) {
    return detail::paid_clear(map, spent, steps);
}

}  // namespace parlance
