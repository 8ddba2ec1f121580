// parlance/mask/npda/start.hpp - policies for when the reference engine begins: at once, or after a word in free text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/fixed_string.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace parlance::mask {

/// Policy: the grammar applies from the first byte.  The default.
struct at_once {
    static constexpr bool waits = false;
};

namespace detail {

/// The first of some words in free text, found by looking at its end.
template <bool WithMatch, fixed_string... Words>
struct after_word {
    static_assert(sizeof...(Words) > 0, "parlance: a lazy start needs a word to wait for");
    static_assert((!Words.view().empty() && ...), "parlance: the empty word is everywhere");
    static constexpr bool waits = true;

    /// Reads a byte; the text that the grammar has to read when a word ends here: the longest that does.
    constexpr std::optional<std::string_view> hear(char byte) {
        constexpr std::array<std::string_view, sizeof...(Words)> words{Words.view()...};
        heard_.push_back(byte);
        std::string_view const text{heard_.data(), heard_.size()};
        std::optional<std::string_view> out;
        for (std::string_view const w : words) {
            if (text.ends_with(w) && (!out || w.size() > out->size())) {
                out = w;
            }
        }
        if (out) {
            heard_.clear();
            return WithMatch ? out : std::string_view{};
        }
        std::size_t skip = 0;
        while (skip < text.size() &&
               std::none_of(
                   words.begin(), words.end(),
                   [&](std::string_view w) { return w.starts_with(text.substr(skip)); })) {
            ++skip;
        }
        heard_.erase(heard_.begin(), heard_.begin() + static_cast<std::ptrdiff_t>(skip));
        return std::nullopt;
    }
    /// Something that is not text comes between.
    constexpr void interrupt() noexcept { heard_.clear(); }

private:
    std::vector<char> heard_;  // the longest end of the text that is the beginning of a word
};

}  // namespace detail

/// Policy: the grammar applies from the beginning of the first of Words on, as trigger::words().
template <fixed_string... Words>
struct with_words : detail::after_word<true, Words...> {};

/// Policy: the grammar applies to what follows the first of Words, as trigger::after().
template <fixed_string... Words>
struct behind_words : detail::after_word<false, Words...> {};

}  // namespace parlance::mask
