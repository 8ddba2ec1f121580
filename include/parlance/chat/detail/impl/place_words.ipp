// parlance/chat/detail/impl/place_words.ipp - definitions of what parlance/chat/detail/place_words.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/part.hpp>
#include <iterator>

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
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < a.nodes.size(); ++i) {
            peg::node const& n = a.nodes[i];
            std::uint32_t now = n.kind == peg::op::tag && n.b == tag(part::call) ? words::call : 0;
            if (n.kind == peg::op::ref) {
                std::uint32_t const word = word_of(a.rule_name(n.a));
                now = word != 0 ? word : held[a.rules[n.a].root];
            }
            for (peg::node_id const c : below(a, n)) {
                now |= held[c];
            }
            grew = grew || now != held[i];
            held[i] = now;
        }
    }
    return held;
}

}  // namespace parlance::chat::detail
