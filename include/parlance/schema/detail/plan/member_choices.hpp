// parlance/schema/detail/plan/member_choices.hpp - what members that were there, or not, leave open of an object's choices
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parlance::schema::detail {

/// Follows the choices of an object from member to member.  A state says for each choice which of its ways may still
/// be gone; one that is settled whatever follows is 0.  States are numbers, the first one is 0.
class writer::member_choices {
public:
    /// `ranks` are the members by name, in the order of the object.
    PARLANCE_DECL member_choices(object_plan const& plan,
                                 ordered_map<std::string_view, std::size_t> const& ranks);

    /// Whether there is a way for each choice at all.
    [[nodiscard]] bool possible() const noexcept { return possible_; }
    [[nodiscard]] bool about(std::size_t rank) const noexcept {
        return rank < asked_.size() && !asked_[rank].empty();
    }

    /// What is left where a member does not come, and nothing where it must.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t> without(std::uint32_t state, std::size_t rank);
    /// What is left where it comes, and what is asked of its value for that; several where values decide.
    [[nodiscard]] PARLANCE_DECL vec<std::pair<std::uint32_t, goal>> with(std::uint32_t state,
                                                                         std::size_t rank);
    /// Settles what no member that may still come says anything about: of all choices, or of those that are about
    /// `rank`, where that member is what was over last.
    template <class Over>
    [[nodiscard]] std::uint32_t settled(std::uint32_t state, std::optional<std::size_t> rank,
                                        Over const& over) {
        if (rank && !about(*rank)) {
            return state;
        }
        vec<std::uint64_t> next = states_[state];
        bool changed = false;
        auto const look = [&](std::size_t c) {
            for (std::size_t w = 0; w < choices_[c].size(); ++w) {
                if ((next[c] >> w & 1) != 0 && all_of(choices_[c][w], over)) {
                    next[c] = 0;
                    changed = true;
                }
            }
        };
        for (std::size_t c = 0; !rank && c < next.size(); ++c) {
            look(c);
        }
        for (std::size_t i = 0; rank && i < asked_[*rank].size(); ++i) {
            look(asked_[*rank][i]);
        }
        return changed ? number(std::move(next)) : state;
    }
    /// Whether the members for which `over` is false may all stay away.
    template <class Over>
    [[nodiscard]] bool complete(std::uint32_t state, Over const& over) const {
        vec<std::uint64_t> const& alive = states_[state];
        for (std::size_t c = 0; c < alive.size(); ++c) {
            bool one = alive[c] == 0;
            for (std::size_t w = 0; !one && w < choices_[c].size(); ++w) {
                one = (alive[c] >> w & 1) != 0 && all_of(choices_[c][w], [&](std::size_t rank, bool present) {
                          return !present || over(rank);
                      });
            }
            if (!one) {
                return false;
            }
        }
        return true;
    }

private:
    /// What one way asks of one member.
    struct demand {
        std::size_t rank;
        bool present = false;
        bool absent = false;
        goal value{};
    };
    using way = vec<demand>;
    template <class F>
    [[nodiscard]] static bool all_of(way const& w, F const& f) {
        for (demand const& d : w) {
            if constexpr (std::is_invocable_v<F, std::size_t, bool>) {
                if (!f(d.rank, d.present)) {
                    return false;
                }
            } else if (!f(d.rank)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] PARLANCE_DECL std::uint32_t number(vec<std::uint64_t> state);
    [[nodiscard]] PARLANCE_DECL demand const* demand_of(std::size_t choice, std::size_t number,
                                                        std::size_t rank) const;

    vec<vec<way>> choices_;
    vec<vec<std::size_t>> asked_;  // by rank: the choices that say something of it
    vec<vec<std::uint64_t>> states_;
    hash_map<std::uint64_t, vec<std::uint32_t>> numbers_;  // of states, by hash
    bool possible_ = true;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/member_choices.ipp>
#endif
