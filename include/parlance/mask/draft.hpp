// parlance/mask/draft.hpp - drafts of speculative decoding: how much of one is allowed, and the masks of a tree of them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/batch.hpp>
#include <parlance/mask/matcher.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask {

/// How many tokens of `draft` the masks allow, one after the other, within matcher::remaining(), too.  The matcher is left
/// as it was, but for error().
[[nodiscard]] PARLANCE_DECL std::size_t allowed_prefix(matcher& m, std::span<token_id const> draft) noexcept;

/// The parent of a node that continues the text itself.
inline constexpr std::uint32_t no_parent = 0xFFFF'FFFF;

/// Drafts that share their beginnings: node i is tokens[i], read behind node parents[i].
///
/// Precondition: as many parents as tokens.  Each is no_parent or less than its node's number; a node with another one is
/// not a part of the tree, and its row is empty.
struct draft_tree {
    std::span<token_id const> tokens{};
    std::span<std::uint32_t const> parents{};
};

namespace detail {
/// fill(), where an allocation that fails throws.
PARLANCE_DECL std::size_t fill_rows(matcher& m, draft_tree const& tree, rows const& out,
                                    std::span<filled> states);
}  // namespace detail

/// Fills one row per node with what may follow it.  The row of a node that the mask before it does not allow, and of all
/// below it, is empty.  What follows the text itself is matcher::fill()'s business.
///
/// states   what each row says as a whole; empty, or as many as there are nodes
/// returns  the number of nodes that are allowed
/// errors   as fill() of a batch; out_of_memory_budget, and then all rows are empty
/// cost     an accept_allowed() for each node, and a fill() for those that are allowed
/// The matcher is left as it was, but for error().
PARLANCE_DECL std::size_t fill(matcher& m, draft_tree const& tree, rows const& out,
                               std::span<filled> states = {}) noexcept;

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/draft.ipp>
#endif
