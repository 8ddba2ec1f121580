// parlance/mask/draft.hpp - drafts of speculative decoding: how much of one is allowed, and the masks of a tree of them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/batch.hpp>
#include <parlance/mask/matcher.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask {

/// How many tokens of `draft` are allowed, one after the other.  The matcher is left as it was, but for error().
[[nodiscard]] inline std::size_t allowed_prefix(matcher& m, std::span<token_id const> draft) noexcept {
    std::size_t n = 0;
    while (n < draft.size() && m.accept(draft[n])) {
        ++n;
    }
    m.rollback(n);
    return n;
}

/// The parent of a node that continues the text itself.
inline constexpr std::uint32_t no_parent = 0xFFFF'FFFF;

/// Drafts that share their beginnings: node i is tokens[i], read behind node parents[i].
///
/// Precondition: as many parents as tokens, and each is no_parent or less than its node's number.
struct draft_tree {
    std::span<token_id const> tokens{};
    std::span<std::uint32_t const> parents{};
};

/// Fills one row per node with what may follow it.  The row of a node that the grammar does not allow, and of all below
/// it, is empty.  What follows the text itself is matcher::fill()'s business.
///
/// states   what each row says as a whole; empty, or as many as there are nodes
/// returns  the number of nodes that are allowed
/// errors   as fill() of a batch
/// cost     one accept per node when children follow their parents (depth first); in other orders a path is read again
/// The matcher is left as it was, but for error().
inline std::size_t fill(matcher& m, draft_tree const& tree, rows const& out,
                        std::span<filled> states = {}) noexcept {
    std::vector<std::uint32_t> open;  // the path that the matcher has read
    std::vector<std::uint32_t> path;
    std::vector<char> allowed(tree.tokens.size(), 0);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < tree.tokens.size(); ++i) {
        path.clear();
        for (std::uint32_t n = i; n != no_parent; n = tree.parents[n]) {
            path.push_back(n);
        }
        std::size_t common = 0;
        while (common < open.size() && common < path.size() &&
               open[common] == path[path.size() - 1 - common]) {
            ++common;
        }
        m.rollback(open.size() - common);
        open.resize(common);
        bool const reached = tree.parents[i] == no_parent || allowed[tree.parents[i]] != 0;
        bool good = reached;
        for (std::size_t k = path.size() - common; good && k-- > 0;) {
            good = m.accept(tree.tokens[path[k]]);
            if (good) {
                open.push_back(path[k]);
            }
        }
        allowed[i] = good ? 1 : 0;
        count += good;
        std::span<std::uint32_t> const row = i < out.size() ? out.row(i) : std::span<std::uint32_t>{};
        filled state = filled::dead;
        if (good) {
            state = m.fill(row);
        } else {
            std::fill(row.begin(), row.end(), 0u);
        }
        if (i < states.size()) {
            states[i] = state;
        }
    }
    m.rollback(open.size());
    return count;
}

}  // namespace parlance::mask
