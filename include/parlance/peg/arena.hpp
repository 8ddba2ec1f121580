// parlance/peg/arena.hpp - a parsing table: as spans, as vectors, and as arrays of a fixed size
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>
#include <parlance/text/same_rows.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg {

/// Numbers of rows, in the order of arena_view.
struct arena_size {
    std::size_t nodes = 0;
    std::size_t children = 0;
    std::size_t text = 0;
    std::size_t classes = 0;
    std::size_t ranges = 0;
    std::size_t delimiters = 0;
    std::size_t untils = 0;
    std::size_t steps = 0;
    std::size_t firsts = 0;
    std::size_t rules = 0;
    std::size_t tags = 0;

    /// No number is larger than there.
    [[nodiscard]] constexpr bool within(arena_size const& o) const noexcept {
        return nodes <= o.nodes && children <= o.children && text <= o.text && classes <= o.classes &&
               ranges <= o.ranges && delimiters <= o.delimiters && untils <= o.untils && steps <= o.steps &&
               firsts <= o.firsts && rules <= o.rules && tags <= o.tags;
    }
};

/// A table as spans, cheap to copy; valid as long as what it points into.  Everything that reads a table takes one
/// of these: match, stream, check, print, and the lowering to a network.
struct arena_view {
    std::span<node const> nodes{};
    std::span<node_id const> children{};  // of sequences and choices
    std::span<char const> text{};
    std::span<char_class const> classes{};
    std::span<char_range const> ranges{};
    std::span<text_ref const> delimiters{};
    std::span<until_row const> untils{};
    std::span<until_step const> steps{};
    std::span<byte_set const> firsts{};
    std::span<rule_row const> rules{};
    std::span<tag_name const> tags{};
    node_id root = 0;

    [[nodiscard]] constexpr node const& at(node_id n) const noexcept { return nodes[n]; }
    /// Of a sequence or choice.
    [[nodiscard]] constexpr std::span<node_id const> children_of(node const& n) const noexcept {
        return children.subspan(n.a, n.b);
    }
    [[nodiscard]] constexpr std::string_view str(text_ref t) const noexcept {
        return {text.data() + t.offset, t.length};
    }
    /// Of a literal.
    [[nodiscard]] constexpr std::string_view literal_of(node const& n) const noexcept {
        return str({n.a, n.b});
    }
    /// Of a gbnf node.
    [[nodiscard]] constexpr std::string_view gbnf_of(node const& n) const noexcept { return str({n.b, n.c}); }
    [[nodiscard]] constexpr std::span<char_range const> ranges_of(char_class const& c) const noexcept {
        return ranges.subspan(c.first_range, c.range_count);
    }
    /// Of an until node.
    [[nodiscard]] constexpr std::span<text_ref const> delimiters_of(node const& n) const noexcept {
        return delimiters.subspan(untils[n.a].first_delimiter, untils[n.a].delimiter_count);
    }
    [[nodiscard]] constexpr std::string_view rule_name(rule_id r) const noexcept {
        return str(rules[r].name);
    }
    /// Empty when the tag has none.
    [[nodiscard]] constexpr std::string_view name_of(tag_id id) const noexcept {
        for (tag_name const& t : tags) {
            if (t.id == id) {
                return str(t.name);
            }
        }
        return {};
    }

    /// The first rows of each kind.
    [[nodiscard]] constexpr arena_view first(arena_size const& n) const noexcept {
        return {{nodes.data(), n.nodes},     {children.data(), n.children}, {text.data(), n.text},
                {classes.data(), n.classes}, {ranges.data(), n.ranges},     {delimiters.data(), n.delimiters},
                {untils.data(), n.untils},   {steps.data(), n.steps},       {firsts.data(), n.firsts},
                {rules.data(), n.rules},     {tags.data(), n.tags},         root};
    }

    /// Same rows throughout.
    friend constexpr bool operator==(arena_view const& x, arena_view const& y) noexcept {
        return x.root == y.root && same_rows(x.nodes, y.nodes) && same_rows(x.children, y.children) &&
               same_rows(x.text, y.text) && same_rows(x.classes, y.classes) &&
               same_rows(x.ranges, y.ranges) && same_rows(x.delimiters, y.delimiters) &&
               same_rows(x.untils, y.untils) && same_rows(x.steps, y.steps) &&
               same_rows(x.firsts, y.firsts) && same_rows(x.rules, y.rules) && same_rows(x.tags, y.tags);
    }
};

