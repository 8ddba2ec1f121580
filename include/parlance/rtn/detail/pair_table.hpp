// parlance/rtn/detail/pair_table.hpp - numbers for pairs of states
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

/// Numbers for pairs of states, in the order in which they are met.
class pair_table {
public:
    /// The number of (p, q), and whether it is new.
    PARLANCE_DECL std::pair<std::uint32_t, bool> add(std::uint32_t p, std::uint32_t q);
    /// Makes room for one more, so that add() moves nothing, in pieces that are paid for; false where they cannot be.
    [[nodiscard]] PARLANCE_DECL bool make_room(work& spent);
    [[nodiscard]] std::size_t size() const noexcept { return pairs_.size(); }
    [[nodiscard]] PARLANCE_DECL std::uint32_t left(std::size_t i) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint32_t right(std::size_t i) const noexcept;

private:
    PARLANCE_DECL static void put(std::uint64_t pair, std::uint32_t number,
                                  vec<std::uint32_t>& slots) noexcept;
    [[nodiscard]] bool full() const noexcept { return 2 * pairs_.size() > slots_.size(); }

    static constexpr std::size_t growth = 4;

    vec<std::uint64_t> pairs_;
    vec<std::uint32_t> slots_ = vec<std::uint32_t>(64, 0);  // numbers from 1; a power of two
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/pair_table.ipp>
#endif
