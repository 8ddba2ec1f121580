// parlance/mask/trigger.hpp - when a grammar begins to apply
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/pattern.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

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

    /// The grammar applies from the first byte.
    [[nodiscard]] static trigger eager() { return {}; }
    /// The grammar applies from the beginning of the first of `words` that ends in the text; of several that end at
    /// once, the longest.  Empty words are ignored.
    [[nodiscard]] static trigger words(std::vector<std::string> words) {
        return {start::with_match, std::move(words), {}};
    }
    /// The grammar applies from one of these tokens on: it must begin with the token itself or with its spelling.
    [[nodiscard]] static trigger tokens(std::vector<vocab::token_id> ids) {
        return {start::with_match, {}, std::move(ids)};
    }
    [[nodiscard]] static trigger words_or_tokens(std::vector<std::string> words,
                                                 std::vector<vocab::token_id> ids) {
        return {start::with_match, std::move(words), std::move(ids)};
    }
    /// The grammar applies to what follows the first of `words`, or of `ids`: the end of reasoning.
    [[nodiscard]] static trigger after(std::vector<std::string> words,
                                       std::vector<vocab::token_id> ids = {}) {
        return {start::behind_match, std::move(words), std::move(ids)};
    }
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
    ///             too_many_states
    [[nodiscard]] static result<trigger> pattern(std::string_view expression, start how = start::with_match,
                                                 std::vector<vocab::token_id> ids = {}) {
        auto made = detail::pattern::compile(expression);
        if (!made) {
            return made.error();
        }
        trigger out{how, {}, std::move(ids)};
        out.pattern_ = std::make_shared<detail::pattern const>(*std::move(made));
        return out;
    }

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

namespace detail {

/// Finds the first of some words in a stream of bytes (Aho and Corasick 1975).
class word_finder {
public:
    explicit word_finder(std::vector<std::string> const& words) {
        next_.emplace_back();
        fires_.push_back(none);
        for (std::size_t w = 0; w < words.size(); ++w) {
            std::uint32_t at = 0;
            for (char const c : words[w]) {
                std::uint32_t const to = next_[at][static_cast<std::uint8_t>(c)];
                if (to == 0) {
                    next_[at][static_cast<std::uint8_t>(c)] = static_cast<std::uint32_t>(next_.size());
                    at = static_cast<std::uint32_t>(next_.size());
                    next_.emplace_back();
                    fires_.push_back(none);
                } else {
                    at = to;
                }
            }
            if (at != 0 && fires_[at] == none) {
                fires_[at] = static_cast<std::uint32_t>(w);
            }
        }
        link();
    }

    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] std::uint32_t step(std::uint32_t state, std::uint8_t byte) const noexcept {
        return next_[state][byte];
    }
    /// The word that ends in this state, or none.
    [[nodiscard]] std::uint32_t word(std::uint32_t state) const noexcept { return fires_[state]; }
    [[nodiscard]] std::size_t state_count() const noexcept { return next_.size(); }

private:
    void link() {
        std::vector<std::uint32_t> fail(next_.size(), 0);
        std::vector<std::uint32_t> queue;
        for (std::uint32_t const to : next_[0]) {
            if (to != 0) {
                queue.push_back(to);
            }
        }
        for (std::size_t i = 0; i < queue.size(); ++i) {
            std::uint32_t const s = queue[i];
            if (fires_[s] == none) {
                fires_[s] = fires_[fail[s]];
            }
            for (std::size_t b = 0; b < 256; ++b) {
                std::uint32_t const to = next_[s][b];
                std::uint32_t const instead = next_[fail[s]][b];
                if (to == 0) {
                    next_[s][b] = instead;
                } else {
                    fail[to] = instead;
                    queue.push_back(to);
                }
            }
        }
    }

    std::vector<std::array<std::uint32_t, 256>> next_;
    std::vector<std::uint32_t> fires_;
};

}  // namespace detail

}  // namespace parlance::mask
