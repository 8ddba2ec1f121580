// parlance/rtn/detail/peg_regular.hpp - the regular part of a parsing table, for predicates
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::rtn::detail {

/// Works predicates into the elements of a sequence that follow them.  Its automata are bounded by most_states, whatever may be
/// spent otherwise.
class peg_regular {
public:
    static constexpr std::size_t most_states = 5000;

    /// looks  only looks whether to stop
    peg_regular(peg::arena_view const& a, work& looks) : a_(a), looks_(&looks), stop_(looks) {}

    [[nodiscard]] PARLANCE_DECL static vec<code_points> members(peg::arena_view const& a,
                                                                peg::char_class const& c);

    /// The texts of the elements in front of `all`, the first of which is a predicate, that every predicate lets
    /// pass whatever follows; `end` becomes the number of elements behind all, counted from the caller's start.
    /// Errors: not_lowerable, cancelled.
    [[nodiscard]] PARLANCE_DECL result<dfa> predicated(std::span<peg::node_id const> all, std::size_t& end);

    /// What predicated() depends on, if it takes as many elements as `count` becomes; empty where that is too long.
    [[nodiscard]] PARLANCE_DECL std::string content(std::span<peg::node_id const> all, std::size_t& count);

private:
    static constexpr std::size_t longest_content = 100'000;
    static constexpr std::size_t steps_of_a_state = 50;

    [[nodiscard]] PARLANCE_DECL bool predicate(peg::node_id id) const noexcept;

    /// Adds what add() depends on; false where that is false but for the size.
    [[nodiscard]] PARLANCE_DECL bool add_content(std::string& to, peg::node_id id);
    [[nodiscard]] PARLANCE_DECL bool add_content_of(std::string& to, peg::node const& n);

    /// False when the node is not regular, or too large.
    [[nodiscard]] PARLANCE_DECL bool add(nfa& to, peg::node_id id, nfa::state from, nfa::state end);
    [[nodiscard]] PARLANCE_DECL bool add_node(nfa& to, peg::node const& n, nfa::state from, nfa::state end);
    [[nodiscard]] PARLANCE_DECL bool add_literal(nfa& to, std::string_view text, nfa::state from,
                                                 nfa::state end);
    /// Texts, with one state for what several begin with: else each subset of states has the beginnings of all.
    [[nodiscard]] PARLANCE_DECL bool add_words(nfa& to, vec<std::string_view> words, nfa::state from,
                                               nfa::state end);
    template <class Body>
    [[nodiscard]] static bool times(nfa& to, std::uint32_t least, std::uint32_t most, nfa::state from,
                                    nfa::state end, Body const& body) {
        if (least > 1000 || (most != peg::unbounded && most > 1000)) {
            return false;
        }
        for (std::uint32_t i = 0; i < least; ++i) {
            nfa::state const next = to.add_state();
            if (!body(from, next)) {
                return false;
            }
            from = next;
        }
        if (most == peg::unbounded) {
            nfa::state const loop = to.add_state();
            to.empty_edge(from, loop);
            to.empty_edge(loop, end);
            return body(loop, loop);
        }
        for (std::uint32_t i = least; i < most; ++i) {
            to.empty_edge(from, end);
            nfa::state const next = to.add_state();
            if (!body(from, next)) {
                return false;
            }
            from = next;
        }
        to.empty_edge(from, end);
        return true;
    }

    void look(std::size_t steps) { static_cast<void>(looks_->spend(steps)); }
    /// To make one automaton.
    [[nodiscard]] work means() const noexcept {
        limits bounds;
        bounds.stop = stop_token(stop_);
        return work(bounds);
    }

    peg::arena_view a_;
    work* looks_;
    metered_stop stop_;
    std::size_t depth_ = 0;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/peg_regular.ipp>
#endif
