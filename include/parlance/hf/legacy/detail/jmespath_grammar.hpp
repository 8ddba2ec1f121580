// parlance/hf/legacy/detail/jmespath_grammar.hpp - JMESPath as X3 writes it, and the table it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/text.hpp>
#include <parlance/text/fixed_string.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/stop.hpp>
#include <cstdint>

namespace parlance::hf::detail {

/// What the parts of an expression are tagged with.  The binary operators have their operands as children; `chain` has
/// what it begins with and then its suffixes, whose binding power is not the grammar's business.
enum class jp : std::uint8_t {
    pipe,
    either,
    both,
    compare,  // left, then relation and operand, any number of times
    relation,
    chain,
    negate,
    name,
    quoted,
    raw,
    literal,
    current,
    star,
    call,       // name, then arguments
    reference,  // &expression
    list,       // [a, b]
    hash,       // {a: b}: keys and values in turn
    index,
    slice,  // numbers and colons
    number,
    colon,
    every,    // [*]
    flatten,  // []
    filter,   // [?condition]
};

namespace jmespath_grammar {

using peg::chars;
using peg::tag;
using peg::unbounded;
namespace x3 = boost::spirit::x3;

inline constexpr x3::rule<struct expression_id> expression{"expression"};
inline constexpr x3::rule<struct both_id> both{"both"};
inline constexpr x3::rule<struct chain_id> chain{"chain"};
inline constexpr x3::rule<struct bracket_id> bracket{"bracket"};
inline constexpr x3::rule<struct named_id> named{"named"};
inline constexpr x3::rule<struct list_id> list{"list"};
inline constexpr x3::rule<struct hash_id> hash{"hash"};

inline constexpr auto ws = chars<" \t\r\n", 0, unbounded>;
inline constexpr auto escaped = '\\' >> peg::any;
inline constexpr auto name = tag<jp::name>[chars<"A-Za-z_"> >> chars<"A-Za-z0-9_", 0, unbounded>];
inline constexpr auto quoted = tag<jp::quoted>['"' >> *(chars<"^\"\\\\"> | escaped) >> '"'];
inline constexpr auto raw = tag<jp::raw>['\'' >> *(chars<"^'\\\\"> | escaped) >> '\''];
inline constexpr auto literal = tag<jp::literal>['`' >> *(chars<"^`\\\\"> | escaped) >> '`'];
inline constexpr auto number = tag<jp::number>[-x3::lit('-') >> chars<"0-9", 1, unbounded>];
inline constexpr auto comma = ws >> ',' >> ws;

inline constexpr auto slice_part = ws >> tag<jp::colon>[':'] >> ws >> -number;
inline constexpr auto bracket_def = bracket =
    tag<jp::flatten>["[]"] | tag<jp::filter>["[?" >> ws >> expression >> ws >> ']'] |
    ('[' >> ws >>
     (tag<jp::every>['*'] | tag<jp::slice>[-number >> slice_part >> -slice_part] | tag<jp::index>[number]) >>
     ws >> ']');

inline constexpr auto list_def = list = tag<jp::list>['[' >> ws >> (expression % comma) >> ws >> ']'];
inline constexpr auto hash_item = (name | quoted) >> ws >> ':' >> ws >> expression;
inline constexpr auto hash_def = hash = tag<jp::hash>['{' >> ws >> (hash_item % comma) >> ws >> '}'];

/// What may stand behind a dot, and at the beginning.
inline constexpr auto named_def = named =
    tag<jp::call>[name >> ws >> '(' >> ws >> -(expression % comma) >> ws >> ')'] | name | quoted |
    tag<jp::star>['*'] | hash;

inline constexpr auto first = named | bracket | list | literal | raw | tag<jp::current>['@'] |
                              ('(' >> ws >> expression >> ws >> ')') |
                              tag<jp::reference>['&' >> !x3::lit('&') >> ws >> expression];
inline constexpr auto suffix = ('.' >> ws >> (named | list)) | bracket;
inline constexpr auto chain_def = chain =
    tag<jp::chain>[*(tag<jp::negate>['!'] >> ws) >> first >> *(ws >> suffix)];

inline constexpr auto relation = tag<jp::relation>[peg::one_of<"==", "!=", "<=", ">=", "<", ">">];
inline constexpr auto compare = tag<jp::compare>[chain >> *(ws >> relation >> ws >> chain)];
inline constexpr auto both_def = both = tag<jp::both>[compare % (ws >> "&&" >> ws)];
inline constexpr auto either = tag<jp::either>[both % (ws >> "||" >> ws)];
inline constexpr auto expression_def = expression =
    tag<jp::pipe>[either % (ws >> '|' >> !x3::lit('|') >> ws)];

inline constexpr auto whole = ws >> expression >> ws;

}  // namespace jmespath_grammar

/// Reads as much as is an expression; all of a text has to be.  Made once, then shared between threads; null where
/// that was stopped, and the next call makes it.
[[nodiscard]] PARLANCE_DECL peg::arena const* jmespath_table(stop_token stop);

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/jmespath_grammar.ipp>
#endif
