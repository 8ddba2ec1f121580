// parlance/mask/detail/loop/loop_slice.hpp - the tokens that one kind of loop takes below one node, and what leaves it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// What a slice is asked for by: the node, and what comes next and later.  The sets of code points are for where not all
/// above U+007F are in the groups; with them, beginnings of code points are read and bytes that are no UTF-8 are not.
struct slice_key {
    std::size_t root = 0;
    group_set first = 0;
    group_set later = 0;
    array_ref<code_range const> first_points;
    array_ref<code_range const> later_points;

    [[nodiscard]] PARLANCE_DECL std::uint64_t hash() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool is(slice_key const& other) const noexcept;
    friend bool operator==(slice_key const& a, slice_key const& b) noexcept { return a.is(b); }
};
struct hash_slice_key {
    [[nodiscard]] std::uint64_t operator()(slice_key const& k) const noexcept { return k.hash(); }
};

/// Of the tokens below a node: those whose next code point is of some groups and whose others are of some other
/// groups, or in sets, as a mask; and where all other tokens that go on so leave them.
///
/// root     the node, before it `points` code points
/// exits    by the group of the code point that is not in `later`: the node of its first byte, and the code points
///          before it, at least one
/// inner    where that is not in `later_points`, or the first not in `first_points`: the node of the first byte with
///          which it cannot be; by the bytes of the code point so far, first ones before others
/// partial  nodes of lead bytes in the loop below which some token is not whole code points, unless beginnings are
///          read; code points before
///
/// Immutable but for what is found out when it is asked for, which stands at the end and is its slicer's to fill.
struct slice : std::enable_shared_from_this<slice> {
    struct place {
        std::uint32_t node : 22 = 0;
        std::uint32_t points : 10 = 0;
    };
    static_assert(vocab::trie::max_nodes < (1u << 22));
    static constexpr std::uint32_t most_points = (1u << 10) - 1;
    struct inner_place {
        std::uint32_t bytes = 0;  // the last one is the lowest
        place at;
    };
    /// A node on the way from the root to an exit, or an exit; depth first.
    struct waypoint {
        std::uint32_t node = 0;
        std::uint32_t skip = 0;  // waypoints in the subtree, itself included
        bool exit = false;
    };
    std::uint64_t number = 0;  // among all that its slicer has made
    std::uint32_t root = 0;
    std::uint32_t points = 0;
    group_set first = 0;
    group_set later = 0;
    vec<code_range> first_points;
    vec<code_range> later_points;
    std::uint32_t longest = 0;  // code points of the longest token in it, behind the root
    std::uint32_t deepest = 0;  // the most that any token has in the loop, whether or not it leaves it
    std::uint32_t leaves = 0;   // nodes at or below ascii_exits()
    bool usable = true;         // false: some number does not fit a place
    token_set tokens;
    std::array<vec<place>, 32> exits;
    vec<inner_place> inner;
    vec<place> partial;
    /// The exits of ascii_exits() merged, and the ways to all exits and inner places, once those were asked for.
    mutable std::atomic<suffixes const*> leaving{nullptr};
    mutable std::unique_ptr<suffixes const> owned;
    mutable std::atomic<vec<waypoint> const*> ways{nullptr};
    mutable std::unique_ptr<vec<waypoint> const> owned_ways;
    /// Its tokens up to a number of code points, and its nodes in a group, where they are not too many.
    mutable hash_map<std::uint64_t, token_set> shorter;
    mutable hash_map<std::uint64_t, maybe<vec<place>>> within;
    mutable std::size_t bytes = 0;   // of all of it
    mutable std::uint64_t used = 0;  // when it was asked for last
    mutable bool kept = false;       // by its slicer, which counts its bytes

    /// Points into the slice.
    [[nodiscard]] slice_key key() const noexcept { return {root, first, later, first_points, later_points}; }
    /// Whether a code point that begins with `byte` may come first.
    [[nodiscard]] PARLANCE_DECL bool may_begin(std::uint8_t byte) const noexcept;
    /// Calls visit(place) for all places.
    template <class Visit>
    void each_place(Visit&& visit) const {
        for (auto const& of_group : exits) {
            std::for_each(of_group.begin(), of_group.end(), visit);
        }
        std::for_each(inner.begin(), inner.end(), [&](inner_place const& p) { visit(p.at); });
        std::for_each(partial.begin(), partial.end(), visit);
    }
    /// The nodes of exits, but for code points above U+007F: these are many, and few loops that do not take them all
    /// are left by one.
    [[nodiscard]] PARLANCE_DECL vec<std::uint32_t> ascii_exits() const;
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/loop_slice.ipp>
#endif
