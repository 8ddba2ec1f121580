// parlance/mask/trigger.hpp - when a grammar begins to apply
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

namespace detail {
class pattern;
}  // namespace detail

/// When a grammar begins to apply: at once, or after free text, at a word, a pattern or a token.
///
/// While it waits every token is allowed, save one that contains a word and goes on in a way the grammar refuses; the
/// text may end at any time.  Tokens that are not text interrupt a word, and what a pattern matches.
class trigger {
public:
    enum class start : std::uint8_t {
        at_once,
        with_match,    // the grammar reads the word or the token that set it off
        behind_match,  // the grammar reads what follows
    };

    trigger(trigger const&) = default;
    trigger& operator=(trigger const&) = default;
    /// One that was moved from is eager(): what waits for nothing in particular would wait for ever.
    trigger(trigger&& other) noexcept
        : kind_(std::exchange(other.kind_, start::at_once)),
          words_(std::move(other.words_)),
          ids_(std::move(other.ids_)),
          pattern_(std::move(other.pattern_)) {}
    trigger& operator=(trigger&& other) noexcept {
        kind_ = std::exchange(other.kind_, start::at_once);
        words_ = std::exchange(other.words_, {});
        ids_ = std::exchange(other.ids_, {});
        pattern_ = std::move(other.pattern_);
        return *this;
    }

    /// The grammar applies from the first byte.
    [[nodiscard]] static trigger eager() { return {}; }
    /// The grammar applies from the beginning of the first of `words` that ends in the text; of several that end at
    /// once, the longest.  Empty words are ignored.
    [[nodiscard]] PARLANCE_DECL static trigger words(std::vector<std::string> words);
    /// The grammar applies from one of these tokens on: it must begin with the token itself or with its spelling.
    [[nodiscard]] PARLANCE_DECL static trigger tokens(std::vector<vocab::token_id> ids);
    [[nodiscard]] PARLANCE_DECL static trigger words_or_tokens(std::vector<std::string> words,
                                                               std::vector<vocab::token_id> ids);
    /// The grammar applies to what follows the first of `words`, or of `ids`: the end of reasoning.
    [[nodiscard]] PARLANCE_DECL static trigger after(std::vector<std::string> words,
                                                     std::vector<vocab::token_id> ids = {});
    /// The grammar applies from the beginning of the capture in the first match of `expression` that ends in the text;
    /// of several that end at once, the one whose capture begins first.  A match ends as soon as it can: lazy and greedy
    /// are the same.  With start::behind_match the grammar applies to what follows the match.
    ///
    /// expression  as for rtn::regex(), with one capturing group in its outermost sequence, or none, and then all of it
    ///             is captured; ^ is the beginning of the text.  Bytes that are not UTF-8 are read as U+FFFD before the
    ///             capture and match nothing in it
    /// ids         tokens that set the grammar off as well, as in tokens() or after()
    /// errors      not_lowerable, with the reason: what rtn::regex() refuses, $, ^ behind the beginning of the capture, a
    ///             second capture, one inside a group or repeated, a pattern that matches the empty text;
    ///             too_many_states, out_of_fuel, out_of_memory_budget, cancelled
    [[nodiscard]] PARLANCE_DECL static result<trigger> pattern(std::string_view expression,
                                                               start how = start::with_match,
                                                               std::vector<vocab::token_id> ids = {},
                                                               limits const& bounds = {});

    [[nodiscard]] start kind() const noexcept { return kind_; }
    [[nodiscard]] std::vector<std::string> const& words() const noexcept { return words_; }
    [[nodiscard]] std::vector<vocab::token_id> const& token_ids() const noexcept { return ids_; }
    /// For the engine: the pattern, if that is what is waited for.
    [[nodiscard]] detail::pattern const* expression() const noexcept { return pattern_.get(); }

private:
    trigger() = default;
    trigger(start kind, std::vector<std::string> words, std::vector<vocab::token_id> ids)
        : kind_(kind), words_(std::move(words)), ids_(std::move(ids)) {}

    start kind_ = start::at_once;
    std::vector<std::string> words_;
    std::vector<vocab::token_id> ids_;
    std::shared_ptr<detail::pattern const> pattern_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/trigger.ipp>
#endif
