// parlance/gbnf/detail/components.hpp - which nodes of a graph are on cycles with each other
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::gbnf::detail {

inline constexpr std::uint32_t no_component = 0xFFFF'FFFF;

/// Per node the number of its strongly connected component, or no_component for a node that is on no cycle (Tarjan
/// 1972, without recursion).  `each_edge(node, f)` calls f(target).  Linear.
template <class EachEdge>
[[nodiscard]] vec<std::uint32_t> cyclic_components(std::uint32_t nodes, EachEdge&& each_edge) {
    vec<vec<std::uint32_t>> edges(nodes);
    vec<std::uint32_t> out(nodes, no_component);
    vec<std::uint32_t> number(nodes, 0);
    vec<std::uint32_t> low(nodes, 0);
    vec<char> open(nodes, 0);
    vec<std::uint32_t> stack;
    struct visit {
        std::uint32_t node;
        std::size_t next;
    };
    vec<visit> path;
    std::uint32_t count = 0;
    std::uint32_t components = 0;
    auto const enter = [&](std::uint32_t n) {
        each_edge(n, [&](std::uint32_t to) { edges[n].push_back(to); });
        number[n] = low[n] = ++count;
        open[n] = 1;
        stack.push_back(n);
        path.push_back({n, 0});
    };
    for (std::uint32_t first = 0; first < nodes; ++first) {
        if (number[first] != 0) {
            continue;
        }
        enter(first);
        while (!path.empty()) {
            std::uint32_t const n = path.back().node;
            if (path.back().next < edges[n].size()) {
                std::uint32_t const to = edges[n][path.back().next++];
                if (number[to] == 0) {
                    enter(to);
                } else if (open[to] != 0) {
                    low[n] = (std::min)(low[n], number[to]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) {
                low[path.back().node] = (std::min)(low[path.back().node], low[n]);
            }
            if (low[n] != number[n]) {
                continue;
            }
            bool const cyclic =
                stack.back() != n || std::find(edges[n].begin(), edges[n].end(), n) != edges[n].end();
            for (std::uint32_t member = no_component; member != n;) {
                member = stack.back();
                stack.pop_back();
                open[member] = 0;
                out[member] = cyclic ? components : no_component;
            }
            components += cyclic;
        }
    }
    return out;
}

}  // namespace parlance::gbnf::detail
