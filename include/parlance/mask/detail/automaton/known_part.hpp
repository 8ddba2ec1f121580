// parlance/mask/detail/automaton/known_part.hpp - what preparing a grammar finds out of a part that many networks have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// A rule of an automaton that is not linked yet: where its rows begin; they end where the next rule's do.
struct loose_rule {
    std::uint32_t first_state = 0;
    std::uint32_t first_byte = 0;
    std::uint32_t first_call = 0;
    std::uint32_t first_increment = 0;
    std::uint32_t first_token = 0;
    bool increments = false;
};

/// Rules that were made deterministic one by one.  States are numbered through; calls name rules, and counts, by the
/// numbers that they have in the network: `entry` is a rule.
struct loose_rules {
    vec<run_state> states;
    vec<byte_edge> bytes;
    vec<call_edge> calls;
    vec<std::uint32_t> increments;
    vec<token_edge> tokens;
    vec<std::uint32_t> meanings;
    vec<std::uint32_t> first_meaning;
    vec<loose_rule> rules;  // and one more

    [[nodiscard]] std::size_t memory() const noexcept {
        return states.capacity() * sizeof(run_state) + bytes.capacity() * sizeof(byte_edge) +
               calls.capacity() * sizeof(call_edge) + tokens.capacity() * sizeof(token_edge) +
               4 * (increments.capacity() + meanings.capacity() + first_meaning.capacity()) +
               rules.capacity() * sizeof(loose_rule);
    }
};

/// All that preparation asks about a part's rules, when it is known which of the rules outside can match nothing.  It depends
/// on nothing else, and is found out with the same steps and bytes each time: who finds it kept pays as much.
///
/// usable  the part has no dead ends, no iteration that can be empty, and no rule that cannot be by itself
struct known_part {
    vec<char> nullable_outside;
    bool usable = false;
    std::uint64_t steps = 0;
    std::size_t bytes = 0;
    vec<char> ends;    // of each state: whether the rule's end can be reached without consuming
    vec<char> counts;  // of each rule: whether its end can be reached by way of an increment
    loose_rules code;  // the part's rules are numbered behind those outside

    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof *this + nullable_outside.capacity() + ends.capacity() + counts.capacity() +
               code.memory();
    }
};

}  // namespace parlance::mask::detail
