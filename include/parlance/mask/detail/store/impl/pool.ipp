// parlance/mask/detail/store/impl/pool.ipp - definitions of what parlance/mask/detail/store/pool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/function_ref.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace parlance::mask::detail {

id_table::slots::~slots() {
    free([] {});
    if (blocks != &only) {
        delete[] blocks;
    }
}

void id_table::slots::add_block() {
    std::size_t const size = (std::min)(mask + 1, in_block);
    blocks[made] = static_cast<cell*>(::operator new(size * sizeof(cell)));
    std::uninitialized_fill_n(blocks[made], size, 0U);
    ++made;
}

void id_table::slots::put(std::uint64_t hash, std::uint32_t id) noexcept {
    std::size_t i = static_cast<std::size_t>(hash >> 32) & mask;
    while ((*this)[i].load(std::memory_order_relaxed) != 0) {
        i = (i + 1) & mask;
    }
    (*this)[i].store((hash >> 32 << 32) | (id + 1), std::memory_order_release);
}

void id_table::grow(std::size_t n, function_ref<void()> look) {
    constexpr std::size_t between_looks = 256;
    auto bigger = std::make_unique<slots>(n);
    for (; !bigger->is_whole(); look()) {
        bigger->add_block();
    }
    if (!tables_.empty()) {
        slots const& old = *tables_.back();
        for (std::size_t i = 0; i <= old.mask; ++i) {
            if (i % between_looks == between_looks - 1) {
                look();
            }
            std::uint64_t const slot = old[i].load(std::memory_order_relaxed);
            if (slot != 0) {
                bigger->put(slot, static_cast<std::uint32_t>(slot) - 1);
            }
        }
    }
    tables_.reserve(tables_.size() + 1);  // nobody may see a table that is not kept
    current_.store(bigger.get(), std::memory_order_release);
    tables_.push_back(std::move(bigger));  // readers may still be in the old ones
    bytes_ += n * 8;
}

}  // namespace parlance::mask::detail
