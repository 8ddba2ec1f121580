// parlance/schema/detail/validate/regex_format.hpp - the format "regex": regular expressions of ECMA-262
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

/// Whether `text` is a Pattern of ECMA-262 (2025), with the flag u or without it; without its annex B, which allows more.
/// Linear but for sorting names of groups.
[[nodiscard]] PARLANCE_DECL bool is_ecma_regex(std::string_view text);

/// Writes a rule for such patterns: those without named groups and references to groups, in which bounds of repetitions
/// and of ranges in classes are written so that an automaton can compare them (`{2,40}`, from 19 at most; `a-z`, no escapes).
[[nodiscard]] PARLANCE_DECL result<rtn::rule_id>
write_ecma_regex(rtn::builder& out, text_writer& text, spelling how, bool may_be_empty, work& spent);

/// ASCII text as JSON strings spell it; returns the state behind.
[[nodiscard]] PARLANCE_DECL state_id write_ascii(rtn::builder& out, text_writer& text, state_id from,
                                                 std::string_view what);

/// One pattern for what such a pattern is made of but groups.
[[nodiscard]] PARLANCE_DECL std::string ecma_term_pattern(bool unicode);
[[nodiscard]] PARLANCE_DECL std::string ecma_quantifier_pattern();
/// One pattern for all of such patterns without groups within groups, with the flag u.
[[nodiscard]] PARLANCE_DECL std::string ecma_flat_pattern();

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/validate/impl/ecma_regex.ipp>
#include <parlance/schema/detail/validate/impl/regex_format.ipp>
#endif
