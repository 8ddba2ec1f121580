// parlance/mask/detail/productive.hpp - a network without its dead ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/analyse.hpp>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

/// Whether each state can lead to its rule's end; edges into those that cannot are removed.  Linear.
[[nodiscard]] inline bool drop_dead_ends(draft& d) {
    struct use {
        std::uint32_t state;
        std::uint32_t edge;
    };
    std::vector<std::vector<use>> into(d.states.size());
    std::vector<std::vector<use>> calls(d.entries.size());
    std::vector<std::vector<std::uint32_t>> rules_at(d.states.size());
    std::vector<char> good(d.states.size(), 0);
    std::vector<char> rule_good(d.entries.size(), 0);
    std::vector<std::uint32_t> todo;
    auto const callee = [&](rtn::edge const& e) {
        return e.kind == rtn::edge_kind::call ? e.value : d.counts[e.value].rule;
    };
    auto const is_call = [](rtn::edge const& e) {
        return e.kind == rtn::edge_kind::call || e.kind == rtn::edge_kind::counted_call;
    };
    auto const possible = [&](rtn::edge const& e) {
        if (e.kind == rtn::edge_kind::counted_call && d.counts[e.value].low > d.counts[e.value].high) {
            return false;
        }
        return e.kind != rtn::edge_kind::bytes || e.low <= e.high;
    };
    for (std::uint32_t s = 0; s < d.states.size(); ++s) {
        std::erase_if(d.states[s].edges, [&](rtn::edge const& e) { return !possible(e); });
        for (std::uint32_t i = 0; i < d.states[s].edges.size(); ++i) {
            rtn::edge const& e = d.states[s].edges[i];
            into[e.target].push_back({s, i});
            if (is_call(e)) {
                calls[callee(e)].push_back({s, i});
            }
        }
        if (d.states[s].accepts) {
            good[s] = 1;
            todo.push_back(s);
        }
    }
    for (std::uint32_t r = 0; r < d.entries.size(); ++r) {
        rules_at[d.entries[r]].push_back(r);
    }
    auto const try_edge = [&](use u) {
        rtn::edge const& e = d.states[u.state].edges[u.edge];
        if (good[u.state] == 0 && good[e.target] != 0 && (!is_call(e) || rule_good[callee(e)] != 0)) {
            good[u.state] = 1;
            todo.push_back(u.state);
        }
    };
    while (!todo.empty()) {
        std::uint32_t const s = todo.back();
        todo.pop_back();
        for (use const u : into[s]) {
            try_edge(u);
        }
        for (std::uint32_t const r : rules_at[s]) {
            rule_good[r] = 1;
            for (use const u : calls[r]) {
                try_edge(u);
            }
        }
    }
    for (auto& node : d.states) {
        std::erase_if(node.edges, [&](rtn::edge const& e) {
            return good[e.target] == 0 || (is_call(e) && rule_good[callee(e)] == 0);
        });
    }
    return rule_good[d.root] != 0;
}

}  // namespace parlance::mask::detail
