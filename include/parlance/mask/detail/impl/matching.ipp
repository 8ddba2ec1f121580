// parlance/mask/detail/impl/matching.ipp - definitions of what parlance/mask/detail/matching.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/detail/name_guard.hpp>
#include <parlance/mask/detail/own_words.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/vocab/view.hpp>
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

namespace parlance::mask::detail {

matching::matching(mask::compiled_grammar shared)
    : cache_(std::move(shared)), now_(cache_.data().current()), at_(now_->start()) {
    history_.reserve(64);
    if (now_->grammar().watches_names) {
        names_.emplace();
    }
}

filled matching::fill(std::span<std::uint32_t> words) noexcept {
    index_data const& tokens = now_->tokens();
    std::size_t const need = words_for(tokens.size());
    if (words.size() < need) {
        error_ = errc::mask_too_small;
        return filled::none;
    }
    std::fill(words.begin() + static_cast<std::ptrdiff_t>(need), words.end(), 0u);
    mask_entry const* const e = entry();
    if (e == nullptr) {
        std::fill_n(words.begin(), need, 0u);
        return filled::none;
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
        return e->limit != errc::none ? filled::limited : filled::some;
    }
    return state_of(*e, ending, mask);
}

mask::allowed_tokens matching::allowed() noexcept {
    std::size_t const size = words_for(now_->tokens().size());
    mask_entry const* const e = entry();
    bool const ending = e != nullptr && may_end();
    if (e != nullptr) {
        if (std::uint32_t const* const known = now_->whole(*e, ending); known != nullptr) {
            return names_ ? corrected(*e, ending, {known, size}, true)
                          : mask::allowed_tokens{state_of(*e, ending, {known, size}), {known, size}};
        }
    }
    std::span<std::uint32_t const> const words = own_.write(size, e, ending, now_->tokens().ends());
    return e == nullptr ? mask::allowed_tokens{filled::none, words} : corrected(*e, ending, words, false);
}

bool matching::accept(token_id id) noexcept {
    if (vocab::view const& tokens = now_->tokens().tokens();
        id < tokens.size() && !now_->configs().at(at_.config).moves_tokens) {
        if (std::string_view const text = tokens.bytes(id); !text.empty() && accept_known(text)) {
            return true;
        }
    }
    return advance([&] { return read(id); });
}

bool matching::accept(std::string_view bytes) noexcept {
    return accept_known(bytes) || advance([&] { return read(bytes); });
}

bool matching::rollback(std::size_t n) noexcept {
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

void matching::forget() noexcept {
    history_.clear();
    if (names_) {
        marks_.clear();
        names_->forget();
    }
}

void matching::reset() noexcept {
    history_.clear();
    ended_ = false;
    error_ = errc::none;
    at_ = now_->start();
    if (names_) {
        marks_.clear();
        names_.emplace();
    }
}

std::string matching::forced_text(std::size_t most) {
    std::string out;
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

std::vector<std::vector<std::uint32_t>> matching::open_rules(std::size_t most) const {
    std::vector<std::vector<std::uint32_t>> out;
    if (ended_ || at_.waiting != 0 || !store::is_live(at_.config)) {
        return out;
    }
    store const& configs = now_->configs();
    std::vector<std::uint32_t> const& rule_of = configs.code().rule_of;
    for (item const i : configs.at(at_.config).form->items) {
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

std::span<token_id const> matching::repeated(std::span<std::uint32_t const> words) {
    return names_ ? names_->repeated(*now_, at_, words) : std::span<token_id const>{};
}

mask::allowed_tokens matching::corrected(mask_entry const& e, bool ending,
                                         std::span<std::uint32_t const> words, bool kept) {
    if (auto const out = repeated(words); !out.empty()) {
        return {e.limit != errc::none ? filled::limited : filled::some, corrected_.write(words, out, kept)};
    }
    return {state_of(e, ending, words), words};
}

mask_entry const* matching::find_entry() noexcept {
    error_ = errc::none;
    if (ended_) {
        return &nothing_allowed;
    }
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (now_->budget().full()) {
            renew();
        }
        now_->budget().refuel();
        if (!store::is_live(at_.config)) {
            break;
        }
        if (mask_entry const* const e = now_->mask(at_); e != nullptr) {
            error_ = e->limit;
            return e;
        }
        if (!now_->budget().full()) {
            break;
        }
    }
    errc const why = now_->budget().full() ? errc::out_of_memory_budget : now_->budget().failure();
    now_->budget().refuel();
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

void matching::renew() {
    std::shared_ptr<generation> const old = std::exchange(now_, cache_.data().renew(now_, history_.size()));
    if (old == now_) {
        return;
    }
    own_.forget();
    corrected_.forget();
    at_ = now_->adopt(*old, at_);
    for (place& p : history_) {
        p = now_->adopt(*old, p);
    }
    if (now_->budget().full()) {
        now_->budget().extend();
    }
}

}  // namespace parlance::mask::detail
