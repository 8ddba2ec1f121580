// parlance/chat/known/rules.hpp - what else is known of a template's dialect, by properties of the template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/x3.hpp>
#include <array>
#include <string_view>
#include <utility>

namespace parlance::chat::known {

/// One piece of knowledge: it applies to templates whose source mentions all of `mentions`, and adds to what rendering
/// has shown.
///
/// says  what is written, with the places of chat/place.hpp; reasoning and calls count where rendering showed none
/// set   what is no syntax
struct rule {
    std::string_view name;
    std::array<std::string_view, 3> mentions;
    peg::arena_view says{};
    void (*set)(format& own) = nullptr;
};

namespace forms {

inline constexpr auto think_tags = -("<think>" >> reasoning >> "</think>");
inline constexpr auto capital_think_tags = -("[THINK]" >> reasoning >> "[/THINK]");
/// The recipient may stand on either side of the channel, any header may be missing.
inline constexpr auto channels =
    ("<|channel|>" >> (lit("analysis") | channel) >> -("to=functions." >> name) >> "<|message|>" >> content >>
     (lit("<|end|>") | "<|return|>" | "<|call|>")) %
    "<|start|>assistant";
/// Thought channels that are opened and closed anywhere.
inline constexpr auto thought_channel =
    *("<|channel>thought\n" >> reasoning >> "<channel|>" | content | "<channel|>");
inline constexpr auto python_section = "<|tool_call_start|>" >> python_list >> "<|tool_call_end|>";
inline constexpr auto tool_list = think_tags >> python_section;
inline constexpr auto python_calls = think_tags >> (python_section | python_list);
inline constexpr auto mcp_tools =
    ("<use_mcp_tool>\n<server_name>tool-python</server_name>\n<tool_name>" >>
     call[name >> "</tool_name>\n<arguments>\n" >> arguments] >> "\n</arguments>\n</use_mcp_tool>") %
    "\n";

}  // namespace forms

inline constexpr std::array rules{
    // Reasoning in a block that the template only talks about.
    rule{"think tags", {"<think>", "</think>", {}}, table<forms::think_tags>},
    rule{"THINK tags", {"[THINK]", "[/THINK]", {}}, table<forms::capital_think_tags>},
    // Calls from inside reasoning, which nothing else ends.
    rule{"calls in thought",
         {"<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>", {}},
         {},
         [](format& own) { own.reasoning.calls_end = true; }},
    rule{"channels",
         {"<|channel|>", "<|message|>", "<|start|>"},
         table<forms::channels>,
         [](format& own) { own.stops = {"<|return|>", "<|call|>"}; }},
    rule{"addressed messages", {"<atem:function_calls>", "to=self", "<|message|>"}, table<forms::muse>},
    rule{"thought channel", {"<|channel>", "<channel|>", {}}, table<forms::thought_channel>},
    // Python calls, in markers or bare.
    rule{"tool list", {"<|tool_list_start|>", "<|tool_list_end|>", {}}, table<forms::tool_list>},
    rule{"python calls", {"List of tools: ", "<|im_start|>", {}}, table<forms::python_calls>},
    // Calls that the template explains in words and never renders.
    rule{"MCP tools", {"<use_mcp_tool>", "<tool_name>", "<arguments>"}, table<forms::mcp_tools>},
    rule{"tool_call tags", {"<tool_call>", "</tool_call>", {}}, table<forms::tool_call_tags>},
    rule{"tool_call list", {"<|tool_call|>", "JSON list", {}}, table<forms::tool_call_list>},
};

namespace detail {

/// Adds what a rule says.
PARLANCE_DECL void add(format own, format& f);

}  // namespace detail

/// Adds what is known.  Linear in the source.
PARLANCE_DECL void apply(std::string_view source, format& f);

}  // namespace parlance::chat::known

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/known/impl/rules.ipp>
#endif
