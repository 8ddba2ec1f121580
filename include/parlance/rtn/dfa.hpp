// parlance/rtn/dfa.hpp - deterministic automata over code points: product, complement, minimisation
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn {

/// A deterministic automaton over code points.  State 0 is the first one; there is always one.
///
/// labels   what a text that ends in the state is; 0 = not accepted, and any other number means what its maker says
/// table    states() × letters.groups rows of targets, or `dead`
struct dfa {
    static constexpr std::uint32_t dead = 0xFFFF'FFFF;

    alphabet letters;
    vec<std::uint32_t> labels{0};
    vec<std::uint32_t> table{dead};

    [[nodiscard]] std::size_t states() const noexcept { return labels.size(); }
    /// Where `c` leads, or `dead`.  Logarithmic in the intervals of the alphabet.
    [[nodiscard]] PARLANCE_DECL std::uint32_t step(std::uint32_t state, char32_t c) const noexcept;
    /// The label of `text`; 0 also when it is not UTF-8.
    [[nodiscard]] PARLANCE_DECL std::uint32_t label(std::string_view text) const noexcept;
    [[nodiscard]] bool accepts(std::string_view text) const noexcept { return label(text) != 0; }
    /// Whether no state accepts.  Then no text is accepted; the other way round, where no state is out of reach, as in what
    /// minimized() gives: complement() may leave a state that nothing leads to.
    [[nodiscard]] PARLANCE_DECL bool empty() const noexcept;

    /// The code points that lead from one state to each of its successors, as (target, set), targets ascending.
    [[nodiscard]] PARLANCE_DECL vec<std::pair<std::uint32_t, vec<code_points>>>
    moves(std::uint32_t state) const;
    /// The same, with looks whether to stop; whoever calls it has paid for it.  Empty, perhaps, where it was asked to.
    [[nodiscard]] PARLANCE_DECL vec<std::pair<std::uint32_t, vec<code_points>>> moves(std::uint32_t state,
                                                                                      work& looks) const;
};

namespace detail {

[[nodiscard]] PARLANCE_DECL diagnostic too_many_dfa_states();

}  // namespace detail

/// The accepting texts become the rejected ones, and the other way round.  Linear.
[[nodiscard]] PARLANCE_DECL dfa complement(dfa a);

/// The automaton that runs both; `join(label of a, label of b)` is its label (0 for an automaton that died).
/// Errors: too_many_states above `most`; out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<dfa>
product(dfa const& a, dfa const& b, function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join,
        std::size_t most, work& spent);
/// The same within the default limits.
[[nodiscard]] PARLANCE_DECL result<dfa>
product(dfa const& a, dfa const& b, function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join,
        std::size_t most);

/// The least automaton with the same labels; states that lead nowhere are `dead`.  O(states · groups · log states).
[[nodiscard]] PARLANCE_DECL dfa minimized(dfa a);
/// The same where `spent` pays for it.  Errors: out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<dfa> minimized(dfa a, work& spent);

/// The texts of both, those of `a` alone, those of either; labels are 1.  Errors and cost: those of product().
[[nodiscard]] PARLANCE_DECL result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most);
[[nodiscard]] PARLANCE_DECL result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most,
                                                     work& spent);
[[nodiscard]] PARLANCE_DECL result<dfa> difference(dfa const& a, dfa const& b, std::size_t most);
[[nodiscard]] PARLANCE_DECL result<dfa> difference(dfa const& a, dfa const& b, std::size_t most, work& spent);
[[nodiscard]] PARLANCE_DECL result<dfa> either(dfa const& a, dfa const& b, std::size_t most);

/// Whether no text has a label in both.  Walks both at once and stops at the first such text; makes no automaton.
/// Errors: out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<bool> disjoint(dfa const& a, dfa const& b, work& spent);

/// Every text.
[[nodiscard]] PARLANCE_DECL dfa any_text();
/// Those of a list, which are UTF-8, as a trie.  A row has as many letters as there are different ones in all of them.
/// Errors: too_many_states above `most`; out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<dfa> one_of_texts(std::span<std::string_view const> texts,
                                                     std::size_t most, work& spent);

/// The texts of `low` to `high` code points (`high` may be unbounded).
[[nodiscard]] PARLANCE_DECL dfa length_between(std::uint32_t low, std::uint32_t high);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/dfa.ipp>
#include <parlance/rtn/impl/dfa_pairs.ipp>
#endif
