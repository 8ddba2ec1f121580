// parlance/schema/detail/solve/impl/lengths.ipp - definitions of what parlance/schema/detail/solve/lengths.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/solve/lengths.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

inline constexpr std::uint32_t no_end = 0xFFFF'FFFF;

/// The states that a code point leads to, each once; none where that cannot be paid for.
inline void successors(rtn::dfa const& a, std::uint32_t s, vec<std::uint32_t>& out, work& spent) {
    constexpr std::uint64_t steps_of_a_state = 20;
    constexpr std::uint64_t steps_of_a_group = 5;
    std::uint32_t const groups = a.letters.groups;
    out.clear();
    if (!spent.spend(steps_of_a_state + steps_of_a_group * groups)) {
        return;
    }
    auto const* const row = a.table.begin() + std::size_t{s} * groups;
    out.assign(row, row + groups);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    erase(out, rtn::dfa::dead);
}

/// The least number of code points to an end, for each state.
inline vec<std::uint32_t> points_to_end(rtn::dfa const& a, work& spent) {
    std::size_t const n = a.states();
    vec<std::pair<std::uint32_t, std::uint32_t>> edges;  // backwards
    vec<std::uint32_t> next;
    vec<std::uint32_t> out(n, no_end);
    vec<std::uint32_t> todo;
    for (std::uint32_t s = 0; s < n; ++s) {
        successors(a, s, next, spent);
        for (std::uint32_t const to : next) {
            edges.emplace_back(to, s);
        }
        if (a.labels[s] != 0) {
            out[s] = 0;
            todo.push_back(s);
        }
    }
    if (!paid_sort(edges, spent)) {
        return out;
    }
    paid_rounds each(spent, 30);
    for (std::size_t i = 0; i < todo.size() && each.next(); ++i) {
        std::uint32_t const at = todo[i];
        auto const* e = std::lower_bound(edges.begin(), edges.end(), std::pair{at, std::uint32_t{0}});
        for (; e != edges.end() && e->first == at; ++e) {
            if (out[e->second] == no_end) {
                out[e->second] = out[at] + 1;
                todo.push_back(e->second);
            }
        }
    }
    return out;
}

std::uint32_t farthest_from_end(rtn::dfa const& a, work& spent) {
    std::uint32_t out = 0;
    for (std::uint32_t const points : points_to_end(a, spent)) {
        out = (std::max)(out, points);
    }
    return out;
}

bool counts_apart(rtn::dfa const& a, std::uint64_t least, std::uint64_t most, work& spent) {
    std::size_t const n = a.states();
    vec<std::uint32_t> before(n, 0);
    vec<std::uint32_t> next;
    bool longer = true;  // what is accepted can be longer by one
    for (std::uint32_t s = 0; s < n; ++s) {
        successors(a, s, next, spent);
        bool again = a.labels[s] == 0;
        for (std::uint32_t const to : next) {
            ++before[to];
            again = again || a.labels[to] != 0;
        }
        longer = longer && again;
    }
    vec<std::uint32_t> const to_end = points_to_end(a, spent);
    if (!longer && least > to_end[0]) {
        return false;
    }
    if (most == no_limit) {
        return std::find(to_end.begin(), to_end.end(), no_end) == to_end.end();
    }
    // the most code points to each state, where no circle is on the way
    vec<std::uint32_t> longest(n, no_end);
    vec<std::uint32_t> todo;
    if (before[0] == 0) {
        longest[0] = 0;
        todo.push_back(0);
    }
    vec<std::uint32_t> reached(n, 0);
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::uint32_t const at = todo[i];
        successors(a, at, next, spent);
        for (std::uint32_t const to : next) {
            reached[to] = (std::max)(reached[to], longest[at] + 1);
            if (--before[to] == 0) {
                longest[to] = reached[to];
                todo.push_back(to);
            }
        }
    }
    for (std::size_t s = 0; s < n; ++s) {
        bool const ends = to_end[s] == 0;
        if (!ends &&
            (to_end[s] == no_end || longest[s] == no_end || std::uint64_t{longest[s]} + to_end[s] > most)) {
            return false;
        }
    }
    return spent.why() == errc::none;
}

}  // namespace parlance::schema::detail
