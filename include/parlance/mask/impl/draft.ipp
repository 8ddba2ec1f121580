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

namespace parlance::mask {

std::size_t allowed_prefix(matcher& m, std::span<token_id const> draft) noexcept {
    std::size_t n = 0;
    while (n < draft.size() && m.accept(draft[n])) {
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
    vec<std::uint32_t> open;  // the path that the matcher has read
    vec<std::uint32_t> path;
    vec<char> allowed(tree.tokens.size(), 0);
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
        filled state = filled::none;
        if (good) {
            state = m.fill(row);
        } else {
            std::fill(row.begin(), row.end(), 0u);
        }
        if (i < states.size()) {
            states[i] = state;
        }
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
