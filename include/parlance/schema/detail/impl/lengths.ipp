// parlance/schema/detail/impl/lengths.ipp - definitions of what parlance/schema/detail/lengths.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/lengths.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/node.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

bool counts_apart(rtn::dfa const& a, std::uint64_t least, std::uint64_t most) {
    std::size_t const n = a.states();
    std::uint32_t const groups = a.letters.groups;
    vec<std::pair<std::uint32_t, std::uint32_t>> edges;  // backwards, each once
    vec<std::uint32_t> before(n, 0);
    vec<std::uint32_t> next;
    bool longer = true;  // what is accepted can be longer by one
    for (std::uint32_t s = 0; s < n; ++s) {
        next.assign(a.table.begin() + std::size_t{s} * groups,
                    a.table.begin() + (std::size_t{s} + 1) * groups);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        bool again = a.labels[s] == 0;
        for (std::uint32_t const to : next) {
            if (to != rtn::dfa::dead) {
                edges.emplace_back(to, s);
                ++before[to];
                again = again || a.labels[to] != 0;
            }
        }
        longer = longer && again;
    }
    std::sort(edges.begin(), edges.end());
    // code points to an end, from each state
    constexpr std::uint32_t never = 0xFFFF'FFFF;
    vec<std::uint32_t> to_end(n, never);
    vec<std::uint32_t> todo;
    for (std::uint32_t s = 0; s < n; ++s) {
        if (a.labels[s] != 0) {
            to_end[s] = 0;
            todo.push_back(s);
        }
    }
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::uint32_t const at = todo[i];
        auto const* e = std::lower_bound(edges.begin(), edges.end(), std::pair{at, std::uint32_t{0}});
        for (; e != edges.end() && e->first == at; ++e) {
            if (to_end[e->second] == never) {
                to_end[e->second] = to_end[at] + 1;
                todo.push_back(e->second);
            }
        }
    }
    if (!longer && least > to_end[0]) {
        return false;
    }
    if (most == no_limit) {
        return std::find(to_end.begin(), to_end.end(), never) == to_end.end();
    }
    // the most code points to each state, where no circle is on the way
    vec<std::uint32_t> longest(n, never);
    todo.clear();
    if (before[0] == 0) {
        longest[0] = 0;
        todo.push_back(0);
    }
    vec<std::uint32_t> reached(n, 0);
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::uint32_t const at = todo[i];
        next.assign(a.table.begin() + std::size_t{at} * groups,
                    a.table.begin() + (std::size_t{at} + 1) * groups);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        for (std::uint32_t const to : next) {
            if (to != rtn::dfa::dead) {
                reached[to] = (std::max)(reached[to], longest[at] + 1);
                if (--before[to] == 0) {
                    longest[to] = reached[to];
                    todo.push_back(to);
                }
            }
        }
    }
    for (std::size_t s = 0; s < n; ++s) {
        bool const ends = to_end[s] == 0;
        if (!ends &&
            (to_end[s] == never || longest[s] == never || std::uint64_t{longest[s]} + to_end[s] > most)) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::schema::detail
