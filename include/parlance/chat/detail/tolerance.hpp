// parlance/chat/detail/tolerance.hpp - what models get wrong of any dialect and readers forgive, by name
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

// Every dialect gets all of them, save where a call must be whole (`format::strict`).  They are read besides what is
// written, and where the text could be a value as well, a grammar leaves it out of values.  Grammars write those that
// models take for the dialect, and only where calls are lenient (`call_style`).  There are two sorts: further ways to call,
// and expressions beside the dialect's own.

/// A further way to call.
///
/// first  it is tried before the dialect's own way, which would commit to its beginning
/// named  nothing but the name of a known tool makes it a call
/// unpaired  closing markers of a call whose openers it has not
/// list_end  where calls are objects, in a list or alone: what is written behind either
/// writable  grammars may let it through where calls are lenient
struct tolerated_way {
    tool_format calls;
    bool first = false;
    bool named = false;
    std::size_t unpaired = 0;
    std::optional<std::string> list_end{};
    bool writable = true;
};

/// A tolerance of the first sort: it adds the ways that it makes of one.
struct tolerance {
    std::string_view name;
    void (*add)(tool_format const& own, std::vector<tolerated_way>& to);
};

/// json_objects     behind the marker of calls, objects with name and arguments, in a list or not:
///                  `<tool_call>{"name": "f", "arguments": {}}</tool_call>`, whatever stands there in the dialect
/// function_tags    behind the marker of calls that are objects or begin with their name, tags:
///                  `<tool_call><function=f><parameter=a>`
/// named_object     where objects are expected, a name in front of the arguments: `[TOOL_CALLS]f{"a": 1}`
/// python_calls     behind the marker of a call, one as Python has it: `<tool_call>f(a=1)</tool_call>`; and where objects have
///                  no marker, a list of such in front of an answer: `[f(a=1)]`
/// missing_opener   what stands in front of the last marker before the name: `<function=f>` without `<tool_call>`; or of a
///                  word: `call:f{}` without `<|tool_call>`; or of a name with a marker behind it: `f[ARGS]{}`, `f<arg_key>`
/// missing_item_opener  the marker of one call behind that of all: `<calls>function<sep>f{}` for
///                  `<calls><call>function<sep>f{}`
/// missing_list_marker  the marker in front of a list of Python's calls: `[f(a=1)]` for `<calls>[f(a=1)]`
/// missing_kind     the word and marker that say of what kind the call is: `<|call|>f{}` for
///                  `<|call|>function<|sep|>f{}`; or that marker behind the name, `<|call|>f<|sep|>{}`; or the word alone,
///                  `<|call|><|sep|>f{}`, call_frame
/// added_kind       the same word and marker where the dialect has none, and a fence around the arguments
/// attributes       the name of a call as an attribute: `<function name="f">` for `<function=f>`
/// other_quotes     attributes in the other quotes or none: `<f name='a'>` or `<f name=a>` for `<f name="a">`
/// bare_opener      the word behind a marker: `<|tool_call>:f{}` for `<|tool_call>call:f{}`; or its sign twice: `:call:f{}`
/// missing_fence    a fence behind a marker: `<call>f()</call>` for "<call>\n```python\nf()\n```\n</call>"
/// other_spelling   the marker of a section in the singular or plural, without its bars or its last word, or with other letters
///                  for blanks or none, those that Markdown escapes among them; all markers with the bar that keyboards
///                  have, and with their letter for blanks, `tool` for `function`:
///                  `<|tool_call_section_begin|>` for `<|tool_calls_section_begin|>`, `<tool_call>` for `<|tool_call|>`
/// missing_namespace  tags without it: `<invoke name="f">` for `<x:invoke name="f">` or `<｜X｜invoke name="f">`, and `<call>f` for
///                  `<call:x>f`
/// bare_object      where calls have markers, an object or a list without any, or several in a list between them, or those that
///                  prompts put around tools: `<tools>{"name": "f", "arguments": {}}</tools>`; or in a fence that the answer
///                  begins with: "```json\n{"name": "f", "arguments": {}}\n```"
/// borrowed_markers  where objects have no marker, those of other dialects or a fence: "```json\n[{"name": "f"}]\n```", and
///                  where an answer begins, one that is not named; or one object without the list that they stand in; or
///                  `<function=f>{"a": 1}</function>`, and `<function=f{`, `<function(f){` and the like; and where a list of
///                  Python's calls has none, likewise: "```tool_code\nf(a=1)\n```"
/// missing_brackets  where calls stand in a list without a marker, those with arguments without it: `f(a=1)` for `[f(a=1)]`
[[nodiscard]] PARLANCE_DECL std::span<tolerance const> tolerances() noexcept;

