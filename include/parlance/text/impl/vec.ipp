// parlance/text/impl/vec.ipp - definitions of what parlance/text/vec.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/vec.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

namespace parlance::detail {

storage larger_storage(std::size_t capacity, std::size_t least, std::size_t item) {
    constexpr std::size_t most = (std::numeric_limits<std::size_t>::max)();
    std::size_t const doubled = capacity > most / 2 ? most : 2 * capacity;
    std::size_t const wanted = least > doubled ? least : doubled;
    // More bytes than there are: operator new refuses them.
    std::size_t const bytes = wanted > most / item ? most : wanted * item;
    return {::operator new(bytes), wanted};
}

storage moved_storage(storage old, std::size_t used, std::size_t least, std::size_t item) {
    storage const room = larger_storage(old.capacity, least, item);
    if (used != 0) {
        std::memcpy(room.at, old.at, used * item);
    }
    ::operator delete(old.at);
    return room;
}

storage pushed_storage(storage old, std::size_t used, std::size_t least, void const* value,
                       std::size_t item) {
    storage const room = larger_storage(old.capacity, least, item);
    if (used != 0) {
        std::memcpy(room.at, old.at, used * item);
    }
    std::memcpy(static_cast<char*>(room.at) + used * item, value, item);
    ::operator delete(old.at);
    return room;
}

void move_bytes(void* to, void const* from, std::size_t count) noexcept {
    if (count != 0) {
        std::memmove(to, from, count);
    }
}

}  // namespace parlance::detail
