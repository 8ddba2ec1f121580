// parlance/chat/detail/argument_tolerance.hpp - what is forgiven around the arguments of a call, by name
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

// Tolerances of the second sort (tolerance.hpp): expressions beside the dialect's own.

/// missing_closer: what else ends the value of a tagged argument, the beginning of the next one: `\n<parameter=`.  Empty where
/// arguments have no markup in front, or their names stand behind them, too.  Without the line end it is one where its own value
/// ends as that of an argument does.
[[nodiscard]] PARLANCE_DECL std::string next_argument(tool_format const& t);

/// What is longer would be held back for too long.
inline constexpr std::size_t longest_next_argument = 128;

/// missing_closer, with the names of all arguments that the tools have, in order: only those are read so.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> names_of_arguments(std::span<tool const> tools);

/// bare_values: how values are written that stand in the dialect's own quotes, without them: `{n:1,all:[<q>a<q>]}` for
/// `{n:<q>1<q>}`.  Nothing where values have no quotes of their own.
[[nodiscard]] PARLANCE_DECL std::optional<notation> bare_values(tool_format const& t);

/// other_attributes: what models write besides between a name and the `>` that ends its tag, ` type="string"`; `close` is what
/// the dialect has behind the name.  Nothing where that is no end of a tag.
[[nodiscard]] PARLANCE_DECL std::optional<peg::node_id> other_attributes(peg::builder& b,
                                                                         std::string_view close);

/// other_kinds: where a word between a name and its value tells strings from other values, ` string="true"`, another word, or
/// neither that nor what it stands in.
///
/// front, back  around the word
/// without      what is left of the text
struct kind_markup {
    std::string front;
    std::string back;
    std::string without;
};

/// Nothing where no word of an attribute or an element tells.
[[nodiscard]] PARLANCE_DECL std::optional<kind_markup> kinds_in_text(tool_format const& t);

/// missing_key_end: the last of several markers between a name and its value, `<v>` of `</k><v>`; empty where there is one.
[[nodiscard]] PARLANCE_DECL std::string_view last_of_markers(std::string_view close);
/// lost_key_tags: the first of them, `</k>`: models write it twice, or leave out those behind it.  Likewise what opens a name.
[[nodiscard]] PARLANCE_DECL std::string_view first_of_markers(std::string_view close);

/// other_openers: what stands in front of an argument, first the dialect's own, then with other names for the tag, and with
/// the argument's name as an attribute: `<parameter name="a">` for `<parameter=a>`.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> argument_openers(tool_format const& t);

/// other_closers: the ends of arguments and of calls in other dialects, which models write for the dialect's own; none that
/// ends something else in it, or where its own are no such tags.  There `</area>` ends the argument `area`, too, and so does
/// `</parameter=area>`.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> other_argument_closers(tool_format const& t);
[[nodiscard]] PARLANCE_DECL std::vector<std::string> other_call_closers(tool_format const& t,
                                                                        std::string_view own);

/// drifted_closers: ends of arguments that begin as the dialect's own and end otherwise: `</parameter/>`, `</parameter1>`,
/// `</parameter`, `</parameter_function>`, `</Parameter>` for `</parameter>`.  None where its own is no such tag.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> drifted_closers(tool_format const& t);
/// The line end between them and what shows that they are one, as the dialect has it behind its own; or nothing.
[[nodiscard]] PARLANCE_DECL std::string gap_behind_arguments(tool_format const& t);

/// other_closers: the end of a call with the name of its tool, `</function=f>`; fails where its own is no such tag.
[[nodiscard]] PARLANCE_DECL peg::node_id named_call_closer(peg::builder& b, std::string_view own);

/// other_closers: white space between such an end and what shows that it is one; or none.
inline constexpr std::string_view gaps_behind_closers[] = {"\n", " "};

/// other_closers: the names of arguments that may stand in an end, `</area>`; none where there are many, since no value is
/// written with any of them.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> names_in_closers(std::span<tool const> tools);

/// other_closers: all ends of arguments beside the dialect's own; those with a name in them by what is in front of it, or whole.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> all_other_closers(tool_format const& t,
                                                                       std::span<tool const> tools);

/// other_closers: texts that no value is written with, as they would be read as its end, and what shows that it is one:
/// `</param>\n</function>`.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> read_as_ends(tool_format const& t,
                                                                  std::span<tool const> tools);

/// stray_closer: an end marker may come again, if it is one.
[[nodiscard]] PARLANCE_DECL bool may_come_again(std::string_view closer);
[[nodiscard]] PARLANCE_DECL peg::node_id stray_closers(peg::builder& b, std::string_view closer);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/argument_tolerance.ipp>
#endif
