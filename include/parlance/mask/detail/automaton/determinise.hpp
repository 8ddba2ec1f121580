// parlance/mask/detail/automaton/determinise.hpp - from a network to an automaton, deterministic inside each rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/epsilon_closure.hpp>
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/paid_sort.hpp>
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
    /// linked  whose rules are copied.  Precondition: it outlives this
    determiniser(rtn::network_view net, limits const& bounds, work& spent, linked_parts const& linked)
        : net_(net), bounds_(bounds), spent_(spent), linked_(linked), closure_(net, spent) {}

    PARLANCE_DECL result<automaton> run();
    /// The rules from `first` on, each by itself, to be linked; false where one cannot be by itself, or was not paid for: one
    /// that calls a rule before `first` from one state with different counts, whose order other networks decide.
    [[nodiscard]] PARLANCE_DECL bool run_loose(rtn::rule_id first, loose_rules& out);

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::uint32_t wanted = none - 1;  // the entry of a rule that is called, and not made yet
    static constexpr std::uint64_t steps_of_an_edge = epsilon_closure::steps_of_an_edge;
    static constexpr std::uint64_t steps_of_a_state = 16;
    static constexpr std::uint64_t steps_of_a_count = 64;  // sorted
    static constexpr std::size_t few = epsilon_closure::few;
    static constexpr std::size_t many = epsilon_closure::many;
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

    /// Rule `r` is called: its states are to be made.
    PARLANCE_DECL void want(std::uint32_t r);
    [[nodiscard]] PARLANCE_DECL bool merge_counts();

    PARLANCE_DECL std::uint32_t intern_one(std::uint32_t s, std::uint32_t rule);
    PARLANCE_DECL std::uint32_t intern(state_set const& set, std::uint32_t rule);
    PARLANCE_DECL std::uint32_t intern_closed(array_ref<std::uint32_t const> set, std::uint32_t rule);
    /// A new state, which stands for those of `set`.  States are expanded in the order in which they are made, so that all rows
    /// of edges are written one behind the other.
    PARLANCE_DECL std::uint32_t fresh(array_ref<std::uint32_t const> set, std::uint32_t rule);
    [[nodiscard]] array_ref<std::uint32_t const> meaning(std::uint32_t id) const noexcept {
        return {meanings_[id], out_.first_meaning[id + std::size_t{1}] - out_.first_meaning[id]};
    }
    [[nodiscard]] PARLANCE_DECL bool begin();
    PARLANCE_DECL bool expand_rule(std::uint32_t rule);
    /// Copies the rows of a rule that is known.
    [[nodiscard]] PARLANCE_DECL bool link_rule(std::uint32_t rule, linked_part const& part);
    PARLANCE_DECL void link_states(std::uint32_t rule, linked_part const& part, loose_rule const& begin,
                                   loose_rule const& end);
    /// The numbers of its states grow by `state`.
    PARLANCE_DECL void link_edges(linked_part const& part, loose_rule const& begin, loose_rule const& end,
                                  std::uint32_t state);
    /// Room for the states of the network that so many more stand for.
    PARLANCE_DECL vec<std::uint32_t>& room_for_meanings(std::size_t count);
    /// States of the network that a rule has.
    PARLANCE_DECL std::size_t body_size(std::uint32_t rule);

    /// The new states for targets of one label: one for all of them, or, when the rule is split, one each.
    template <class Add>
    void targets(state_set& set, std::uint32_t rule, Add&& add) {
        if (set.size() > 1) {
            (void)(set.size() < many ? (std::sort(set.begin(), set.end()), true) : paid_sort(set, spent_));
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
            (void)(edges.size() < many ? (std::sort(edges.begin(), edges.end()), true)
                                       : paid_sort(edges, spent_));
        }
        std::size_t unpaid = 0;
        for (std::size_t i = 0; i < edges.size();) {
            if (unpaid > many && !spent_.spend(steps_of_an_edge * std::exchange(unpaid, 0))) {
                return;
            }
            group_.clear();
            std::size_t j = i;
            for (; j < edges.size() && edges[j].a == edges[i].a && edges[j].b == edges[i].b; ++j) {
                group_.push_back(edges[j].target);
            }
            targets(group_, rule, [&](std::uint32_t t) { add(edges[i], t); });
            unpaid += j - i;
            i = j;
        }
    }

    PARLANCE_DECL void add_row();
    /// For so many edges of each kind, moved in pieces; false where that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool make_room(array_ref<rtn::edge const> edges);
    /// Writes the edges of a state, whose number is that of the states that were expanded before.
    PARLANCE_DECL void expand(std::uint32_t id, std::uint32_t rule);
    /// The same for the usual state, one inside a literal; false where it is none.
    PARLANCE_DECL bool expand_literal(std::uint32_t id, std::uint32_t rule);
    /// Writes what all states stand for; false where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool pack_meanings();
    /// What is not needed any more, in the opposite order, so that the allocator gives memory back piece by piece; false where
    /// it was asked to stop.
    [[nodiscard]] PARLANCE_DECL bool free_all();
    /// Says to which states calls lead, and which of them need no frame; false where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool enter_callees();

    PARLANCE_DECL void expand_bytes(std::uint32_t rule);
    PARLANCE_DECL void expand_overlapping(std::uint32_t rule);
    /// Edges for the bytes from `low` to `high`, which lead to `group_`.
    PARLANCE_DECL void add_bytes(std::size_t low, std::size_t high, std::uint32_t rule);

    template <class Rows>
    static std::uint32_t at(Rows const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }

    rtn::network_view net_;
    limits const& bounds_;
    work& spent_;
    linked_parts const& linked_;
    epsilon_closure closure_;
    automaton out_;
    blocks<std::uint32_t const*> meanings_;  // where what a state stands for begins
    vec<vec<std::uint32_t>>
        meant_;  // stays where it is: there may be millions, and a row that grew would be copied
    vec<std::uint32_t> entries_;  // of each rule: the state at which it is entered
    vec<std::uint32_t> rules_;
    vec<std::uint32_t> count_of_;
    vec<char> has_increments_;  // of each rule: whether it increments, so that it needs a frame of its own
    vec<known> behind_;
    sequence_table ids_;  // of the sets of this rule that are not one state
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
#include <parlance/mask/detail/automaton/impl/link_rules.ipp>
#endif
