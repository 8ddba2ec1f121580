// parlance/mask/cache.hpp - what is learnt about a grammar over a vocabulary, within a budget
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask {

struct cache_options {
    std::size_t bytes = std::size_t{64}
                        << 20;  // for configurations and masks; when used up, all are forgotten
};

/// Configurations and masks of one grammar over one vocabulary, found as they are needed and kept for every matcher
/// that shares the cache.  Cheap to copy (copies share), safe to use from several threads.
///
/// What matchers are using outlives its being forgotten: they hold on to it until their next call.
class cache {
public:
    cache(mask::grammar g, mask::index tokens, cache_options const& options = {})
        : data_(std::make_shared<data>(std::move(g), std::move(tokens), options)) {}

    [[nodiscard]] mask::grammar const& grammar() const noexcept { return data_->grammar; }
    [[nodiscard]] mask::index const& tokens() const noexcept { return data_->tokens; }
    /// Bytes in use, about.
    [[nodiscard]] std::size_t memory() const { return current()->budget().bytes(); }

    /// What matchers work with; not for users.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<detail::generation> current() const;
    /// A fresh generation, unless somebody else has already replaced `old`.  `places` must fit even if the budget says
    /// otherwise: they are what a matcher can be rolled back to.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<detail::generation>
    renew(std::shared_ptr<detail::generation> const& old, std::size_t places) const;

private:
    struct data {
        data(mask::grammar g, mask::index t, cache_options const& o)
            : grammar(std::move(g)),
              tokens(std::move(t)),
              options(o),
              now(std::make_shared<detail::generation>(grammar, tokens, o.bytes)) {}
        mask::grammar grammar;
        mask::index tokens;
        cache_options options;
        detail::mutex mutex;
        std::shared_ptr<detail::generation> now;
    };
    std::shared_ptr<data> data_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/cache.ipp>
#endif
