// parlance/mask/impl/cache.ipp - definitions of what parlance/mask/cache.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/cache.hpp>
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask {

std::shared_ptr<detail::generation> cache::current() const {
    detail::lock_guard const lock(data_->mutex);
    return data_->now;
}

std::shared_ptr<detail::generation> cache::renew(std::shared_ptr<detail::generation> const& old,
                                                 std::size_t places) const {
    detail::lock_guard const lock(data_->mutex);
    if (data_->now == old) {
        data_->now = std::make_shared<detail::generation>(
            data_->grammar, data_->tokens, std::max(data_->options.bytes, places * std::size_t{2048}));
    }
    return data_->now;
}

}  // namespace parlance::mask
