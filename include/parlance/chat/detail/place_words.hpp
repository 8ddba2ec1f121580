// parlance/chat/detail/place_words.hpp - the places of a format in a table, and which node holds which
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// The places, by the names of their rules: those that are pieces of a call, by their kind, empty where a piece is no
/// place, and then the others.  json-value and python-value are rules that every table has.
inline constexpr std::string_view place_names[] = {
    "",     "name",  "id",      "arguments",  "ordinal",      "",       "", "encoded",
    "type", "value", "text",    "json-value", "python-value", "nested", "", "",
    "",     "key",   "channel", "reasoning",  "content"};
static_assert(place_names[static_cast<std::size_t>(piece::kind::key)] == "key");

[[nodiscard]] constexpr std::string_view place_of(piece::kind k) noexcept {
    return place_names[static_cast<std::size_t>(k)];
}

/// A place as a bit, so that a node can hold several; 0 for a rule that is none.
[[nodiscard]] constexpr std::uint32_t word_of(std::string_view rule) noexcept {
    for (std::size_t i = 0; i < std::size(place_names); ++i) {
        if (!rule.empty() && place_names[i] == rule) {
            return std::uint32_t{1} << i;
        }
    }
    return 0;
}

[[nodiscard]] consteval std::uint32_t operator""_place(char const* name, std::size_t size) {
    std::uint32_t const word = word_of({name, size});
    return word != 0 ? word : throw "no such place";
}

namespace words {

inline constexpr std::uint32_t call = std::uint32_t{1} << std::size(place_names);
/// What an argument's value may be.
inline constexpr std::uint32_t inside =
    "value"_place | "text"_place | "nested"_place | "json-value"_place | "python-value"_place;

}  // namespace words

/// The parts of a node; rules are not looked into.
[[nodiscard]] PARLANCE_DECL std::span<peg::node_id const> below(peg::arena_view const& a,
                                                                peg::node const& n) noexcept;

/// The words of the places in every node.  Linear per round; a round for every level of rules.
[[nodiscard]] PARLANCE_DECL std::vector<std::uint32_t> words_in(peg::arena_view const& a);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/place_words.ipp>
#endif
