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
/// in_time     masks allow only what can be complete within max_tokens, so that JSON and calls are not cut off.  Text that
///             nothing constrains still is, and so is a call that a model chose to begin when too few tokens were left
/// continued   the prompt ends inside a message that is gone on with: what it has of it is part of the message
/// policy      of the parser
/// prompt_tokens  that the engine read; with them how() has the usage
struct turn_options {
    std::vector<std::string> stops{};
    std::optional<std::size_t> max_tokens{};
    bool continued = false;
    response_policy policy{};
    bool in_time = false;
    std::optional<std::size_t> prompt_tokens{};
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
/// A stop may come in pieces, over several tokens; it and what stands behind it are not part of the message.  The dialect's
/// own (prepared::stops), spelled out where the constraint wants more, are text like any other: JSON is not cut off in a
/// string that speaks of them.  Tokens of reasoning are counted, and once the prepared request's thinking_budget is used up
/// the text that ends it is all that is allowed, in tokens of the vocabulary; every stretch of reasoning has the whole budget.
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

    /// The text that comes next whatever is sampled, at most `most` bytes of it, to be fed to the model without sampling;
    /// empty while there is a choice, and while forced() has a token.
    [[nodiscard]] PARLANCE_DECL std::string forced_text(std::size_t most = 4096);

    /// Takes a token.  False, and nothing changed, when it is not allowed.
    [[nodiscard]] PARLANCE_DECL bool accept(vocab::token_id token, delta_callback sink);
    /// The answer has ended: by a stop, an end token, or because the engine says so.  Call once.
    PARLANCE_DECL void finish(delta_callback sink);

    /// Whether nothing more is to be sampled.
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }
    /// How it ended.  Its usage is absent unless the options have prompt_tokens.
    [[nodiscard]] PARLANCE_DECL ending how() const;
    [[nodiscard]] chat::message const& message() const noexcept { return parser_.so_far(); }
    [[nodiscard]] response_parser const& parser() const noexcept { return parser_; }
    /// Tokens accepted.
    [[nodiscard]] std::size_t tokens() const noexcept { return count_; }
    /// Tokens that max_tokens leaves; absent where there is no limit.
    [[nodiscard]] PARLANCE_DECL std::optional<std::size_t> tokens_left() const noexcept;
    /// Whether what is left can still complete the answer.  To be asked before the first token: where it cannot, masks have
    /// what ends soonest, also with `in_time`, and the answer will end by its length.
    /// cost  as mask::matcher::least_remaining(), which says how many tokens it takes
    [[nodiscard]] PARLANCE_DECL bool can_end_in_time();
    /// What the answer is matched with: mask::explain(turn.matcher(), token) says why a token is refused, and a copy looks
    /// ahead, at drafts.  Tokens that a thinking_budget forces are the turn's, it knows nothing of them.
    [[nodiscard]] mask::matcher const& matcher() const noexcept { return matcher_; }
    /// Tokens of reasoning that are left in this stretch of it; absent where there is no budget.
    [[nodiscard]] std::optional<std::size_t> thinking_left() const noexcept;

private:
    PARLANCE_DECL answer_turn(prepared const& request, mask::token_index const& tokens,
                              mask::compiled_grammar constraint, turn_options options, limits const& bounds);

    /// Gives the constraint what is left of max_tokens, once it constrains anything.
    PARLANCE_DECL void keep_time();
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
    bool in_time_ = false;  // the constraint knows of max_tokens
    bool stopped_ = false;
    stop_cause cause_ = stop_cause::stop;
    std::string stop_sequence_{};
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/answer_turn.ipp>
#endif
