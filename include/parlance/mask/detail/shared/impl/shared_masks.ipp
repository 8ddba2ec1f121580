// parlance/mask/detail/shared/impl/shared_masks.ipp - definitions of what parlance/mask/detail/shared/shared_masks.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/shared/kept_mask.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

shared_masks::shared_masks()
    : key_(mix(mix(reinterpret_cast<std::uintptr_t>(this), reinterpret_cast<std::uintptr_t>(&key_)),
               static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()))) {}

std::shared_ptr<kept_mask const> shared_masks::find(content const& of) {
    detail::lock_guard const lock(mutex_);
    asked_.note(of.a);
    auto const* const known = masks_.find(of);
    return known == nullptr ? nullptr : known->value;
}

void shared_masks::add(content const& of, std::shared_ptr<kept_mask const> made) {
    detail::lock_guard const lock(mutex_);
    std::size_t const bytes = made->memory();
    if (bytes <= most_bytes_ / 16 && masks_.try_emplace(of, std::move(made)).fresh) {
        bytes_ += bytes;
        drop_some();
    }
}

void shared_masks::drop(content const& of) {
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = masks_.find(of); known != nullptr) {
        bytes_ -= known->value->memory();
        masks_.erase(of);
    }
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
    detail::lock_guard const lock(mutex_);
    most_bytes_ = bytes;
    drop_some();
}

void shared_masks::drop_some() {
    for (unsigned least = 2; bytes_ > most_bytes_; least *= 2) {
        erase_if(masks_, [&](auto const& m) {
            bool const dropped = asked_.of(m.key.a) < least;
            bytes_ -= dropped ? m.value->memory() : 0;
            return dropped;
        });
    }
}

std::size_t shared_masks::memory() const noexcept {
    detail::lock_guard const lock(mutex_);
    return sizeof(shared_masks) + bytes_ + numbers_.size() * bytes_of_number;
}

}  // namespace parlance::mask::detail
