// parlance/chat/detail/impl/place_words.ipp - definitions of what parlance/chat/detail/place_words.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/part.hpp>
#include <cstddef>
#include <iterator>
#include <utility>

namespace parlance::chat::detail {

std::span<peg::node_id const> below(peg::arena_view const& a, peg::node const& n) noexcept {
    switch (n.kind) {
    case peg::op::sequence:
    case peg::op::choice: return a.children_of(n);
    case peg::op::repeat:
    case peg::op::atomic:
    case peg::op::tag: return {&n.a, 1};
    default: return {};  // nothing else can have a place in it
    }
}

std::vector<std::uint32_t> words_in(peg::arena_view const& a) {
    std::vector<std::uint32_t> held(a.nodes.size(), 0);
    std::vector<std::uint32_t> named(a.rules.size(), 0);
    for (std::size_t i = 0; i < a.rules.size(); ++i) {
        named[i] = word_of(a.rule_name(static_cast<std::uint32_t>(i)));
    }
    auto const grows = [&](std::size_t i) {
        peg::node const& n = a.nodes[i];
        std::uint32_t now = n.kind == peg::op::tag && n.b == tag(part::call) ? words::call : 0;
        if (n.kind == peg::op::ref) {
            now = named[n.a] != 0 ? named[n.a] : held[a.rules[n.a].root];
        }
        for (peg::node_id const c : below(a, n)) {
            now |= held[c];
        }
        return std::exchange(held[i], now) != now;
    };
    // To and fro, as rules that refer to each other stand in either order.
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < a.nodes.size(); ++i) {
            grew = grows(i) || grew;
        }
        for (std::size_t i = a.nodes.size(); grew && i-- > 0;) {
            grows(i);
        }
    }
    return held;
}

}  // namespace parlance::chat::detail
