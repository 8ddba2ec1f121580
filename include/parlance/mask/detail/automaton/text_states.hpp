// parlance/mask/detail/automaton/text_states.hpp - how much text states of an automaton read, whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
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
    explicit text_states(automaton const& code) : code_(code) {}

    static constexpr std::uint32_t endless = 0xFFFF'FFFF;
    /// What a state reads: groups as a whole, and of the code points above U+007F these, if it does not read all.
    struct alphabet {
        group_set groups = 0;
        vec<code_range> points;
    };
    /// points  that many code points of the alphabet are read, whichever they are
    /// beyond  behind those: groups of which anything can be read in a state that does not read all of it
    /// states  that such text leads to
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
    [[nodiscard]] PARLANCE_DECL bool reads_text(std::uint32_t state) const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept {
        return number_of_.size() * sizeof(std::uint32_t) + known_.size() * sizeof(reach);
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::size_t most_states = 60'000;  // that are looked at, all in all

    /// A state behind a code point, as it reads the next byte: behind its increment, if it has one.
    struct place {
        std::uint32_t state = none;  // or it does more than to read bytes
        bool increments = false;
    };
    [[nodiscard]] PARLANCE_DECL place behind(std::uint32_t state) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool only_reads(std::uint32_t state) const noexcept;
    [[nodiscard]] PARLANCE_DECL group_set groups_of(std::uint32_t state) const noexcept;
    /// With which bytes code points of the alphabet, or with some of them such as are not of it, begin.
    [[nodiscard]] PARLANCE_DECL static group_set beginnings_of(alphabet const& of) noexcept;
    /// Of the bytes from `first` to before `end`, of which those above 0x7F do not count.
    [[nodiscard]] PARLANCE_DECL static group_set groups_between(unsigned first, unsigned end) noexcept;
    /// Unless it was the last one.
    PARLANCE_DECL static void add_once(vec<std::uint32_t>& to, std::uint32_t state);
    PARLANCE_DECL static void add_range(vec<code_range>& to, std::uint32_t first, std::uint32_t last);

    /// What a state reads, and in `to` what is behind the code points of `among`, of which it reads no others above U+007F;
    /// false where that is not up to byte edges alone, or is not UTF-8.
    [[nodiscard]] PARLANCE_DECL bool look(std::uint32_t state, alphabet const& among, alphabet& reads,
                                          vec<std::uint32_t>& to);
    /// The same of an edge's lead bytes.
    [[nodiscard]] PARLANCE_DECL bool look_beyond(byte_edge const& e, vec<code_range>& points,
                                                 vec<std::uint32_t>& to) const;
    /// Inside a code point, whose bits are `value` so far: the next byte is from `low` to `high`, and `left` are missing.
    [[nodiscard]] PARLANCE_DECL bool inside(std::uint32_t state, unsigned low, unsigned high, unsigned left,
                                            std::uint32_t value, vec<code_range>* points,
                                            vec<std::uint32_t>& to) const;
    /// Whether all that may come there leads on.
    [[nodiscard]] PARLANCE_DECL bool is_whole(std::uint32_t state, unsigned low, unsigned high,
                                              unsigned left) const;
    [[nodiscard]] PARLANCE_DECL static bool same_points(alphabet const& a, alphabet const& b) noexcept;
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
    vec<std::uint32_t> number_of_;  // of each state: 1 + its place in known_, or 0
    vec<reach> known_;              // without an alphabet where it is not known of the state's own
    vec<std::uint32_t> ignored_;
    vec<std::uint32_t> next_;                      // behind the state that is looked at
    alphabet reads_;                               // what it reads
    hash_map<std::uint32_t, alphabet> alphabets_;  // by number
    maybe<found_states> pending_;                  // begun by a call that could not pay for all of it
    std::size_t looked_at_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/text_states.ipp>
#endif
