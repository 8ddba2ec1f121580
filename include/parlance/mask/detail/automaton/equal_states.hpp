// parlance/mask/detail/automaton/equal_states.hpp - an automaton in which states that cannot be told apart are one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

/// Partition refinement: states are in one class while they end alike and their bytes, calls, increments and tokens lead to the
/// same classes.  A table of thousands of rules that read the same becomes a handful of states.  Of a class that is split the
/// largest part stays what it was, and only states that lead to one of the others are looked at again (Hopcroft 1971).
///
/// kinds  of each rule: what else its states have to agree in
/// cost   edges times the logarithm of the number of states, but for states with very many edges; paid for
class state_merger {
public:
    PARLANCE_DECL state_merger(automaton const& code, array_ref<std::uint32_t const> kinds, work& spent);

    /// Whether an automaton is of the kind that is worth the time: some state calls very many rules, all of which are live
    /// at once.
    [[nodiscard]] PARLANCE_DECL static bool is_worthwhile(automaton const& code, work& spent);
    /// The automaton that says the same with one state for each class.  Of rules that became one, the first gives its name.
    /// Nothing where no two states are equal, or where finding out would take more than three quarters of what is left.
    [[nodiscard]] PARLANCE_DECL std::optional<automaton> run();

private:
    static constexpr std::size_t many_calls = 64;
    static constexpr std::uint64_t steps_of_an_edge = 3;   // described, or followed back
    static constexpr std::uint64_t steps_of_a_target = 4;  // counted, or noted
    static constexpr std::uint64_t steps_of_a_state = 15;  // described, or put into another class
    /// A part of those states of a class that are looked at again: the first of `again_`, and behind the last.
    struct part {
        std::uint32_t first;
        std::uint32_t last;
    };

    [[nodiscard]] PARLANCE_DECL bool pay(std::uint64_t steps);
    /// As many as each_target() visits, about.
    [[nodiscard]] std::size_t targets_of(std::uint32_t s) const noexcept {
        return 1 + code_.bytes_of(s).size() + 2 * code_.calls_of(s).size();
    }
    /// Calls visit(state) for each edge of `s`.
    template <class Visit>
    void each_target(std::uint32_t s, Visit&& visit) const {
        for (byte_edge const& e : code_.bytes_of(s)) {
            visit(e.target);
        }
        for (call_edge const& e : code_.calls_of(s)) {
            visit(e.entry);
            if (!e.tail) {
                visit(e.back);
            }
        }
        for (std::uint32_t const t : code_.increments_of(s)) {
            visit(t);
        }
        for (token_edge const& e : code_.tokens_of(s)) {
            visit(e.target);
        }
    }
    [[nodiscard]] std::uint32_t size_of(std::uint32_t c) const noexcept { return end_[c] - begin_[c]; }

    PARLANCE_DECL void find_users();
    PARLANCE_DECL void begin_with(array_ref<std::uint32_t const> kinds);
    /// What state `s` leads to, in classes.
    [[nodiscard]] PARLANCE_DECL bool describe(std::uint32_t s);
    /// Finds the parts of `again_`, which lead to the same; false when that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool compare();
    /// Makes classes of the parts, and `again_` those states that lead to new classes.
    [[nodiscard]] PARLANCE_DECL bool split();
    /// Makes a class of some states of class `c`; of its last `size` states.  False when that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool split_off(std::uint32_t c, part const& states);
    [[nodiscard]] PARLANCE_DECL bool split_off(std::uint32_t c, std::uint32_t size);
    /// Moves a state within its class.
    PARLANCE_DECL void move(std::uint32_t s, std::uint32_t to) noexcept;
    /// Numbers the classes in the order of their first states.
    PARLANCE_DECL void number();
    [[nodiscard]] PARLANCE_DECL automaton packed() const;

    automaton const& code_;
    work& spent_;
    paid_rounds each_move_;         // of a state, to another place or part
    std::uint64_t kept_;            // what is not spent here
    vec<std::uint32_t> bounds_of_;  // of each count: the first with the same bounds
    vec<std::uint32_t> first_user_;
    vec<std::uint32_t> users_;  // of each state: those that lead to it
    vec<std::uint32_t> class_of_;
    vec<std::uint32_t> members_;  // of all classes
    vec<std::uint32_t> place_;    // of each state among them
    vec<std::uint32_t> begin_;    // of each class
    vec<std::uint32_t> end_;
    vec<std::uint32_t> again_;  // states that are to be looked at, by their classes
    vec<char> is_again_;
    vec<part> parts_;
    vec<std::uint32_t> moved_;  // states that came into a new class
    // of the state that is described
    vec<std::uint32_t> words_;
    vec<std::array<std::uint32_t, 3>> calls_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/equal_states.ipp>
#endif
