// parlance/rtn/detail/simulation.hpp - which states of an automaton read all that others do
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

/// A state covers another one when it has every move that the other has, to a state that covers where that leads; moves
/// behind empty edges are its own as well.  Of the members of a subset, to which what empty edges lead to belongs, one
/// makes another needless when its moves proper do so: of the ways through `(.{1,63}\\.)+`, the part that began last does.
class nfa::simulation {
public:
    /// Finds all pairs.  False when no state covers another, when there are too many states, and when it can't be paid for.
    [[nodiscard]] PARLANCE_DECL bool find(nfa const& a, vec<vec<std::uint32_t>> const& letters_of_sets,
                                          std::size_t letters, work& spent);
    [[nodiscard]] bool replaces(state by, state what) const noexcept {
        return proper_[what * size_ + by] != 0;
    }
    /// Takes out of `members` what others among them make needless.  `at` is a member's state, and `may(by, what)` says
    /// what else has to hold.
    template <class At, class May>
    void thin_out(vec<std::uint32_t>& members, At const& at, May const& may) const {
        vec<std::uint32_t> const all = members;
        erase_if(members, [&](std::uint32_t what) {
            return std::any_of(all.begin(), all.end(), [&](std::uint32_t by) {
                return by != what && replaces(at(by), at(what)) && may(by, what) &&
                       (by < what || !replaces(at(what), at(by)) || !may(what, by));
            });
        });
    }

private:
    struct step {
        std::uint32_t letter;  // and further symbols: the end of the text, and each look-ahead
        state to;
    };
    static constexpr std::size_t most_states = 640;
    static constexpr std::size_t most_steps = 40'000;

    /// What can be read at a state.
    struct moves {
        vec<step> steps;  // sorted
        std::uint32_t label = 0;
    };

    /// The moves of each state, proper and with those behind empty edges.  False when they are too many.
    [[nodiscard]] PARLANCE_DECL bool collect(nfa const& a, vec<vec<std::uint32_t>> const& letters_of_sets,
                                             std::size_t letters, work& spent);
    [[nodiscard]] PARLANCE_DECL bool covered(moves const& what, moves const& by) noexcept;

    std::size_t size_ = 0;
    std::uint64_t looked_at_ = 0;  // steps and pairs, not paid for yet
    vec<std::uint8_t> covers_;     // by state, and the state that covers it
    vec<std::uint8_t> proper_;     // the same by moves proper
    vec<moves> all_;
    vec<moves> own_;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/simulation.ipp>
#endif
