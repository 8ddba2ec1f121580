// parlance/peg/detail/automaton.hpp - the delimiter automaton of an until node
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

/// The state reached from `state` by `byte`, without falling back; 0 when there is none.  `passed` counts the others.
[[nodiscard]] constexpr std::uint32_t child_by(std::span<until_step const> steps, std::uint32_t state,
                                               std::uint8_t byte, std::size_t& passed) noexcept {
    std::uint32_t next = steps[state].child;
    while (next != 0 && steps[next].byte != byte) {
        next = steps[next].sibling;
        ++passed;
    }
    return next;
}

/// The state after one more byte: the longest end of what was read that begins a delimiter.  Amortised constant in
/// the length of the text, times the number of different bytes that may follow.
[[nodiscard]] constexpr std::uint32_t advance(std::span<until_step const> steps, std::uint32_t state,
                                              std::uint8_t byte, std::size_t& passed) noexcept {
    for (;;) {
        std::uint32_t const next = child_by(steps, state, byte, passed);
        if (next != 0 || state == 0) {
            return next;
        }
        state = steps[state].fallback;
    }
}

/// Builds the automaton for non-empty delimiters.  States are numbered by depth.  Linear in their total length, times
/// the number of different bytes that may follow a state.  Nothing where it has more than `most` states; not all where it was
/// asked to stop.
[[nodiscard]] constexpr std::vector<until_step> make_automaton(std::span<std::string_view const> delimiters,
                                                               stop_asker& asked,
                                                               std::size_t most = ~std::size_t{0}) {
    std::vector<until_step> trie;
    std::size_t passed = 0;
    std::size_t letters = 1;
    for (std::string_view const d : delimiters) {
        letters += d.size();
    }
    trie.reserve((std::min)(letters, most));  // a long array that moves takes long
    trie.emplace_back();
    for (std::string_view const d : delimiters) {
        std::uint32_t state = 0;
        for (char const c : d) {
            auto const byte = static_cast<std::uint8_t>(c);
            std::uint32_t next = child_by(trie, state, byte, passed);
            if (next == 0) {
                if (trie.size() == most) {
                    return {};
                }
                next = static_cast<std::uint32_t>(trie.size());
                until_step s;
                s.byte = byte;
                s.depth = trie[state].depth + 1;
                s.sibling = trie[state].child;
                trie.push_back(s);
                trie[state].child = next;
                if (!asked.next()) {
                    return trie;
                }
            }
            state = next;
        }
        trie[state].matched = trie[state].depth;
    }
    std::vector<std::uint32_t> queue;
    queue.reserve(trie.size());
    queue.push_back(0);
    for (std::size_t i = 0; i < queue.size() && asked.next(); ++i) {
        std::uint32_t const parent = queue[i];
        for (std::uint32_t s = trie[parent].child; s != 0; s = trie[s].sibling) {
            queue.push_back(s);
            if (parent != 0) {
                trie[s].fallback = advance(trie, trie[parent].fallback, trie[s].byte, passed);
                std::uint32_t const shorter = trie[trie[s].fallback].matched;
                trie[s].matched = trie[s].matched != 0 ? trie[s].matched : shorter;
            }
        }
    }
    return trie;
}

/// Notes in the row how the last of its delimiters begins.
constexpr void describe_start(until_row& row, std::span<std::string_view const> delimiters) noexcept {
    auto const byte = static_cast<std::uint8_t>(delimiters.back()[0]);
    row.first[byte >> 6] |= std::uint64_t{1} << (byte & 63);
    row.starts = delimiters.size() == 1 || row.starts == byte ? byte : -1;
}

/// The text before the first delimiter is found at the earliest place where any of them begins, so a delimiter that
/// is complete must wait while a longer one, begun before it, is still open.
struct scan {
    std::uint32_t state = 0;
    std::size_t found = static_cast<std::size_t>(-1);  // where the earliest complete delimiter begins
    std::size_t passed = 0;                            // states that were looked at and not taken

    /// Takes the byte before `after`; returns whether the search is over, with the answer in `found`.
    constexpr bool take(std::span<until_step const> steps, std::uint8_t byte, std::size_t after) noexcept {
        state = advance(steps, state, byte, passed);
        if (steps[state].matched != 0 && after - steps[state].matched < found) {
            found = after - steps[state].matched;
        }
        return found != static_cast<std::size_t>(-1) && after - steps[state].depth >= found;
    }
};

}  // namespace parlance::peg::detail
