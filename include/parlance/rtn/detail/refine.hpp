// parlance/rtn/detail/refine.hpp - which states of an automaton are equal
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

/// Hopcroft's refinement: splits blocks of states until no two states of one block lead to different blocks.
///
/// table    rows of `groups` targets, or `none`
/// block    on entry a first partition, numbered from 0 without gaps, `none` for states that do not matter; on return
///          the coarsest one in which equal states share a block
/// returns  how many blocks there are
/// cost     O(states · groups · log states)
class refinement {
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    refinement(std::span<std::uint32_t const> table, std::uint32_t groups, vec<std::uint32_t>& block)
        : table_(table), groups_(groups), block_(&block) {}

    PARLANCE_DECL std::size_t run();

private:
    PARLANCE_DECL void fill_blocks();
    PARLANCE_DECL void fill_sources();
    /// Parts every block into those of its states that are in `set` and those that are not.
    PARLANCE_DECL void split(std::span<std::uint32_t const> set);

    std::span<std::uint32_t const> table_;
    std::uint32_t groups_;
    vec<std::uint32_t>* block_;
    vec<std::uint32_t> states_;  // by block
    vec<std::uint32_t> place_;   // of a state among them
    vec<std::uint32_t> begin_;
    vec<std::uint32_t> end_;
    vec<std::uint32_t> marked_;
    vec<std::uint32_t> first_;  // a state's edges backwards, as indices into the table
    vec<std::uint32_t> sources_;
    vec<std::uint32_t> touched_;
    vec<std::uint32_t> todo_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/refine.ipp>
#endif
