// test/chat/formats.hpp - formats written by hand, one of every family, and the tools they are tried with
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <vector>

namespace formats {

using namespace parlance::chat;

inline piece text(char const* t) { return {piece::kind::text, t}; }
inline piece const name{piece::kind::name, {}};
inline piece const id{piece::kind::id, {}};
inline piece const arguments{piece::kind::arguments, {}};
inline piece const value{piece::kind::value, {}};

/// <tool_call>\n{"name": …, "arguments": …}\n</tool_call>
inline format json_in_tags() {
    format f;
    f.tools.calls = {"", "<tool_call>\n", "\n</tool_call>", "\n", ""};
    f.tools.lead = "\n";
    f.tools.call = {text("{\"name\": \""), name, text("\", \"arguments\": "), arguments, text("}")};
    f.tools.parallel = true;
    return f;
}
/// [CALLS][{"name": …, "arguments": …, "id": …}]
inline format json_array_with_ids() {
    format f;
    f.tools.calls = {"[CALLS][", "", "", ", ", "]"};
    f.tools.call = {text("{\"name\": \""),
                    name,
                    text("\", \"arguments\": "),
                    arguments,
                    text(", \"id\": \""),
                    id,
                    text("\"}")};
    f.tools.parallel = true;
    return f;
}
/// {"name": …, "parameters": …}, nothing around
inline format bare_json() {
    format f;
    f.tools.call = {text("{\"name\": \""), name, text("\", \"parameters\": "), arguments, text("}")};
    return f;
}
/// <call:NAME#ID>{…}</call>
inline format name_in_tag() {
    format f;
    f.tools.calls = {"<calls>", "<call:", "</call>", "", "</calls>"};
    f.tools.call = {name, text("#"), id, text(">"), arguments};
    f.tools.parallel = true;
    return f;
}
/// <function=NAME>\n<parameter=KEY>\nVALUE\n</parameter>\n</function>
inline format tagged() {
    format f;
    f.tools.calls = {"", "<tool_call>\n<function=", "</function>\n</tool_call>", "\n", ""};
    f.tools.call = {name, arguments};
    f.tools.arguments = {">\n", "<parameter=", "\n</parameter>\n", "", ""};
    f.tools.values = {{text(">\n"), value}};
    f.tools.parallel = true;
    return f;
}
/// <tool_call>NAME\n<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n</tool_call>
inline format key_value_tags() {
    format f;
    f.tools.calls = {"", "<tool_call>", "</tool_call>", "\n", ""};
    f.tools.call = {name, arguments};
    f.tools.arguments = {"\n", "<arg_key>", "</arg_value>\n", "", ""};
    f.tools.values = {{text("</arg_key>\n<arg_value>"), value}};
    f.tools.parallel = true;
    return f;
}
/// <|calls|>[NAME(KEY=VALUE, …), …]<|/calls|>
inline format pythonic() {
    format f;
    f.tools.calls = {"<|calls|>[", "", "", ", ", "]<|/calls|>"};
    f.tools.call = {name, arguments};
    f.tools.arguments = {"(", "", "", ", ", ")"};
    f.tools.values = {{text("="), {piece::kind::python, {}}}};
    f.tools.parallel = true;
    return f;
}
/// <call>NAME{KEY:<q>STRING<q>,KEY:JSON}</call>
inline format noted() {
    format f;
    f.tools.calls = {"", "<call>", "</call>", "", ""};
    f.tools.call = {name, arguments};
    f.tools.arguments = {"{", "", "", ",", "}"};
    f.tools.values = {
        {text(":"), {piece::kind::open, "<q>"}, {piece::kind::string, {}}, {piece::kind::close, "<q>"}},
        {text(":"), {piece::kind::json, {}}}};
    f.tools.parallel = true;
    return f;
}
/// <|channel|>NAME<|message|>…<|end|>
inline format channels() {
    format f;
    f.reasoning.mode = reasoning_mode::tag_based;
    f.tools.calls = {"", "<|channel|>commentary to=functions.", "<|call|>", "", ""};
    f.tools.call = {name, text("<|message|>"), arguments};
    f.channels = {"<|start|>assistant",
                  "<|channel|>",
                  " to=functions.",
                  "<|message|>",
                  {"<|end|>", "<|call|>", "<|return|>"},
                  "analysis"};
    return f;
}
/// As json_in_tags, all or nothing: a call that is not whole is content.
inline format whole_calls_only() {
    format f = json_in_tags();
    f.strict = true;
    return f;
}
inline format thinking(format f) {
    f.reasoning = {reasoning_mode::tag_based, "<think>\n", "\n</think>\n\n"};
    return f;
}

inline std::vector<tool> tools() {
    auto const schema = parlance::json::parse(
        R"({"type": "object", "properties": {"city": {"type": "string"}, "n": {"type": "integer"}}, "required": ["city"]})");
    return {{"get_weather", "looks it up", schema.value()}, {"stop", "ends it", boost::json::object{}}};
}

}  // namespace formats
