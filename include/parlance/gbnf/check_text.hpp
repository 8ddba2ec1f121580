// parlance/gbnf/check_text.hpp - what is wrong, odd or expensive about a grammar, and where in its text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/result.hpp>
#include <string_view>

namespace parlance::gbnf {

/// A grammar and the report on it.
///
/// table  as compile() with allow_undefined and allow_left_recursion makes it; `found` has its rules' numbers
/// found  each finding with its place in the text; the first 64 undefined rules with what they may be meant as
struct checked {
    grammar table;
    report found;
};

/// Compiles GBNF and reports on it.  Rules that are never defined and left recursion are findings here, whatever
/// `how` says.
///
/// errors  those of compile(), the two left out
/// cost    linear in the text; for each of 64 undefined rules a look at up to 1000 names
[[nodiscard]] PARLANCE_DECL result<checked> check_text(std::string_view text, options const& how = {});

}  // namespace parlance::gbnf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/impl/check_text.ipp>
#endif
