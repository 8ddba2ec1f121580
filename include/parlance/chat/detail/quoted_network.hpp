// parlance/chat/detail/quoted_network.hpp - what a network writes, written as the content of a JSON string
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Copies all rules of `from`, with every byte that a JSON string escapes written as its escape, and returns the rule that
/// writes what the root wrote.  Control characters without a short escape are left out: JSON text has none.  Linear.
[[nodiscard]] inline rtn::rule_id add_quoted(rtn::network_view from, rtn::builder& out) {
    constexpr std::pair<std::uint8_t, char> escapes[] = {
        {'\t', 't'}, {'\n', 'n'}, {'\r', 'r'}, {'"', '"'}, {'\\', '\\'}};
    std::vector<rtn::state_id> states;
    for (std::size_t s = 0; s < from.state_count(); ++s) {
        states.push_back(out.add_state());
        if (from.accepts(static_cast<rtn::state_id>(s))) {
            out.accept(states.back());
        }
    }
    std::vector<rtn::rule_id> rules;
    for (rtn::state_id const entry : from.rules) {
        rules.push_back(out.add_rule());
        out.set_entry(rules.back(), states[entry]);
    }
    auto const plain = [&](rtn::state_id source, unsigned low, unsigned high, rtn::state_id target) {
        low = low < 0x20 ? 0x20u : low;
        if (low <= high) {
            out.bytes(source, static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), target);
        }
    };
    for (std::size_t s = 0; s < from.state_count(); ++s) {
        for (rtn::edge const& e : from.edges_of(static_cast<rtn::state_id>(s))) {
            rtn::state_id const target = states[e.target];
            switch (e.kind) {
            case rtn::edge_kind::bytes: {
                unsigned low = e.low;
                for (auto const& [byte, letter] : escapes) {
                    if (byte < low || byte > e.high) {
                        continue;
                    }
                    plain(states[s], low, byte - 1u, target);
                    char const both[] = {'\\', letter};
                    out.epsilon(out.literal(states[s], std::string_view(both, 2)), target);
                    low = byte + 1u;
                }
                plain(states[s], low, e.high, target);
                break;
            }
            case rtn::edge_kind::epsilon: out.epsilon(states[s], target); break;
            case rtn::edge_kind::call: out.call(states[s], rules[e.value], target); break;
            case rtn::edge_kind::counted_call: {
                rtn::count counted = from.counts[e.value];
                counted.rule = rules[counted.rule];
                out.counted_call(states[s], counted, target);
                break;
            }
            case rtn::edge_kind::increment: out.increment(states[s], target); break;
            case rtn::edge_kind::token:
            case rtn::edge_kind::token_not: break;  // no text, so that no string can hold it
            }
        }
    }
    return rules[from.root];
}

}  // namespace parlance::chat::detail
