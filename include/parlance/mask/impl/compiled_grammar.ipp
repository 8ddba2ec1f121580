// parlance/mask/impl/compiled_grammar.ipp - definitions of what parlance/mask/compiled_grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/generation/cache_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask {

compiled_grammar::compiled_grammar(mask::grammar g, mask::token_index tokens, cache_options const& options,
                                   stop_token asked)
    : data_(std::make_shared<detail::cache_data>(std::move(g), std::move(tokens), options, asked)) {}

mask::grammar const& compiled_grammar::grammar() const noexcept { return data_->grammar(); }

mask::token_index const& compiled_grammar::tokens() const noexcept { return data_->tokens(); }

std::size_t compiled_grammar::memory() const { return data_->current()->memory(); }

}  // namespace parlance::mask
