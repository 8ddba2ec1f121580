// parlance/peg/detail/first_byte.hpp - the bytes at which a node does not fail at once, so that others need no try
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/detail/window.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
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
    constexpr first_bytes(arena_view const& a, stop_asker& asked) : a_(a) {
        constexpr std::size_t at_once = 2048;
        sets_.reserve(a.nodes.size());
        while (sets_.size() < a.nodes.size()) {
            sets_.insert(sets_.end(), (std::min)(at_once, a.nodes.size() - sets_.size()), all());
            if (!asked.look()) {
                return;
            }
        }
        bool changed = true;
        int const rounds = a.rules.empty() ? 1 : 4;
        for (int round = 0; changed && round < rounds; ++round) {
            changed = false;
            byte_set* set = sets_.data();
            for (node const& n : a.nodes) {
                if (!asked.next()) {
                    return;
                }
                byte_set const now = of(n, asked);
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

    constexpr byte_set of(node const& n, stop_asker& asked) const {
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
            constexpr std::uint32_t between_looks = 4096;
            for (std::uint32_t i = 0; i < n.b; ++i) {
                if (i % between_looks == between_looks - 1 && !asked.look()) {
                    break;
                }
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

/// The numbers of sets of bytes, each once.
class first_byte_numbers {
public:
    constexpr explicit first_byte_numbers(arena& a) : a_(a) {}

    /// Counted from 1; 0 where there are as many as a node can name.
    constexpr std::uint16_t of(byte_set const& set) {
        if (2 * (a_.firsts.size() + 1) > slots_.size()) {
            slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
            for (std::size_t i = 0; i < a_.firsts.size(); ++i) {
                slot(a_.firsts[i]) = static_cast<std::uint16_t>(i + 1);
            }
        }
        std::uint16_t& at = slot(set);
        if (at == 0 && a_.firsts.size() < 0xFFFF) {
            a_.firsts.push_back(set);
            at = static_cast<std::uint16_t>(a_.firsts.size());
        }
        return at;
    }

private:
    /// Where the number of the set is, or belongs.
    [[nodiscard]] constexpr std::uint16_t& slot(byte_set const& set) {
        std::uint64_t hash = 0;
        for (std::uint64_t const word : set.bits) {
            hash = (hash ^ word ^ word >> 32) * 0x9E37'79B9'7F4A'7C15;
            hash ^= hash >> 32;
        }
        std::size_t at = static_cast<std::size_t>(hash) & (slots_.size() - 1);
        while (slots_[at] != 0 && !(a_.firsts[slots_[at] - std::size_t{1}] == set)) {
            at = (at + 1) & (slots_.size() - 1);
        }
        return slots_[at];
    }

    arena& a_;
    std::vector<std::uint16_t> slots_;  // a power of two, at least half of them 0
};

/// Gives the alternatives of choices and the bodies of repeats the set of their first bytes, where that says anything.
/// Linear.  Not all of them where it was asked to stop.
constexpr void add_first_bytes(arena& a, stop_asker& asked) {
    first_bytes const sets(a.view(), asked);
    first_byte_numbers numbers(a);
    auto const give = [&](node_id at) {
        auto const& [w0, w1, w2, w3] = sets[at].bits;
        if (a.nodes[at].first == 0 && (w0 & w1 & w2 & w3) != ~0ULL) {
            a.nodes[at].first = numbers.of(sets[at]);
        }
    };
    for (std::size_t i = 0; i < a.nodes.size() && asked.next(); ++i) {
        node const n = a.nodes[i];
        if (n.kind == op::repeat) {
            give(n.a);
        } else if (n.kind == op::choice) {
            for (std::size_t k = 0; k < n.b && asked.next(); ++k) {
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
