// parlance/peg/detail/analysis.hpp - what a node can do without reading anything
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// Calls f with every node that has to succeed without reading if n is to, rules followed: all of them of a sequence, else
/// one of them.  None of a node that needs no other.
template <class F>
constexpr void for_nullable_parts(arena_view const& a, node const& n, F&& f) {
    switch (n.kind) {
    case op::refine: f(n.a); return;  // as it is read
    case op::ref: f(a.rules[n.a].root); return;
    case op::repeat:
        if (n.b != 0) {
            f(n.a);
        }
        return;
    case op::look:
    case op::reject: return;
    default: for_children(a, n, f);
    }
}

/// Whether it needs no other node to succeed without reading.
[[nodiscard]] constexpr bool is_nullable_alone(node const& n) noexcept {
    switch (n.kind) {
    case op::fail:
    case op::sequence:
    case op::choice:
    case op::atomic:
    case op::tag:
    case op::schema:
    case op::token:
    case op::gbnf:
    case op::refine:
    case op::recover:
    case op::ref: return false;
    case op::literal:
    case op::chars:
    case op::repeat: return n.b == 0;
    default: return true;  // epsilon, start, end, cut, until, rest, look, reject
    }
}

/// For every node whether it can succeed without reading.  Linear (Knuth 1977: what a node waits for is counted down).
/// Precondition: a valid table.  Not all of them where it was asked to stop.
[[nodiscard]] constexpr std::vector<char> nullable_nodes(arena_view const& a, stop_asker& asked) {
    std::size_t const count = a.nodes.size();
    node const* const nodes = a.nodes.data();
    std::vector<char> out(count, char{0});
    char* const yes = out.data();
    // Parts stand in front of what they are parts of: without rules this is all.
    for (std::size_t i = 0; i < count && asked.next(); ++i) {
        bool const all = nodes[i].kind == op::sequence;
        bool any = is_nullable_alone(nodes[i]);
        bool every = true;
        for_nullable_parts(a, nodes[i], [&](node_id part) {
            asked.next();
            any = any || yes[part] != 0;
            every = every && yes[part] != 0;
        });
        yes[i] = static_cast<char>(all ? every : any);
    }
    if (a.rules.empty()) {
        return out;
    }
    std::vector<std::uint32_t> waits(count, 0);      // of a sequence: parts that are not nullable yet
    std::vector<std::uint32_t> first(count + 2, 0);  // of `users`, by the part that they wait for
    auto const each_wait = [&](auto&& f) {
        for (node_id i = 0; i < count && asked.next(); ++i) {
            if (yes[i] == 0) {
                for_nullable_parts(a, nodes[i], [&](node_id part) {
                    asked.next();
                    if (yes[part] == 0) {
                        f(i, part);
                    }
                });
            }
        }
    };
    each_wait([&](node_id i, node_id part) {
        ++first[part + std::size_t{2}];
        ++waits[i];
    });
    for (std::size_t i = 1; i < first.size() && asked.next(); ++i) {
        first[i] += first[i - 1];
    }
    std::vector<node_id> users(first.back(), node_id{0});
    each_wait([&](node_id i, node_id part) { users[first[part + std::size_t{1}]++] = i; });
    std::vector<node_id> todo;
    auto const add = [&](node_id i) {
        yes[i] = 1;
        todo.push_back(i);
    };
    for (node_id i = 0; i < count && asked.next(); ++i) {
        if (nodes[i].kind == op::ref && yes[i] == 0 && yes[a.rules[nodes[i].a].root] != 0) {
            add(i);
        }
    }
    while (!todo.empty() && asked.next()) {
        node_id const part = todo.back();
        todo.pop_back();
        for (std::uint32_t u = first[part]; u < first[part + std::size_t{1}] && asked.next(); ++u) {
            node_id const i = users[u];
            if (yes[i] == 0 && (nodes[i].kind != op::sequence || --waits[i] == 0)) {
                add(i);
            }
        }
    }
    return out;
}
[[nodiscard]] constexpr std::vector<char> nullable_nodes(arena_view const& a) {
    stop_asker nobody;
    return nullable_nodes(a, nobody);
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
/// when there is none, or it was asked to stop.  Linear.
[[nodiscard]] constexpr std::vector<rule_id> left_cycle(arena_view const& a, std::span<char const> nullable,
                                                        stop_asker& asked) {
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
        for_left(a, a.nodes[n], nullable, [&](node_id c) {
            asked.next();
            edges.push_back(c);
        });
        path.push_back({n, begin, edges.size()});
    };
    for (node_id first = 0; !a.rules.empty() && first < a.nodes.size() && asked.next(); ++first) {
        if (colour[first] != 0) {
            continue;
        }
        enter(first);
        while (!path.empty() && asked.next()) {
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
                        cycle.push_back(a.nodes[path[i].node].a);
                    }
                    if (path[i].node == child) {
                        break;
                    }
                }
                std::reverse(cycle.begin(), cycle.end());
                cycle.push_back(cycle.front());
                return cycle;
            }
        }
    }
    return {};
}

[[nodiscard]] constexpr std::vector<rule_id> left_cycle(arena_view const& a, std::span<char const> nullable) {
    stop_asker nobody;
    return left_cycle(a, nullable, nobody);
}

}  // namespace parlance::peg::detail
