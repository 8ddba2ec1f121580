// parlance/mask/detail/generation/impl/cache_data.ipp - definitions of what parlance/mask/detail/generation/cache_data.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation/cache_data.hpp>
#include <parlance/mask/cache_options.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

cache_data::cache_data(mask::grammar g, mask::token_index tokens, cache_options const& options,
                       stop_token asked)
    : grammar_(std::move(g)),
      tokens_(std::move(tokens)),
      options_(options),
      now_(std::make_shared<generation>(grammar_, tokens_, options.bytes, asked)) {}

std::shared_ptr<generation> cache_data::current() const {
    detail::lock_guard const lock(mutex_);
    return now_;
}

std::shared_ptr<generation> cache_data::renew(std::shared_ptr<generation> const& old, std::size_t places) {
    detail::lock_guard const lock(mutex_);
    if (now_ == old) {
        now_ = std::make_shared<generation>(grammar_, tokens_,
                                            (std::max)(options_.bytes, places * std::size_t{2048}));
    }
    return now_;
}

}  // namespace parlance::mask::detail