/// What all of them make of one way to call.
///
/// stop  asked in front of each: the parts of a way may be long texts
[[nodiscard]] PARLANCE_DECL std::vector<tolerated_way> tolerated_ways(tool_format const& own,
                                                                      stop_token stop);

// Of the second sort:
//
// self_closing     `<f name="a"/>` for a call without arguments; argument_builder
// either_form      behind the marker and the name of a call, its arguments as one JSON object; argument_builder
// in_tag           there, that object in a tag: `<arguments>{"a": 1}</arguments>`; argument_builder
// own_tags         there, arguments in tags of their names: `<function=f><area>west</area></function>`; argument_builder
// doubled_opener   the first marker of calls, twice; call_frame
// torn_head        a call that breaks off in its name and begins anew, `<call>fi<call>find`; call_frame
// opener_at_end    the first marker of calls behind the last one, for the closing one; calls_in_text
// fenced           an object between ```json and ```; call_dialect
// last_comma       behind the last call of a list, and behind the last member; call_frame, object_builder
// python_values    wherever JSON is read, Python's quotes and constants, `{'name': 'f', 'arguments': None}`; any_values
//                  and where strings have quotes of their own: `{city:'Bern'}` for `{city:<q>Bern<q>}`; json_mender
// other_numbers    there, `+1`, `.5`, `0x1f` and 007; any_values, json_mender
// bare_keys        there, keys without quotes: `{name: "f", arguments: {a: 1}}`; any_values
// bare_names       there, the name of a known tool without quotes: `{"name": f, "arguments": {}}`; object_builder
// missing_brace    the last braces of an object in front of the end marker of its call, or of the list, and both where
//                  there are no arguments; or in front of what ends generation, where the answer ends; call_dialect,
//                  tagged_builder
// usual_members    name and arguments under their usual keys, or in the shape of a request, whichever the dialect has;
//                  object_builder; or under keys of others, `{"action": "f", "action_input": {}}`; or in a member,
//                  `{"tool_call": {"name": "f", "arguments": {}}}`
// arguments_first  without a marker, too, where they are short: `{"parameters": {}, "name": "f"}`; object_builder
// name_as_key      behind a marker, `{"f": {"a": 1}}` for a known tool; object_builder
// list_of_one      `[{"a": 1}]` for the arguments `{"a": 1}`; other_members
// objects_in_text  where no call has a marker, objects behind text, but for brackets and code; calls_in_text
// further_calls    where calls are objects or Python's between markers, several between those of one; call_builder
// wrapped_calls    calls with their markers in a fence, or in a tag that others put around all: `<tool_calls><call>f</call>
//                  </tool_calls>`; and in such a tag what an answer may begin with: `<toolcall>{"name": "f"}</toolcall>` or
//                  `<tool_call id="1">{"name": "f"}</tool_call>`; calls_in_text
// torn_frame       in front of calls, their first marker without its end and more: `<call...` or `<call\n<call>f</call>`; or
//                  another one in its namespace; or it, and a tag as above; calls_in_text
// calls_in_object  a list of calls as the member of an object, `{"tool_calls": [...]}`, where the answer begins; calls_in_text
// statements       where calls are Python's, `print(f(a=1))` and `x = f(a=1)`, and a line end for the comma; tagged_builder,
//                  call_frame
// parentheses      `f(a=1)` where braces and names without quotes were shown: `f{a:1}`; tagged_builder, json_mender
// missing_comma    behind a string between quotes of the dialect's own: `{a:<q>b<q> c:1}`; json_mender; and in JSON in front of
//                  a key in quotes, `{"a": 1 "b": 2}`; any_values
// comments         in JSON: `{"a": 1 /* one */}`, and `// one` up to a line end; any_values
// long_strings     there, between three quotes; any_values
// unescaped_quotes  in a string that is a member of an object, where what follows cannot stand behind one:
//                  `{"a": "print("b")"}`; any_values
// half_quoted      a string whose opening quote is missing, where quotes are the dialect's own: `{a:b<q>}`; notation_builder,
//                  json_mender
// other_colon      `{a="b"}` for `{a:"b"}`, where an argument is called so; json_mender
// no_arguments     null, None or [] for the arguments; call_dialect
// namespaces       `default_api.f`, `mcp:f`, `functions_f_1` and `functionsf1` for `f`; tool_meant
// second_thought   directly behind the first, or behind the end of one that the prompt has opened; reasoning_builder
// late_end         the end of a thought behind calls in it, and nothing behind that: they are made; reasoning_builder,
//                  calls_in_text
// skipped_markers  `f{"a": 1}` or `functions.f:0{"a": 1}` where an answer begins: the markers are gone; calls_in_text
// stop_at_end      a text that ends generation, where the answer ends, or a closing marker of calls that is a token of its
//                  own; message_builder, reasoning_builder.  Behind calls those
//                  of other models, too; calls_in_text.  It shows that an argument in front of it is over; value_text
// turn_header      the header of an answer inside of it, with its role: `<|header|>assistant<|/header|>`; message_builder
// json_in_string   `"[1, 2]"` or `[{\"a\": 1}]` where a list is meant, and 007 for a number; typed_value
// roles            `to=assistant` is no call; header_builder
// next_header      it ends the message in front of it: `<|channel|>a<|message|>Hm<|channel|>b<|message|>`; header_builder
// raw_text         text that is no JSON, for a tool with one argument that it must be: `to=f<|message|>text`; header_builder
// joined_word      `to= f` and `to=fjson` for `to=f json`, where the one is a tool and the other none; header_builder
// missing_message  a header of a call without its last marker: `<|channel|>a to=f {}`; header_builder
// empty_header     one of nothing but a channel and signs, where a message ends at once: `<|channel|>a?<|end|>`; header_builder
// lone_role        a role or a channel for the start of a message: `<|end|>assistant<|channel|>a`; header_builder
// cut_header       a header in which the answer ends; cut_header
// added_id         `f[CALL_ID]123456789[ARGS]{}`, where the dialect has no id; tagged_builder
// no_calls         the outer markers of calls with nothing between; call_builder
// object_in_brackets  `f({"a": 1})` or Python's `f(**{"a": 1})` for the dialect's own arguments; argument_builder, json_mender
// carriage_returns  CR LF for the line ends around a value; argument_value
// indented_closer  the end marker of a value on a line of its own with white space in front of it; argument_value
// spaced_tags      `<function = f>` for `<function=f>`, and `<f name="a" >`; marker_builder
// other_sign       in front of a name in a tag, `<function f>`, `<functionf>`, `<invoke="f">`; call_frame, value_text
// argument_for_call  the tag of an argument for that of a call, `<call><parameter=f>`; call_frame
// missing_tag_end  the `>` of a tag, `<function=f\n` and `<parameter=a\nb</parameter>`; argument_builder, argument_value
// value_in_tag     `<parameter=a=b</parameter>` or `<parameter=a=b></parameter>`; argument_value
// doubled_tag      `<parameter=parameter=a>`; value_text
// arguments_in_tag  as attributes of a call that has no others: `<function=f a="b"></function>`, whose end may be damaged;
//                  tagged_builder
// marker_behind_name  behind that of a known tool: `<call>f</v><k>a</k>` for `<call>f<k>a</k>`; call_name
// keys_then_values  `<k>a</k><k>b</k><v>1</v><v>2</v>` for `<k>a</k><v>1</v><k>b</k><v>2</v>`, where the names of arguments
//                  stand in tags of their own; argument_builder, open_call
// missing_id       between two markers: `<call><name>f` for `<call>id<name>f`; tagged_builder
//
// missing_closer, missing_key_end, lost_key_tags, bare_values, other_attributes, other_kinds, other_openers, other_closers,
// drifted_closers and stray_closer are in argument_tolerance.hpp.

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/tolerance.ipp>
#endif
