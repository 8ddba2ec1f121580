// parlance/mask/detail/store/impl/pool.ipp - definitions of what parlance/mask/detail/store/pool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/pool.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace parlance::mask::detail {

void id_table::add(std::uint64_t hash, std::uint32_t id) {
    if ((size_ + 1) * 2 > current_.load(std::memory_order_relaxed)->mask + 1) {
        grow((current_.load(std::memory_order_relaxed)->mask + 1) * 2);
    }
    put(*current_.load(std::memory_order_relaxed), hash, id);
    ++size_;
}

void id_table::put(slots& into, std::uint64_t hash, std::uint32_t id) {
    std::size_t i = static_cast<std::size_t>(hash >> 32) & into.mask;
    while (into.cells[i].load(std::memory_order_relaxed) != 0) {
        i = (i + 1) & into.mask;
    }
    into.cells[i].store((hash >> 32 << 32) | (id + 1), std::memory_order_release);
}

void id_table::grow(std::size_t n) {
    auto bigger = std::make_unique<slots>(n);
    if (!tables_.empty()) {
        slots const& old = *tables_.back();
        for (std::size_t i = 0; i <= old.mask; ++i) {
            std::uint64_t const slot = old.cells[i].load(std::memory_order_relaxed);
            if (slot != 0) {
                put(*bigger, slot, static_cast<std::uint32_t>(slot) - 1);
            }
        }
    }
    bytes_ += n * 8;
    current_.store(bigger.get(), std::memory_order_release);
    tables_.push_back(std::move(bigger));  // readers may still be in the old ones
}

}  // namespace parlance::mask::detail
