// parlance/chat/known/dialects.hpp - ways to call that are documented by name, for those who have no template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/x3.hpp>
#include <array>
#include <optional>
#include <string_view>

namespace parlance::chat::known {

/// A documented dialect.
///
/// name    as engines call its parser
/// models  who writes it
/// says    what is written, with the places of chat/place.hpp
struct dialect {
    std::string_view name;
    std::string_view models;
    peg::arena_view says;
    [[nodiscard]] format make() const { return chat::format_of(says).value(); }
};

namespace forms {

inline constexpr auto thought = thought_in("<think>\n", "\n</think>\n");

// JSON objects, each between markers.
inline constexpr auto granite_20b = ("<function_call> " >> object) % "\n";
inline constexpr auto ernie45 = thought >>
                                -("<response>\n" >> content >> "\n</response>\n") >> tool_call_tags;
inline constexpr auto internlm =
    ("<|action_start|><|plugin|>\n" >> object_with("parameters") >> "<|action_end|>") % "\n";
inline constexpr auto longcat = ("<longcat_tool_call>\n" >> object >> "\n</longcat_tool_call>") % "\n";
inline constexpr auto inkling = *("<|content_thinking|>" >> reasoning >> "<|end_message|>" | content |
                                  "<|message_model|>" | "<|content_text|>" | "<|content_invoke_tool_text|>" |
                                  "<|content_tool_error|>" | "<|end_message|>" |
                                  "<|content_model_end_sampling|>") >>
                                ("<|content_invoke_tool_json|>" >> object_with("args") >> "<|end_message|>") %
                                    "<|message_model|>";

// JSON arrays between markers.
inline constexpr auto jamba = "<tool_calls>[" >> object % ", " >> "]</tool_calls>";
inline constexpr auto hunyuan_a13b = thought >> -("<answer>\n" >> content >> "\n</answer>") >> jamba;
inline constexpr auto phi4_mini =
    ("functools[" >> object % ", " >> "]") | ("<|tool_call|>[" >> object % ", " >> "]<|/tool_call|>");
inline constexpr auto xlam = thought >>
                             (("[" >> object % ", " >> "]") | ("[TOOL_CALLS][" >> object % ", " >> "]") |
                              ("<tool_call>[" >> object % ", " >> "]</tool_call>") |
                              ("```json\n[" >> object % ", " >> "]\n```"));

// Tags with attributes.
inline constexpr auto step3_call =
    "<steptml:invoke name=\"" >>
    call[name >> "\">" >> tags("<steptml:parameter name=\"", "\">", "</steptml:parameter>")] >>
    "</steptml:invoke>";
inline constexpr auto step3 = "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>" >>
                              step3_call % "\n" >> "<｜tool_call_end｜><｜tool_calls_end｜>";
inline constexpr auto minicpm5 =
    ("<function name=\"" >> call[name >> "\">" >> tags("<param name=\"", "\">", "</param>")] >>
     "</function>") %
    "\n";
inline constexpr auto dots_call = "<invoke name=\"" >>
                                  call[name >> "\">" >> tags("<parameter name=\"", "\">", "</parameter>")] >>
                                  "</invoke>";
inline constexpr auto dots = "<dots_function_call>\n" >> dots_call % "\n" >> "\n</dots_function_call>";

// Pairs of key and value.
inline constexpr auto glm47 = thought >>
                              ("<tool_call>" >>
                               call[name >> tags("<arg_key>", "</arg_key><arg_value>", "</arg_value>")] >>
                               "</tool_call>") %
                                  "\n";
inline constexpr auto solar_open2_call =
    "<|tool_call:start|>" >>
    call[name >> tags("<|tool_arg:start|>", "<|tool_arg:value|>", "<|tool_arg:end|>")] >> "<|tool_call:end|>";
inline constexpr auto solar_open2 = thought_in("<|think:start|>", "<|think:end|>") >> solar_open2_call % "\n";
inline constexpr auto hy_v3_call =
    "<tool_call>" >>
    call[name >> "<tool_sep>\n" >> tags("<arg_key>", "</arg_key>\n<arg_value>", "</arg_value>\n")] >>
    "</tool_call>\n";
inline constexpr auto hy_v3 =
    thought_in("<think>", "</think>") >> "<tool_calls>\n" >> +hy_v3_call >> "</tool_calls>";
inline constexpr auto hy_v3_opensource_call =
    "<tool_call:opensource>" >>
    call[name >> "<tool_sep:opensource>\n" >> tags("<arg_key:opensource>",
                                                   "</arg_key:opensource>\n<arg_value:opensource>",
                                                   "</arg_value:opensource>\n")] >>
    "</tool_call:opensource>\n";
inline constexpr auto hy_v3_opensource = thought_in("<think:opensource>", "</think:opensource>") >>
                                         "<tool_calls:opensource>\n" >> +hy_v3_opensource_call >>
                                         "</tool_calls:opensource>";
inline constexpr auto hy_v4_call =
    "<tool_call:opensource>" >>
    call[name >> tags("<arg_key:opensource>", "</arg_key:opensource><arg_value:opensource>",
                      "</arg_value:opensource>")] >>
    "</tool_call:opensource>";
inline constexpr auto hy_v4 = thought_in("<think:opensource>", "</think:opensource>") >>
                              "<tool_calls:opensource>" >> +hy_v4_call >> "</tool_calls:opensource>";
inline constexpr auto k2_horizon_call =
    "<ifm|tool_call>" >>
    call[name >> tags("<ifm|arg_key>", "</ifm|arg_key><ifm|arg_value>", "</ifm|arg_value>")] >>
    "</ifm|tool_call>\n";
inline constexpr auto k2_horizon = thought_in("<ifm|think>", "</ifm|think>\n") >> "<ifm|tool_calls>\n" >>
                                   +k2_horizon_call >> "</ifm|tool_calls>";

// The type of every value in the markup, or all arguments as one object.
inline constexpr auto kimi_k3_arguments =
    *("<|open|>argument key=\"" >> key >> "\" type=\"" >> type >> "\"<|sep|>" >> value >>
      "<|close|>argument<|sep|>") |
    "<|open|>json type=\"object\"<|sep|>" >> arguments >> "<|close|>json<|sep|>";
inline constexpr auto kimi_k3_call =
    "<|open|>call tool=\"" >> call[name >> "\" index=\"" >> ordinal >> "\"<|sep|>" >> (kimi_k3_arguments)] >>
    "<|close|>call<|sep|>";
inline constexpr auto kimi_k3 = thought_in("<|open|>think<|sep|>", "<|close|>think<|sep|>") >>
                                *(content | "<|close|>message<|sep|>" | "<|end_of_msg|>") >>
                                -("<|open|>response<|sep|>" >> content >> "<|close|>response<|sep|>") >>
                                "<|open|>tools<|sep|>" >> +kimi_k3_call >> "<|close|>tools<|sep|>";

// Elements that are named as the arguments are, objects and lists as elements in them.
inline constexpr auto minimax_m3_call =
    "]<]minimax[>[<invoke name=\"" >>
    call[name >> "\">" >> *("]<]minimax[>[<" >> key >> ">" >> nested >> "]<]minimax[>[</" >> key >> ">")] >>
    "]<]minimax[>[</invoke>\n";
inline constexpr auto minimax_m3 = thought_in("<mm:think>", "</mm:think>") >> "]<]minimax[>[<tool_call>\n" >>
                                   +minimax_m3_call >> "]<]minimax[>[</tool_call>";

// Calls as Python writes them.
inline constexpr auto llama4 = ("<|python_start|>" >> python_list >> "<|python_end|>") | python_list;
inline constexpr auto olmo3 = thought >> "<function_calls>" >> python_call % "\n" >> "</function_calls>";

// A name in markup, an object behind it.
inline constexpr auto functiongemma = +(
    "<start_function_call>call:" >>
    call[name >>
         arguments["{" >> -((key >> ":" >> ("<escape>" >> text >> "<escape>" | json_value)) % ",") >> "}"]] >>
    "<end_function_call>");
inline constexpr auto deepseek_v3_call = "<｜tool▁call▁begin｜>function<｜tool▁sep｜>" >>
                                         call[name >> "\n```json\n" >> arguments] >>
                                         "\n```<｜tool▁call▁end｜>";
inline constexpr auto deepseek_v3 =
    thought >> "<｜tool▁calls▁begin｜>" >> deepseek_v3_call % "\n" >> "<｜tool▁calls▁end｜>";
inline constexpr auto deepseek_v31_call =
    "<｜tool▁call▁begin｜>" >> call[name >> "<｜tool▁sep｜>" >> arguments] >> "<｜tool▁call▁end｜>";
inline constexpr auto deepseek_v31 =
    thought >> "<｜tool▁calls▁begin｜>" >> +deepseek_v31_call >> "<｜tool▁calls▁end｜>";

}  // namespace forms

/// In five families: objects and arrays of JSON between markers, tags with attributes, pairs of key and value, calls as
/// Python writes them; and a name in markup with an object behind it.
inline constexpr std::array dialects{
    dialect{"granite4", "Granite 4", table<forms::tool_call_tags>},
    dialect{"granite-20b-fc", "Granite 20B FC", table<forms::granite_20b>},
    dialect{"ernie45", "ERNIE 4.5 Thinking", table<forms::ernie45>},
    dialect{"internlm", "InternLM 2.5, Intern-S1", table<forms::internlm>},
    dialect{"longcat", "LongCat-Flash", table<forms::longcat>},
    dialect{"inkling", "Inkling", table<forms::inkling>},
    dialect{"granite", "Granite 3", table<forms::tool_call_list>},
    dialect{"hunyuan_a13b", "Hunyuan A13B", table<forms::hunyuan_a13b>},
    dialect{"jamba", "Jamba 1.5", table<forms::jamba>},
    dialect{"phi4_mini_json", "Phi-4-mini", table<forms::phi4_mini>},
    dialect{"xlam", "xLAM", table<forms::xlam>},
    dialect{"step3", "Step3", table<forms::step3>},
    dialect{"minicpm5", "MiniCPM 4 and 5", table<forms::minicpm5>},
    dialect{"dots", "dots", table<forms::dots>},
    dialect{"glm47", "GLM 4.7 and 5, Laguna, Ling 3, Spark 2.5", table<forms::glm47>},
    dialect{"solar_open2", "Solar Open 2", table<forms::solar_open2>},
    dialect{"hy_v3", "HY 3 preview", table<forms::hy_v3>},
    dialect{"hy_v3_opensource", "HY 3", table<forms::hy_v3_opensource>},
    dialect{"hy_v4", "HY 4", table<forms::hy_v4>},
    dialect{"k2_horizon", "K2 Horizon", table<forms::k2_horizon>},
    dialect{"kimi_k3", "Kimi K3", table<forms::kimi_k3>},
    dialect{"minimax_m3", "MiniMax M3", table<forms::minimax_m3>},
    dialect{"muse", "Muse Glimmer", table<forms::muse>},
    dialect{"llama4_pythonic", "Llama 4", table<forms::llama4>},
    dialect{"pythonic", "Llama 3.2, ToolACE", table<forms::python_list>},
    dialect{"olmo3", "Olmo 3", table<forms::olmo3>},
    dialect{"functiongemma", "FunctionGemma", table<forms::functiongemma>},
    dialect{"deepseek_v3", "DeepSeek V3, R1", table<forms::deepseek_v3>},
    dialect{"deepseek_v31", "DeepSeek V3.1", table<forms::deepseek_v31>}};

/// The dialect of this name; nothing when it is not known.
[[nodiscard]] PARLANCE_RARE std::optional<format> dialect_named(std::string_view name);

}  // namespace parlance::chat::known

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/known/impl/dialects.ipp>
#endif
