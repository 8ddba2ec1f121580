// parlance/mask/detail/automaton/determinise.hpp - from a network to an automaton, deterministic inside each rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/automaton_rows.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Subset construction inside each rule, calls taken as letters.  Where it would blow up, a rule keeps one state per
/// original state and loses only its epsilon edges.
///
/// cost  linear, but where epsilon edges lead from many states to many: each of the sets of states that this makes is
///       paid for, out of limits::fuel and limits::allocated_bytes
///
/// Precondition: every state that can be reached can lead to its rule's end.
class determiniser {
public:
    determiniser(rtn::network_view net, limits const& bounds, work& spent)
        : net_(net),
          bounds_(bounds),
          spent_(spent),
          mark_(net.state_count(), 0),
          behind_(net.state_count()) {}

    PARLANCE_DECL result<automaton> run();

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::uint64_t steps_of_an_edge = 16;  // in a set: it is looked at and hashed
    static constexpr std::uint64_t steps_of_a_state = 5;
    static constexpr std::size_t few = 8;     // sets up to which are part of what every network costs
    static constexpr std::size_t many = 512;  // edges after which a closure is paid for before it goes on
    using state_set = vec<std::uint32_t>;
    /// What the state stands for that a single state of the network and its epsilon edges lead to, in one rule.
    struct known {
        std::uint32_t rule = none;
        std::uint32_t id = 0;
    };
    struct labelled {
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t target;
        friend auto operator<=>(labelled const&, labelled const&) = default;
    };

    /// The new state at which rule `r` is entered.
    PARLANCE_DECL std::uint32_t entry_of(std::uint32_t r);
    PARLANCE_DECL void merge_counts();

    /// Whether a state says anything but where epsilon edges lead.
    [[nodiscard]] PARLANCE_DECL bool says_something(std::uint32_t s) const noexcept;
    /// Adds what epsilon edges lead to; keeps what says something, sorted.
    PARLANCE_DECL void close(state_set& set);
    /// Sorts the states that are marked, which are all in `set`, and once.
    PARLANCE_DECL void sort_marked(state_set& set) const;

    PARLANCE_DECL std::uint32_t intern_one(std::uint32_t s, std::uint32_t rule);
    PARLANCE_DECL std::uint32_t intern(state_set const& set, std::uint32_t rule);
    PARLANCE_DECL std::uint32_t intern_closed(array_ref<std::uint32_t const> set, std::uint32_t rule);
    PARLANCE_DECL std::uint32_t fresh(array_ref<std::uint32_t const> set, std::uint32_t rule);
    PARLANCE_DECL bool expand_rule(std::uint32_t rule);
    PARLANCE_DECL std::size_t body_size(std::uint32_t rule);

    /// The new states for targets of one label: one for all of them, or, when the rule is split, one each.
    template <class Add>
    void targets(state_set& set, std::uint32_t rule, Add&& add) {
        if (set.size() > 1) {
            std::sort(set.begin(), set.end());
            set.erase(std::unique(set.begin(), set.end()), set.end());
        }
        if (!split_) {
            add(intern(set, rule));
            return;
        }
        for (std::uint32_t const s : set) {
            add(intern_one(s, rule));
        }
    }
    template <class Add>
    void grouped(vec<labelled>& edges, std::uint32_t rule, Add&& add) {
        if (!std::is_sorted(edges.begin(), edges.end())) {
            (void)(edges.size() < few || spent_.spend(4 * steps_of_an_edge * edges.size()));
            std::sort(edges.begin(), edges.end());
        }
        for (std::size_t i = 0; i < edges.size();) {
            group_.clear();
            std::size_t j = i;
            for (; j < edges.size() && edges[j].a == edges[i].a && edges[j].b == edges[i].b; ++j) {
                group_.push_back(edges[j].target);
            }
            targets(group_, rule, [&](std::uint32_t t) { add(edges[i], t); });
            i = j;
        }
    }

    PARLANCE_DECL void expand(std::uint32_t id, std::uint32_t rule);
    /// The same for the usual state, one inside a literal; false where it is none.
    PARLANCE_DECL bool expand_literal(std::uint32_t id, std::uint32_t rule);

    /// Adds to the row that begins at `begin`.
    PARLANCE_DECL void expand_bytes(std::size_t begin, std::uint32_t rule);
    PARLANCE_DECL void expand_overlapping(std::size_t begin, std::uint32_t rule);
    /// Edges for the bytes from `low` to `high`, which lead to `group_`.
    PARLANCE_DECL void add_bytes(std::size_t begin, std::size_t low, std::size_t high, std::uint32_t rule);

    template <class T>
    static std::uint32_t at(vec<T> const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }

    rtn::network_view net_;
    limits const& bounds_;
    work& spent_;
    automaton out_;
    automaton_rows made_;
    vec<std::uint32_t> entries_;
    vec<std::uint32_t> rules_;
    vec<std::uint32_t> count_of_;
    vec<char> has_increments_;
    mutable vec<char> mark_;
    vec<known> behind_;
    sequence_table ids_;  // of the sets of this rule that are not one state
    vec<std::uint32_t> todo_;
    // of the state that is being expanded
    vec<labelled> calls_;
    vec<labelled> tokens_;
    state_set increments_;
    vec<byte_edge> bytes_;
    state_set group_;
    state_set closed_;
    bool split_ = false;
    std::uint32_t body_rule_ = none;
    std::size_t body_size_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/determinise.ipp>
#endif
