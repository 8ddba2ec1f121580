// parlance/text/paid_resize.hpp - a long array is touched piece by piece, and each is paid for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance {

inline constexpr std::uint64_t bytes_of_a_step = 4;  // of memory that is touched for the first time, about

/// items.resize(count, value), paid for in pieces.  False where they cannot be paid for; the array is shorter then.
template <class T>
[[nodiscard]] bool paid_resize(vec<T>& items, std::size_t count, work& spent, T const& value = T()) {
    constexpr std::size_t at_once = 1 + 16 * 1024 / sizeof(T);
    items.reserve(count);
    while (items.size() < count) {
        std::size_t const more = (std::min)(count - items.size(), at_once);
        if (!spent.spend(1 + more * sizeof(T) / bytes_of_a_step)) {
            return false;
        }
        items.resize(items.size() + more, value);
    }
    return true;
}

namespace detail {

template <class T>
[[nodiscard]] PARLANCE_APART bool move_in_pieces(vec<T>& items, std::size_t more, work& spent) {
    constexpr std::size_t at_once = 1 + 16 * 1024 / sizeof(T);
    bool paid = true;
    vec<T> larger;
    larger.reserve((std::max)(items.size() + more, 2 * items.capacity()));
    for (T* at = items.begin(); at != items.end();) {
        std::size_t const moved = (std::min)(static_cast<std::size_t>(items.end() - at), at_once);
        paid = paid && spent.spend(1 + moved * sizeof(T) / bytes_of_a_step);
        if constexpr (__is_trivially_copyable(T)) {
            if (!paid) {
                return false;
            }
            larger.insert(larger.end(), at, at + moved);
            at += moved;
        } else {  // what has begun to move is moved to the end
            for (T const* const end = at + moved; at != end; ++at) {
                larger.push_back(static_cast<T&&>(*at));
            }
        }
    }
    items = static_cast<vec<T>&&>(larger);
    return paid;
}

}  // namespace detail

/// Makes room for so many more; where the array has to move for that, it does so in pieces that are paid for.  False where
/// they cannot be.
template <class T>
[[nodiscard]] bool paid_room(vec<T>& items, std::size_t more, work& spent) {
    return items.capacity() - items.size() >= more || detail::move_in_pieces(items, more, spent);
}

/// Adds items that are copied in pieces, each paid for.  False where they cannot be; not all are there then.
template <class T>
[[nodiscard]] bool paid_append(vec<T>& to, vec<T> const& items, work& spent) {
    constexpr std::size_t at_once = 1 + 16 * 1024 / sizeof(T);
    if (!paid_room(to, items.size(), spent)) {
        return false;
    }
    for (T const* at = items.begin(); at != items.end();) {
        std::size_t const more = (std::min)(static_cast<std::size_t>(items.end() - at), at_once);
        if (!spent.spend(1 + more * sizeof(T) / bytes_of_a_step)) {
            return false;
        }
        to.insert(to.end(), at, at + more);
        at += more;
    }
    return true;
}

/// items.shrink_to_fit(), likewise.
template <class T>
[[nodiscard]] bool paid_fit(vec<T>& items, work& spent) {
    if (items.capacity() == items.size()) {
        return true;
    }
    vec<T> exact;
    exact.reserve(items.size());
    bool const paid = paid_append(exact, items, spent);
    items.swap(exact);
    return paid;
}

}  // namespace parlance
