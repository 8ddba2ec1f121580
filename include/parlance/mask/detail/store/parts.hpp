// parlance/mask/detail/store/parts.hpp - configurations that are better taken way by way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>

namespace parlance::mask::detail {

/// Takes configurations apart: a loop beside something else is no loop, though each may be one by itself, and is found
/// in other configurations as well.
class parts_finder {
public:
    explicit parts_finder(store& configs) : configs_(configs) {}

    /// Whether configurations of this shape are better taken way by way.
    /// `as` is how the number of a slot is kept: `number`, in each way by itself, which may have its slot elsewhere then.
    enum class slots : std::uint8_t { kept, number };
    [[nodiscard]] PARLANCE_DECL bool is_parted(point const p, slots as = slots::kept);
    /// The ways of a configuration one by one; none when they are too many, or cannot be told apart, which may be so
    /// for one of two configurations of the same shape.
    [[nodiscard]] PARLANCE_DECL vec<point> ways_alone(point const p, slots as = slots::kept);
    /// The same without ways of which another one reads all that they do.
    [[nodiscard]] PARLANCE_DECL vec<point> ways_for_masks(point const p, slots as = slots::kept);
    /// The ways of a configuration apart whose numbers have nothing to do with each other: together are those that differ in
    /// numbers only, and those without numbers.  None where all are together, or there are too many.
    [[nodiscard]] PARLANCE_DECL vec<point> kinds(point const p);
    /// Whether some way counts right where it is, while the slot is a frame further below.
    [[nodiscard]] PARLANCE_DECL bool counts_inside_slot(point const p) const noexcept;

private:
    /// Whether all that `less` reads is read from `more`, each of which is one way: behind each byte there is either what
    /// is covered way by way, or both again.
    [[nodiscard]] PARLANCE_DECL bool reads_all(point const more, point const less);
    /// Whether some frame of a stack counts with a number.
    [[nodiscard]] PARLANCE_DECL bool has_number(std::uint32_t stack) const noexcept;
    /// Whether letters or blanks are read that do not begin the loop.
    [[nodiscard]] PARLANCE_DECL bool reads_others(point const p, group_set first);
    /// Whether a loop takes all that another one does and much besides.
    [[nodiscard]] PARLANCE_DECL static bool takes_more(group_set more, group_set less) noexcept;

    /// Bytes that lead to a loop and to something else besides with which the loop is worth little.
    static constexpr int many_besides = 20;
    /// Ways up to which a configuration is taken apart.
    static constexpr std::size_t most_parts = 4;
    /// The same where they count letters, which no byte leads back to while they are together.
    static constexpr std::size_t most_counting_parts = 12;

    store& configs_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/parts.ipp>
#endif
