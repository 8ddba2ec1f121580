// parlance/gbnf/json.hpp - JSON as RFC 8259 has it, as a grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/text/fixed_string.hpp>
#include <string_view>

namespace parlance::gbnf {

namespace detail {
inline constexpr fixed_string json_source{R"gbnf(root ::= ws value ws
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws (member ("," ws member)*)? "}"
member ::= string ws ":" ws value ws
array ::= "[" ws (value ws ("," ws value ws)*)? "]"
string ::= "\"" char* "\""
char ::= [^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
ws ::= [ \t\n\r]*
)gbnf"};
}  // namespace detail

/// Any JSON text of RFC 8259, no more and no less: raw control characters are not allowed in strings, DEL is.
/// White space is as free as the RFC leaves it; bound it in a grammar of your own where a model might loop on
/// it.
inline constexpr std::string_view json_text = detail::json_source.view();

/// json_text, compiled.  Its rules can be called from larger grammars by name: value, object, array,
/// string, number.
inline constexpr auto json = compile<detail::json_source>();

}  // namespace parlance::gbnf
