// parlance/chat/known/impl/rules.ipp - definitions of what parlance/chat/known/rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/rules.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat::known::detail {

// Text, not expressions of X3: a template that mentions nothing pays nothing, and nobody lowers them at compile time.
inline constexpr std::string_view think_tags = R"peg(<- ("<think>" reasoning "</think>")?)peg";
inline constexpr std::string_view capital_think_tags = R"peg(<- ("[THINK]" reasoning "[/THINK]")?)peg";
inline constexpr std::string_view thought_in_words =
    R"peg(<- ("Here is my thought process:" reasoning "Here is my response:")?)peg";
inline constexpr std::string_view steps_in_words =
    R"peg(<- ("Here are my reasoning steps:\n" reasoning "\n[BEGIN FINAL RESPONSE]\n")? (content / "\n[END FINAL RESPONSE]" / "[END FINAL RESPONSE]")*)peg";
inline constexpr std::string_view inner_tags =
    R"peg(<- ("<|inner_prefix|>" reasoning "<|inner_suffix|>")?)peg";
/// The recipient may stand on either side of the channel, any header may be missing.
inline constexpr std::string_view channels = R"peg(
    <- message ("<|start|>assistant" message)*
    message <- "<|channel|>" ("analysis" / channel) ("to=functions." name)? "<|message|>" content
               ("<|end|>" / "<|return|>" / "<|call|>"))peg";
/// Messages that are told apart by whom they address.
inline constexpr std::string_view addressed_messages = R"peg(
    <- message ("<|start|>assistant" message)*
    message <- (" to=self<|message|>" reasoning / " to=user"? "<|message|>" content /
                " to=" name "<|message|><atem:function_calls>\n" one+ "</atem:function_calls>") ("<|eom|>" / "<|eot|>")
    one <- "<atem:invoke name=\"" tag(call, name "\">\n" argument*) "</atem:invoke>\n"
    argument <- "<atem:parameter name=\"" key "\">" value "</atem:parameter>\n")peg";
/// Thought channels that are opened and closed anywhere.
inline constexpr std::string_view thought_channel =
    R"peg(<- ("<|channel>thought\n" reasoning "<channel|>" / content / "<channel|>")*)peg";
/// Python calls, in markers or bare.
inline constexpr std::string_view tool_list = R"peg(
    <- ("<think>" reasoning "</think>")? "<|tool_call_start|>[" one (", " one)* "]<|tool_call_end|>"
    one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
    argument <- key "=" python-value)peg";
inline constexpr std::string_view python_calls = R"peg(
    <- ("<think>" reasoning "</think>")? ("<|tool_call_start|>[" one (", " one)* "]<|tool_call_end|>" /
                                          "[" one (", " one)* "]")
    one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
    argument <- key "=" python-value)peg";
inline constexpr std::string_view mcp_tools = R"peg(
    <- one ("\n" one)*
    one <- "<use_mcp_tool>\n<server_name>tool-python</server_name>\n<tool_name>"
           tag(call, name "</tool_name>\n<arguments>\n" arguments) "\n</arguments>\n</use_mcp_tool>")peg";
inline constexpr std::string_view tool_call_tags = R"peg(
    <- "\n"? one ("\n" one)*
    one <- "<tool_call>\n" tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}") "\n</tool_call>")peg";
inline constexpr std::string_view tool_calls_tags = R"peg(
    <- "<tool_calls>\n" one ("\n" one)* "\n</tool_calls>"
    one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))peg";
inline constexpr std::string_view tool_call_list = R"peg(
    <- "<|tool_call|>[" one (", " one)* "]"
    one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))peg";

inline constexpr std::string_view functools = R"peg(
    <- "functools[" one (", " one)* "]"
    one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))peg";
/// An answer may stand in tags of its own.
inline constexpr std::string_view answer_tags =
    R"peg(<- ("<think>" reasoning "</think>")? (content / "<answer>\n" / "\n</answer>" / "<answer>" / "</answer>")*)peg";
