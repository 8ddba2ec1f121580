// parlance/peg/detail/analysis.hpp - what a node can do without reading anything
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace parlance::peg::detail {

/// Calls f with every child of n, rules not followed.
template <class F>
constexpr void for_children(arena_view const& a, node const& n, F&& f) {
    switch (n.kind) {
    case op::sequence:
    case op::choice: {
        node_id const* const parts =
            a.children.data() + n.a;  // a constant evaluation counts an iterator's calls
        for (std::uint32_t i = 0; i < n.b; ++i) {
            f(parts[i]);
        }
        return;
    }
    case op::recover:
    case op::refine:
        f(n.a);
        f(n.b);
        return;
    case op::repeat:
    case op::look:
    case op::reject:
    case op::atomic:
    case op::tag:
    case op::schema:
    case op::token:
    case op::gbnf: f(n.a); return;
    default: return;
    }
}

/// The i-th of those children; none behind the last.
[[nodiscard]] constexpr node_id child_of(arena_view const& a, node const& n, std::uint32_t i) noexcept {
    if (n.kind == op::sequence || n.kind == op::choice) {
        return i < n.b ? a.children[n.a + i] : none;
    }
    node_id at = none;
    std::uint32_t next = 0;
    for_children(a, n, [&](node_id c) { at = next++ == i ? c : at; });
    return at;
}

/// For every node whether it can succeed without reading.  Linear per round; a round for every level in which rules
/// depend on each other.  Precondition: a valid table.
[[nodiscard]] constexpr std::vector<char> nullable_nodes(arena_view const& a) {
    std::vector<char> out(a.nodes.size(), char{0});
    char* const yes = out.data();
    node const* const nodes = a.nodes.data();
    node_id const* const parts = a.children.data();
    std::size_t const count = a.nodes.size();
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < count; ++i) {
            node const& n = nodes[i];
            if (yes[i] != 0) {
                continue;
            }
            bool now = false;
            switch (n.kind) {
            case op::fail: break;
            case op::literal: now = n.b == 0; break;
            case op::chars: now = n.b == 0; break;
            case op::sequence:
                now = true;
                for (std::uint32_t k = 0; now && k < n.b; ++k) {
                    now = yes[parts[n.a + k]] != 0;
                }
                break;
            case op::choice:
                for (std::uint32_t k = 0; !now && k < n.b; ++k) {
                    now = yes[parts[n.a + k]] != 0;
                }
                break;
            case op::repeat: now = n.b == 0 || yes[n.a] != 0; break;
            case op::atomic:
            case op::tag:
            case op::schema:
            case op::token:
            case op::gbnf:
            case op::refine: now = yes[n.a] != 0; break;
            case op::recover: now = yes[n.a] != 0 || yes[n.b] != 0; break;
            case op::ref: now = yes[a.rules[n.a].root] != 0; break;
            default: now = true; break;  // epsilon, start, end, cut, until, rest, look, reject
            }
            if (now) {
                yes[i] = 1;
                grew = !a.rules.empty();  // without rules all parts stand in front of what they are parts of
            }
        }
    }
    return out;
}

/// Calls f with every node that can be entered from n before anything is read.
template <class F>
constexpr void for_left(arena_view const& a, node const& n, std::span<char const> nullable, F&& f) {
    if (n.kind == op::ref) {
        f(a.rules[n.a].root);
        return;
    }
    bool open = true;
    for_children(a, n, [&](node_id c) {
        if (open) {
            f(c);
        }
        open = open && (n.kind != op::sequence || nullable[c] != 0);
    });
}

/// A way from a rule back to itself before anything is read, as rule numbers, the first repeated at the end; empty
/// when there is none.  Linear.
[[nodiscard]] constexpr std::vector<rule_id> left_cycle(arena_view const& a, std::span<char const> nullable) {
    struct visit {
        node_id node = 0;
        std::size_t next = 0;  // in `edges`
        std::size_t end = 0;
    };
    std::vector<char> colour(a.nodes.size(), char{0});  // 1: on the path, 2: done
    std::vector<visit> path;
    std::vector<node_id> edges;
    if (!a.rules.empty()) {  // moving items is what constant evaluation is slow at
        path.reserve(64);
        edges.reserve(256);
    }
    auto const enter = [&](node_id n) {
        colour[n] = 1;
        std::size_t const begin = edges.size();
        for_left(a, a.nodes[n], nullable, [&](node_id c) { edges.push_back(c); });
        path.push_back({n, begin, edges.size()});
    };
    for (node_id first = 0; !a.rules.empty() && first < a.nodes.size(); ++first) {
        if (colour[first] != 0) {
            continue;
        }
        enter(first);
        while (!path.empty()) {
            visit& top = path.back();
            if (top.next == top.end) {
                colour[top.node] = 2;
                path.pop_back();
                edges.resize(path.empty() ? 0 : path.back().end);
                continue;
            }
            node_id const child = edges[top.next++];
            if (colour[child] == 0) {
                enter(child);
            } else if (colour[child] == 1) {
                std::vector<rule_id> cycle;
                for (std::size_t i = path.size(); i-- > 0;) {
                    if (a.nodes[path[i].node].kind == op::ref) {
                        cycle.insert(cycle.begin(), a.nodes[path[i].node].a);
                    }
                    if (path[i].node == child) {
                        break;
                    }
                }
                cycle.push_back(cycle.front());
                return cycle;
            }
        }
    }
    return {};
}

}  // namespace parlance::peg::detail
