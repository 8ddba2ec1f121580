// parlance/gbnf/detail/rule_items.hpp - rules as lists of items, which are easier to rewrite than rows of a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace parlance::gbnf::detail {

/// The rows of what stands once in a sequence: a class, a token or a reference, repeated or not.
using item = vec<element>;
using sequence = vec<item>;

/// A rule; its references are numbers of rules.
struct written_rule {
    std::string name;  // empty where it is to be numbered behind those that have one
    vec<sequence> alternatives;
};

inline item reference(std::uint32_t rule) { return {{element_kind::rule_ref, rule}}; }
inline item repeated(element what, std::uint32_t low, std::uint32_t high) {
    return {{element_kind::repeat, low}, {element_kind::repeat_upper, high}, what};
}
[[nodiscard]] inline bool is_repeat(item const& one) { return one[0].kind == element_kind::repeat; }
/// What is repeated, or stands there once.
[[nodiscard]] inline element body(item const& one) { return is_repeat(one) ? one[2] : one[0]; }
/// Repeated no times.
[[nodiscard]] inline bool is_never(item const& one) { return is_repeat(one) && one[1].value == 0; }

/// What rule `r` of a table can be, without what needs rules that are left out.
/// left_out  a flag for each rule, or nothing: none is
[[nodiscard]] PARLANCE_DECL vec<sequence> alternatives_of(grammar_view const& g, std::uint32_t r,
                                                          array_ref<char const> left_out);

/// Leaves out the rules from `first` on that have no alternative, and what refers to them, until there are no more.  False
/// when that cannot be paid for.
/// size  elements of all rules
[[nodiscard]] PARLANCE_DECL bool leave_out_empty(vec<written_rule>& rules, std::size_t first,
                                                 vec<char>& left_out, std::size_t size, work& spent);

/// The rules as a table, those with a name first; its token texts are those of `g`.
/// left_out  a flag for each rule
[[nodiscard]] PARLANCE_DECL grammar packed(vec<written_rule> const& rules, vec<char> const& left_out,
                                           std::uint32_t root, grammar_view const& g);

}  // namespace parlance::gbnf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/detail/impl/rule_items.ipp>
#endif