inline constexpr std::string_view response_tags =
    R"peg(<- (content / "<response>\n" / "\n</response>" / "<response>" / "</response>")*)peg";

/// An answer may stand in the markers of newer models, or in those of older ones.
inline constexpr std::string_view answer_markers =
    R"peg(<- (content / "<|START_RESPONSE|>" / "<|END_RESPONSE|>" / "<|START_TEXT|>" / "<|END_TEXT|>")*)peg";

inline constexpr std::string_view python_markers = R"peg(
    <- "<|python_start|>[" one (", " one)* "]<|python_end|>"
    one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
    argument <- key "=" python-value)peg";
inline constexpr std::string_view python_marked_objects = R"peg(
    <- "<|python_start|>" one ("; " one)* "<|python_end|>"
    one <- tag(call, "{\"name\": \"" name "\", \"parameters\": " arguments "}"))peg";
inline constexpr std::string_view python_tag = R"peg(
    <- "<|python_tag|>" one ("; " one)* / "<|python_tag|>" built_in ("; " built_in)*
    one <- tag(call, "{\"name\": \"" name "\", \"parameters\": " arguments "}")
    built_in <- tag(call, name ".call" tag(arguments, "(" (argument (", " argument)*)? ")"))
    argument <- key "=" python-value)peg";
inline constexpr std::string_view named_calls = R"peg(
    <- "[TOOL_CALLS]" tag(call, name "[CALL_ID]" id "[ARGS]" arguments))peg";

/// What is read besides, and not written.
PARLANCE_DECL void only_read(format& own) { own.also.insert(own.also.begin(), std::exchange(own.tools, {})); }

inline constexpr rule all_rules[] = {
    {"think tags",
     {"<think>", "</think>", {}},
     "the template only talks about the block that the model thinks in",
     think_tags},
    {"end of thought",
     {"</think>", "<｜Assistant｜>", {}},
     "the template cuts the thought off, and never writes its beginning",
     think_tags},
    {"THINK tags",
     {"[THINK]", "[/THINK]", {}},
     "the template only talks about the block that the model thinks in",
     capital_think_tags},
    {"thought in words",
     {"Here is my thought process:", "Here is my response:", {}},
     "the template only tells the words that the model puts in front of what it thinks and of its answer",
     thought_in_words},
    {"steps in words",
     {"Here are my reasoning steps:", "[BEGIN FINAL RESPONSE]", {}},
     "the template begins what the model thinks, and only tells the markers around its answer",
     steps_in_words},
    {"inner tags",
     {"<|inner_prefix|>", "<|inner_suffix|>", "<|assistant_start|>"},
     "the template shows what the model thinks only of messages in a form of their own",
     inner_tags},
    {"unmentioned thought",
     {"<beginning_of_sentence>ai", "<end_of_sentence>", {}},
     "the template never mentions the block that the model thinks in",
     think_tags},
    {"answer tags",
     {"<think>", "<|extra_0|>", "<tool_calls>"},
     "the template never mentions the tags that the model puts around its answer",
     answer_tags},
    {"response tags",
     {"<think></think>", "<response></response>", {}},
     "the template only talks about the tags that the model puts around its answer",
     response_tags},
    {"answer markers",
     {"<|START_ACTION|>", "<|START_THINKING|>", "<|CHATBOT_TOKEN|>"},
     "models of the family put other markers around their answer than the template of their version does",
     answer_markers},
    {"functools",
     {"functools[", "\"arguments\"", {}},
     "the template tells how calls are written, and shows them otherwise",
     functools,
     nullptr,
     true},
    {"calls in thought",
     {"<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>", {}},
     "the model calls from inside reasoning, which nothing else ends",
     {},
     [](format& own) { own.reasoning.calls_end = true; }},
    {"channels",
     {"<|channel|>", "<|message|>", "<|start|>"},
     "any header may be missing, and the recipient stands on either side of the channel",
     channels,
     [](format& own) { own.stops = {"<|return|>", "<|call|>"}; }},
    {"addressed messages",
     {"<atem:function_calls>", "to=self", "<|message|>"},
     "rendering shows a header as text",
     addressed_messages},
    {"thought channel",
     {"<|channel>", "<channel|>", {}},
     "the model opens and closes it anywhere",
     thought_channel},
    {"tool list",
     {"<|tool_list_start|>", "<|tool_list_end|>", {}},
     "the template renders no calls, or others than the model writes",
     tool_list},
    {"python calls",
     {"List of tools: ", "<|im_start|>", {}},
     "the template renders no calls, or others than the model writes",
     python_calls},
    {"python tag",
     {"<|python_tag|>", ".call(", "parameters"},
     "the model learned the marker for code, and writes it in front of other calls as well",
     python_tag,
     &only_read},
    {"python markers",
     {"<|header_start|>", "[func_name1(", {}},
     "the model puts markers around calls, of which the template knows nothing",
     python_markers,
     &only_read},
    {"python markers around objects",
     {"<|header_start|>", "\"parameters\": ", "<|eot|>"},
     "the model puts markers around calls, of which the template knows nothing",
     python_marked_objects,
     &only_read},
    {"named calls",
     {"[TOOL_CALLS]", "[/INST]", {}},
     "newer models of the family put a name in front of the arguments, whatever their template shows",
     named_calls,
     &only_read},
    {"MCP tools",
     {"<use_mcp_tool>", "<tool_name>", "<arguments>"},
     "the template explains calls in words and never renders them",
     mcp_tools},
    {"tool_call tags",
     {"<tool_call>", "</tool_call>", {}},
     "the template explains calls in words and never renders them",
     tool_call_tags},
    {"tool_calls tags",
     {"<tool_calls>", "</tool_calls>", "json-object"},
     "the template explains calls in words and never renders them",
     tool_calls_tags},
    {"tool_call list",
     {"<|tool_call|>", "JSON list", {}},
     "the template explains calls in words and never renders them",
     tool_call_list},
};

