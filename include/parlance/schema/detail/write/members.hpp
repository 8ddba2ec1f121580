// parlance/schema/detail/write/members.hpp - the members of an object, one after the other
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/member_choices.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/member_order.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parlance::schema::detail {

/// Writes places between members, each a set of members that have been there.
class writer::member_writer {
public:
    member_writer(writer& out, object_plan const& plan, member_order const& layout)
        : out_(&out),
          plan_(&plan),
          layout_(&layout),
          choices_(plan, layout.ranks, out.spent_),
          rules_(layout.any || layout.in_places || !plan.choices.empty()),
          grouped_(plan.duties.empty() && (layout.chain_end < plan.members.size() ||
                                           std::any_of(
                                               plan.regions.begin(), plan.regions.end(),
                                               [](object_plan::region const& r) { return r.unnamed; }))) {
        for (std::size_t rank = layout.chain_end; rank < plan.members.size(); ++rank) {
            free_members& to = counted_alone(rank) ? required_ : others_;
            bool const apart = !grouped_ || !text_writer::one_spelling(member(rank).name);
            (apart ? to.alone : to.together).push_back(rank);
        }
    }

    /// From `from`, where the first key or nothing may stand, to `to`, where the white space before the bracket does.
    /// Errors: too_many_alternatives.
    [[nodiscard]] PARLANCE_DECL result<void> write(state_id from, state_id to);
    [[nodiscard]] PARLANCE_DECL bool may_be_empty() const;

private:
    struct place {
        std::size_t index;   // of the chain
        std::uint32_t seen;  // of the tracked members
        std::uint64_t count;
        std::uint32_t met;         // of the duties
        bool behind;               // a value; otherwise a member must begin
        bool incremented = false;  // for it
        std::uint32_t open = 0;    // of the choices
        friend bool operator==(place const&, place const&) = default;
    };
    /// Members that may stand anywhere.
    struct free_members {
        vec<std::size_t> together;  // one rule reads their names
        vec<std::size_t> alone;
        std::optional<rule_id> group{};
    };
    struct hash_place {
        [[nodiscard]] std::uint64_t operator()(place const& p) const noexcept {
            std::uint64_t out = 0;
            for (std::uint64_t const part :
                 {std::uint64_t{p.index}, p.count, std::uint64_t{p.seen} << 32 | p.met,
                  std::uint64_t{p.open} << 2 | std::uint64_t{p.behind} << 1 | std::uint64_t{p.incremented}}) {
                out = (out ^ part) * 0x9E37'79B9'7F4A'7C15;
                out ^= out >> 32;
            }
            return out;
        }
    };

    PARLANCE_DECL state_id at(place const& p);
    [[nodiscard]] PARLANCE_DECL std::uint64_t needed(place const& p) const;
    [[nodiscard]] std::uint32_t all_duties() const noexcept { return (1u << plan_->duties.size()) - 1; }
    [[nodiscard]] PARLANCE_DECL bool finished(place const& p) const;
    [[nodiscard]] PARLANCE_DECL object_plan::member const& member(std::size_t rank) const;
    /// Whether a required member may stand anywhere, because it is counted.
    [[nodiscard]] bool counted_alone(std::size_t rank) const {
        return layout_->required_alone > 0 && rank >= layout_->chain_end && member(rank).required;
    }
    /// Whether there is room for a member that is not counted alone.
    [[nodiscard]] PARLANCE_DECL bool room(place const& p) const noexcept;
    /// Whether there is room for the required ones once `next` is reached.
    [[nodiscard]] PARLANCE_DECL bool fits(place const& p, place const& next) const;

    /// Behind a value: the end, or a separator.
    PARLANCE_DECL void go_on(place const& p, state_id to);

    /// Before a key: those that may stand here.
    PARLANCE_DECL void begin(place const& p);

    /// Whether so many members may stay away that the ways past them are written as trees of names.
    [[nodiscard]] PARLANCE_DECL bool many_optional() const;
    /// A tree of the names that may come, for each place of the chain.  Without them each place would lead to all that
    /// are behind it, one by one.  That of a place and that of the next share all but the path of one name.
    PARLANCE_DECL void write_name_trees();

    /// Whether it is known of the member whether it comes.
    [[nodiscard]] bool over(place const& p, std::size_t rank) const noexcept {
        return rank < layout_->tracked ? (p.seen >> rank & 1) != 0 : rank < p.index;
    }
    /// `p` with what is left of the choices, `rank` being over now.
    [[nodiscard]] PARLANCE_DECL place settled(place p, std::optional<std::size_t> rank, std::uint32_t open);
    PARLANCE_DECL void write_member(state_id here, std::size_t rank, place const& next, bool has_incremented);
    PARLANCE_DECL void write_value(state_id here, std::size_t rank, goal const& value, place const& next,
                                   bool has_incremented);
    PARLANCE_DECL void write_group(state_id here, free_members& members, bool unnamed, place const& next);
    /// Required members that are counted alone.
    PARLANCE_DECL void write_counted(state_id here, place const& next, bool has_incremented);
    /// Other members that may stand anywhere, and further ones.
    PARLANCE_DECL void write_free(state_id here, place const& next, bool has_incremented);
    [[nodiscard]] PARLANCE_DECL rule_id key_rule(std::size_t region);
    /// One rule for these members, and for keys without a name: one way to go instead of one for each of them, until the key
    /// is known.
    [[nodiscard]] PARLANCE_DECL rule_id group_rule(vec<std::size_t> const& ranks, bool unnamed);
    /// The state behind one increment, where members are counted so.
    [[nodiscard]] PARLANCE_DECL state_id incremented(state_id from);

    /// A key and its value, for each way to meet duties with it.
    template <class Key>
    void write_entry(state_id here, std::size_t which, goal const& value, std::uint32_t grants,
                     place const& next, Key&& key) {
        rtn::builder& net = out_->out_;
        auto const colon = [&](state_id from) {
            return out_->gap(net.literal(out_->loop(key(from)), out_->how_.key_separator));
        };
        std::uint32_t const open_duties = grants & ~next.met;
        state_id begin = 0;
        bool begun = false;
        for (std::uint32_t chosen = open_duties;; chosen = (chosen - 1) & open_duties) {
            goal with = value;
            for (std::size_t d = 0; d < plan_->duties.size(); ++d) {
                if ((chosen >> d & 1) != 0 && plan_->duties[d].what.is == fact::kind::some_key) {
                    add_literal(with, plan_->duties[d].what.then);
                }
            }
            place to = next;
            to.met |= chosen;
            if (rules_) {
                auto const [known, fresh] = entry_rules_.emplace(std::pair{which, with}, 0);
                if (fresh) {
                    known->second = net.add_rule("member");
                    state_id const stop = net.add_state();
                    net.accept(stop);
                    net.call(key(net.entry(known->second)), out_->behind_key(out_->rule_of(with)), stop);
                }
                net.call(here, known->second, at(to));
            } else {
                begin = begun ? begin : colon(here);
                begun = true;
                net.call(begin, out_->rule_of(with), at(to));
            }
            if (chosen == 0) {
                return;
            }
        }
    }

    writer* out_;
    object_plan const* plan_;
    member_order const* layout_;
    member_choices choices_;
    bool rules_;             // entries are rules, because many places lead to them
    bool grouped_;           // members that may stand anywhere are read by one rule
    free_members required_;  // that are counted alone
    free_members others_;
    hash_map<place, state_id, hash_place> places_;
    vec<place> todo_;         // in the order in which they were met
    std::uint64_t ways_ = 0;  // of choices that members go on with, not paid for yet
    ordered_map<std::size_t, state_id>
        name_trees_;  // by index of the chain, from the one on that memory is enough for
    ordered_map<state_id, state_id> incremented_;
    ordered_map<std::size_t, rule_id> key_rules_;
    ordered_map<std::pair<std::size_t, goal>, rule_id> entry_rules_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/members.ipp>
#include <parlance/schema/detail/write/impl/name_trees.ipp>
#endif
