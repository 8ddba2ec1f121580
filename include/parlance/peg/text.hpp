// parlance/peg/text.hpp - X3 combinators for text: classes, delimiters, the rest
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/fixed_string.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::peg {

template <fixed_string Spec, std::uint32_t Least, std::uint32_t Most>
struct chars_parser : leaf_parser<chars_parser<Spec, Least, Most>> {
    static_assert(
        char_set::parse(Spec.view()).has_value(),
        "parlance: chars<\"...\"> cannot be read; write \"a-z_\", \"[a-z_]\" or \"^a-z\", escape ] and \\");
    static_assert(Least <= Most, "parlance: chars<set, least, most> needs least <= most");
    static constexpr node_id make(builder& b) { return b.chars(Spec.view(), Least, Most); }
};

/// Reads one character of the set, or `Least` to `Most`, as many as there are; fails below `Least`.
/// chars<"a-z"> is char_('a', 'z'), chars<"a-z", 0, unbounded> is *char_('a', 'z'); unlike those it reads whole code
/// points.  The set is written as in char_set::parse.
template <fixed_string Spec, std::uint32_t Least = 1, std::uint32_t Most = Least == 1 ? 1 : unbounded>
inline constexpr chars_parser<Spec, Least, Most> chars{};

template <fixed_string... Stops>
struct until_parser : leaf_parser<until_parser<Stops...>> {
    static_assert(sizeof...(Stops) > 0, "parlance: until<> has no delimiter; use rest");
    static_assert((!Stops.view().empty() && ...),
                  "parlance: until<\"\"> would match nothing; give it a delimiter");
    static constexpr node_id make(builder& b) { return b.until({Stops.view()...}); }
};

/// Reads everything before the first of the delimiters, or to the end of input; never fails.  The delimiter stays
/// unread.  until<"</a>"> is *(char_ - "</a>"), until<"a", "b"> is *(char_ - ("a" | lit("b"))).
template <fixed_string... Stops>
inline constexpr until_parser<Stops...> until{};

struct rest_parser : leaf_parser<rest_parser> {
    static constexpr node_id make(builder& b) { return b.rest(); }
};
/// Reads everything to the end of input; never fails.  Same as *char_.
inline constexpr rest_parser rest{};

struct any_parser : leaf_parser<any_parser> {
    static constexpr node_id make(builder& b) { return b.any(); }
};
/// Reads one code point, or a byte sequence that is none; fails at the end of input.  For ASCII the same as char_.
inline constexpr any_parser any{};

struct space_parser : leaf_parser<space_parser> {
    static constexpr node_id make(builder& b) { return b.space(); }
};
/// Reads any run of white space; never fails.  Same as *x3::space.
inline constexpr space_parser space{};

struct optional_space_parser : leaf_parser<optional_space_parser> {
    static constexpr node_id make(builder& b) { return b.optional_space(); }
};
/// Reads any run of white space, and a grammar made from it writes none.  As a parser the same as *x3::space.
inline constexpr optional_space_parser optional_space{};

struct marker_parser : leaf_parser<marker_parser> {
    static constexpr node_id make(builder& b) { return b.marker(); }
};
/// Reads text in <...> or [...].  Same as '<' >> +(char_ - '>') >> '>' | '[' >> +(char_ - ']') >> ']'.
inline constexpr marker_parser marker{};

template <char Quote>
struct string_content_parser : leaf_parser<string_content_parser<Quote>> {
    static constexpr node_id make(builder& b) { return b.string_content(Quote); }
};
/// Reads the body of a string up to the quote, which stays unread; a backslash hides what is behind it; never fails but
/// behind a backslash at the end.  string_content<'"'> is json::string_content.
template <char Quote>
inline constexpr string_content_parser<Quote> string_content{};

template <fixed_string... Texts>
struct one_of_parser : leaf_parser<one_of_parser<Texts...>> {
    static_assert(sizeof...(Texts) > 0, "parlance: one_of<> needs at least one text");
    static constexpr node_id make(builder& b) { return b.one_of({Texts.view()...}); }
};
/// Reads the longest of the texts that fits; fails when none does.  one_of<"get", "get_all"> is
/// lit("get_all") | lit("get").
template <fixed_string... Texts>
inline constexpr one_of_parser<Texts...> one_of{};

struct start_parser : leaf_parser<start_parser> {
    static constexpr node_id make(builder& b) { return b.start(); }
};
/// Reads nothing; fails but at the very beginning of the input.  Inside x3::parse the place where it stands is the
/// beginning.
inline constexpr start_parser start{};

struct fail_parser : leaf_parser<fail_parser> {
    static constexpr node_id make(builder& b) { return b.fail(); }
};
/// Always fails.  Same as !x3::eps.
inline constexpr fail_parser fail{};

}  // namespace parlance::peg
