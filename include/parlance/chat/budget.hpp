// parlance/chat/budget.hpp - how many tokens a model may think, and the end of it when they are used up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
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
    PARLANCE_DECL explicit token_finder(std::vector<vocab::token_id> wanted);
    /// Whether the sequence ends with this token.  Never, when it is empty.
    PARLANCE_DECL bool put(vocab::token_id token) noexcept;
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

    PARLANCE_DECL explicit thinking_budget(budget_rules rules);

    [[nodiscard]] phase state() const noexcept { return phase_; }

    /// Tokens of reasoning that are left; the whole budget outside.
    [[nodiscard]] std::size_t left() const noexcept { return phase_ == phase::outside ? tokens_ : left_; }

    /// The token that must come next; nothing while the model is free.
    [[nodiscard]] PARLANCE_DECL std::optional<vocab::token_id> forced() const noexcept;

    /// Takes the next token, forced or not.
    ///
    /// between_code_points  false when the text so far ends inside a code point: forcing waits until it is whole,
    ///                      four tokens at most
    PARLANCE_DECL void accept(vocab::token_id token, bool between_code_points = true) noexcept;

private:
    PARLANCE_DECL void open() noexcept;
    PARLANCE_DECL void force() noexcept;
    PARLANCE_DECL void close() noexcept;

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

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/budget.ipp>
#endif
