// parlance/mask/matcher.hpp - which tokens may come next, and what happens when one does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/cache.hpp>
#include <parlance/mask/detail/name_guard.hpp>
#include <parlance/mask/detail/own_words.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <parlance/mask/trigger.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
    explicit matcher(mask::cache shared)
        : cache_(std::move(shared)), now_(cache_.current()), at_(now_->start()) {
        history_.reserve(64);
        if (now_->grammar().watches_names) {
            names_.emplace();
        }
    }

    /// Marks the tokens that may come next.
    ///
    /// words    bit i of word i / 32 is token i; at least words_for(vocabulary size) of them, tail bits are cleared
    /// returns  see filled; dead with error() set when a limit was reached or `words` are too few
    /// cost     a copy of the mask where the place is known; else a walk over the trie nodes that can be reached
    filled fill(std::span<std::uint32_t> words) noexcept {
        index const& tokens = cache_.tokens();
        std::size_t const need = words_for(tokens.size());
        if (words.size() < need) {
            error_ = errc::mask_too_small;
            return filled::dead;
        }
        std::fill(words.begin() + static_cast<std::ptrdiff_t>(need), words.end(), 0u);
        detail::mask_entry const* const e = entry();
        if (e == nullptr) {
            std::fill_n(words.begin(), need, 0u);
            return filled::dead;
        }
        std::span<std::uint32_t> const mask = words.first(need);
        bool const ending = may_end();
        if (std::uint32_t const* const known = now_->whole(*e, ending); known != nullptr) {
            std::memcpy(mask.data(), known, need * sizeof(std::uint32_t));
        } else {
            e->write(mask);
            if (ending) {
                bitmask bits{mask};
                for (token_id const id : tokens.ends()) {
                    bits.set(id);
                }
            }
        }
        if (auto const out = repeated(mask); !out.empty()) {
            bitmask bits{mask};
            for (token_id const id : out) {
                bits.reset(id);
            }
            return filled::some;
        }
        return state_of(*e, ending, mask);
    }

    /// The mask without a copy where that is possible.  Valid until the next call on this matcher.
    [[nodiscard]] mask::view view() noexcept {
        std::size_t const size = words_for(cache_.tokens().size());
        detail::mask_entry const* const e = entry();
        bool const ending = e != nullptr && may_end();
        if (e != nullptr) {
            if (std::uint32_t const* const known = now_->whole(*e, ending); known != nullptr) {
                return corrected(*e, ending, {known, size}, true);
            }
        }
        std::span<std::uint32_t const> const words = own_.write(size, e, ending, cache_.tokens().ends());
        return e == nullptr ? mask::view{filled::dead, words} : corrected(*e, ending, words, false);
    }

    /// Reads a token.  False, and nothing changed, when it is not allowed, or a limit was reached: see error().
    bool accept(token_id id) noexcept {
        return advance([&] { return read(id); });
    }
    /// Reads text that was not sampled here: all of it, or, when it is not the beginning of a match, nothing.
    bool accept(std::string_view bytes) noexcept {
        return advance([&] { return read(bytes); });
    }

    /// Whether the text so far may be all.
    [[nodiscard]] bool complete() const noexcept { return ended_ || at_.waiting != 0 || now_->complete(at_); }
    /// Whether an end token was accepted.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// Whether the trigger has not been met yet.
    [[nodiscard]] bool waiting() const noexcept { return !ended_ && at_.waiting != 0; }

    /// Takes back the last `n` successful accepts; false, and nothing changed, when there were fewer.
    bool rollback(std::size_t n) noexcept {
        if (n > history_.size()) {
            return false;
        }
        if (n != 0) {
            at_ = history_[history_.size() - n];
            history_.resize(history_.size() - n);
            ended_ = false;
            if (names_) {
                names_->back_to(marks_[history_.size()]);
                marks_.resize(history_.size());
            }
        }
        return true;
    }
    /// Accepts since the beginning, or since forget().
    [[nodiscard]] std::size_t steps() const noexcept { return history_.size(); }
    /// Makes the accepts so far final: they can no longer be taken back, and take no memory.
    void forget() noexcept {
        history_.clear();
        if (names_) {
            marks_.clear();
            names_->forget();
        }
    }
    /// Back to before the first accept.
    void reset() noexcept {
        history_.clear();
        ended_ = false;
        error_ = errc::none;
        at_ = now_->start();
        if (names_) {
            marks_.clear();
            names_.emplace();
        }
    }

    /// The bytes that come next whatever is sampled, at most `most` of them; empty where there is a choice, where the
    /// text may end, and before the trigger.
    [[nodiscard]] std::string forced(std::size_t most = 4096) {
        std::string out;
        for (detail::place p = at_; out.size() < most && !ended_ && p.waiting == 0;) {
            if (!detail::store::is_live(p.config) || now_->complete(p)) {
                break;
            }
            detail::shape const& form = *now_->configs().at(p.config).form;
            if (form.only_byte < 0 || form.moves_tokens) {
                break;
            }
            out.push_back(static_cast<char>(form.only_byte));
            p = now_->settled(now_->step(p, static_cast<std::uint8_t>(form.only_byte)));
        }
        return out;
    }

    /// The rules that are open here, outermost first, once for every way in which the text can be read, `most` of them;
    /// empty before the trigger.  A rule that ended with calling another is not open any more.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> open_rules(std::size_t most = 16) const {
        std::vector<std::vector<std::uint32_t>> out;
        if (ended_ || at_.waiting != 0 || !detail::store::is_live(at_.config)) {
            return out;
        }
        detail::store const& configs = now_->configs();
        std::vector<std::uint32_t> const& rule_of = configs.code().rule_of;
        for (detail::item const i : configs.at(at_.config).form->items) {
            std::vector<std::uint32_t> open{rule_of[i.state]};
            for (std::uint32_t const stack : {i.stack, at_.base}) {
                for (std::uint32_t n = stack; n != 0; n = configs.node(n).parent) {
                    open.push_back(rule_of[configs.node(n).back]);
                }
            }
            std::reverse(open.begin(), open.end());
            if (out.size() < most && std::find(out.begin(), out.end(), open) == out.end()) {
                out.push_back(std::move(open));
            }
        }
        return out;
    }

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
    [[nodiscard]] std::span<token_id const> repeated(std::span<std::uint32_t const> words) {
        return names_ ? names_->repeated(*now_, at_, words) : std::span<token_id const>{};
    }
    /// A mask without them; mostly there are none.  `kept`: its words stay where they are.
    [[nodiscard]] mask::view corrected(detail::mask_entry const& e, bool ending,
                                       std::span<std::uint32_t const> words, bool kept) {
        if (auto const out = repeated(words); !out.empty()) {
            return {filled::some, corrected_.write(words, out, kept)};
        }
        return {state_of(e, ending, words), words};
    }
    [[nodiscard]] filled state_of(detail::mask_entry const& e, bool ending,
                                  std::span<std::uint32_t const> words) const noexcept {
        if (!e.some && !(ending && !cache_.tokens().ends().empty())) {
            return filled::dead;
        }
        return now_->is_all(e, ending, words) ? filled::all : filled::some;
    }
    detail::mask_entry const* entry() noexcept {
        error_ = errc::none;
        if (ended_) {
            return &detail::nothing_allowed;
        }
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (now_->budget().full()) {
                renew();
            }
            now_->budget().refuel();
            if (!detail::store::is_live(at_.config)) {
                break;
            }
            detail::mask_entry const* const e =
                at_.waiting != 0 ? now_->waiting_mask(at_.waiting) : now_->mask(at_);
            if (e != nullptr) {
                return e;
            }
            if (!now_->budget().full()) {
                break;
            }
        }
        error_ = now_->budget().full() ? errc::out_of_memory_budget : now_->budget().failure();
        return nullptr;
    }

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
    detail::place read(token_id id) {
        vocab::view const& tokens = cache_.tokens().tokens();
        if (id < tokens.size() && at_.waiting == 0 && !now_->configs().at(at_.config).moves_tokens) {
            if (std::string_view const text = tokens.bytes(id); !text.empty()) {
                return read(text);
            }
        }
        return read_any(id);
    }
    /// The same for a token that may be more than its text.
    detail::place read_any(token_id id) {
        index const& tokens = cache_.tokens();
        detail::place const nowhere{};
        if (!tokens.holds(id)) {
            return nowhere;
        }
        if (tokens.tokens().ends(id)) {
            ending_ = complete();
            if (ending_) {
                return at_;
            }
        }
        if (at_.waiting != 0 && now_->sets_off(id)) {
            return now_->after_token(id);
        }
        std::string_view const text = tokens.tokens().bytes(id);
        if (at_.waiting != 0 && text.empty()) {
            return now_->interrupted();
        }
        detail::place const as_text = text.empty() ? nowhere : read(text);
        if (at_.waiting != 0 || !now_->configs().at(at_.config).form->moves_tokens ||
            tokens.tokens().ends(id)) {
            return as_text;
        }
        if (as_text.config == detail::failed_config) {
            return as_text;
        }
        detail::place const as_token = now_->step_token(at_, id);
        if (repeated_ && detail::store::is_live(as_token.config)) {
            names_->back_to(before_);
            repeated_ = false;
        }
        return now_->join(as_token, as_text);
    }
    /// Where text leads, not settled.
    detail::place read(std::string_view text) {
        detail::place p = at_;
        std::size_t heard = 0;
        for (; p.waiting != 0 && heard < text.size(); ++heard) {
            p = now_->hear(p.waiting, static_cast<std::uint8_t>(text[heard]));
        }
        text.remove_prefix(heard);
        detail::place const to = now_->read(p, text);
        repeated_ =
            names_ && detail::store::is_live(to.config) && p.waiting == 0 && !names_->read(*now_, p, text);
        return repeated_ ? detail::place{} : to;
    }

    /// Moves to a fresh generation, with everything that can be rolled back to.
    void renew() {
        std::shared_ptr<detail::generation> const old =
            std::exchange(now_, cache_.renew(now_, history_.size()));
        if (old == now_) {
            return;
        }
        own_.forget();
        corrected_.forget();
        at_ = now_->adopt(*old, at_);
        for (detail::place& p : history_) {
            p = now_->adopt(*old, p);
        }
        if (now_->budget().full()) {
            now_->budget().extend();
        }
    }

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
