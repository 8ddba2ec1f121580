// parlance/peg/detail/first_byte.hpp - the bytes at which a node does not fail at once, so that others need no try
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/window.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

/// The set of every node, from those of its parts, which stand in front of it; never too small.  A rule that is not
/// known yet counts as reading everything; every further round knows more, and without rules one round knows all.
class first_bytes {
public:
    constexpr explicit first_bytes(arena_view const& a) : a_(a), sets_(a.nodes.size(), all()) {
        bool changed = true;
        int const rounds = a.rules.empty() ? 1 : 4;
        for (int round = 0; changed && round < rounds; ++round) {
            changed = false;
            byte_set* set = sets_.data();
            for (node const& n : a.nodes) {
                byte_set const now = of(n);
                changed = changed || now != *set;
                *set++ = now;
            }
        }
    }

    [[nodiscard]] constexpr byte_set const& operator[](node_id n) const noexcept { return sets_[n]; }

private:
    static constexpr byte_set all() noexcept { return {{~0ULL, ~0ULL, ~0ULL, ~0ULL}}; }

    static constexpr byte_set joined(byte_set const& x, byte_set const& y) noexcept {
        return {{x.bits[0] | y.bits[0], x.bits[1] | y.bits[1], x.bits[2] | y.bits[2], x.bits[3] | y.bits[3]}};
    }

    constexpr byte_set of(node const& n) const noexcept {
        switch (n.kind) {
        case op::fail: return {};
        case op::literal: {
            byte_set one;
            auto const byte = static_cast<std::uint8_t>(a_.text[n.a]);
            one.bits[byte >> 6] = std::uint64_t{1} << (byte & 63);
            return n.b == 0 ? all() : one;
        }
        case op::chars: {
            char_class const& set = a_.classes[n.a];
            bool const ascii = !set.negated && (set.range_count == 0 || a_.ranges_of(set).back().high < 0x80);
            std::uint64_t const wide = ascii ? 0 : ~std::uint64_t{0};
            return n.b == 0 ? all() : byte_set{{set.ascii[0], set.ascii[1], wide, wide}};
        }
        case op::sequence: return sets_[a_.children[n.a]];
        case op::choice: {
            byte_set any;
            node_id const* const parts = a_.children.data() + n.a;
            for (std::uint32_t i = 0; i < n.b; ++i) {
                any = joined(any, sets_.data()[parts[i]]);
            }
            return any;
        }
        case op::repeat: return n.b == 0 ? all() : sets_[n.a];
        case op::recover:
            return joined(sets_[n.a], sets_[n.b]);  // inside an atomic part the handler has its turn
        case op::ref: return sets_[a_.rules[n.a].root];
        case op::look:
        case op::atomic:
        case op::tag:
        case op::refine:
        case op::schema:
        case op::token:
        case op::gbnf: return sets_[n.a];
        default: return all();
        }
    }

    arena_view a_;
    std::vector<byte_set> sets_;
};

/// Gives the alternatives of choices and the bodies of repeats the set of their first bytes, where that says anything.
constexpr void add_first_bytes(arena& a) {
    first_bytes const sets(a.view());
    auto const give = [&](node_id at) {
        byte_set const& set = sets[at];
        auto const& [w0, w1, w2, w3] = set.bits;
        if (a.nodes[at].first != 0 || (w0 & w1 & w2 & w3) == ~0ULL) {
            return;
        }
        std::size_t index = 0;
        while (index < a.firsts.size() && !(a.firsts.data()[index] == set)) {
            ++index;
        }
        if (index == a.firsts.size()) {
            if (index == 0xFFFF) {
                return;
            }
            a.firsts.push_back(set);
        }
        a.nodes[at].first = static_cast<std::uint16_t>(index + 1);
    };
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        node const n = a.nodes[i];
        if (n.kind == op::repeat) {
            give(n.a);
        } else if (n.kind == op::choice) {
            for (std::size_t k = 0; k < n.b; ++k) {
                give(a.children[n.a + k]);
            }
        }
    }
}

/// Whether the byte at `pos` is there and the node certainly fails at it.
[[nodiscard]] constexpr bool refuses(arena_view const& table, window const& w, std::size_t pos,
                                     node_id at) noexcept {
    node const& n = table.at(at);
    return n.first != 0 && pos < w.end() &&
           !table.firsts[n.first - 1].has(static_cast<std::uint8_t>(w.text[pos - w.base]));
}

}  // namespace parlance::peg::detail
