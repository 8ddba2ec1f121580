// parlance/mask/matcher.hpp - which tokens may come next, and what happens when one does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::mask {

namespace detail {
class matching;
}  // namespace detail

/// Follows one generation through a grammar.
///
/// A copy is a fork: both go on independently and share what they learn.  One that was moved from may only
/// be assigned to or destroyed.  One thread at a time per matcher; any number
/// of matchers may share a compiled grammar.  Nothing throws.  Once the places of a generation have been met twice, no call
/// allocates.
class matcher {
public:
    PARLANCE_DECL explicit matcher(compiled_grammar shared);
    PARLANCE_DECL matcher(matcher const& other);
    PARLANCE_DECL matcher(matcher&&) noexcept;
    PARLANCE_DECL matcher& operator=(matcher const& other);
    PARLANCE_DECL matcher& operator=(matcher&&) noexcept;
    PARLANCE_DECL ~matcher();

    /// Marks the tokens that may come next.
    ///
    /// words    bit i of word i / 32 is token i; at least words_for(vocabulary size) of them, tail bits are cleared
    /// returns  see filled; none with error() set when nothing is left within the limits, or `words` are too few
    /// limits   where one is reached, what lies behind it is left out, and no more: filled::limited, error() says which.
    ///          For want of fuel that is so once; what was found stays, and the next call comes further
    /// cost     a copy of the mask where the place is known; else a walk over the trie nodes that can be reached, twice
    ///          where a limit is met
    PARLANCE_DECL filled fill(std::span<std::uint32_t> words) noexcept;

    /// The mask without a copy where that is possible.  Valid until the next call on this matcher.
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens allowed() noexcept;

    /// Reads a token.  False, and nothing changed, when it is not allowed, or a limit was reached: see error().
    [[nodiscard]] PARLANCE_DECL bool accept(token_id id) noexcept;
    /// Reads text that was not sampled here: all of it, or, when it is not the beginning of a match, nothing.
    [[nodiscard]] PARLANCE_DECL bool accept(std::string_view bytes) noexcept;

    /// Whether the text so far may be all.
    [[nodiscard]] PARLANCE_DECL bool can_stop() const noexcept;
    /// Whether an end token was accepted.
    [[nodiscard]] PARLANCE_DECL bool stopped() const noexcept;
    /// Whether the trigger has not been met yet.
    [[nodiscard]] PARLANCE_DECL bool waiting() const noexcept;

    /// Takes back the last `n` successful accepts; false, and nothing changed, when there were fewer.
    PARLANCE_DECL bool rollback(std::size_t n) noexcept;
    /// Accepts since the beginning, or since forget().
    [[nodiscard]] PARLANCE_DECL std::size_t steps() const noexcept;
    /// Makes the accepts so far final: they can no longer be taken back, and take no memory.
    PARLANCE_DECL void forget() noexcept;
    /// Back to before the first accept.
    PARLANCE_DECL void reset() noexcept;

    /// The bytes that come next whatever is sampled, at most `most` of them; empty where there is a choice, where the
    /// text may end, and before the trigger.
    [[nodiscard]] PARLANCE_DECL std::string forced_text(std::size_t most = 4096);

    /// The rules that are open here, outermost first, once for every way in which the text can be read, `most` of them;
    /// empty before the trigger.  A rule that ended with calling another is not open any more.
    [[nodiscard]] PARLANCE_DECL std::vector<std::vector<std::uint32_t>>
    open_rules(std::size_t most = 16) const;

    /// Why the last call that failed did, or why its mask is limited: none when the grammar simply does not allow it.
    [[nodiscard]] PARLANCE_DECL errc error() const noexcept;
    /// Whether the last accept() failed for naming a member of an object twice (rtn::network::objects), or leaving no
    /// name that would be new.
    [[nodiscard]] PARLANCE_DECL bool repeated_name() const noexcept;
    [[nodiscard]] PARLANCE_DECL compiled_grammar const& compiled() const noexcept;

private:
    std::unique_ptr<detail::matching> at_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/matcher.ipp>
#endif
