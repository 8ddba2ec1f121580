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

namespace forms {

inline constexpr auto kimi_id = id["functions." >> name >> ":" >> ordinal];
/// A section of calls with ids, the same id and arguments bare in the text, and tags as a fallback.
inline constexpr auto kimi_k2 =
    ("<|tool_calls_section_begin|>" >>
     +("<|tool_call_begin|>" >> call[kimi_id >> "<|tool_call_argument_begin|>" >> arguments] >>
       "<|tool_call_end|>") >>
     "<|tool_calls_section_end|>") |
    +call[kimi_id >> arguments] |
    ("<tool_call>" >>
     +("<invoke name=\"" >>
       call[name >> "\">" >> *("<parameter name=\"" >> key >> "\">" >> text >> "</parameter>")] >>
       "</invoke>") >>
     "</tool_call>");

inline constexpr auto qwen3 = ("<tool_call>" >> object >> "</tool_call>") % "\n";

/// A fence with all calls in one object, which may be left open; a stray end of thought between the word and the name;
/// a section, in the spellings that models use for its marker.
inline constexpr auto deepseek_r1 =
    -("<think>" >> reasoning >> "</think>") >>
    (("function\n```json\n{\"tools\": [" >> object % ", " >> (lit("]}\n```") | "]}")) |
     +("<tool_call>\nfunction</think>" >> call[name >> "\n```json\n" >> arguments] >> "```\n</tool_call>") |
     ((lit("<｜tool▁calls▁begin｜>") | "<｜tool_calls_begin｜>" | "<｜tool calls begin｜>" |
       "<｜tool\\_calls\\_begin｜>" | "<｜tool▁calls｜>") >>
      +((lit("<｜tool▁call▁begin｜>") | eps) >>
        ("function<｜tool▁sep｜>" >> call[name >> "\n```json\n" >> arguments] |
         "function<" >> call[name >> ">\n```json\n" >> arguments]) >>
        "```<｜tool▁call▁end｜>") >>
      "<｜tool▁calls▁end｜>"));

}  // namespace forms

namespace detail {

/// A dialect in which calls must be whole.
[[nodiscard]] inline format whole_calls(peg::arena_view says, std::string_view made_id) {
    format f = chat::format_of(says).value();
    f.strict = true;
    f.made_id = made_id;
    return f;
}

}  // namespace detail

/// Kimi K2: tags count only where nothing was said in its own way.
[[nodiscard]] inline format kimi_k2() {
    format f = detail::whole_calls(table<forms::kimi_k2>, "call_xml_");
    f.also.back().fallback = true;
    return f;
}

/// Qwen 3: objects in tags; reasoning stays where it is.
[[nodiscard]] inline format qwen3() { return detail::whole_calls(table<forms::qwen3>, "qwen3_call_"); }

/// DeepSeek R1: four ways to call, tried from the most particular one on.
[[nodiscard]] inline format deepseek_r1() {
    format f = detail::whole_calls(table<forms::deepseek_r1>, {});
    f.tools.needs_arguments = f.also.front().needs_arguments = true;
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
