// parlance/mask/detail/matching.hpp - where a matcher is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/generation/cache_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/open_rules.hpp>
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/token_budget.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/own_words.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// A call that goes on over a generation, with its meter; only calls that have something to find out open one.
class open_call {
public:
    open_call() noexcept = default;
    open_call(open_call const&) noexcept {}  // a fork is in no call
    open_call& operator=(open_call const&) noexcept { return *this; }
    ~open_call() { close(); }

    /// Goes on over `of`; whether that is another than before.
    bool move_to(std::shared_ptr<generation> const& of, stop_token asked) {
        if (of_ == of) {
            return false;
        }
        close();
        own_ = &of->budget().enter(asked);
        of_ = of;
        return true;
    }
    void close() noexcept {
        if (of_ != nullptr) {
            spent_ = own_->so_far();
            meters::leave(*own_);
            of_.reset();
        }
    }
    /// What the last call spent that had something to find out; 0 from then on.
    [[nodiscard]] std::uint64_t take_spent() noexcept { return std::exchange(spent_, 0); }

private:
    std::shared_ptr<generation> of_;
    meter* own_ = nullptr;
    std::uint64_t spent_ = 0;
};

/// What a matcher is behind its pointer: where it is, and the masks that it has written.  Its members mean what those of
/// mask::matcher do.
class matching {
public:
    PARLANCE_DECL explicit matching(mask::compiled_grammar shared);

    PARLANCE_DECL filled fill(array_ref<std::uint32_t> words);
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens allowed();

    void stop_with(stop_token asked) noexcept { stop_ = asked; }
    /// The end of every call.
    void close_call() noexcept { call_.close(); }

    void remaining(std::size_t tokens) noexcept { left_.set(tokens); }
    [[nodiscard]] PARLANCE_DECL std::size_t least_remaining();

    [[nodiscard]] PARLANCE_DECL bool accept(token_id id);
    /// Whether a mask would have the token, as far as it has less than accept() takes.
    [[nodiscard]] PARLANCE_DECL bool allows(token_id id);
    [[nodiscard]] PARLANCE_DECL bool accept(std::string_view bytes);

    [[nodiscard]] bool can_stop() const noexcept { return ended_ || at_.waiting != 0 || now_->can_stop(at_); }
    [[nodiscard]] bool stopped() const noexcept { return ended_; }
    [[nodiscard]] bool waiting() const noexcept { return !ended_ && at_.waiting != 0; }

    PARLANCE_DECL bool rollback(std::size_t n) noexcept;
    [[nodiscard]] std::size_t steps() const noexcept { return history_.size(); }
    PARLANCE_DECL void forget() noexcept;
    PARLANCE_DECL void reset();

    [[nodiscard]] PARLANCE_DECL std::string forced_text(std::size_t most = 4096);

    [[nodiscard]] std::vector<std::vector<std::uint32_t>> open_rules(std::size_t most) const {
        return ended_ ? std::vector<std::vector<std::uint32_t>>{} : detail::open_rules(*now_, at_, most);
    }

    /// A call ran out of memory: nothing has changed, and what it left half made is not used again.
    PARLANCE_DECL void ran_out() noexcept;
    [[nodiscard]] errc error() const noexcept { return error_; }
    [[nodiscard]] bool repeated_name() const noexcept { return repeated_; }
    [[nodiscard]] compiled_grammar const& compiled() const noexcept { return cache_; }
    [[nodiscard]] place const& here() const noexcept { return at_; }
    [[nodiscard]] std::uint64_t fuel() const noexcept { return now_->budget().fuel(); }
    /// Calls may spend no more than so much of limits::fuel.
    void allow(std::uint64_t fuel) noexcept {
        std::uint64_t const whole = now_->budget().fuel();
        withheld_ = whole - (std::min)(whole, fuel);
    }
    [[nodiscard]] bool withholds_fuel() const noexcept { return withheld_ != 0; }
    /// See open_call.
    [[nodiscard]] std::uint64_t take_spent() noexcept {
        std::uint64_t const spent = call_.take_spent();
        return spent - (std::min)(spent, withheld_);
    }

private:
    /// The same without a look at what is left of the budget.
    PARLANCE_DECL filled fill_any(array_ref<std::uint32_t> words);
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens allowed_any();
    /// Takes out of a mask what does not leave room to complete the text.
    PARLANCE_DECL filled within_budget(filled state, array_ref<std::uint32_t> words);
    /// Begins the call that a mask is together with what is taken out of it.
    PARLANCE_DECL void begin_mask();
    /// limits::fuel counts from here on, and so much of it is spent.
    void begin_call(std::uint64_t spent = 0) {
        call_.move_to(now_, stop_);
        now_->budget().refuel(withheld_ + spent);
    }
    /// Goes on with a call that has spent so much: over another generation, perhaps.
    void go_on(std::uint64_t spent) {
        if (call_.move_to(now_, stop_)) {
            now_->budget().refuel(spent);
        } else {
            now_->budget().go_on(spent);
        }
    }
    /// Takes out of a mask what no sequence of tokens completes; for vocabularies that do not spell every byte.
    PARLANCE_DECL filled without_dead_ends(filled state, array_ref<std::uint32_t> words);
    /// Whether there is room for whatever comes next, and `kept` tokens besides.
    [[nodiscard]] PARLANCE_DECL bool has_room(endings& known, std::int64_t kept);
    struct near_end;
    /// What is left and needed at this place; false where the end is far.
    [[nodiscard]] PARLANCE_DECL bool look_ahead(endings& known, near_end& out);
    /// Takes out of a mask what cannot end in time.
    [[nodiscard]] PARLANCE_DECL bool remove_late(endings& known, near_end const& here,
                                                 array_ref<std::uint32_t> words);
    /// Where nothing can, writes what ends soonest of the mask `whole`.
    PARLANCE_DECL void keep_soonest(endings& known, array_ref<std::uint32_t const> whole,
                                    array_ref<std::uint32_t> words);
    /// Whether end tokens are allowed.
    [[nodiscard]] bool may_end() const noexcept { return !ended_ && at_.waiting == 0 && now_->can_stop(at_); }
    /// The tokens of a mask at this place that would name a member twice, or repeat an item.
    [[nodiscard]] PARLANCE_DECL array_ref<token_id const> repeated(array_ref<std::uint32_t const> words);
    /// A mask without them; mostly there are none.  `kept`: its words stay where they are.
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens
    corrected(mask_entry const& e, bool ending, array_ref<std::uint32_t const> words, bool kept);
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens with_number(mask_entry const& e, bool ending,
                                                                 array_ref<std::uint32_t const> words);
    [[nodiscard]] filled state_of(mask_entry const& e, bool ending,
                                  array_ref<std::uint32_t const> words) const noexcept {
        if (!e.some && !(ending && !now_->tokens().ends().empty())) {
            return ended_ || may_end()     ? filled::ended
                   : e.limit != errc::none ? filled::failed
                                           : filled::none;
        }
        return e.limit != errc::none            ? filled::limited
               : now_->is_all(e, ending, words) ? filled::all
                                                : filled::some;
    }
    /// The same for what is left of a mask without the tokens that repeat something.
    [[nodiscard]] filled state_without(mask_entry const& e, array_ref<std::uint32_t const> left) const {
        bool const some = std::any_of(left.begin(), left.end(), [](std::uint32_t word) { return word != 0; });
        return some                    ? (e.limit != errc::none ? filled::limited : filled::some)
               : may_end()             ? filled::ended
               : e.limit != errc::none ? filled::failed
                                       : filled::none;
    }
    PARLANCE_HOT mask_entry const* entry() {
        if (!ended_ && !now_->budget().full() && (!names_ || names_->is_ready())) {
            if (mask_entry const* const e = now_->known_mask(at_); e != nullptr) {
                error_ = errc::none;
                return e;
            }
        }
        return find_entry();
    }
    PARLANCE_DECL mask_entry const* find_entry();

