// parlance/gbnf/print.hpp - a grammar as text again
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parlance::gbnf {

/// The inverse of compile(): for a table that compile() made, compile(print(g)) is the same table, given the
/// same options.  Other valid tables print as a grammar of the same language; groups that are used twice get
/// names.
///
/// precondition  valid(g); names are made of letters, digits, '-' and '_'
/// cost          linear in the table
[[nodiscard]] inline std::string print(grammar_view const& g);

namespace detail {

/// Prints rule after rule; a group is written where it is referred to, from a stack of our own.
class printer {
public:
    PARLANCE_DECL explicit printer(grammar_view const& g);

    [[nodiscard]] PARLANCE_DECL std::string run() &&;

private:
    struct frame {
        std::uint32_t rule;
        std::size_t at;
        bool empty;               // nothing of this alternative is printed yet
        std::uint32_t low, high;  // how often the group is repeated
    };

    /// Groups that compile() made are referred to once; others need a name.
    [[nodiscard]] PARLANCE_DECL bool inlined(std::uint32_t r) const noexcept;
    PARLANCE_DECL void append_name(std::uint32_t r);
    PARLANCE_DECL void space();

    PARLANCE_DECL void append_body(std::uint32_t rule);
    PARLANCE_DECL void append_bar();
    PARLANCE_DECL void close();
    PARLANCE_DECL void append_nothing();

    PARLANCE_DECL void append_item();

    /// One character, alone: it prints as a literal.
    [[nodiscard]] PARLANCE_DECL static bool is_plain(std::span<element const> rows, std::size_t at) noexcept;
    PARLANCE_DECL void append_single(element const& e, std::span<element const> rows);
    PARLANCE_DECL void append_repetition(std::uint32_t low, std::uint32_t high);
    PARLANCE_DECL void append_character(std::uint32_t c, std::string_view escaped);
    /// Controls, and what would be mistaken for nothing or for a line end.
    [[nodiscard]] PARLANCE_DECL static bool is_invisible(std::uint32_t c) noexcept;
    PARLANCE_DECL void append_hex(std::uint32_t c);

    static constexpr std::uint32_t plain = unbounded;  // in place of a lower bound: not repeated at all

    grammar_view g_;
    std::vector<std::uint32_t> uses_;
    std::vector<frame> stack_;
    std::string out_;
    std::size_t line_ = 0;  // where the line that is being written begins
};

}  // namespace detail

inline std::string print(grammar_view const& g) { return detail::printer(g).run(); }

}  // namespace parlance::gbnf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/impl/print.ipp>
#endif
