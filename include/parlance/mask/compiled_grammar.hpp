// parlance/mask/compiled_grammar.hpp - what is learnt about a grammar over a vocabulary, within a budget
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/cache_options.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <memory>

namespace parlance::mask {

namespace detail {
class cache_data;
}  // namespace detail

/// Configurations and masks of one grammar over one vocabulary, found as they are needed and kept for every matcher
/// that is made of it.  Cheap to copy (copies share), safe to use from several threads.
///
/// Bound: cache_options::bytes, which counts configurations, masks, and the slices of the vocabulary that they are made of; when
/// they are used up all is forgotten and found again.  What matchers are using outlives its being forgotten: they hold on to it
/// until their next call.  Masks whose walk is long are looked up and left with the vocabulary, too, see token_index.
class compiled_grammar {
public:
    /// asked  may stop the search for where a text begins; then no matcher of it allows anything, and mask::compile(), which
    ///        passes its own, returns errc::cancelled
    PARLANCE_DECL compiled_grammar(mask::grammar g, mask::token_index tokens,
                                   cache_options const& options = {}, stop_token asked = {});
    // never moved, only shared: an object that was moved from would have nothing to look at
    compiled_grammar(compiled_grammar const&) noexcept = default;
    compiled_grammar& operator=(compiled_grammar const&) noexcept = default;

    [[nodiscard]] PARLANCE_DECL mask::grammar const& grammar() const noexcept;
    [[nodiscard]] PARLANCE_DECL mask::token_index const& tokens() const noexcept;
    /// Bytes in use, about: blocks that are not full are counted as far as they are.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const;

    /// For the engine.
    [[nodiscard]] detail::cache_data& data() const noexcept { return *data_; }

private:
    std::shared_ptr<detail::cache_data> data_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/compiled_grammar.ipp>
#endif
