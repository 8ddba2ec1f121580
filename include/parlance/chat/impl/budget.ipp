// parlance/chat/impl/budget.ipp - definitions of what parlance/chat/budget.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/budget.hpp>

namespace parlance::chat::detail {

token_finder::token_finder(std::vector<vocab::token_id> wanted)
    : wanted_(std::move(wanted)), back_(wanted_.size() + 1, 0) {
    for (std::size_t i = 1, k = 0; i < wanted_.size(); ++i) {
        while (k > 0 && wanted_[i] != wanted_[k]) {
            k = back_[k];
        }
        k += wanted_[i] == wanted_[k];
        back_[i + 1] = k;
    }
}

bool token_finder::put(vocab::token_id token) noexcept {
    if (wanted_.empty()) {
        return false;
    }
    while (at_ > 0 && wanted_[at_] != token) {
        at_ = back_[at_];
    }
    at_ += wanted_[at_] == token;
    if (at_ < wanted_.size()) {
        return false;
    }
    at_ = 0;
    return true;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

thinking_budget::thinking_budget(budget_rules rules)
    : start_(std::move(rules.start)),
      end_(std::move(rules.end)),
      forced_(std::move(rules.forced)),
      tokens_(rules.tokens) {
    if (rules.inside) {
        open();
    }
}

std::optional<vocab::token_id> thinking_budget::forced() const noexcept {
    return phase_ == phase::forcing ? std::optional(forced_[written_]) : std::nullopt;
}

void thinking_budget::accept(vocab::token_id token, bool between_code_points) noexcept {
    switch (phase_) {
    case phase::outside:
        if (start_.put(token)) {
            open();
        }
        return;
    case phase::forcing:
        if (++written_ == forced_.size()) {
            close();
        }
        return;
    case phase::counting:
        if (end_.put(token)) {
            close();
            return;
        }
        if (--left_ > 0) {
            return;
        }
        waited_ = 0;
        break;
    case phase::waiting:
        if (end_.put(token)) {
            close();
            return;
        }
        ++waited_;
        break;
    }
    constexpr std::size_t longest_code_point = 4;
    phase_ = phase::waiting;
    if (between_code_points || waited_ == longest_code_point) {
        force();
    }
}

void thinking_budget::open() noexcept {
    left_ = tokens_;
    end_.reset();
    phase_ = phase::counting;
    if (left_ == 0) {
        force();
    }
}

void thinking_budget::force() noexcept {
    written_ = 0;
    phase_ = phase::forcing;
    if (forced_.empty()) {
        close();
    }
}

void thinking_budget::close() noexcept {
    start_.reset();
    phase_ = phase::outside;
}

}  // namespace parlance::chat
