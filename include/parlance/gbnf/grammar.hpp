// parlance/gbnf/grammar.hpp - a grammar as a table of elements: owned, static, or seen through a view
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/text/same_rows.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace parlance::gbnf {

/// Rows of the item that begins at rows[at]: 0 at an `alt`, an `end` or past the last row.  Never reads past
/// `rows`, whatever is in them.
[[nodiscard]] constexpr std::size_t item_length(std::span<element const> rows, std::size_t at) noexcept {
    std::size_t i = at;
    if (i < rows.size() && rows[i].kind == element_kind::repeat) {
        i += 2;
    }
    if (i >= rows.size()) {
        return at < rows.size() ? rows.size() - at : 0;
    }
    element_kind const kind = rows[i].kind;
    if (kind == element_kind::end || kind == element_kind::alt) {
        return i - at;
    }
    ++i;
    if (kind == element_kind::character || kind == element_kind::character_not) {
        while (i < rows.size() &&
               (rows[i].kind == element_kind::range_upper || rows[i].kind == element_kind::character_alt)) {
            ++i;
        }
    }
    return i - at;
}

/// A grammar as spans, cheap to copy; valid as long as what it points into.
///
/// elements  the rows of rule 0, then those of rule 1, …; each rule ends with `end`
/// first     where each rule begins in `elements`, and one more
/// text      names of rules, then token texts, one after the other
/// names     where each rule's name begins in `text`, and one more; a group's rule has the empty name
/// tokens    where each token text begins in `text`, and one more; the text of <think> is "<think>"
/// root      where a match begins
///
/// Rules are numbered: those with a name in the order of their definitions, then those that are never defined
/// (they have no rows; see options::allow_undefined), then the groups in the order in which the rows refer to
/// them.  What a repetition repeats is a class, a token or a rule, never another repetition.
struct grammar_view {
    std::span<element const> elements{};
    std::span<std::uint32_t const> first{};
    std::span<char const> text{};
    std::span<std::uint32_t const> names{};
    std::span<std::uint32_t const> tokens{};
    std::uint32_t root = 0;

    [[nodiscard]] constexpr std::size_t rule_count() const noexcept {
        return first.empty() ? 0 : first.size() - 1;
    }
    [[nodiscard]] constexpr std::size_t token_text_count() const noexcept {
        return tokens.empty() ? 0 : tokens.size() - 1;
    }
    /// The rows of rule `r`, its `end` included.  Precondition: r < rule_count().
    [[nodiscard]] constexpr std::span<element const> rule(std::size_t r) const noexcept {
        return {elements.data() + first[r], first[r + 1] - first[r]};
    }
    /// The name of rule `r`; empty for a group.  Precondition: r < rule_count().
    [[nodiscard]] constexpr std::string_view name(std::size_t r) const noexcept {
        return {text.data() + names[r], names[r + 1] - names[r]};
    }
    /// What a token_text row with value `i` stands for.  Precondition: i < token_text_count().
    [[nodiscard]] constexpr std::string_view token_text(std::size_t i) const noexcept {
        return {text.data() + tokens[i], tokens[i + 1] - tokens[i]};
    }
    /// The rule called `name`.  Linear.
    [[nodiscard]] constexpr std::optional<std::uint32_t> find(std::string_view name_) const noexcept {
        for (std::size_t r = 0; !name_.empty() && r < rule_count(); ++r) {
            if (name(r) == name_) {
                return static_cast<std::uint32_t>(r);
            }
        }
        return std::nullopt;
    }

    /// The same table, wherever it is stored.
    friend constexpr bool operator==(grammar_view const& a, grammar_view const& b) noexcept {
        return a.root == b.root && same_rows(a.elements, b.elements) && same_rows(a.first, b.first) &&
               same_rows(a.text, b.text) && same_rows(a.names, b.names) && same_rows(a.tokens, b.tokens);
    }
};

/// A grammar that owns its table.  Immutable once compiled; share it between threads as it is.
struct grammar {
    std::vector<element> elements;
    std::vector<std::uint32_t> first;
    std::vector<char> text;
    std::vector<std::uint32_t> names;
    std::vector<std::uint32_t> tokens;
    std::uint32_t root = 0;

    [[nodiscard]] constexpr grammar_view view() const noexcept {
        return {{elements.data(), elements.size()}, {first.data(), first.size()},
                {text.data(), text.size()},         {names.data(), names.size()},
                {tokens.data(), tokens.size()},     root};
    }
    constexpr operator grammar_view() const noexcept { return view(); }  // NOLINT: implicit on purpose
    friend constexpr bool operator==(grammar const&, grammar const&) = default;
};

namespace detail {
template <class T>
[[nodiscard]] constexpr std::vector<T> copied(std::span<T const> rows, stop_asker& asked) {
    std::vector<T> out;
    out.reserve(rows.size());
    while (!rows.empty() && asked.look()) {
        std::span<T const> const some = rows.first((std::min)(rows.size(), stop_asker::between_looks));
        out.insert(out.end(), some.begin(), some.end());
        rows = rows.subspan(some.size());
    }
    return out;
}
/// A table of one's own with what the view sees; of no use where it was asked to stop.
[[nodiscard]] constexpr grammar owned(grammar_view const& g, stop_asker& asked) {
    return {copied(g.elements, asked), copied(g.first, asked),  copied(g.text, asked),
            copied(g.names, asked),    copied(g.tokens, asked), g.root};
}
}  // namespace detail

/// A grammar compiled with the program; see compile<"…">().
template <std::size_t Elements, std::size_t Rules, std::size_t TokenTexts, std::size_t Chars>
struct static_grammar {
    std::array<element, Elements> elements{};
    std::array<std::uint32_t, Rules + 1> first{};
    std::array<char, Chars> text{};
    std::array<std::uint32_t, Rules + 1> names{};
    std::array<std::uint32_t, TokenTexts + 1> tokens{};
    std::uint32_t root = 0;

    [[nodiscard]] constexpr grammar_view view() const noexcept {
        return {elements, first, text, names, tokens, root};
    }
    constexpr operator grammar_view() const noexcept { return view(); }  // NOLINT: implicit on purpose
};

}  // namespace parlance::gbnf
