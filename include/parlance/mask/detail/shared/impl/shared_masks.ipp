// parlance/mask/detail/shared/impl/shared_masks.ipp - definitions of what parlance/mask/detail/shared/shared_masks.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

shared_masks::shared_masks()
    : key_(mix(mix(reinterpret_cast<std::uintptr_t>(this), reinterpret_cast<std::uintptr_t>(&key_)),
               static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()))) {}

content shared_masks::whole_name(content const& of, bool ending) const noexcept {
    std::uint64_t const all[] = {of.a, of.b, std::uint64_t{ending}};
    return of ? content_of(all, key_) : content{};
}

std::uint32_t shared_masks::number_of(content const& mask) {
    detail::lock_guard const lock(mutex_);
    asked_numbers_.note(mask.a);
    if (auto const* const known = numbers_.find(mask); known != nullptr) {
        return known->value;
    }
    if (last_number_ == 0xFFFF'FFFF) {
        return 0;
    }
    if (numbers_.size() >= most_numbers) {
        for (unsigned least = 2; numbers_.size() > most_numbers / 8 * 7; least *= 2) {
            erase_if(numbers_, [&](auto const& n) { return asked_numbers_.of(n.key.a) < least; });
        }
    }
    numbers_.try_emplace(mask, ++last_number_);
    return last_number_;
}

void shared_masks::keep_at_most(std::size_t bytes) {
    masks_.keep_at_most(bytes / 2);
    words_.keep_at_most(bytes / 2);
}

std::size_t shared_masks::memory() const noexcept {
    detail::lock_guard const lock(mutex_);
    return sizeof(shared_masks) + masks_.memory() + words_.memory() + numbers_.size() * bytes_of_number;
}

}  // namespace parlance::mask::detail
