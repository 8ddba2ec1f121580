// parlance/chat/known/routes.hpp - formats of models that are known by name, for those who have no template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::known {

enum class route { none, kimi_k2, qwen3, deepseek_r1 };

/// Which of the known formats a model's name asks for.  ASCII case does not matter.
[[nodiscard]] inline route route_of(std::string_view model) {
    std::string name(model);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    auto const has = [&](auto... any) { return ((name.find(any) != std::string::npos) || ...); };
    if (has("qwen3", "qwen-3", "qwen_3")) {
        return route::qwen3;
    }
    if (has("deepseek") && has("-r1", "_r1", " r1")) {
        return route::deepseek_r1;
    }
    return has("kimi-k2", "kimi_k2") ? route::kimi_k2 : route::none;
}

/// Kimi K2: a section of calls with ids, the same id and arguments bare in the text, and tags as a fallback.
[[nodiscard]] inline format kimi_k2() {
    using kind = piece::kind;
    format f;
    f.strict = true;
    f.made_id = "call_xml_";
    f.tools.mode = tool_mode::tag_with_json;
    f.tools.calls = {"<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_end|>", "",
                     "<|tool_calls_section_end|>"};
    f.tools.call = {{kind::id_begin, {}},
                    {kind::text, "functions."},
                    {kind::name, {}},
                    {kind::text, ":"},
                    {kind::index, {}},
                    {kind::id_end, {}},
                    {kind::text, "<|tool_call_argument_begin|>"},
                    {kind::arguments, {}}};
    f.tools.parallel = true;
    tool_format bare = f.tools;
    bare.calls = {};
    bare.call.erase(bare.call.begin() + 6);
    tool_format const tagged = tags({"<tool_call>", "<invoke name=\"", "</invoke>", "", "</tool_call>"},
                                    {"\">", "<parameter name=\"", "</parameter>", "", ""}, "\">");
    f.also = {std::move(bare), tagged};
    f.also.back().strings = true;
    f.also.back().fallback = true;
    return f;
}

/// Qwen 3: objects in tags; reasoning stays where it is.
[[nodiscard]] inline format qwen3() {
    format f;
    f.strict = true;
    f.made_id = "qwen3_call_";
    f.tools = objects("<tool_call>", "</tool_call>");
    return f;
}

/// DeepSeek R1: four ways to call, tried from the most particular one on.
[[nodiscard]] inline format deepseek_r1() {
    format f;
    f.strict = true;
    f.reasoning = {reasoning_mode::tag_based, "<think>", "</think>"};
    // 3: a fence with all calls in one object.
    f.tools = array("function\n```json\n{\"tools\": ", "}\n```");
    f.tools.calls.open = "function\n```json\n{\"tools\": [";
    f.tools.needs_arguments = true;
    f.also.push_back(f.tools);
    f.also.back().calls.close = "]}";  // the fence left open
    // 4: a stray end of thought between the word and the name.
    f.also.push_back(
        name_then_json({"", "<tool_call>\nfunction</think>", "```\n</tool_call>", "", ""}, "\n```json\n"));
    // 1 and 2: a section, in the spellings that models use for its marker.
    for (std::string_view const begin :
         {"<｜tool▁calls▁begin｜>", "<｜tool_calls_begin｜>", "<｜tool calls begin｜>",
          "<｜tool\\_calls\\_begin｜>", "<｜tool▁calls｜>"}) {
        for (std::string_view const call : {"<｜tool▁call▁begin｜>", ""}) {
            for (bool const bare : {false, true}) {
                list_shape const shape{
                    std::string(begin),
                    std::string(call).append(bare ? "function<" : "function<｜tool▁sep｜>"),
                    "```<｜tool▁call▁end｜>", "", "<｜tool▁calls▁end｜>"};
                f.also.push_back(name_then_json(shape, bare ? ">\n```json\n" : "\n```json\n"));
            }
        }
    }
    return f;
}

/// The format of a model by its name; nothing for models that are not known so.
[[nodiscard]] inline std::optional<format> format_of(std::string_view model) {
    switch (route_of(model)) {
    case route::kimi_k2: return kimi_k2();
    case route::qwen3: return qwen3();
    case route::deepseek_r1: return deepseek_r1();
    case route::none: break;
    }
    return std::nullopt;
}

}  // namespace parlance::chat::known
