// parlance/mask/detail/impl/matching.ipp - definitions of what parlance/mask/detail/matching.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/detail/remaining/token_budget.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/own_words.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

matching::matching(mask::compiled_grammar shared)
    : cache_(std::move(shared)), now_(cache_.data().current()), at_(now_->start()) {
    history_.reserve(64);
    may_have_dead_ends_ = cache_.data().options().no_dead_ends && !now_->tokens().spells_all();
    if (text_guard::is_needed(now_->grammar())) {
        names_.emplace(now_->grammar());
    }
}

filled matching::fill(array_ref<std::uint32_t> words) {
    begin_mask();
    filled state = fill_any(words);
    if (may_have_dead_ends_) {
        state = without_dead_ends(state, words);
    }
    return left_.is_near() ? within_budget(state, words) : state;
}

void matching::begin_mask() {
    if (may_have_dead_ends_ || left_.is_near()) {
        begin_call();
    }
    if (may_have_dead_ends_) {
        endings& known = now_->completions();
        endings::call const asked(known);
        may_have_dead_ends_ = !asked || !known.spells_all();
    }
}

mask::allowed_tokens matching::allowed() {
    begin_mask();
    mask::allowed_tokens out = allowed_any();
    if (left_.is_near() || may_have_dead_ends_) {
        in_budget_.assign(out.words.begin(), out.words.end());
        out.words = in_budget_;
        out.id = 0;
    }
    if (may_have_dead_ends_) {
        out.state = without_dead_ends(out.state, in_budget_);
    }
    if (left_.is_near()) {
        out.state = within_budget(out.state, in_budget_);
    }
    return out;
}

filled matching::fill_any(array_ref<std::uint32_t> words) {
    index_data const& tokens = now_->tokens();
    std::size_t const need = words_for(tokens.size());
    if (words.size() < need) {
        error_ = errc::mask_too_small;
        return filled::too_small;
    }
    std::fill(words.begin() + static_cast<std::ptrdiff_t>(need), words.end(), 0u);
    mask_entry const* const e = entry();
    if (e == nullptr) {
        std::fill_n(words.begin(), need, 0u);
        return filled::failed;
    }
    array_ref<std::uint32_t> const mask = words.first(need);
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
        return state_without(*e, mask);
    }
    return state_of(*e, ending, mask);
}

mask::allowed_tokens matching::allowed_any() {
    std::size_t const size = words_for(now_->tokens().size());
    mask_entry const* const e = entry();
    bool const ending = e != nullptr && may_end();
    if (e != nullptr) {
        if (std::uint32_t const* const known = now_->whole(*e, ending); known != nullptr) {
            return names_ ? corrected(*e, ending, {known, size}, true)
                          : with_number(*e, ending, {known, size});
        }
    }
    array_ref<std::uint32_t const> const words = own_.write(size, e, ending, now_->tokens().ends());
    return e == nullptr ? mask::allowed_tokens{filled::failed, words} : corrected(*e, ending, words, false);
}

bool matching::allows(token_id id) {
    if (!now_->tokens().holds(id)) {
        return false;
    }
    if (!left_.is_near() && !may_have_dead_ends_) {
        return true;
    }
    mask::allowed_tokens const mask = allowed();
    return has_tokens(mask.state) && ((mask.words[id / 32] >> (id % 32)) & 1u) != 0;
}

bool matching::accept(token_id id) {
    if (vocab::view const& tokens = now_->tokens().tokens();
        id < tokens.size() && !now_->configs().at(at_.config).moves_tokens) {
        if (std::string_view const text = tokens.bytes(id); !text.empty() && accept_known(text)) {
            return true;
        }
    }
    bool const good = advance([&] { return read(id); });
    reading_ = false;
    return good;
}

bool matching::accept(std::string_view bytes) {
    left_.look_again();
    if (accept_known(bytes)) {
        return true;
    }
    bool const good = advance([&] { return read(bytes); });
    reading_ = false;
    return good;
}

bool matching::rollback(std::size_t n) noexcept {
    if (n > history_.size()) {
        return false;
    }
    if (n != 0) {
        at_ = history_[history_.size() - n];
        history_.resize(history_.size() - n);
        left_.take_back(n);
        ended_ = false;
        if (names_) {
            names_->back_to(marks_[history_.size()]);
            marks_.resize(history_.size());
        }
    }
    return true;
}

void matching::forget() noexcept {
    history_.clear();
    if (names_) {
        marks_.clear();
        names_->forget();
    }
}

void matching::reset() {
    at_ = now_->start();
    history_.clear();
    left_.set(token_budget::unlimited);
    ended_ = false;
    error_ = errc::none;
    if (names_) {
        marks_.clear();
        names_.emplace(now_->grammar());
    }
}

std::string matching::forced_text(std::size_t most) {
    std::string out;
    begin_call();
    for (place p = at_; out.size() < most && !ended_ && p.waiting == 0;) {
        if (!store::is_live(p.config) || now_->can_stop(p)) {
            break;
        }
        shape const& form = *now_->configs().at(p.config).form;
        if (form.only_byte < 0 || form.moves_tokens) {
            break;
        }
        out.push_back(static_cast<char>(form.only_byte));
        p = now_->settled(now_->step(p, static_cast<std::uint8_t>(form.only_byte)));
    }
    return out;
}

array_ref<token_id const> matching::repeated(array_ref<std::uint32_t const> words) {
    return names_ ? names_->repeated(*now_, at_, words) : array_ref<token_id const>{};
}

mask::allowed_tokens matching::corrected(mask_entry const& e, bool ending,
                                         array_ref<std::uint32_t const> words, bool kept) {
    if (auto const out = repeated(words); !out.empty()) {
        array_ref<std::uint32_t const> const left = corrected_.write(words, out, kept);
        return {state_without(e, left), left};
    }
    return with_number(e, ending, words);
}

