// parlance/gbnf/element.hpp - the rows of a grammar table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>

namespace parlance::gbnf {

/// What one row of an element table means.  The first ten have the numbers that llama.cpp gives them.
///
/// A rule is a run of alternatives separated by `alt` and closed by `end`.  An alternative is a run of items.
/// An item is one of: `rule_ref`; a token; a character class, which is `character`, `character_not` or `any`,
/// then for the first two any number of `range_upper` (closes a range with the row before it) and `character_alt`
/// (another member); or a repetition, which is `repeat`, `repeat_upper` and then the one item it repeats.
enum class element_kind : std::uint8_t {
    end = 0,              // of the rule
    alt = 1,              // begins another alternative
    rule_ref = 2,         // value: rule index
    character = 3,        // value: code point
    character_not = 4,    // value: code point; begins a negated class
    range_upper = 5,      // value: code point, inclusive
    character_alt = 6,    // value: code point
    any = 7,              // any code point
    token = 8,            // value: token id; <[123]>
    token_not = 9,        // value: token id; any other token; !<[123]>
    repeat = 10,          // value: fewest repetitions
    repeat_upper = 11,    // value: most repetitions, or `unbounded`
    token_text = 12,      // value: index into the grammar's token texts, not resolved yet; <think>
    token_text_not = 13,  // the same, negated; !<think>
};

inline constexpr std::uint32_t unbounded = 0xFFFF'FFFF;

/// One row.
struct element {
    element_kind kind = element_kind::end;
    std::uint32_t value = 0;
    friend constexpr bool operator==(element const&, element const&) = default;
};

}  // namespace parlance::gbnf
