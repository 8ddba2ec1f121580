// parlance/rtn/detail/refine.hpp - which states of an automaton are equal
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::rtn::detail {

/// Hopcroft's refinement: splits blocks of states until no two states of one block lead to different blocks.
class refinement {
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    /// `table` has a row of `groups` targets, or `none`, for each of `states`.  Of no use where `spent` could not pay for it.
    PARLANCE_DECL refinement(std::span<std::uint32_t const> table, std::uint32_t groups, std::size_t states,
                             work& spent);

    /// For each state whether it leads to one whose label is not 0.
    [[nodiscard]] PARLANCE_DECL vec<char> leading_to(std::span<std::uint32_t const> labels,
                                                     work& spent) const;

    /// block    on entry a first partition, numbered from 0 without gaps, `none` for states that do not matter and lead to
    ///          none that do; on return the coarsest one in which equal states share a block
    /// returns  how many blocks there are; 0 where `spent` could not pay
    /// cost     O(states · groups · log states)
    [[nodiscard]] PARLANCE_DECL std::size_t run(vec<std::uint32_t>& block, work& spent);

    /// Frees what is longest; nothing may be asked any more.
    void free() {
        vec<edge>().swap(edges_);
        vec<std::uint32_t>().swap(first_);
    }

private:
    /// An edge backwards.
    struct edge {
        std::uint32_t from;
        std::uint32_t group;
    };

    PARLANCE_DECL void fill_blocks();
    /// Parts every block into those of its states that are in `set` and those that are not.
    PARLANCE_DECL void split(std::span<std::uint32_t const> set);

    std::uint32_t groups_;
    vec<std::uint32_t> first_;  // of a state's edges backwards
    vec<edge> edges_;
    vec<std::uint32_t>* block_ = nullptr;
    vec<std::uint32_t> states_;  // by block
    vec<std::uint32_t> place_;   // of a state among them
    vec<std::uint32_t> begin_;
    vec<std::uint32_t> end_;
    vec<std::uint32_t> marked_;
    vec<std::uint32_t> touched_;
    vec<std::uint32_t> todo_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/refine.ipp>
#endif
