// parlance/mask/detail/vocabulary/impl/held_slices.ipp - definitions of what parlance/mask/detail/vocabulary/held_slices.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/held_slices.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

slice const* held_slices::get(slice_key const& key) {
    std::uint64_t const hash = key.hash();
    auto const same = [&](std::uint32_t i) { return held_[i]->key() == key; };
    std::uint32_t known = ids_.find(hash, same);
    if (known == id_table::none) {
        work paid = budget_.beside();
        std::shared_ptr<slice const> found = index_.slice_of(key, paid);
        if (budget_.is_stopped_by(paid)) {
            return nullptr;
        }
        detail::lock_guard const lock(mutex_);
        known = ids_.find(hash, same);
        if (known == id_table::none) {
            known = number_of(std::move(found));
            if (known == id_table::none) {
                return nullptr;
            }
            ids_.add(hash, known);
        }
    }
    return held_[known]->usable ? held_[known].get() : nullptr;
}

bool held_slices::hold(std::shared_ptr<slice const> one) {
    detail::lock_guard const lock(mutex_);
    return number_of(std::move(one)) != id_table::none;
}

std::uint32_t held_slices::number_of(std::shared_ptr<slice const> one) {
    std::uint64_t const hash =
        mix(23, static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(one.get())));
    std::uint32_t known = ids_.find(hash, [&](std::uint32_t i) { return held_[i] == one; });
    if (known == id_table::none && held_.room() != 0) {
        budget_.charge(one->memory());
        charged_ += one->memory();
        known = held_.add(std::move(one));
        ids_.add(hash, known);
    }
    return known;
}

std::size_t held_slices::of_vocabulary() const {
    detail::lock_guard const lock(mutex_);
    std::size_t const besides = held_.size() == 0 ? 0 : index_.slices_besides({&held_[0], held_.size()});
    return charged_ - (std::min)(charged_, besides);
}

}  // namespace parlance::mask::detail