mask::allowed_tokens matching::with_number(mask_entry const& e, bool ending,
                                           array_ref<std::uint32_t const> words) {
    return {state_of(e, ending, words), words, now_->number_of(e, ending, words)};
}

mask_entry const* matching::find_entry() {
    error_ = errc::none;
    if (ended_) {
        return &nothing_allowed;
    }
    // half of the fuel is for a mask made of parts, the other half for one made by reading each token, where that fails
    std::uint64_t const half = (now_->budget().fuel() - withheld_) / 2;
    std::uint64_t const first = withheld_ + half;
    std::uint64_t spent = first;
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (now_->budget().full()) {
            maybe<std::uint64_t> const moving = renew();
            if (!moving) {
                error_ = errc::cancelled;
                return nullptr;
            }
            spent += *moving;
        }
        go_on(spent);
        if (names_ && !names_->make_ready(*now_)) {
            error_ = now_->budget().failure();
            return nullptr;
        }
        if (!store::is_live(at_.config)) {
            break;
        }
        if (mask_entry const* const e = now_->mask(at_); e != nullptr) {
            go_on(now_->budget().spent() - half);
            error_ = e->limit;
            return e;
        }
        spent = now_->budget().spent();
        if (!now_->budget().full()) {
            break;
        }
    }
    errc const why = now_->budget().full() ? errc::out_of_memory_budget : now_->budget().failure();
    // by how much the first overspent says nothing: what is asked again must not get less
    go_on(withheld_ + (std::min)((std::max)(spent, first) - first, half));
    mask_entry const* const e = store::is_live(at_.config) ? now_->mask_within_limits(at_) : nullptr;
    error_ = e == nullptr ? why : e->limit;
    return e;
}

place matching::read(token_id id) {
    vocab::view const& tokens = now_->tokens().tokens();
    if (id < tokens.size() && at_.waiting == 0 && !now_->configs().at(at_.config).moves_tokens) {
        if (std::string_view const text = tokens.bytes(id); !text.empty()) {
            return read(text);
        }
    }
    return read_any(id);
}

place matching::read_any(token_id id) {
    index_data const& tokens = now_->tokens();
    place const nowhere{};
    if (!tokens.holds(id)) {
        return nowhere;
    }
    if (tokens.tokens().ends(id)) {
        ending_ = can_stop();
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
    place const as_text = text.empty() ? nowhere : read(text);
    if (at_.waiting != 0 || !now_->configs().at(at_.config).form->moves_tokens || tokens.tokens().ends(id)) {
        return as_text;
    }
    if (as_text.config == failed_config) {
        return as_text;
    }
    place const as_token = now_->step_token(at_, id);
    if (repeated_ && store::is_live(as_token.config)) {
        names_->back_to(before_);
        repeated_ = false;
    }
    return now_->join(as_token, as_text);
}

place matching::read(std::string_view text) {
    place p = at_;
    std::size_t heard = 0;
    for (; p.waiting != 0 && heard < text.size(); ++heard) {
        p = now_->hear(p.waiting, static_cast<std::uint8_t>(text[heard]));
    }
    text.remove_prefix(heard);
    place const to = now_->read(p, text);
    repeated_ = names_ && store::is_live(to.config) && p.waiting == 0 && !names_->read(*now_, p, text);
    return repeated_ ? place{} : to;
}

void matching::ran_out() noexcept {
    // what was being made may be kept half finished: everybody goes on with a fresh generation
    now_->budget().fail(errc::out_of_memory_budget);
    own_.forget();
    corrected_.forget();
    if (names_ && std::exchange(reading_, false)) {
        names_->back_to(before_);
    }
    ending_ = false;
    error_ = errc::out_of_memory_budget;
}

maybe<std::uint64_t> matching::renew() {
    constexpr std::uint64_t steps_of_a_node = 300;
    std::shared_ptr<generation> const before = now_;
    std::shared_ptr<generation> fresh = cache_.data().renew(before, history_.size());
    if (fresh == before) {
        return 0;
    }
    if (fresh->budget().full()) {  // by others, or since memory ran out while somebody moved there
        fresh = cache_.data().renew(fresh, history_.size());
    }
    struct move {  // back again where something throws on the way; what is half made there is left by all
        std::shared_ptr<generation>& now;
        std::shared_ptr<generation> const& from;
        bool whole = false;
        ~move() {
            if (!whole) {
                now->budget().fail(errc::out_of_memory_budget);
                now = from;
            }
        }
    } moving{now_, before};
    now_ = fresh;
    places::adopted known;
    auto const adopt = [&](place const& p) {
        go_on(0);  // each of them has all of the fuel: none is lost for want of it
        return fresh->adopt(*before, p, known);
    };
    place const at = adopt(at_);
    vec<place> history;
    history.reserve((std::max)(history_.capacity(), history_.size()));
    for (place const& p : history_) {
        if (fresh->budget().is_cancelled()) {
            break;
        }
        history.push_back(adopt(p));
    }
    moving.whole = true;
    if (fresh->budget().is_cancelled()) {
        now_ = before;  // what was copied is whole, and is found there again
        return {};
    }
    own_.forget();
    corrected_.forget();
    at_ = at;
    history_.swap(history);
    if (before.use_count() == 1) {  // its end would free all of it without a look
        // use_count() is relaxed: a copy that goes is what makes visible all that others wrote before they let go
        std::shared_ptr<generation>(before).reset();
        before->free([&] { now_->budget().look(); });
    }
    if (now_->budget().full()) {
        now_->budget().extend();
    }
    return steps_of_a_node * known.stacks.nodes;
}

}  // namespace parlance::mask::detail
