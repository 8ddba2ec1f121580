// parlance/peg/print.hpp - a table as text that can be read back, and as a graph
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::peg {

namespace detail {

/// Words that are no names of rules unless they are quoted: leaves, then functions.
inline constexpr std::string_view words[] = {"eps", "fail",    "start",  "end",    "rest",  "until", "atomic",
                                             "tag", "recover", "refine", "schema", "token", "gbnf"};
[[nodiscard]] constexpr bool is_function(std::string_view name) noexcept {
    for (std::string_view const word : std::span{words}.subspan(5)) {
        if (name == word) {
            return true;
        }
    }
    return false;
}

[[nodiscard]] constexpr bool is_word_char(char c) noexcept {
    return ascii::is_alnum(c) || c == '_' || c == '-';
}

/// Whether a name can stand as it is; others are put in single quotes.
[[nodiscard]] constexpr bool is_bare_name(std::string_view name) noexcept {
    if (name.empty() || ascii::is_digit(name[0]) || name[0] == '-') {
        return false;
    }
    for (char const c : name) {
        if (!is_word_char(c)) {
            return false;
        }
    }
    for (std::string_view const word : words) {
        if (name == word) {
            return false;
        }
    }
    return true;
}

PARLANCE_RARE void append_hex(std::string& out, std::uint32_t value, int digits);

/// In quotes; \xHH for what is no printable UTF-8.
PARLANCE_RARE void append_quoted(std::string& out, std::string_view text, char quote);

PARLANCE_RARE void append_class_char(std::string& out, char32_t c);

/// Writes expressions; how tightly the parts of one bind decides where parentheses stand.
class printer {
public:
    enum class binding : std::uint8_t { choice, sequence, prefix, suffix, primary };

    printer(arena_view const& a, std::size_t most, stop_token stop = {}) : a_(a), most_(most), asked_(stop) {}

    PARLANCE_RARE void expression(node_id at, binding around = binding::choice);
    PARLANCE_RARE void name(std::string_view s);
    PARLANCE_RARE errc wrong() noexcept;

    std::string out{};

private:
    PARLANCE_RARE static binding binds(node const& n) noexcept;

    PARLANCE_RARE void body(node const& n);
    PARLANCE_RARE void call(std::string_view before, node_id child);
    PARLANCE_RARE void pair(std::string_view before, node const& n);
    PARLANCE_RARE void joined(node const& n, std::string_view between, binding around);
    PARLANCE_RARE void until(node const& n);
    PARLANCE_RARE void char_class(peg::char_class const& c);
    PARLANCE_RARE void counts(node const& n);

    static constexpr std::size_t deepest = 2000;

    arena_view a_;
    std::size_t most_;
    stop_asker asked_;
    std::size_t depth_ = 0;
    errc wrong_ = errc::none;
};

}  // namespace detail

/// The table in the notation that peg::parse reads: tag names, the root as `<- expression`, then a line for every
/// rule.  parse(print(a)) is a.  Linear in what is written; a part that is shared is written wherever it is used.
/// errors: output_too_large; nested_too_deep, where an expression has more than 2000 levels.
[[nodiscard]] PARLANCE_RARE result<std::string> print(arena_view const& a, limits const& bounds = {});

/// One expression of the table in the same notation.
[[nodiscard]] PARLANCE_RARE result<std::string> print(arena_view const& a, node_id expression,
                                                      limits const& bounds = {});

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/print.ipp>
#endif
