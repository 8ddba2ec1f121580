// parlance/mask/detail/loop/text_states.hpp - how much text states of an automaton read, whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/loop/state_text.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class budget;

/// Finds, for states inside one rule, how many of the code points that a state reads can follow each other from there,
/// whichever they are.  A pattern that is looked for in a text, or a count beside one, makes thousands of such states, and
/// from most of them any text goes on: that is known of all of them behind one look at what they lead to.  Says nothing of
/// counts, nor of what is read behind the rule.
///
/// cost  a few steps for each edge of the states that such text leads to, once
class text_states {
public:
    explicit text_states(automaton const& code) : code_(code), text_(code) {}

    static constexpr std::uint32_t endless = 0xFFFF'FFFF;
    static constexpr std::uint32_t most_counted = 1'000'000;
    using alphabet = state_text::alphabet;
    /// points  that many code points of the alphabet are read, whichever they are
    /// beyond  behind those: groups of which anything can be read in a state that does not read all of it
    /// states  that such text leads to; some more than once, up to most_counted
    /// increments   whether each code point increments once, before its first byte; if not, none does
    /// loops   all of the alphabet leads back to the state
    /// exact   there are no more points
    /// returns some of the states end their rule
    /// of      the alphabet, which lives as long as this
    struct reach {
        std::uint32_t points = 0;
        group_set beyond = ~group_set{0};
        std::uint32_t states = 0;
        bool increments = false;
        bool loops = false;
        bool exact = false;
        bool returns = false;
        alphabet const* of = nullptr;
    };
    /// From a state that reads bytes and nothing else; no states where they are too many, or cannot be paid for.
    [[nodiscard]] PARLANCE_DECL reach from(std::uint32_t state, budget& means);
    /// Whether any byte of text can be read in a state.
    [[nodiscard]] bool reads_text(std::uint32_t state) const noexcept { return text_.groups_of(state) != 0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return number_of_.size() * (sizeof(std::uint32_t) + sizeof(group_set)) +
               known_.size() * sizeof(reach);
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::size_t most_states = 60'000;  // that are looked at, all in all

    PARLANCE_DECL alphabet const* keep(alphabet const& found);

    /// What text leads to, by places: those in known_ from `base` on.  In front, and in place of a state that is not looked
    /// at, is one that reads nothing.
    struct found_states {
        struct edge {
            std::uint32_t from;
            std::uint32_t to;
        };
        std::uint32_t base;
        alphabet wanted;
        reach all{};  // of any of them
        vec<std::uint32_t> states{none};
        vec<char> alike{0};  // whether it reads just what is wanted
        vec<edge> edges{};
        std::uint32_t next = 1;         // to be looked at
        bool torn = true;               // left in the middle, for want of memory
        vec<std::uint32_t> first_to{};  // of `from`, by the place that an edge leads to
        vec<std::uint32_t> from{};

        PARLANCE_DECL void sort_edges();
        [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t const> before(std::uint32_t place) const noexcept;
    };
    /// Goes on with what is pending; false where that cannot be paid for, and it stays pending.
    [[nodiscard]] PARLANCE_DECL bool explore(budget& means);
    PARLANCE_DECL void forget_pending() noexcept;
    /// Finds all that are behind a state, unless they are too many; false where that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool follow(found_states& found, budget& means);
    [[nodiscard]] PARLANCE_DECL std::uint32_t number(found_states& found, std::uint32_t of);
    PARLANCE_DECL void count_points(found_states const& found);
    /// Of states behind as much text as all ways have, one that reads all of it goes on with any: the others, by place.
    [[nodiscard]] PARLANCE_DECL vec<char> find_uneven(found_states const& found) const;

    automaton const& code_;
    state_text text_;
    vec<std::uint32_t> number_of_;  // of each state: 1 + its place in known_, or 0
    vec<reach> known_;              // without an alphabet where it is not known of the state's own
    vec<std::uint32_t> next_;       // behind the state that is looked at
    alphabet reads_;                // what it reads
    hash_map<std::uint32_t, alphabet> alphabets_;  // by number
    maybe<found_states> pending_;                  // begun by a call that could not pay for all of it
    std::size_t looked_at_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/text_states.ipp>
#endif
