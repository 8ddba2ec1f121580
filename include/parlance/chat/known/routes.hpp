// parlance/chat/known/routes.hpp - formats of models that are known by name, for those who have no template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/x3.hpp>
#include <optional>
#include <string_view>

namespace parlance::chat::known {

enum class route { none, kimi_k2, qwen3, deepseek_r1 };

/// Which of the known formats a model's name asks for.  ASCII case does not matter.
[[nodiscard]] PARLANCE_RARE route route_of(std::string_view model);

namespace forms {

inline constexpr auto kimi_id = id["functions." >> name >> ":" >> ordinal];
/// A section of calls with ids, the same id and arguments bare in the text, and tags as a fallback.
inline constexpr auto kimi_k2 =
    ("<|tool_calls_section_begin|>" >>
     +("<|tool_call_begin|>" >> call[kimi_id >> "<|tool_call_argument_begin|>" >> arguments] >>
       "<|tool_call_end|>") >>
     "<|tool_calls_section_end|>") |
    +call[kimi_id >> arguments] |
    fallback["<tool_call>" >>
             +("<invoke name=\"" >>
               call[name >> "\">" >> *("<parameter name=\"" >> key >> "\">" >> text >> "</parameter>")] >>
               "</invoke>") >>
             "</tool_call>"];

inline constexpr auto qwen3 = ("<tool_call>" >> object >> "</tool_call>") % "\n";

/// A fence with all calls in one object, which may be left open; a stray end of thought between the word and the name;
/// a section, in the spellings that models use for its marker.
inline constexpr auto deepseek_r1 =
    -("<think>" >> reasoning >> "</think>") >>
    (("function\n```json\n{\"tools\": [" >> filled[object] % ", " >> (lit("]}\n```") | "]}")) |
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
[[nodiscard]] PARLANCE_RARE format whole_calls(peg::arena_view says, std::string_view made_id);

}  // namespace detail

/// Kimi K2: tags count only where nothing was said in its own way.
[[nodiscard]] inline format kimi_k2() { return detail::whole_calls(table<forms::kimi_k2>, "call_xml_"); }

/// Qwen 3: objects in tags; reasoning stays where it is.
[[nodiscard]] inline format qwen3() { return detail::whole_calls(table<forms::qwen3>, "qwen3_call_"); }

/// DeepSeek R1: four ways to call, tried from the most particular one on.
[[nodiscard]] inline format deepseek_r1() { return detail::whole_calls(table<forms::deepseek_r1>, {}); }

/// The format of a model by its name; nothing for models that are not known so.
[[nodiscard]] PARLANCE_RARE std::optional<format> format_of(std::string_view model);

}  // namespace parlance::chat::known

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/known/impl/routes.ipp>
#endif
