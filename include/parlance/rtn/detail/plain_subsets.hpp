// parlance/rtn/detail/plain_subsets.hpp - the subset construction of an automaton without look-aheads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/closures.hpp>
#include <parlance/rtn/detail/simulation.hpp>
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

/// Members of subsets are states that have edges or a label; what empty edges lead to is worked out once per state.
class nfa::plain_subsets {
public:
    /// covered  states that it tells to be covered by others are left out of subsets; where it is null and subsets grow,
    ///          it is found first
    plain_subsets(nfa const& of, work& spent, simulation const* covered)
        : of_(of), spent_(spent), covered_(covered), reached_(of, spent) {}

    [[nodiscard]] PARLANCE_DECL result<dfa> run(state start, std::size_t most);

private:
    static constexpr std::uint32_t unknown = dfa::dead - 1;

    /// Counts for each state where its edges lead to, by letter; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool count_targets();
    /// Frees what was made, which ends whether it is asked to or not.
    [[nodiscard]] PARLANCE_DECL diagnostic gave_up();
    /// The number of a subset, which is sorted; dfa::dead when it cannot be paid for.
    /// first  the one where the text begins
    [[nodiscard]] PARLANCE_DECL std::uint32_t number(vec<state>& subset, bool first);
    /// The label of texts that end in `subset`: what can be passed at the end of the text only is behind those that have
    /// such an edge.  False when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool label(vec<state> const& subset, bool first, std::uint32_t& out);
    /// Writes the row of subset `k`; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool expand(std::size_t k);
    /// The subset that a letter leads to, from the states that its edges do.
    [[nodiscard]] PARLANCE_DECL std::uint32_t target(vec<state> const& states);
    /// The same, looked up where few states were met before: in a loop around many words, each of them leads back to all.
    [[nodiscard]] PARLANCE_DECL std::uint32_t known_target(vec<state> const& states);

    nfa const& of_;
    work& spent_;
    simulation const* covered_;
    closures reached_;
    dfa out_;
    vec<vec<std::uint32_t>> letters_;  // of a set
    detail::subset_set subsets_;
    detail::subset_set met_;  // what edges lead to, without what is behind empty ones
    vec<std::uint32_t> met_targets_;
    vec<std::uint32_t> behind_;  // where an edge to this state alone leads to
    vec<std::size_t> targets_;   // how many, of a state
    // of the subset that is expanded
    vec<vec<state>> next_;    // by letter
    vec<std::uint32_t> row_;  // by letter
    vec<state> subset_;
    vec<state> last_;
    vec<state> stack_;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/plain_subsets.ipp>
#endif
