// parlance/mask/detail/remaining/shortest_text.hpp - the tokens of a shortest text, which bound what an exact search may not find
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/known_tokens.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

/// One way to the end: a shortest text, in the longest tokens that it begins with.  What was found is kept, up to a bound.
class shortest_text {
public:
    explicit shortest_text(end_walk& walk) noexcept : walk_(walk), tokens_(walk.meter()) {}

    /// Its tokens from `exact` on; never where the vocabulary does not spell it, or fuel did not suffice.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens(place const& exact);
    /// Forgets what it found; calls look() now and then.
    void clear(function_ref<void()> look) { tokens_.clear(look); }
    [[nodiscard]] std::size_t memory() const noexcept { return tokens_.memory(); }

private:
    /// Where the longest token leads from `p` of which each byte brings the end nearer; none where there is none.
    [[nodiscard]] PARLANCE_DECL std::optional<place> behind_longest(place const& p);

    end_walk& walk_;
    known_tokens tokens_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/shortest_text.ipp>
#endif