    /// Reads `text` where all of its places have been met before and nothing but configurations has to be looked at; false,
    /// and nothing changed, where that is not so.
    PARLANCE_HOT bool accept_known(std::string_view text) {
        if (ended_ || names_ || at_.waiting != 0 || !store::is_live(at_.config) || now_->budget().full()) {
            return false;
        }
        store const& configs = now_->configs();
        point at = at_.at();
        if (configs.run(at, at_.base != 0, text) != text.size() || !configs.at(at.config).settled) {
            return false;
        }
        history_.push_back(at_);
        at_.go(at);
        left_.read();
        error_ = errc::none;
        repeated_ = false;
        return true;
    }

    template <class Read>
    bool advance(Read&& read_it) {
        error_ = errc::none;
        repeated_ = false;
        if (ended_) {
            return false;
        }
        if (names_) {
            before_ = names_->here();
            reading_ = true;
        }
        for (int attempt = 0; attempt < 2; ++attempt) {
            maybe<std::uint64_t> const moving = now_->budget().full() ? renew() : std::uint64_t{0};
            if (!moving) {
                error_ = errc::cancelled;
                return false;
            }
            begin_call(*moving);
            if (!store::is_live(at_.config)) {
                error_ = now_->budget().failure();  // not even the beginning is within the limits
                return false;
            }
            place to = read_it();
            if (!ending_ && to.waiting == 0) {
                to = now_->settled(to);
                repeated_ = repeated_ || (names_ && names_->dead_end(*now_, to));
            }
            if (repeated_) {
                names_->back_to(before_);
                return false;
            }
            if (store::is_live(to.config)) {
                if (names_) {
                    marks_.reserve(marks_.size() + 1);
                }
                history_.push_back(at_);
                if (names_) {
                    marks_.push_back(before_);
                }
                at_ = to;
                left_.read();
                ended_ = std::exchange(ending_, false);
                return true;
            }
            if (names_) {
                names_->back_to(before_);
            }
            if (to.config != failed_config) {
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
    PARLANCE_DECL place read(token_id id);
    /// The same for a token that may be more than its text.
    PARLANCE_DECL place read_any(token_id id);
    /// Where text leads, not settled.
    PARLANCE_DECL place read(std::string_view text);

    /// Moves to a fresh generation, with everything that can be rolled back to.  The result is what that took, in steps; none
    /// where it was asked to stop, and nothing has changed.
    PARLANCE_DECL maybe<std::uint64_t> renew();

    mask::compiled_grammar cache_;
    std::shared_ptr<generation> now_;
    place at_;
    vec<place> history_;
    own_words own_;
    maybe<text_guard> names_;      // where the grammar has objects or arrays to watch
    vec<text_guard::mark> marks_;  // of history_
    text_guard::mark before_;      // the accept that goes on
    words_without corrected_;
    token_budget left_;
    stop_token stop_;
    std::uint64_t withheld_ = 0;  // of limits::fuel
    open_call call_;
    bool may_have_dead_ends_ = false;  // some text is spelled by no token
    vec<std::uint32_t> in_budget_;     // the mask that allowed() gave
    bool ended_ = false;
    bool ending_ = false;
    bool repeated_ = false;
    bool reading_ = false;  // names, since before_
    errc error_ = errc::none;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/matching.ipp>
#include <parlance/mask/detail/impl/matching_ends.ipp>
#endif
