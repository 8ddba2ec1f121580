// parlance/rtn/until.hpp - the texts in front of a delimiter, as an automaton
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn {

namespace detail {

/// The beginnings of some words, and which of them is the longest at the end of a text (Aho and Corasick 1975).
class word_tree {
public:
    /// word     ends with one of the words
    /// refused  ends with something that no text may end with
    struct node {
        std::map<char32_t, std::uint32_t> next;
        std::uint32_t fail = 0;
        bool word = false;
        bool refused = false;
    };

    PARLANCE_DECL std::uint32_t add(std::uint32_t at, char32_t c);
    [[nodiscard]] node& operator[](std::uint32_t at) { return nodes_[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

    /// The texts in which no word ends and that are not refused.
    [[nodiscard]] PARLANCE_DECL dfa without();

private:
    std::vector<node> nodes_{1};
};

}  // namespace detail

/// The texts T for which T followed by any of the delimiters has its first delimiter behind T: T contains none, and
/// neither does the end of T together with the beginning of a delimiter.  For one delimiter that is exactly what
/// "everything before it" can read.  An empty list gives every text.  `last`: the input ends behind T.
/// Errors: invalid_utf8 for a delimiter that is none, invalid_table for an empty one, too_many_states.
[[nodiscard]] PARLANCE_DECL result<dfa> before_delimiters(std::span<std::string_view const> delimiters,
                                                          std::size_t most = 20'000, bool last = false);

/// The texts without any of the delimiters: what is read when the input ends before one.
[[nodiscard]] PARLANCE_DECL result<dfa> without_delimiters(std::span<std::string_view const> delimiters,
                                                           std::size_t most = 20'000);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/until.ipp>
#endif
