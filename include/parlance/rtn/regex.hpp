// parlance/rtn/regex.hpp - regular expressions (ECMA-262, its regular part) as automata over code points
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <optional>
#include <string_view>

namespace parlance::rtn {

/// Which texts an expression stands for.
enum class regex_match : std::uint8_t {
    search,  // those in which it matches somewhere: what JSON Schema's `pattern` means
    whole,   // those that it matches from end to end
};

/// The texts that `pattern` stands for; `^` and `$` mean the ends of the text.  Understood: literals, classes, `.`,
/// groups of every name, alternatives, repetitions (lazy ones, too), anchors, look-ahead and look-behind, \b, the escapes of ECMA-262,
/// \p with the properties of ECMA-262, the flags i (of ASCII), s and m inside, and \A and \Z of other dialects.
/// Refused: backreferences, assertions inside of a look-behind (but `^`), other flags.  `most` bounds the states of every automaton on the way.
///
/// errors  not_lowerable, with the reason and the place; too_many_states; out_of_fuel and out_of_memory_budget of all
///         automata together; cancelled
/// cost    exponential for some patterns, up to limits.fuel
[[nodiscard]] PARLANCE_DECL result<dfa> regex(std::string_view pattern, regex_match how,
                                              std::size_t most = 20'000, limits const& bounds = {});
/// The same for one of several patterns, which share a budget.
[[nodiscard]] PARLANCE_DECL result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most,
                                              work& spent);

/// A pattern that is asked about single texts, where the automaton of all texts would be too large.
struct regex_nfa {
    nfa automaton;
    nfa::state start = 0;

    /// Whether the pattern stands for the text.  Errors and cost: those of nfa::label().
    [[nodiscard]] PARLANCE_DECL result<bool> accepts(std::string_view text, work& spent) const;
};

/// The same as regex(), but nondeterministic; look-aheads and look-behinds are automata of their own still.
/// errors  those of regex()
/// cost    linear where nothing looks ahead or behind
[[nodiscard]] PARLANCE_DECL result<regex_nfa>
nondeterministic_regex(std::string_view pattern, regex_match how, std::size_t most, work& spent);

/// Whether \p{name} stands for something in a pattern.
[[nodiscard]] PARLANCE_DECL bool is_unicode_property(std::string_view name) noexcept;

/// `^[class]{least,most}$`: the commonest pattern, which needs a counter instead of states.
struct bounded_class {
    vec<code_points> set;
    std::uint32_t least = 0;
    std::uint32_t most = unbounded;
};

/// The pattern as a bounded class, if it is one, and that can be paid for.
[[nodiscard]] PARLANCE_DECL std::optional<bounded_class> as_bounded_class(std::string_view pattern,
                                                                          work& spent);

namespace detail {

struct regex_tree;
/// The pattern as a tree.  errors  not_lowerable, invalid_utf8, and those of the meter
[[nodiscard]] PARLANCE_DECL result<regex_tree> tree_of(std::string_view pattern, work& spent);
/// Frees the nodes of a tree, with looks whether to stop in between; false where it is so.
PARLANCE_DECL bool free(regex_tree& tree, work& spent);
/// The same for a pattern that was read; `whole`: its ends are those of the text without anchors, too.
[[nodiscard]] PARLANCE_DECL std::optional<bounded_class> bounded_class_of(regex_tree const& tree, bool whole);
[[nodiscard]] PARLANCE_DECL result<dfa> automaton_of(regex_tree const& tree, regex_match how,
                                                     std::size_t most, work& spent);

}  // namespace detail
}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/regex.ipp>
#endif
