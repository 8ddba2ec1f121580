// parlance/chat/detail/place_words.hpp - the places of a format in a table, and which node holds which
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Bits, so that a node can hold several.
namespace words {

inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t id = 2;
inline constexpr std::uint32_t ordinal = 4;
inline constexpr std::uint32_t arguments = 8;
inline constexpr std::uint32_t key = 16;
inline constexpr std::uint32_t value = 32;
inline constexpr std::uint32_t text = 64;
inline constexpr std::uint32_t json_value = 128;
inline constexpr std::uint32_t python_value = 256;
inline constexpr std::uint32_t reasoning = 512;
inline constexpr std::uint32_t content = 1024;
inline constexpr std::uint32_t channel = 2048;
inline constexpr std::uint32_t call = 4096;
/// What an argument's value may be.
inline constexpr std::uint32_t inside = value | text | json_value | python_value;

}  // namespace words

/// 0 for a rule that is no place.
[[nodiscard]] constexpr std::uint32_t word_of(std::string_view rule) noexcept {
    constexpr std::string_view all[] = {"name",         "id",        "ordinal", "arguments",
                                        "key",          "value",     "text",    "json-value",
                                        "python-value", "reasoning", "content", "channel"};
    for (std::size_t i = 0; i < std::size(all); ++i) {
        if (all[i] == rule) {
            return std::uint32_t{1} << i;
        }
    }
    return 0;
}

/// The parts of a node; rules are not looked into.
[[nodiscard]] inline std::span<peg::node_id const> below(peg::arena_view const& a,
                                                         peg::node const& n) noexcept {
    switch (n.kind) {
    case peg::op::sequence:
    case peg::op::choice: return a.children_of(n);
    case peg::op::repeat:
    case peg::op::atomic:
    case peg::op::tag: return {&n.a, 1};
    default: return {};  // nothing else can have a place in it
    }
}

/// The words of the places in every node.  Linear per round; a round for every level of rules.
[[nodiscard]] inline std::vector<std::uint32_t> words_in(peg::arena_view const& a) {
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
