// parlance/mask/detail/store/dominance.hpp - of two ways that differ in their counts, the one that can read what both can
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

[[nodiscard]] inline bool covers(stack_tree const& stacks, item more, item less) noexcept {
    return more.state == less.state && stacks.covers(more.stack, less.stack);
}

/// The same where increments were made in the slot: fewer are better inside its bounds; below the lower one, or where the slot
/// is left, only equal ones can be told apart from more.
[[nodiscard]] inline bool covers(stack_tree const& stacks, way const& more, way const& less) noexcept {
    std::uint32_t const slot = stacks.node(less.at.stack).slot;
    bool const ordered = slot != 0 && stacks.node(slot).increments == inside;
    return (ordered ? more.increments <= less.increments : more.increments == less.increments) &&
           covers(stacks, more.at, less.at);
}

[[nodiscard]] constexpr item const& item_of(item const& i) noexcept { return i; }
[[nodiscard]] constexpr item const& item_of(way const& w) noexcept { return w.at; }

/// Leaves out the ways that others cover.  What stays is the least set that reads the same: with n ways of one state and
/// one skeleton that takes n * n comparisons at worst, and what is left of many is few, an antichain of vectors of counts.
/// Leaves them in some order.
template <class Way>
void drop_covered(vec<Way>& ways, stack_tree const& stacks) {
    if (ways.size() < 2 || std::none_of(ways.begin(), ways.end(), [&](Way const& w) {
            return stacks.node(item_of(w).stack).numbered;
        })) {
        return;
    }
    auto const skeleton = [&](Way const& w) { return stacks.node(item_of(w).stack).skeleton; };
    std::sort(ways.begin(), ways.end(), [&](Way const& a, Way const& b) {
        item const& i = item_of(a);
        item const& k = item_of(b);
        if (i.state != k.state) {
            return i.state < k.state;
        }
        return skeleton(a) != skeleton(b) ? skeleton(a) < skeleton(b) : i.stack < k.stack;
    });
    std::size_t kept = 0;
    std::size_t group = 0;  // where the ways begin that are kept of one state and skeleton
    for (std::size_t i = 0; i < ways.size(); ++i) {
        Way const w = ways[i];
        if (kept != 0 &&
            (item_of(ways[kept - 1]).state != item_of(w).state || skeleton(ways[kept - 1]) != skeleton(w))) {
            group = kept;
        }
        auto const first = ways.begin() + static_cast<std::ptrdiff_t>(group);
        auto const last = ways.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::any_of(first, last, [&](Way const& k) { return covers(stacks, k, w); })) {
            continue;
        }
        auto const end = std::remove_if(first, last, [&](Way const& k) { return covers(stacks, w, k); });
        kept = static_cast<std::size_t>(end - ways.begin());
        ways[kept++] = w;
    }
    ways.erase(ways.begin() + static_cast<std::ptrdiff_t>(kept), ways.end());
}

}  // namespace parlance::mask::detail
