// parlance/schema/detail/plan/member_choices.hpp - what members that were there, or not, leave open of an object's choices
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parlance::schema::detail {

/// Follows the choices of an object from member to member.  A state says for each choice which of its ways may still
/// be gone; one that is settled whatever follows is 0.
///
/// States are numbers, and equal ones have the same: roots of trees of blocks, of which none is held twice (hash consing).
/// What a member changes is so many blocks as the tree is deep; an object of a thousand choices has a thousand states.
class writer::member_choices {
public:
    /// `ranks` are the members by name, in the order of the object.
    PARLANCE_DECL member_choices(object_plan const& plan,
                                 ordered_map<std::string_view, std::size_t> const& ranks, work& spent);

    /// Whether there is a way for each choice at all.
    [[nodiscard]] bool possible() const noexcept { return possible_; }
    /// The state before any member.
    [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
    /// What the states take.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return blocks_.size() * (2 * sizeof(block) + 4 * sizeof(std::uint32_t));
    }
    [[nodiscard]] bool about(std::size_t rank) const noexcept {
        return rank < asked_.size() && !asked_[rank].empty();
    }

    /// What is left where a member does not come, and nothing where it must.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t> without(std::uint32_t state, std::size_t rank);
    /// What is left where it comes, and what is asked of its value for that; several where values decide.  None where they
    /// cannot be paid for: whoever pays next learns of it.
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
        auto const look = [&](std::size_t c) {
            std::uint64_t const ways = alive(state, c);
            bool done = false;
            for (std::size_t w = 0; !done && w < choices_[c].size(); ++w) {
                done = (ways >> w & 1) != 0 && all_of(choices_[c][w], over);
            }
            if (done) {
                state = replaced(state, c, 0);
            }
        };
        for (std::size_t c = 0; !rank && c < choices_.size(); ++c) {
            look(c);
        }
        for (std::size_t i = 0; rank && i < asked_[*rank].size(); ++i) {
            look(asked_[*rank][i]);
        }
        return state;
    }
    /// Whether the members for which `over` is false may all stay away: it is for all from `next` on.
    template <class Over>
    [[nodiscard]] bool complete(std::uint32_t state, std::size_t next, Over const& over) const {
        return complete(state, parts_.size() - 1, 0, next, over);
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
    static constexpr std::size_t block_bits = 2;
    static constexpr std::size_t block_size = std::size_t{1} << block_bits;
    using block = std::array<std::uint64_t, block_size>;
    /// The choices below one block of the first state.
    struct part {
        std::uint32_t at = 0;
        std::size_t least_rank = no_rank;  // of the members that they are about
        bool complete = true;              // if none of those comes
    };
    static constexpr std::size_t no_rank = static_cast<std::size_t>(-1);
    static constexpr std::size_t most_levels = 64 / block_bits;

    [[nodiscard]] std::uint64_t alive(std::uint32_t state, std::size_t choice) const {
        for (std::size_t level = parts_.size(); level-- > 1;) {
            state =
                static_cast<std::uint32_t>(blocks_[state][choice >> block_bits * level & (block_size - 1)]);
        }
        return blocks_[state][choice & (block_size - 1)];
    }
    [[nodiscard]] PARLANCE_DECL std::uint32_t replaced(std::uint32_t state, std::size_t choice,
                                                       std::uint64_t ways);
    [[nodiscard]] PARLANCE_DECL std::uint32_t number(block const& b);
    PARLANCE_DECL void number_first(vec<std::uint64_t> const& ways);

    template <class Over>
    [[nodiscard]] bool complete(std::uint32_t state, std::size_t level, std::size_t index, std::size_t next,
                                Over const& over) const {
        if (state == 0) {
            return true;
        }
        if (part const& p = parts_[level][index]; p.at == state && p.least_rank >= next) {
            return p.complete;
        }
        for (std::size_t i = 0; i < block_size; ++i) {
            std::uint64_t const below = blocks_[state][i];
            if (!(level == 0 ? below == 0 || one_complete(below, index * block_size + i, over)
                             : complete(static_cast<std::uint32_t>(below), level - 1, index * block_size + i,
                                        next, over))) {
                return false;
            }
        }
        return true;
    }
    /// The same of one choice.
    template <class Over>
    [[nodiscard]] bool one_complete(std::uint64_t ways, std::size_t choice, Over const& over) const {
        for (std::size_t w = 0; w < choices_[choice].size(); ++w) {
            if ((ways >> w & 1) != 0 && all_of(choices_[choice][w], [&](std::size_t rank, bool present) {
                    return !present || over(rank);
                })) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] PARLANCE_DECL demand const* demand_of(std::size_t choice, std::size_t number,
                                                        std::size_t rank) const;

    work* spent_;
    vec<vec<way>> choices_;
    vec<vec<std::size_t>> asked_;  // by rank: the choices that say something of it
    vec<block> blocks_{
        block{}};  // numbers of those below, or what choices have left; 0: all below are settled
    vec<std::uint32_t> numbers_;  // of blocks, by hash, open addressing: a power of two, at most half full
    vec<vec<part>> parts_;        // by level, from the leaves up
    std::uint32_t first_ = 0;
    bool possible_ = true;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/member_choices.ipp>
#endif
