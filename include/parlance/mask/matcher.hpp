// parlance/mask/matcher.hpp - which tokens may come next, and what happens when one does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
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
class explainer;
class rehearser;
}  // namespace detail
struct draft_tree;
struct rows;

/// Follows one generation through a grammar.
///
/// A copy is a fork: both go on independently and share what they learn.  One that was moved from is empty: every call
/// answers no, or filled::failed with errc::empty_matcher, until it is assigned to.  One thread at a time per matcher; any
/// number of matchers may share a compiled grammar.  Nothing throws: where memory runs out a call fails with
/// errc::out_of_memory_budget, changes nothing, and may be made again; a matcher that could not be made is empty.  Once the places of a generation have been met twice, no call
/// allocates.
class matcher {
public:
    PARLANCE_DECL explicit matcher(compiled_grammar shared);
    PARLANCE_DECL matcher(matcher const& other);
    PARLANCE_DECL matcher(matcher&& other) noexcept;
    PARLANCE_DECL matcher& operator=(matcher const& other);
    PARLANCE_DECL matcher& operator=(matcher&& other) noexcept;
    PARLANCE_DECL ~matcher();

    /// Marks the tokens that may come next.
    ///
    /// words    bit i of word i / 32 is token i; at least words_for(vocabulary size) of them, tail bits are cleared
    /// returns  see filled; failed and too_small with error() set
    /// limits   where one is reached, what lies behind it is left out, and no more: filled::limited, error() says which.
    ///          For want of fuel that is so once; what was found stays, and the next call comes further
    /// cost     a copy of the mask where the place is known; else a walk over the trie nodes that can be reached, twice
    ///          where a limit is met; half of limits::fuel is for each
    PARLANCE_DECL filled fill(std::span<std::uint32_t> words) noexcept;

    /// The mask without a copy where that is possible.  Valid until the next call on this matcher.
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens allowed() noexcept;

    /// From now on `asked`, a parlance::deadline or a flag, may stop the calls of this matcher and of its copies: one that
    /// does ends as if it had run out of fuel, with errc::cancelled, and what it has found stays.  {}: nobody.
    /// What is made once for a vocabulary or a grammar, in about a millisecond, is begun again by the next call.
    ///
    /// cost          a look at it for every 5,000 steps that a call pays for, by the thread that calls; none where all is known
    /// precondition  `asked` lives as long as it may be asked, and calls no matcher
    PARLANCE_DECL void stop_with(stop_token asked) noexcept;

    /// Says that `tokens` more are left to the answer, the one that ends it included: masks allow only what can still be
    /// completed within them.  Each token that is accepted counts as one, and rollback() gives it back, so that one call at
    /// the beginning is enough; reset() and remaining(unlimited) end it.  accept() goes by the grammar alone;
    /// accept_allowed(), drafts and forced tokens go by the masks.
    ///
    /// Where there is no way to end in time, masks have what ends soonest.  A text may be so before the first token: see
    /// least_remaining().  Where names or items may come once only (rtn::network::objects, arrays), an end with new ones is looked
    /// for as well; of tokens that lead to the same place near the end, not each is tried, and some may be missing.
    /// cost    none as long as the end is far: what one token may add is known.  Near the end, a walk over the tokens that
    ///         might be too much, and the first time a few milliseconds for what every place needs
    /// limits  fuel: filled::limited, as for other masks
    PARLANCE_DECL void remaining(std::size_t tokens) noexcept;
    static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);
    /// The least number of tokens that completes the text, the one that ends it included (where the vocabulary has one);
    /// `unlimited` where none does, or the limits do not allow to find out, see error().  Of ways on which some token leads
    /// away from the end, counted in bytes, only to make up for it later, it knows nothing.  Where there are too many ways for
    /// the fuel, as with many members in any order, and where names or items must be new, it is that of one end, and there
    /// may be a shorter one.
    [[nodiscard]] PARLANCE_DECL std::size_t least_remaining() noexcept;

    /// Reads a token.  False, and nothing changed, when it is not allowed, or a limit was reached: see error().  For want of
    /// fuel (errc::out_of_fuel) what was found stays, so that the same call, made again, comes further.
    [[nodiscard]] PARLANCE_DECL bool accept(token_id id) noexcept;
    /// The same for a token that nobody has sampled from a mask: only where fill() allows it, so within remaining(), too.
    /// cost    that of accept(); near the end of what is left, a mask besides
    [[nodiscard]] PARLANCE_DECL bool accept_allowed(token_id id) noexcept;
    /// Reads text that was not sampled here: all of it, or, when it is not the beginning of a match, nothing.
    [[nodiscard]] PARLANCE_DECL bool accept(std::string_view bytes) noexcept;

    /// Whether the text so far may be all.
    [[nodiscard]] PARLANCE_DECL bool can_stop() const noexcept;
    /// Whether an end token was accepted.
    [[nodiscard]] PARLANCE_DECL bool stopped() const noexcept;
    /// Whether the trigger has not been met yet, and the text has not ended.
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
    /// Whether the last accept() failed for naming a member of an object twice (rtn::network::objects), repeating an item
    /// (rtn::network::arrays), or leaving no name or item that would be new.
    [[nodiscard]] PARLANCE_DECL bool repeated_name() const noexcept;
    /// Precondition: the matcher is not empty.
    [[nodiscard]] PARLANCE_DECL compiled_grammar const& compiled() const noexcept;
    [[nodiscard]] bool empty() const noexcept { return at_ == nullptr; }

private:
    friend class detail::explainer;
    friend class detail::rehearser;
    friend PARLANCE_DECL std::size_t fill(matcher& m, draft_tree const& tree, rows const& out,
                                          std::span<filled> states) noexcept;
    template <class Call, class Result>
    [[nodiscard]] Result guarded(Call&& call, Result otherwise) noexcept;
    template <class Make>
    void make(Make&& made) noexcept;

    errc why_empty_ = errc::empty_matcher;
    std::unique_ptr<detail::matching> at_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/matcher.ipp>
#endif
