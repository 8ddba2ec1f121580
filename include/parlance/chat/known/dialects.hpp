// parlance/chat/known/dialects.hpp - ways to call that are documented by name, for those who have no template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::known {

/// A documented dialect.
///
/// name    as engines call its parser
/// models  who writes it
struct dialect {
    std::string_view name;
    std::string_view models;
    format (*make)();
};

namespace detail {

[[nodiscard]] inline format with_tools(tool_format t) {
    format f;
    f.tools = std::move(t);
    return f;
}
[[nodiscard]] inline format thinking(format f) {
    f.reasoning = {reasoning_mode::tag_based, "<think>\n", "\n</think>\n"};
    return f;
}
[[nodiscard]] inline format wrapped(format f, char const* start, char const* end) {
    f.content = {content_mode::always_wrapped, start, end, {}};
    return f;
}

/// `<invoke name="N"><parameter name="K">V</parameter></invoke>` under whatever the tags are called.
[[nodiscard]] inline tool_format invocations(std::string open, std::string close, std::string const& invoke,
                                             std::string const& parameter) {
    return tags({std::move(open), "<" + invoke + " name=\"", "</" + invoke + ">", "\n", std::move(close)},
                {"\">", "<" + parameter + " name=\"", "</" + parameter + ">", "", ""}, "\">");
}

}  // namespace detail

/// In five families: objects and arrays of JSON between markers, tags with attributes, pairs of key and value, calls as
/// Python writes them; and a name in markup with an object behind it.
inline constexpr std::array dialects{
    // JSON objects, each between markers
    dialect{"granite4", "Granite 4",
            [] { return detail::with_tools(objects("<tool_call>\n", "\n</tool_call>")); }},
    dialect{"granite-20b-fc", "Granite 20B FC",
            [] { return detail::with_tools(objects("<function_call> ", "")); }},
    dialect{"ernie45", "ERNIE 4.5 Thinking",
            [] {
                return detail::wrapped(
                    detail::thinking(detail::with_tools(objects("<tool_call>\n", "\n</tool_call>"))),
                    "<response>\n", "\n</response>\n");
            }},
    dialect{"internlm", "InternLM 2.5, Intern-S1",
            [] {
                return detail::with_tools(
                    objects("<|action_start|><|plugin|>\n", "<|action_end|>", "parameters"));
            }},
    dialect{"longcat", "LongCat-Flash",
            [] { return detail::with_tools(objects("<longcat_tool_call>\n", "\n</longcat_tool_call>")); }},
    dialect{"inkling", "Inkling",
            [] {
                return detail::with_tools(objects("<|content_invoke_tool_json|>", "<|end_message|>", "args"));
            }},
    // JSON arrays between markers
    dialect{"granite", "Granite 3", [] { return detail::with_tools(array("<|tool_call|>", "")); }},
    dialect{"hunyuan_a13b", "Hunyuan A13B",
            [] {
                return detail::wrapped(
                    detail::thinking(detail::with_tools(array("<tool_calls>", "</tool_calls>"))),
                    "<answer>\n", "\n</answer>");
            }},
    dialect{"jamba", "Jamba 1.5", [] { return detail::with_tools(array("<tool_calls>", "</tool_calls>")); }},
    dialect{"phi4_mini_json", "Phi-4-mini", [] { return detail::with_tools(array("functools", "")); }},
    dialect{"xlam", "xLAM",
            [] {
                format f = detail::thinking(detail::with_tools(array("", "")));
                f.also = {array("[TOOL_CALLS]", ""), array("<tool_call>", "</tool_call>"),
                          array("```json\n", "\n```")};
                return f;
            }},
    // tags with attributes
    dialect{"step3", "Step3",
            [] {
                return detail::with_tools(detail::invocations(
                    "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>",
                    "<｜tool_call_end｜><｜tool_calls_end｜>", "steptml:invoke", "steptml:parameter"));
            }},
    dialect{"minicpm5", "MiniCPM 4 and 5",
            [] { return detail::with_tools(detail::invocations("", "", "function", "param")); }},
    dialect{"dots", "dots",
            [] {
                return detail::with_tools(detail::invocations(
                    "<dots_function_call>\n", "\n</dots_function_call>", "invoke", "parameter"));
            }},
    // pairs of key and value
    dialect{"glm47", "GLM 4.7 and 5, Laguna, Ling 3, Spark 2.5",
            [] {
                return detail::thinking(detail::with_tools(tags({"", "<tool_call>", "</tool_call>", "\n", ""},
                                                                {"", "<arg_key>", "</arg_value>", "", ""},
                                                                "</arg_key><arg_value>")));
            }},
    dialect{"solar_open2", "Solar Open 2",
            [] {
                return detail::with_tools(tags({"", "<|tool_call:start|>", "<|tool_call:end|>", "\n", ""},
                                               {"", "<|tool_arg:start|>", "<|tool_arg:end|>", "", ""},
                                               "<|tool_arg:value|>"));
            }},
    // calls as Python writes them
    dialect{"llama4_pythonic", "Llama 4",
            [] { return detail::with_tools(pythonic("<|python_start|>[", ", ", "]<|python_end|>")); }},
    dialect{"pythonic", "Llama 3.2, ToolACE", [] { return detail::with_tools(pythonic("[", ", ", "]")); }},
    dialect{"olmo3", "Olmo 3",
            [] {
                return detail::thinking(
                    detail::with_tools(pythonic("<function_calls>", "\n", "</function_calls>")));
            }},
    // a name in markup, an object behind it
    dialect{"functiongemma", "FunctionGemma",
            [] {
                tool_format t =
                    name_then_json({"", "<start_function_call>call:", "<end_function_call>", "", ""}, "");
                t.call = {{piece::kind::name, {}}, {piece::kind::arguments, {}}};
                t.written = {"{", "}", ":", "<escape>", true, false, false};
                return detail::with_tools(std::move(t));
            }},
    dialect{"deepseek_v3", "DeepSeek V3, R1",
            [] {
                return detail::thinking(detail::with_tools(
                    name_then_json({"<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>function<｜tool▁sep｜>",
                                    "\n```<｜tool▁call▁end｜>", "\n", "<｜tool▁calls▁end｜>"},
                                   "\n```json\n")));
            }},
    dialect{"deepseek_v31", "DeepSeek V3.1", [] {
                return detail::thinking(
                    detail::with_tools(name_then_json({"<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>",
                                                       "<｜tool▁call▁end｜>", "", "<｜tool▁calls▁end｜>"},
                                                      "<｜tool▁sep｜>")));
            }}};

/// The dialect of this name; nothing when it is not known.
[[nodiscard]] inline std::optional<format> dialect_named(std::string_view name) {
    for (dialect const& d : dialects) {
        if (d.name == name) {
            return d.make();
        }
    }
    return std::nullopt;
}

}  // namespace parlance::chat::known