/// Whether the class has this character.  A sequence that is no UTF-8 is asked for by `valid` = false.
[[nodiscard]] constexpr bool contains(arena_view const& a, char_class const& c, char32_t value,
                                      bool valid = true) noexcept {
    if (!valid) {
        return c.negated;
    }
    if (value < 0x80) {
        return c.has_ascii(static_cast<std::uint8_t>(value));
    }
    auto const ranges = a.ranges_of(c);
    std::size_t first = 0;
    for (std::size_t last = ranges.size(); first < last;) {
        std::size_t const middle = first + (last - first) / 2;
        ranges[middle].high < value ? first = middle + 1 : last = middle;
    }
    bool const inside = first < ranges.size() && ranges[first].low <= value;
    return inside != c.negated;
}

namespace detail {

/// Which of the 64 characters from `base` on are in the ranges.
[[nodiscard]] constexpr std::uint64_t ascii_bits(std::span<char_range const> ranges, char32_t base) noexcept {
    std::uint64_t bits = 0;
    for (char_range const& r : ranges) {
        if (r.high >= base && r.low < base + 64) {
            char32_t const low = r.low > base ? r.low - base : 0;
            char32_t const high = r.high < base + 63 ? r.high - base : 63;
            bits |= (~std::uint64_t{0} << low) & (~std::uint64_t{0} >> (63 - high));
        }
    }
    return bits;
}

}  // namespace detail

/// A table that owns its rows; made by `builder`, `parse` and `load`.  Immutable once built; share it between
/// threads as it is.
struct arena {
    std::vector<node> nodes{};
    std::vector<node_id> children{};
    std::vector<char> text{};
    std::vector<char_class> classes{};
    std::vector<char_range> ranges{};
    std::vector<text_ref> delimiters{};
    std::vector<until_row> untils{};
    std::vector<until_step> steps{};
    std::vector<byte_set> firsts{};
    std::vector<rule_row> rules{};
    std::vector<tag_name> tags{};
    node_id root = 0;

    [[nodiscard]] constexpr arena_view view() const noexcept {
        return {{nodes.data(), nodes.size()},   {children.data(), children.size()},
                {text.data(), text.size()},     {classes.data(), classes.size()},
                {ranges.data(), ranges.size()}, {delimiters.data(), delimiters.size()},
                {untils.data(), untils.size()}, {steps.data(), steps.size()},
                {firsts.data(), firsts.size()}, {rules.data(), rules.size()},
                {tags.data(), tags.size()},     root};
    }
    constexpr operator arena_view() const noexcept { return view(); }  // NOLINT: implicit on purpose
};

[[nodiscard]] constexpr arena_size size_of(arena_view const& a) noexcept {
    return {a.nodes.size(),  a.children.size(),   a.text.size(),   a.classes.size(),
            a.ranges.size(), a.delimiters.size(), a.untils.size(), a.steps.size(),
            a.firsts.size(), a.rules.size(),      a.tags.size()};
}

namespace detail {

/// A plain loop: each step of std::ranges::copy counts where constant evaluation has a limit.
template <class From, class To>
constexpr void copy_rows(From const& from, To& to) noexcept {
    for (std::size_t i = 0; i < from.size(); ++i) {
        to[i] = from[i];
    }
}

}  // namespace detail

/// A table in arrays: what an expression lowered at compile time becomes.  No part of it is made at run time.
template <arena_size Size>
struct static_arena {
    std::array<node, Size.nodes> nodes{};
    std::array<node_id, Size.children> children{};
    std::array<char, Size.text> text{};
    std::array<char_class, Size.classes> classes{};
    std::array<char_range, Size.ranges> ranges{};
    std::array<text_ref, Size.delimiters> delimiters{};
    std::array<until_row, Size.untils> untils{};
    std::array<until_step, Size.steps> steps{};
    std::array<byte_set, Size.firsts> firsts{};
    std::array<rule_row, Size.rules> rules{};
    std::array<tag_name, Size.tags> tags{};
    node_id root = 0;

    constexpr static_arena() = default;
    /// Precondition: size_of(from) is within Size.
    constexpr explicit static_arena(arena_view const& from) noexcept : root(from.root) {
        detail::copy_rows(from.nodes, nodes);
        detail::copy_rows(from.children, children);
        detail::copy_rows(from.text, text);
        detail::copy_rows(from.classes, classes);
        detail::copy_rows(from.ranges, ranges);
        detail::copy_rows(from.delimiters, delimiters);
        detail::copy_rows(from.untils, untils);
        detail::copy_rows(from.steps, steps);
        detail::copy_rows(from.firsts, firsts);
        detail::copy_rows(from.rules, rules);
        detail::copy_rows(from.tags, tags);
    }

    [[nodiscard]] constexpr arena_view view() const noexcept {
        return {nodes, children, text, classes, ranges, delimiters, untils, steps, firsts, rules, tags, root};
    }
    constexpr operator arena_view() const noexcept { return view(); }  // NOLINT: implicit on purpose
};

}  // namespace parlance::peg
