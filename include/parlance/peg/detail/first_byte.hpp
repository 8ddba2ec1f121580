// parlance/peg/detail/first_byte.hpp - what a node makes of the next byte, without trying
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::peg::detail {

/// Whether the node certainly fails at this byte; follows at most `depth` choices and handlers.
[[nodiscard]] constexpr bool refuses(arena_view const& table, node_id at, std::uint8_t byte,
                                     int depth = 3) noexcept {
    while (true) {
        node const& n = table.at(at);
        switch (n.kind) {
        case op::fail: return true;
        case op::literal: return static_cast<std::uint8_t>(table.text[n.a]) != byte;
        case op::chars: {
            char_class const& set = table.classes[n.a];
            bool const ascii = set.range_count == 0 || table.ranges_of(set).back().high < 0x80;
            return n.b != 0 && (byte < 0x80 ? !set.has_ascii(byte) : !set.negated && ascii);
        }
        case op::sequence: at = table.children[n.a]; break;
        case op::choice:
            return depth != 0 && std::ranges::all_of(table.children_of(n), [&](node_id c) {
                       return refuses(table, c, byte, depth - 1);
                   });
        case op::repeat:
            if (n.b == 0) {
                return false;
            }
            at = n.a;
            break;
        case op::recover:  // inside an atomic part the handler has its turn
            return depth != 0 && refuses(table, n.a, byte, depth - 1) && refuses(table, n.b, byte, depth - 1);
        case op::ref: at = table.rules[n.a].root; break;
        case op::look:
        case op::atomic:
        case op::tag:
        case op::refine:
        case op::schema:
        case op::token:
        case op::gbnf: at = n.a; break;
        default: return false;
        }
    }
}

}  // namespace parlance::peg::detail
