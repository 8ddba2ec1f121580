// parlance/chat/known/rules.hpp - what else is known of a template's dialect, by properties of the template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace parlance::chat::known {

/// One piece of knowledge: it applies to templates whose source mentions all of `mentions`, and adds to what rendering
/// has shown.
struct rule {
    std::string_view name;
    std::array<std::string_view, 3> mentions;
    void (*apply)(format&);
};

/// Fills in tags of reasoning where rendering showed none.
inline void reasoning_tags(format& f, std::string_view start, std::string_view end) {
    if (f.reasoning.mode == reasoning_mode::none) {
        f.reasoning = {reasoning_mode::tag_based, std::string(start), std::string(end)};
    }
}

inline constexpr std::array rules{
    // Reasoning in a block that the template only talks about.
    rule{"think tags",
         {"<think>", "</think>", {}},
         [](format& f) { reasoning_tags(f, "<think>", "</think>"); }},
    rule{"THINK tags",
         {"[THINK]", "[/THINK]", {}},
         [](format& f) { reasoning_tags(f, "[THINK]", "[/THINK]"); }},
    // Calls from inside reasoning, which nothing else ends.
    rule{"calls in thought",
         {"<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>", {}},
         [](format& f) { f.reasoning.calls_end = true; }},
    // Channels: the recipient may stand on either side of the channel, any header may be missing.
    rule{"channels",
         {"<|channel|>", "<|message|>", "<|start|>"},
         [](format& f) {
             f.channels = {"<|start|>assistant",
                           "<|channel|>",
                           "to=functions.",
                           "<|message|>",
                           {"<|end|>", "<|return|>", "<|call|>"},
                           "analysis"};
             f.tools.calls.item_close.clear();  // <|call|> ends the turn
             f.stops.insert(f.stops.end(), {"<|return|>", "<|call|>"});
         }},
    // Thought channels that are opened and closed anywhere.
    rule{"thought channel",
         {"<|channel>", "<channel|>", {}},
         [](format& f) {
             f.reasoning = {reasoning_mode::tag_based, "<|channel>thought\n", "<channel|>", true};
             f.content.noise.push_back("<channel|>");
         }},
    // Python calls, in markers or bare.
    rule{"tool list",
         {"<|tool_list_start|>", "<|tool_list_end|>", {}},
         [](format& f) {
             reasoning_tags(f, "<think>", "</think>");
             if (f.tools.mode == tool_mode::none) {
                 f.tools = pythonic("<|tool_call_start|>[", ", ", "]<|tool_call_end|>");
                 f.tools.written.raw = true;
             }
         }},
    rule{"python calls",
         {"List of tools: ", "<|im_start|>", {}},
         [](format& f) {
             reasoning_tags(f, "<think>", "</think>");
             if (f.tools.mode == tool_mode::none) {
                 f.tools = pythonic("<|tool_call_start|>[", ", ", "]<|tool_call_end|>");
                 f.tools.written.raw = true;
             }
             f.also.push_back(pythonic("[", ", ", "]"));
             f.also.back().written.raw = true;
         }},
    // Calls that the template explains in words and never renders.
    rule{"MCP tools",
         {"<use_mcp_tool>", "<tool_name>", "<arguments>"},
         [](format& f) {
             if (f.tools.mode == tool_mode::none) {
                 f.tools =
                     name_then_json({{},
                                     "<use_mcp_tool>\n<server_name>tool-python</server_name>\n<tool_name>",
                                     "\n</arguments>\n</use_mcp_tool>",
                                     "\n",
                                     {}},
                                    "</tool_name>\n<arguments>\n");
             }
         }},
    rule{"tool_call tags",
         {"<tool_call>", "</tool_call>", {}},
         [](format& f) {
             if (f.tools.mode == tool_mode::none) {
                 f.tools = objects("<tool_call>\n", "\n</tool_call>");
             }
         }},
    rule{"tool_call list",
         {"<|tool_call|>", "JSON list", {}},
         [](format& f) {
             if (f.tools.mode == tool_mode::none) {
                 f.tools = array("<|tool_call|>", "");
             }
         }},
};

/// Adds what is known.  Linear in the source.
inline void apply(std::string_view source, format& f) {
    for (rule const& r : rules) {
        auto const mentioned = [&](std::string_view text) {
            return source.find(text) != std::string_view::npos;
        };
        if (std::all_of(r.mentions.begin(), r.mentions.end(), mentioned)) {
            r.apply(f);
        }
    }
}

}  // namespace parlance::chat::known
