// parlance/mask/detail/automaton/absorption.hpp - frames that say nothing new over others, so that ambiguity does not stack them up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Finds out which frames absorb which.
///
/// What a frame reads is what leads from its state to the end of its rule.  Frame g absorbs itself when it can read
/// nothing, and whatever it reads twice it reads at once: L(g)L(g) is within L(g), which holds if L(g) can be read wherever
/// g may end.  Then g over g over any stack P reads what g over P does; and if f can read nothing and L(f) is within
/// L(g), f over g over P reads it, too.  In `s ::= s s | [a-z]` the second s of each pair is such a frame.
///
/// "Within" is shown by simulation, calls taken as letters, so some of it is not found; frames whose rules increment or name
/// tokens are left alone.  Nothing is looked for, and linear time taken, where no frame that can read nothing is ever pushed
/// right over another such.
class absorption_finder {
public:
    PARLANCE_DECL absorption_finder(automaton const& code, work& spent);

    /// Sorted; of no use where `spent` says that it was not paid for.
    [[nodiscard]] PARLANCE_DECL vec<automaton::absorption> run();

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::size_t few = 32;             // frames of which all pairs are tried
    static constexpr std::size_t most_pairs = 2'000;   // of states in one simulation
    static constexpr std::size_t most_work = 400'000;  // pairs of edges in all

    struct pair {
        std::uint32_t less;
        std::uint32_t more;
    };
    [[nodiscard]] static constexpr std::uint64_t key(pair p) noexcept {
        return (std::uint64_t{p.less} << 32) | p.more;
    }
    PARLANCE_DECL void charge(std::size_t steps);
    [[nodiscard]] bool gave_up() const noexcept { return work_ > most_work || spent_.why() != errc::none; }
    PARLANCE_DECL void prepare();
    PARLANCE_DECL void find_nullable();
    /// Whether what the call pushes is a frame that can read nothing, or something.
    [[nodiscard]] PARLANCE_DECL bool is_frame(call_edge const& e) const noexcept;
    PARLANCE_DECL void find_frames();
    /// Whether one of them is pushed in a rule that one is pushed for: in most grammars none is, and few rules are looked at.
    template <class EachNext>
    [[nodiscard]] bool may_stand_over(EachNext const& each_next) const;
    /// Those of them over which one can come to stand.
    [[nodiscard]] PARLANCE_DECL vec<std::uint32_t> ever_below() const;
    /// The state and what its rule's tail calls lead to: they run in the same frame.
    [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t const> together(std::uint32_t s);
    [[nodiscard]] PARLANCE_DECL bool ends(std::uint32_t s);
    /// Whether L(less) is within L(more).
    [[nodiscard]] PARLANCE_DECL bool within(pair asked);
    /// Calls visit(pair) for the pairs that `p` may rest on.
    template <class Visit>
    void each_below(pair p, Visit&& visit);
    /// Whether it holds as far as it rests on pairs that are good, or, where nothing is given, if all pairs are.
    [[nodiscard]] PARLANCE_DECL bool holds(pair p, hash_map<std::uint64_t, char> const* good);
    [[nodiscard]] PARLANCE_DECL bool absorbs_itself(std::uint32_t g);

    automaton const& code_;
    work& spent_;
    vec<char> nullable_;
    vec<std::uint32_t> frames_;
    vec<std::uint32_t> alone_;       // each state: a row of one
    vec<std::uint32_t> reached_by_;  // of a state: the last frame that was seen to reach it
    hash_map<std::uint32_t, vec<std::uint32_t>> together_;
    hash_map<std::uint64_t, char> known_;
    std::size_t work_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/absorption.ipp>
#endif
