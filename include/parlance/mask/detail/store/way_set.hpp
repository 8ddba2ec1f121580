// parlance/mask/detail/store/way_set.hpp - the ways that closing has met, each item once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// A way found while closing: the increments it made in the slot.
struct way {
    item at;
    std::uint8_t increments = 0;
};

/// Looks few ways through and hashes many.  For one thread.
class way_set {
public:
    [[nodiscard]] std::size_t size() const noexcept { return ways_.size(); }
    void clear() noexcept { ways_.clear(); }

    /// Notes a way and keeps the fewest increments; false when it was there with no more increments.  `differs` becomes true when
    /// it was there with others.
    [[nodiscard]] PARLANCE_DECL bool note(way const w, bool& differs);
    /// Which of the items it is, in the order in which they came; the last one if it is new.
    [[nodiscard]] PARLANCE_DECL std::size_t place_of(item const i);
    [[nodiscard]] PARLANCE_DECL bool holds(item const i) const noexcept;

private:
    static constexpr std::size_t few = 24;

    [[nodiscard]] PARLANCE_DECL std::size_t scan(item const i) const noexcept;
    /// The same by hashing; the place of an item that is not there is taken for it.
    [[nodiscard]] PARLANCE_DECL std::size_t probe(item const i);
    [[nodiscard]] PARLANCE_DECL std::size_t cell_for(item const i) const noexcept;

    vec<way> ways_;
    vec<std::uint32_t> cells_;  // 1 + index of a way, or 0
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/way_set.ipp>
#endif
