// parlance/mask/detail/walk/impl/mask_memory.ipp - definitions of what parlance/mask/detail/walk/mask_memory.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/mask_memory.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

mask_key mask_key::of_shape(std::uint32_t shape, std::uint32_t count) noexcept {
    return {shape, count, 0, mix(mix(7, shape), count)};
}

mask_key mask_key::of_whole(std::uint32_t shape, std::uint32_t count) noexcept {
    return {shape, count, std::uint64_t{1} << 43, mix(mix(26, shape), count)};
}

mask_key mask_key::of_next(std::uint32_t mask, std::uint32_t shape) noexcept {
    return {mask, shape, 1, mix(mix(6, mask), shape)};
}

mask_key mask_key::of_next(std::uint32_t mask, std::uint32_t shape, std::uint32_t count) noexcept {
    return {mask, shape, count + std::uint64_t{4}, mix(mix(mix(6, mask), shape), count)};
}

mask_key mask_key::of_stack(std::uint32_t mask, std::uint32_t stack) noexcept {
    return {mask, stack, 2, mix(mix(8, mask), stack)};
}

mask_key mask_key::of_rest(std::uint32_t mask, std::uint32_t room) noexcept {
    return {mask, room, 3, mix(mix(9, mask), room)};
}

mask_key mask_key::of_root() noexcept { return {0, 0, std::uint64_t{1} << 42, mix(9, 9)}; }

mask_key mask_key::of_tokens(content const& name) noexcept {
    return {static_cast<std::uint32_t>(name.a >> 32), static_cast<std::uint32_t>(name.a),
            name.b | (std::uint64_t{1} << 63), mix(mix(31, name.a), name.b)};
}

mask_key mask_key::of_place(place const& p) noexcept {
    // a place has a count, or waits, or neither
    std::uint64_t const kind =
        (std::uint64_t{1} << 40) | (std::uint64_t{p.waiting != 0} << 41) | (p.waiting | p.count);
    return {p.config, p.base, kind, mix(mix(mix(5, p.config), p.base), kind)};
}

}  // namespace parlance::mask::detail
