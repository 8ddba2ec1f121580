// parlance/peg/node.hpp - the rows of a parsing table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace parlance::peg {

using node_id = std::uint32_t;
using rule_id = std::uint32_t;

/// A caller's number for a capture; an enumeration of the caller's converts to it.
using tag_id = std::uint32_t;

inline constexpr std::uint32_t unbounded = 0xFFFF'FFFF;
inline constexpr std::uint32_t none = 0xFFFF'FFFF;

/// What a node reads.  In brackets what its three fields hold; `text` is offset and length in the text pool.
///
/// A node reads some bytes at the front of the input and succeeds, or fails and reads nothing.  Characters are
/// UTF-8 code points; a byte sequence that is no UTF-8 counts as one character that is in no range, so that it is
/// read by negated classes only and no input is refused for its encoding.
///
/// source  Ford 2004: parsing expressions; cut, atomic, tag and the two readings are what streams and grammars need besides
enum class op : std::uint8_t {
    // leaves
    epsilon,  // nothing; succeeds
    fail,     // fails
    start,    // nothing; succeeds at offset 0 only
    end,      // nothing; succeeds at the end of input only
    literal,  // the text                                                        [text, length]
    chars,    // `least` to `most` characters of a class, as many as there are    [class, least, most]
    until,  // all before the first of several delimiters, or to the end of input; succeeds  [index in untils]
    rest,   // all to the end of input; succeeds
    cut,    // nothing; succeeds, and what was decided so far is not taken back any more
    // several
    sequence,  // all children, one after the other    [first in children, count]
    choice,    // the first child that succeeds        [first in children, count]
    // one
    repeat,  // `least` to `most` times, as often as it succeeds; stops after an empty turn  [child, least, most]
    look,    // nothing; succeeds when the child does: the and-predicate           [child]
    reject,  // nothing; succeeds when the child does not: the not-predicate       [child]
    atomic,  // the child; cuts inside end at its border, events inside are held until it is complete  [child]
    tag,     // the child, reported between enter and leave                        [child, tag id]
    ref,     // what the rule reads                                                [rule]
    // two readings: what a parser reads, and what a grammar made from the table writes
    recover,  // the child; after a failure that leaves nothing else to try, the handler goes on where the leaf that
              // failed began; a grammar writes the child                                    [child, handler]
    refine,  // the first; a grammar writes the second, which must be a subset of it               [wide, narrow]
    schema,  // the child; a grammar writes the caller's schema of this index                      [child, index]
    token,  // the child; a grammar writes the token with this id                                 [child, token id]
    gbnf,  // the child; a grammar writes the GBNF expression, nothing when it is empty   [child, text, length]
};

inline constexpr std::size_t op_count = static_cast<std::size_t>(op::gbnf) + 1;

/// One row.  Children have smaller numbers than their parents, so that every cycle goes through a `ref`.
///
/// first  one more than the index of the bytes with which what the node reads may begin; 0 where that is not known, or
///        no choice and no repeat asks
struct node {
    op kind = op::epsilon;
    std::uint16_t first = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;

    constexpr node() = default;
    constexpr node(op k, std::uint32_t a_field = 0,
                   std::uint32_t b_field = 0,  // NOLINT: a row is written {kind, …}
                   std::uint32_t c_field = 0) noexcept
        : kind(k), a(a_field), b(b_field), c(c_field) {}
    friend constexpr bool operator==(node const&, node const&) = default;
};

/// Inclusive.
struct char_range {
    char32_t low = 0;
    char32_t high = 0;
    friend constexpr bool operator==(char_range const&, char_range const&) = default;
};

/// Bytes of the text pool.
struct text_ref {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    friend constexpr bool operator==(text_ref const&, text_ref const&) = default;
};

/// A character class: its ranges, sorted and apart, and the answer for ASCII as two words of bits (`negated` already
/// applied).
struct char_class {
    std::uint32_t first_range = 0;
    std::uint32_t range_count = 0;
    bool negated = false;
    std::uint64_t ascii[2]{};
    friend constexpr bool operator==(char_class const&, char_class const&) = default;

    [[nodiscard]] constexpr bool has_ascii(std::uint8_t byte) const noexcept {
        return ((ascii[byte >> 6] >> (byte & 63)) & 1) != 0;
    }
};

/// A set of bytes.
struct byte_set {
    std::uint64_t bits[4]{};
    friend constexpr bool operator==(byte_set const&, byte_set const&) = default;

    [[nodiscard]] constexpr bool has(std::uint8_t byte) const noexcept {
        return ((bits[byte >> 6] >> (byte & 63)) & 1) != 0;
    }
};

/// The delimiters of an `until`, and the automaton that finds them: rows [first_step, first_step + step_count) of
/// the steps.  `starts` is the byte all delimiters begin with, or -1 when they begin differently; `first` has the
/// bit of every byte that begins one.
struct until_row {
    std::uint32_t first_delimiter = 0;
    std::uint32_t delimiter_count = 0;
    std::uint32_t first_step = 0;
    std::uint32_t step_count = 0;
    std::int32_t starts = -1;
    std::uint64_t first[4]{};
    friend constexpr bool operator==(until_row const&, until_row const&) = default;

    [[nodiscard]] constexpr bool begins(std::uint8_t byte) const noexcept {
        return ((first[byte >> 6] >> (byte & 63)) & 1) != 0;
    }
};

/// A state of a delimiter automaton (Aho and Corasick 1975).  Numbers are relative to the automaton; 0 is its start,
/// and, as `child` or `sibling`, stands for "no more".
///
/// depth    bytes of a delimiter read so far
/// matched  length of the longest delimiter that ends here, 0 when none does
struct until_step {
    std::uint32_t child = 0;
    std::uint32_t sibling = 0;
    std::uint32_t fallback = 0;
    std::uint32_t depth = 0;
    std::uint32_t matched = 0;
    std::uint8_t byte = 0;
    friend constexpr bool operator==(until_step const&, until_step const&) = default;
};

/// A rule: its expression, and its name, for people.
struct rule_row {
    node_id root = none;
    text_ref name{};
    friend constexpr bool operator==(rule_row const&, rule_row const&) = default;
};

/// A name for a tag id, for people.
struct tag_name {
    tag_id id = 0;
    text_ref name{};
    friend constexpr bool operator==(tag_name const&, tag_name const&) = default;
};

}  // namespace parlance::peg
