// parlance/mask/detail/remaining/impl/known_tokens.ipp - definitions of what parlance/mask/detail/remaining/known_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/known_tokens.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/memo.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

std::uint64_t hash_place::operator()(place const& p) const noexcept {
    return mix(mix(12, (std::uint64_t{p.config} << 32) | p.base), (std::uint64_t{p.waiting} << 32) | p.count);
}

void known_tokens::put(place const& p, std::uint32_t tokens) {
    tokens_.add(p, tokens, [&] { call_.look(); });
}

void known_tokens::make_room() noexcept {
    constexpr std::size_t most_kept = 1u << 17;
    if (tokens_.size() > most_kept) {
        tokens_.clear([&] { call_.look(); });
    }
}

}  // namespace parlance::mask::detail
