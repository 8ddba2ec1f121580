// parlance/mask/detail/automaton/equal_states.hpp - an automaton in which states that cannot be told apart are one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/sequences.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Partition refinement: states are in one class while they end alike and their bytes, calls, increments and tokens lead to the
/// same classes.  A table of thousands of rules that read the same becomes a handful of states.
///
/// kinds  of each rule: what else its states have to agree in
/// cost   linear for each round; a round more than the longest text that is needed to tell two states apart
class state_merger {
public:
    PARLANCE_DECL state_merger(automaton const& code, array_ref<std::uint32_t const> kinds);

    /// Whether an automaton is of the kind that is worth the time: some state calls very many rules, all of which are live
    /// at once.
    [[nodiscard]] PARLANCE_DECL static bool is_worthwhile(automaton const& code) noexcept;
    /// The automaton that says the same with one state for each class.  Of rules that became one, the first gives its name.
    [[nodiscard]] PARLANCE_DECL automaton run();

private:
    static constexpr std::size_t many_calls = 64;
    static constexpr int most_rounds = 64;  // what is not told apart by then stays as it is

    /// What state `s` leads to, in classes.
    PARLANCE_DECL void describe(std::uint32_t s, vec<std::uint32_t>& out) const;
    [[nodiscard]] PARLANCE_DECL bool refine();
    [[nodiscard]] PARLANCE_DECL automaton packed() const;

    automaton const& code_;
    vec<std::uint32_t> class_of_;
    std::size_t classes_ = 0;
    vec<std::uint32_t> bounds_of_;  // of each count: the first with the same bounds
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/equal_states.ipp>
#endif
