// parlance/mask/impl/cache.ipp - definitions of what parlance/mask/cache.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/cache.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/cache_data.hpp>
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask {

cache::cache(mask::grammar g, mask::index tokens, cache_options const& options)
    : data_(std::make_shared<detail::cache_data>(std::move(g), std::move(tokens), options.bytes)) {}

mask::grammar const& cache::grammar() const noexcept { return data_->grammar(); }

mask::index const& cache::tokens() const noexcept { return data_->tokens(); }

std::size_t cache::memory() const { return data_->current()->budget().bytes(); }

}  // namespace parlance::mask
