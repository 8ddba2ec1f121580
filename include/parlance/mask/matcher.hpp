// parlance/mask/matcher.hpp - which tokens may come next, and what happens when one does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/cache.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/detail/name_guard.hpp>
#include <parlance/mask/detail/own_words.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/seen_names.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

/// What a mask says as a whole.
enum class filled : std::uint8_t {
    all,   // every token that exists is allowed
    some,  // see the bits
    dead,  // none: an end token was accepted, or a limit was reached
};

/// A mask that belongs to somebody else.
struct view {
    filled state = filled::dead;
    std::span<std::uint32_t const> words{};
};

/// Follows one generation through a grammar.
///
/// A copy is a fork: both go on independently and share what they learn.  One thread at a time per matcher; any number
/// of matchers may share a cache.  Nothing throws.  Once the places of a generation have been met twice, no call
/// allocates.
class matcher {
public:
    PARLANCE_DECL explicit matcher(mask::cache shared);

    /// Marks the tokens that may come next.
    ///
    /// words    bit i of word i / 32 is token i; at least words_for(vocabulary size) of them, tail bits are cleared
    /// returns  see filled; dead with error() set when a limit was reached or `words` are too few
    /// cost     a copy of the mask where the place is known; else a walk over the trie nodes that can be reached
    PARLANCE_DECL filled fill(std::span<std::uint32_t> words) noexcept;

    /// The mask without a copy where that is possible.  Valid until the next call on this matcher.
    [[nodiscard]] PARLANCE_DECL mask::view view() noexcept;

    /// Reads a token.  False, and nothing changed, when it is not allowed, or a limit was reached: see error().
    [[nodiscard]] PARLANCE_DECL bool accept(token_id id) noexcept;
    /// Reads text that was not sampled here: all of it, or, when it is not the beginning of a match, nothing.
    [[nodiscard]] PARLANCE_DECL bool accept(std::string_view bytes) noexcept;

    /// Whether the text so far may be all.
    [[nodiscard]] bool complete() const noexcept { return ended_ || at_.waiting != 0 || now_->complete(at_); }
    /// Whether an end token was accepted.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// Whether the trigger has not been met yet.
    [[nodiscard]] bool waiting() const noexcept { return !ended_ && at_.waiting != 0; }

    /// Takes back the last `n` successful accepts; false, and nothing changed, when there were fewer.
    PARLANCE_DECL bool rollback(std::size_t n) noexcept;
    /// Accepts since the beginning, or since forget().
    [[nodiscard]] std::size_t steps() const noexcept { return history_.size(); }
    /// Makes the accepts so far final: they can no longer be taken back, and take no memory.
    PARLANCE_DECL void forget() noexcept;
    /// Back to before the first accept.
    PARLANCE_DECL void reset() noexcept;

    /// The bytes that come next whatever is sampled, at most `most` of them; empty where there is a choice, where the
    /// text may end, and before the trigger.
    [[nodiscard]] PARLANCE_DECL std::string forced(std::size_t most = 4096);

    /// The rules that are open here, outermost first, once for every way in which the text can be read, `most` of them;
    /// empty before the trigger.  A rule that ended with calling another is not open any more.
    [[nodiscard]] PARLANCE_DECL std::vector<std::vector<std::uint32_t>>
    open_rules(std::size_t most = 16) const;

    /// Why the last call that failed did: none when the grammar simply does not allow it.
    [[nodiscard]] errc error() const noexcept { return error_; }
    /// Whether the last accept() failed for naming a member of an object twice (rtn::network::objects), or leaving no
    /// name that would be new.
    [[nodiscard]] bool repeated_name() const noexcept { return repeated_; }
    [[nodiscard]] mask::cache const& cache() const noexcept { return cache_; }

private:
    /// Whether end tokens are allowed.
    [[nodiscard]] bool may_end() const noexcept { return !ended_ && at_.waiting == 0 && now_->complete(at_); }
    /// The tokens of a mask at this place that would name a member twice.
    [[nodiscard]] PARLANCE_DECL std::span<token_id const> repeated(std::span<std::uint32_t const> words);
    /// A mask without them; mostly there are none.  `kept`: its words stay where they are.
    [[nodiscard]] PARLANCE_DECL mask::view corrected(detail::mask_entry const& e, bool ending,
                                                     std::span<std::uint32_t const> words, bool kept);
    [[nodiscard]] PARLANCE_DECL filled state_of(detail::mask_entry const& e, bool ending,
                                                std::span<std::uint32_t const> words) const noexcept;
    PARLANCE_DECL detail::mask_entry const* entry() noexcept;

    template <class Read>
    bool advance(Read&& read_it) noexcept {
        error_ = errc::none;
        repeated_ = false;
        if (ended_) {
            return false;
        }
        if (names_) {
            before_ = names_->here();
        }
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (now_->budget().full()) {
                renew();
            }
            now_->budget().refuel();
            detail::place to = read_it();
            if (!ending_ && to.waiting == 0) {
                to = now_->settled(to);
                repeated_ = repeated_ || (names_ && names_->dead_end(*now_, to));
            }
            if (repeated_) {
                names_->back_to(before_);
                return false;
            }
            if (detail::store::is_live(to.config)) {
                history_.push_back(at_);
                if (names_) {
                    marks_.push_back(before_);
                }
                at_ = to;
                ended_ = std::exchange(ending_, false);
                return true;
            }
            if (names_) {
                names_->back_to(before_);
            }
            if (to.config != detail::failed_config) {
                return false;
            }
            error_ = now_->budget().failure();
            if (!now_->budget().full()) {
                return false;
            }
        }
        error_ = errc::out_of_memory_budget;
        return false;
    }

    /// Where a token leads, not settled.
    PARLANCE_DECL detail::place read(token_id id);
    /// The same for a token that may be more than its text.
    PARLANCE_DECL detail::place read_any(token_id id);
    /// Where text leads, not settled.
    PARLANCE_DECL detail::place read(std::string_view text);

    /// Moves to a fresh generation, with everything that can be rolled back to.
    PARLANCE_DECL void renew();

    mask::cache cache_;
    std::shared_ptr<detail::generation> now_;
    detail::place at_;
    std::vector<detail::place> history_;
    detail::own_words own_;
    std::optional<detail::name_guard> names_;      // where the grammar has objects to watch
    std::vector<detail::seen_names::mark> marks_;  // of history_
    detail::seen_names::mark before_;              // the accept that goes on
    detail::words_without corrected_;
    bool ended_ = false;
    bool ending_ = false;
    bool repeated_ = false;
    errc error_ = errc::none;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/matcher.ipp>
#endif
