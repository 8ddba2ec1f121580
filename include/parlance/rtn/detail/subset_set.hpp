// parlance/rtn/detail/subset_set.hpp - the sets of states that a subset construction has met
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/sequence_store.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn::detail {

/// Makes room for a row of a table; where that moves, one that is twice as large stands beside it meanwhile, and is paid for as
/// well.  False where that cannot be.
[[nodiscard]] PARLANCE_DECL bool room_for_row(vec<std::uint32_t>& table, std::size_t groups, work& spent);

/// Sets of states as sequences, each once, numbered in the order in which they came.
class subset_set {
public:
    struct number {
        std::uint32_t value;
        bool fresh;  // it was not there before
    };
    /// The number of `states`, which is added where it is not known.  Of no use where `spent` cannot pay for more room.
    PARLANCE_DECL number add(array_ref<std::uint32_t const> states, work& spent);
    /// Frees all sets, and looks in between.
    PARLANCE_DECL void clear(work& spent);
    /// From now on no set is equal to those that are there.
    void forget_equal() noexcept { numbers_.clear(); }

    [[nodiscard]] array_ref<std::uint32_t const> operator[](std::size_t i) const noexcept { return sets_[i]; }
    [[nodiscard]] std::size_t size() const noexcept { return sets_.size(); }
    /// Of all sets together.
    [[nodiscard]] std::size_t member_count() const noexcept { return members_; }

private:
    sequence_table numbers_;
    blocks<array_ref<std::uint32_t const>> sets_;
    sequence_store states_;
    std::size_t members_ = 0;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/subset_set.ipp>
#endif
