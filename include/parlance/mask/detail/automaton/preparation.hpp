// parlance/mask/detail/automaton/preparation.hpp - the steps from a network to a grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/automaton/link_parts.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::mask::detail {

/// Checks a network, and rewrites it until it can be run: without dead ends, without iterations that say nothing, with room
/// for the increments that are still owed, and deterministic in each rule.  No step changes the texts.
class preparation {
public:
    /// Precondition: both outlive it.
    preparation(rtn::network_view net, limits const& bounds) : net_(net), bounds_(bounds), spent_(bounds) {}
    /// Of the parts that the network has it is taken what is known.
    preparation(rtn::network const& net, limits const& bounds)
        : net_(net.view()), bounds_(bounds), spent_(bounds), linked_(link_parts(net, spent_)) {}

    /// names  of the rules, for errors and explain(); none, or one for each
    /// Errors: those of grammar::prepare().  Precondition: called once.
    [[nodiscard]] PARLANCE_DECL result<std::shared_ptr<grammar_data const>>
    run(array_ref<vec<char> const> names, trigger starts);

private:
    [[nodiscard]] PARLANCE_DECL bool copy_names(array_ref<vec<char> const> names);
    /// Which rules are objects and arrays, and whether matchers watch any.
    PARLANCE_DECL void note_watched();
    [[nodiscard]] PARLANCE_DECL result<void> drop_dead_ends();
    [[nodiscard]] PARLANCE_DECL result<void> refuse_left_recursion(facts const& known);
    [[nodiscard]] PARLANCE_DECL result<void> drop_empty_iterations(facts const& known);
    [[nodiscard]] PARLANCE_DECL result<void> keep_room_for_owed_increments();
    [[nodiscard]] PARLANCE_DECL result<automaton> made_deterministic();

    /// Which counted calls hold others, see automaton::holds_counts.
    PARLANCE_DECL void note_counts_in_counts(automaton& code);

    [[nodiscard]] diagnostic out_of_means() const { return spent_.error("preparing a grammar"); }
    [[nodiscard]] PARLANCE_DECL std::string_view name_of(rtn::rule_id r) const noexcept;

    rtn::network_view net_;
    limits const& bounds_;
    work spent_;
    linked_parts linked_;
    rtn::network rewritten_;     // what `net_` looks at, one or the other
    rtn::network without_ends_;  // of that
    std::uint32_t early_ = 0;    // see owed_increments
    std::vector<std::string> names_;
    vec<object_rule> objects_;
    vec<rtn::array_items> arrays_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/preparation.ipp>
#endif
