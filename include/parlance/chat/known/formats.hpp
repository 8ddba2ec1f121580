// parlance/chat/known/formats.hpp - ways to call that several dialects share, as expressions
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/place.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/x3.hpp>

namespace parlance::chat::known {

/// An expression, lowered at compile time; format_of() makes a format of it.
template <auto const& Expression>
inline constexpr auto table = peg::lower<Expression>();

/// Expressions are named as the dialects that are written so.
namespace forms {

using namespace place;
using boost::spirit::x3::eps;
using boost::spirit::x3::lit;

/// `{"name": …, "arguments": …}`, the arguments under another key in some dialects.
constexpr auto object_with(char const* key) {
    return call["{\"name\": \"" >> name >> "\", \"" >> lit(key) >> "\": " >> arguments >> "}"];
}
inline constexpr auto object = object_with("arguments");
/// Arguments each in markup of its own.
constexpr auto tags(char const* open, char const* key_close, char const* close) {
    return *(lit(open) >> key >> key_close >> value >> close);
}
/// Reasoning in front of an answer.
constexpr auto thought_in(char const* start, char const* end) { return -(lit(start) >> reasoning >> end); }

/// `f(a=1, b='x')`.
inline constexpr auto python_call =
    call[name >> arguments["(" >> -((key >> "=" >> python_value) % ", ") >> ")"]];

inline constexpr auto tool_call_tags = ("<tool_call>\n" >> object >> "\n</tool_call>") % "\n";
inline constexpr auto tool_call_list = "<|tool_call|>[" >> object % ", " >> "]";
inline constexpr auto python_list = "[" >> python_call % ", " >> "]";

/// Messages that are told apart by whom they address.
inline constexpr auto muse =
    ((" to=self<|message|>" >> reasoning | -lit(" to=user") >> "<|message|>" >> content |
      " to=" >> name >> "<|message|><atem:function_calls>\n" >>
          +("<atem:invoke name=\"" >>
            call[name >> "\">\n" >> tags("<atem:parameter name=\"", "\">", "</atem:parameter>\n")] >>
            "</atem:invoke>\n") >>
          "</atem:function_calls>") >>
     (lit("<|eom|>") | "<|eot|>")) %
    "<|start|>assistant";

}  // namespace forms
}  // namespace parlance::chat::known
