// parlance/chat/budget.hpp - how many tokens a model may think, and the end of it when they are used up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/concept.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What a thinking budget is.
///
/// start   tokens that open reasoning; empty when the prompt has opened it, and it is not opened again
/// end     tokens that close it
/// forced  what is written when the budget is used up: the end marker, with a sentence in front if wanted
/// tokens  how many tokens of reasoning there may be, the markers not counted
/// inside  whether reasoning has begun when the first token comes
struct budget_rules {
    std::vector<vocab::token_id> start;
    std::vector<vocab::token_id> end;
    std::vector<vocab::token_id> forced;
    std::size_t tokens = 0;
    bool inside = false;
};

namespace detail {

/// Finds a sequence of tokens in a stream of them: one step per token, overlapping beginnings included.
class token_finder {
public:
    explicit token_finder(std::vector<vocab::token_id> wanted)
        : wanted_(std::move(wanted)), back_(wanted_.size() + 1, 0) {
        for (std::size_t i = 1, k = 0; i < wanted_.size(); ++i) {
            while (k > 0 && wanted_[i] != wanted_[k]) {
                k = back_[k];
            }
            k += wanted_[i] == wanted_[k];
            back_[i + 1] = k;
        }
    }
    /// Whether the sequence ends with this token.  Never, when it is empty.
    bool put(vocab::token_id token) noexcept {
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
    void reset() noexcept { at_ = 0; }

private:
    std::vector<vocab::token_id> wanted_;
    std::vector<std::size_t>
        back_;  // how much of the sequence is still matched when the next token does not fit
    std::size_t at_ = 0;
};

}  // namespace detail

/// Counts the tokens of reasoning, and says which token must come next once they are used up.  Each new stretch of
/// reasoning has the whole budget.
///
///     thinking_budget budget(rules);
///     for (;;) {
///         vocab::token_id const next = budget.forced() ? *budget.forced() : sample();
///         budget.accept(next, ends_between_code_points(next));
///     }
///
/// A value: copy it to fork a generation.  Not for several threads at once.
class thinking_budget {
public:
    enum class phase : std::uint8_t {
        outside,   // no reasoning is open
        counting,  // reasoning, within the budget
        waiting,   // the budget is used up inside a code point, which is finished first
        forcing,   // `forced` is being written
    };

    explicit thinking_budget(budget_rules rules)
        : start_(std::move(rules.start)),
          end_(std::move(rules.end)),
          forced_(std::move(rules.forced)),
          tokens_(rules.tokens) {
        if (rules.inside) {
            open();
        }
    }

    [[nodiscard]] phase state() const noexcept { return phase_; }

    /// Tokens of reasoning that are left; the whole budget outside.
    [[nodiscard]] std::size_t left() const noexcept { return phase_ == phase::outside ? tokens_ : left_; }

    /// The token that must come next; nothing while the model is free.
    [[nodiscard]] std::optional<vocab::token_id> forced() const noexcept {
        return phase_ == phase::forcing ? std::optional(forced_[written_]) : std::nullopt;
    }

    /// Takes the next token, forced or not.
    ///
    /// between_code_points  false when the text so far ends inside a code point: forcing waits until it is whole,
    ///                      four tokens at most
    void accept(vocab::token_id token, bool between_code_points = true) noexcept {
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

private:
    void open() noexcept {
        left_ = tokens_;
        end_.reset();
        phase_ = phase::counting;
        if (left_ == 0) {
            force();
        }
    }
    void force() noexcept {
        written_ = 0;
        phase_ = phase::forcing;
        if (forced_.empty()) {
            close();
        }
    }
    void close() noexcept {
        start_.reset();
        phase_ = phase::outside;
    }

    detail::token_finder start_;
    detail::token_finder end_;
    std::vector<vocab::token_id> forced_;
    std::size_t tokens_;
    std::size_t left_ = 0;
    std::size_t written_ = 0;  // tokens of `forced_`
    std::size_t waited_ = 0;   // tokens since the budget was used up
    phase phase_ = phase::outside;
};

}  // namespace parlance::chat
