// parlance/rtn/nfa.hpp - a nondeterministic automaton over code points, to be determinised
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

namespace parlance::rtn {

/// Collects states, edges over sets of code points, and empty edges; determinised() makes a `dfa` of it.
class nfa {
public:
    using state = std::uint32_t;

    PARLANCE_DECL state add_state();
    void empty_edge(state from, state to) { add(rows_[from].empty, 0, to); }
    PARLANCE_DECL void edge(state from, array_ref<code_points const> set, state to);
    PARLANCE_DECL void edge(state from, char32_t c, state to);
    /// A set's number, which is normalized here; edges that read the same need not look for it again.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(array_ref<code_points const> set);
    void numbered_edge(state from, std::uint32_t set, state to) { add(rows_[from].edges, set, to); }
    /// The code points of `text`, which must be UTF-8; returns where they end.
    PARLANCE_DECL state literal(state from, std::string_view text);
    /// Texts that end in `s` get `label` (the greatest one, where several states do).
    void accept(state s, std::uint32_t label = 1) { rows_[s].label = label; }
    [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
    /// Makes room for one more set, so that adding it moves nothing; false where that cannot be paid for.
    [[nodiscard]] bool make_room(work& spent) { return ids_.make_room(spent) && paid_room(sets_, 1, spent); }

    /// Passable before the first code point only, or behind the last one only.
    void begin_edge(state from, state to) { add(rows_[from].begin, 0, to); }
    void end_edge(state from, state to) { add(rows_[from].end, 0, to); }
    /// A number for an automaton that look-ahead edges ask.
    [[nodiscard]] PARLANCE_DECL std::uint32_t add_look(dfa ahead);
    /// Passable where automaton number `which` accepts all that is left of the text.
    void look_edge(state from, std::uint32_t which, state to) { add(rows_[from].looks, which, to); }

    /// Frees the states, with looks whether to stop in between; false where that cannot be paid for.  Nothing but destroying it
    /// may follow.
    [[nodiscard]] PARLANCE_DECL bool free(work& spent);

    /// The subset construction from `start`.  A member of a subset is a state with what look-aheads still ask of the
    /// rest of the text.  It is paid for by members, not by subsets.
    /// Errors: too_many_states above `most`; out_of_fuel, out_of_memory_budget, cancelled.
    [[nodiscard]] PARLANCE_DECL result<dfa> determinised(state start, std::size_t most, work& spent) const;
    /// The same within the default limits.
    [[nodiscard]] PARLANCE_DECL result<dfa> determinised(state start, std::size_t most) const;

    /// The label of one text, without an automaton of all texts: the states that it may be in are followed code point by code
    /// point (Thompson 1968), and where a look-ahead may be passed is found from the end of the text.  0 also when it is
    /// not UTF-8.  O(code points · states), and each is paid for.
    /// Errors: out_of_fuel, out_of_memory_budget, cancelled.
    [[nodiscard]] PARLANCE_DECL result<std::uint32_t> label(state start, std::string_view text,
                                                            work& spent) const;

private:
    class single_run;
    class simulation;
    class closures;
    class plain_subsets;
    class look_subsets;

    /// Whether subsets are so many and so large that it is worth while to look for states that others cover.
    [[nodiscard]] static bool growing(std::size_t subsets, std::size_t members) noexcept {
        constexpr std::size_t many = 400;
        constexpr std::size_t large = 6;
        return subsets >= many && members >= large * subsets;
    }

    /// The alphabet of all sets, paid for by how many groups they are made of.
    [[nodiscard]] PARLANCE_DECL bool letters_of(dfa& out, vec<vec<std::uint32_t>>& members,
                                                work& spent) const;

    /// An edge.  Those of all states stand in one place, so that they are neither allocated nor freed one by one.
    struct link {
        std::uint32_t what;  // the number of a set, or of a look-ahead's automaton
        state to;
        std::uint32_t next;  // of the same state
    };
    /// Edges of one kind of one state, in the order in which they were added.
    struct chain {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint32_t count = 0;
    };
    struct row {
        chain edges;
        chain empty;
        chain begin;
        chain end;
        chain looks;
        std::uint32_t label = 0;
    };
    /// A chain's edges, to be gone through.
    class edges_of {
    public:
        class iterator {
        public:
            iterator(blocks<link> const& all, chain of) noexcept
                : all_(&all), at_(of.first), left_(of.count) {}
            [[nodiscard]] link const& operator*() const noexcept { return (*all_)[at_]; }
            iterator& operator++() noexcept {
                at_ = (*all_)[at_].next;
                --left_;
                return *this;
            }
            [[nodiscard]] bool operator==(std::default_sentinel_t) const noexcept { return left_ == 0; }

        private:
            blocks<link> const* all_;
            std::uint32_t at_;
            std::uint32_t left_;
        };

        edges_of(blocks<link> const& all, chain of) noexcept : begin_(all, of) {}
        [[nodiscard]] iterator begin() const noexcept { return begin_; }
        [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    private:
        iterator begin_;
    };
    struct hash_points {
        [[nodiscard]] PARLANCE_DECL std::uint64_t operator()(vec<code_points> const& set) const noexcept;
    };

    PARLANCE_DECL void add(chain& to, std::uint32_t what, state where);
    [[nodiscard]] edges_of edges(chain of) const noexcept { return {links_, of}; }
    /// Adds the states that a chain leads to.
    void targets(chain of, vec<state>& to) const {
        for (link const& e : edges(of)) {
            to.push_back(e.to);
        }
    }

    blocks<row> rows_;
    blocks<link> links_;
    vec<dfa> looks_;
    vec<vec<code_points>> sets_;
    hash_map<vec<code_points>, std::uint32_t, hash_points> ids_;
    std::uint32_t latest_ = 0;  // the set of the edge that was added last
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/nfa.ipp>
#endif
