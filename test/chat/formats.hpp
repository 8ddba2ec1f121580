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

/// <tool_call>\n{"name": …, "arguments": …}\n</tool_call>
inline format json_in_tags() {
    format f;
    f.tools.mode = tool_mode::json_native;
    f.tools.calls = {"", "<tool_call>\n", "\n</tool_call>", "\n", ""};
    f.tools.lead = "\n";
    f.tools.call = {text("{\"name\": \""), name, text("\", \"arguments\": "), arguments, text("}")};
    f.tools.parallel = true;
    return f;
}
/// [CALLS][{"name": …, "arguments": …, "id": …}]
inline format json_array_with_ids() {
    format f;
    f.tools.mode = tool_mode::json_native;
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
    f.tools.mode = tool_mode::json_native;
    f.tools.call = {text("{\"name\": \""), name, text("\", \"parameters\": "), arguments, text("}")};
    return f;
}
/// <call:NAME#ID>{…}</call>
inline format name_in_tag() {
    format f;
    f.tools.mode = tool_mode::tag_with_json;
    f.tools.calls = {"<calls>", "<call:", "</call>", "", "</calls>"};
    f.tools.call = {name, text("#"), id, text(">"), arguments};
    f.tools.parallel = true;
    return f;
}
/// <function=NAME>\n<parameter=KEY>\nVALUE\n</parameter>\n</function>
inline format tagged() {
    format f;
    f.tools.mode = tool_mode::tag_with_tagged;
    f.tools.calls = {"", "<tool_call>\n<function=", "</function>\n</tool_call>", "\n", ""};
    f.tools.call = {name, arguments};
    f.tools.arguments = {">\n", "<parameter=", "\n</parameter>\n", "", ""};
    f.tools.key_close = ">\n";
    f.tools.parallel = true;
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
