// parlance/mask/impl/draft.ipp - definitions of what parlance/mask/draft.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/draft.hpp>
#include <parlance/mask/batch.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::mask {

std::size_t allowed_prefix(matcher& m, std::span<token_id const> draft) noexcept {
    std::size_t n = 0;
    while (n < draft.size() && m.accept_allowed(draft[n])) {
        ++n;
    }
    m.rollback(n);
    return n;
}

std::size_t detail::fill_rows(matcher& m, draft_tree const& tree, rows const& out, std::span<filled> states) {
    struct as_before {  // also where an allocation fails
        ~as_before() { m.rollback(m.steps() - steps); }
        matcher& m;
        std::size_t steps;
    } const restored{m, m.steps()};
    auto const nodes = static_cast<std::uint32_t>(tree.tokens.size());
    auto const row_of = [&](std::uint32_t i) {
        return i < out.size() ? out.row(i) : std::span<std::uint32_t>{};
    };
    // Children in the order of their numbers, those of the text itself behind the last node; whose parent comes later
    // has none.
    vec<std::uint32_t> first(nodes + std::size_t{1}, no_parent);
    vec<std::uint32_t> next(nodes, no_parent);
    for (std::uint32_t i = nodes; i-- > 0;) {
        std::uint32_t const above = tree.parents[i];
        if (above < i || above == no_parent) {
            next[i] = std::exchange(first[above == no_parent ? nodes : above], i);
        }
        std::span<std::uint32_t> const row = row_of(i);
        std::fill(row.begin(), row.end(), 0u);
        if (i < states.size()) {
            states[i] = filled::none;
        }
    }
    // Depth first, whatever the numbers are, so that each node is read once.
    std::size_t count = 0;
    for (std::uint32_t i = first[nodes]; i != no_parent;) {
        bool const good = m.accept_allowed(tree.tokens[i]);
        if (good) {
            ++count;
            filled const state = m.fill(row_of(i));
            if (i < states.size()) {
                states[i] = state;
            }
        }
        if (good && first[i] != no_parent) {
            i = first[i];
            continue;
        }
        m.rollback(good ? 1 : 0);
        for (; next[i] == no_parent && tree.parents[i] != no_parent; i = tree.parents[i]) {
            m.rollback(1);
        }
        i = next[i];
    }
    return count;
}

std::size_t fill(matcher& m, draft_tree const& tree, rows const& out, std::span<filled> states) noexcept {
    bool whole = false;
    std::size_t const count = m.guarded(
        [&] {
            std::size_t const n = detail::fill_rows(m, tree, out, states);
            whole = true;
            return n;
        },
        std::size_t{0});
    for (std::size_t i = 0; !whole && i < tree.tokens.size() && i < out.size(); ++i) {
        std::span<std::uint32_t> const row = out.row(i);
        std::fill(row.begin(), row.end(), 0u);
    }
    if (!whole) {
        std::fill(states.begin(), states.end(), filled::failed);
    }
    return count;
}

}  // namespace parlance::mask
