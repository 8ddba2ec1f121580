// parlance/mask/detail/generation/cache_data.hpp - the generation that matchers of one cache share, and the next one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/cache_options.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <memory>

namespace parlance::mask::detail {

/// Any number of threads may call any member.
class cache_data {
public:
    PARLANCE_DECL cache_data(mask::grammar g, mask::token_index tokens, cache_options const& options,
                             stop_token asked);

    [[nodiscard]] mask::grammar const& grammar() const noexcept { return grammar_; }
    [[nodiscard]] mask::token_index const& tokens() const noexcept { return tokens_; }
    [[nodiscard]] cache_options const& options() const noexcept { return options_; }
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<generation> current() const;
    /// A fresh generation, unless somebody else has already replaced `old`.  `places` must fit even if the budget says
    /// otherwise: they are what a matcher can be rolled back to.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<generation> renew(std::shared_ptr<generation> const& old,
                                                                  std::size_t places);

private:
    mask::grammar grammar_;
    mask::token_index tokens_;
    cache_options options_;
    mutable detail::mutex mutex_;
    std::shared_ptr<generation> now_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/generation/impl/cache_data.ipp>
#endif
