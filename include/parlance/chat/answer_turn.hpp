// parlance/chat/answer_turn.hpp - one answer from the first token to the last: constraint, parser, stops and budget
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/stop_matcher.hpp>
#include <parlance/decl.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// What a turn is given besides what prepare() made.
///
/// stops       the caller's texts that end the answer, wherever in it they come
/// max_tokens  of the answer; absent: no limit
/// continued   the prompt ends inside a message that is gone on with: what it has of it is part of the message
/// policy      of the parser
struct turn_options {
    std::vector<std::string> stops{};
    std::optional<std::size_t> max_tokens{};
    bool continued = false;
    response_policy policy{};
};

/// An engine's loop:
///
///     auto turn = answer_turn::begin(prepared, tokens).value();
///     while (!turn.stopped()) {
///         vocab::token_id const next = sample(turn.allowed().words);
///         turn.accept(next, sink);
///     }
///     turn.finish(sink);
///     write(turn.message(), turn.how());
///
/// A stop may come in pieces, over several tokens; it and what stands behind it are not part of the message.  Tokens of
/// reasoning are counted, and once the prepared request's thinking_budget is used up the text that ends it is all that is
/// allowed, in tokens of the vocabulary; every stretch of reasoning has the whole budget.
///
/// A copy is a fork.  What it was made of must outlive it.  Not for several threads at once.
class answer_turn {
public:
    /// Errors: those of constraint_of(); invalid_message where the constraint does not allow what the prompt has written of
    /// the answer.
    [[nodiscard]] PARLANCE_DECL static result<answer_turn> begin(prepared const& request,
                                                                 mask::token_index const& tokens,
                                                                 turn_options options = {},
                                                                 limits const& bounds = {});
    /// A temporary would be gone before the first token: keep what prepare() made in a variable.
    static result<answer_turn> begin(prepared const&&, mask::token_index const&, turn_options = {},
                                     limits const& = {}) = delete;

    /// Marks the tokens that may come next: those that the constraint allows or, when the budget is used up, the one that is
    /// forced.  Valid until the next call.
    [[nodiscard]] PARLANCE_DECL mask::allowed_tokens allowed();
    /// The token that must come next; nothing while the model is free.
    [[nodiscard]] PARLANCE_DECL std::optional<vocab::token_id> forced();

    /// Takes a token.  False, and nothing changed, when it is not allowed.
    [[nodiscard]] PARLANCE_DECL bool accept(vocab::token_id token, delta_callback sink);
    /// The answer has ended: by a stop, an end token, or because the engine says so.  Call once.
    PARLANCE_DECL void finish(delta_callback sink);

    /// Whether nothing more is to be sampled.
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }
    /// How it ended, with the tokens of the answer; `input` of the usage is the engine's to know.
    [[nodiscard]] PARLANCE_DECL ending how() const;
    [[nodiscard]] chat::message const& message() const noexcept { return parser_.so_far(); }
    [[nodiscard]] response_parser const& parser() const noexcept { return parser_; }
    /// Tokens accepted.
    [[nodiscard]] std::size_t tokens() const noexcept { return count_; }
    /// Tokens of reasoning that are left in this stretch of it; absent where there is no budget.
    [[nodiscard]] std::optional<std::size_t> thinking_left() const noexcept;

private:
    PARLANCE_DECL answer_turn(prepared const& request, mask::token_index const& tokens,
                              mask::compiled_grammar constraint, turn_options options, limits const& bounds);

    /// Follows whether reasoning is open, and counts its tokens.
    PARLANCE_DECL void follow(std::string_view piece);
    /// Forces the next token of the text that ends reasoning, once that is due.
    PARLANCE_DECL void force();
    /// The longest token whose text `text` begins with and that the constraint allows.
    [[nodiscard]] PARLANCE_DECL std::optional<vocab::token_id> spelled(std::string_view text);

    prepared const* request_;
    mask::token_index tokens_;
    mask::matcher matcher_;
    response_parser parser_;
    turn_options options_;
    stop_matcher stops_;
    std::string recent_{};  // the end of the text, as long as half a marker of reasoning
    bool inside_ = false;
    std::size_t used_ = 0;    // tokens of this stretch
    std::string to_write_{};  // of the text that ends it
    std::optional<vocab::token_id> forced_{};
    std::vector<std::uint32_t> only_{};  // the mask of the forced token
    std::size_t count_ = 0;
    bool stopped_ = false;
    stop_cause cause_ = stop_cause::stop;
    std::string stop_sequence_{};
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/answer_turn.ipp>
#endif