/// Adds what a rule says.
PARLANCE_DECL void add(format own, format& f) {
    if (own.reasoning.anywhere ||
        (own.reasoning.mode != reasoning_mode::none && f.reasoning.mode == reasoning_mode::none)) {
        f.reasoning = own.reasoning;
    }
    f.reasoning.calls_end = f.reasoning.calls_end || own.reasoning.calls_end;
    // Behind a name in a header rendering shows no more than that.
    bool const addressed = own.channels.used() && own.channels.channel.empty();
    if (own.tools.mode() != tool_mode::none && (addressed || f.tools.mode() == tool_mode::none)) {
        f.tools = std::move(own.tools);
    } else if (!own.also.empty() && own.tools.mode() != tool_mode::none && own.tools.call != f.tools.call) {
        own.also.insert(own.also.begin(), std::move(own.tools));  // of several ways none is left out
    }
    if (own.channels.used()) {
        f.channels = std::move(own.channels);
        if (addressed) {
            f.content = {};
        } else {
            f.tools.calls.item_close.clear();  // what ends a message ends the call in it
        }
    }
    f.also.insert(f.also.end(), own.also.begin(), own.also.end());
    f.content.noise.insert(f.content.noise.end(), own.content.noise.begin(), own.content.noise.end());
    f.stops.insert(f.stops.end(), own.stops.begin(), own.stops.end());
}

}  // namespace parlance::chat::known::detail

namespace parlance::chat::known {

std::span<rule const> rules() noexcept { return detail::all_rules; }

bool applies(rule const& r, std::string_view source) noexcept {
    return std::all_of(r.mentions.begin(), r.mentions.end(),
                       [&](std::string_view text) { return source.find(text) != std::string_view::npos; });
}

void add(rule const& r, format& f) {
    format own = r.says.empty() ? format{} : chat::format_of(r.says).value();
    if (r.set != nullptr) {
        r.set(own);
    }
    if (r.told && own.tools.mode() != tool_mode::none) {
        detail::only_read(f);
    }
    detail::add(std::move(own), f);
}

}  // namespace parlance::chat::known
