// test/peg/formats.hpp - a small format of every family in which models write tool calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/parse.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace formats {

using namespace parlance::peg;

enum class part : unsigned { reasoning, content, name, arguments, key, value, id, malformed };

struct format {
    std::string_view name;
    arena table;
    std::vector<std::string> texts;
};

inline arena json_between_markers() {
    builder b;
    auto const reasoning = b.sequence({b.literal("<think>"), b.cut(),
                                       b.tag(part::reasoning, b.until({"</think>"})), b.literal("</think>")});
    auto const call = b.sequence(
        {b.literal("<tool_call>"), b.cut(), b.space(), b.literal("{"), b.json_space(),
         b.json_member("name", b.sequence({b.literal("\""), b.tag(part::name, b.json_string_content()),
                                           b.literal("\"")})),
         b.json_space(), b.literal(","), b.json_space(),
         b.json_member("arguments", b.tag(part::arguments, b.json_object())), b.json_space(), b.literal("}"),
         b.space(), b.literal("</tool_call>")});
    auto const bad = b.tag(part::malformed, b.until({"</tool_call>"}));
    auto const content = b.sequence({b.look(b.any()), b.tag(part::content, b.until({"<tool_call>"}))});
    auto const root = b.sequence(
        {b.optional(reasoning),
         b.star(b.choice(
             {b.recover(call, b.sequence({bad, b.optional(b.literal("</tool_call>"))})), content}))});
    return std::move(b).finish(root).value();
}

inline arena json_array() {
    builder b;
    auto const name =
        b.sequence({b.literal("\""), b.tag(part::name, b.json_string_content()), b.literal("\"")});
    auto const call = b.sequence({b.literal("{"), b.cut(), b.json_space(), b.json_member("name", name),
                                  b.json_space(), b.literal(","), b.json_space(),
                                  b.json_member("arguments", b.tag(part::arguments, b.json_value())),
                                  b.json_space(), b.literal("}"), b.json_space()});
    auto const comma = b.sequence({b.literal(","), b.cut(), b.json_space(), call});
    auto const calls = b.sequence({b.literal("[TOOL_CALLS]"), b.cut(), b.json_space(), b.literal("["),
                                   b.json_space(), call, b.star(comma), b.literal("]")});
    auto const root = b.sequence({b.tag(part::content, b.until({"[TOOL_CALLS]"})),
                                  b.optional(b.recover(calls, b.tag(part::malformed, b.rest())))});
    return std::move(b).finish(root).value();
}

inline arena tagged_arguments() {
    return parse(R"(
        tag content = 1  tag name = 2  tag key = 4  tag value = 5
        <- (call / &. tag(content, until("<tool_call>")))*
        call <- "<tool_call>" > [\n]* "<function=" tag(name, until(">")) ">" [\n]* parameter* [\n]* "</function>" [\n]* "</tool_call>"
        parameter <- "<parameter=" > tag(key, until(">")) ">" [\n]? tag(value, until("\n</parameter>", "</parameter>")) [\n]? "</parameter>" [\n]*
    )")
        .value();
}

inline arena key_value_tags() {
    return parse(R"(
        <- tag(1, until("<tool_call>")) call*
        call <- "<tool_call>" > tag(2, [^\n<]+) [\n]* pair* "</tool_call>" [\n]*
        pair <- "<arg_key>" > tag(4, until("</arg_key>")) "</arg_key>" [\n]* "<arg_value>" tag(5, until("</arg_value>")) "</arg_value>" [\n]*
    )")
        .value();
}

inline arena pythonic() {
    builder b;
    auto const space = b.json_space();
    auto const word = b.sequence({b.chars("A-Za-z_"), b.chars("A-Za-z0-9_", 0, unbounded)});
    auto const argument = b.sequence({b.tag(part::key, word), space, b.literal("="), b.cut(), space,
                                      b.tag(part::value, b.python_value()), space});
    auto const arguments =
        b.sequence({argument, b.star(b.sequence({b.literal(","), b.cut(), space, argument}))});
    auto const call = b.sequence({b.tag(part::name, word), b.literal("("), b.cut(), space,
                                  b.optional(arguments), b.literal(")"), space});
    auto const list =
        b.sequence({b.literal("["), space, call, b.star(b.sequence({b.literal(","), b.cut(), space, call})),
                    b.literal("]"), b.end()});
    return std::move(b).finish(b.choice({list, b.tag(part::content, b.rest())})).value();
}

inline arena channels() {
    return parse(R"(
        tag reasoning = 0  tag content = 1  tag name = 2  tag arguments = 3
        <- (message / ended)* 
        message <- "<|channel|>" > ("analysis<|message|>" tag(reasoning, body) / "commentary to=functions." > tag(name, [a-z_]+) " json"? "<|message|>" tag(arguments, body) / "final<|message|>" tag(content, body) / tag(content, body))
        ended <- "<|end|>" ("<|start|>assistant")? / "<|call|>"
        body <- until("<|end|>", "<|call|>", "<|channel|>")
    )")
        .value();
}

/// With texts that are right, wrong, cut short, and full of almost-markers.
inline std::vector<format> all() {
    return {
        {"json between markers",
         json_between_markers(),
         {"<think>hm < </think>Hello <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": [1, -2.5e3, {\"b\": "
          "\"x\\\"y\"}]}}</tool_call> bye",
          "<tool_call>\n{\"name\":\"g\",\"arguments\":{}}\n</"
          "tool_call><tool_call>{\"name\":\"h\",\"arguments\":{\"s\":\"caf\xC3\xA9 "
          "\xF0\x9F\x98\x80\"}}</tool_call>",
          "text <tool_cal then <tool_call>{\"nam\": 1}</tool_call> and on",
          "a <tool_call>{\"name\":\"f\",\"arguments\":{\"x\":\"unfinished",
          "a <tool_call>{\"name\":\"f\",\"arguments\":{\"x\": tru", "", "<", "<tool_call", "<think>only",
          "<think></think>", "bad \xFF\xC3 bytes <tool_call>\xE2\x82</tool_call>",
          "<tool_call>{\"name\":\"f\",\"arguments\":{\"x\":1} oops }</tool_call>\xE2\x82"}},
        {"json array",
         json_array(),
         {"Hi [TOOL_CALLS][{\"name\":\"a\",\"arguments\":{\"k\":\"v\"}} , "
          "{\"name\":\"b\",\"arguments\":null}]",
          "plain [TOOL_CALL", "[TOOL_CALLS][{\"name\":\"a\",\"arguments\":[[[[]]]]}] trailing",
          "[TOOL_CALLS][{\"name\":3", "[TOOL_CALLS][]"}},
        {"tagged arguments",
         tagged_arguments(),
         {"Let me.\n<tool_call>\n<function=get>\n<parameter=city>\nParis\n</parameter>\n<parameter=code>\nif "
          "(a < b) {\n  </param\n}\n</parameter>\n</function>\n</tool_call>",
          "<tool_call><function=f></function></tool_call>tail", "<tool_call><function=f><parameter=x>1",
          "<tool_call>oops"}},
        {"key value tags",
         key_value_tags(),
         {"ok<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1 < "
          "2</arg_value>\n</tool_call>\n<tool_call>g</tool_call>",
          "no call <tool", "<tool_call>f<arg_key>a</arg_key>x"}},
        {"pythonic",
         pythonic(),
         {"[f(a=1, b='x\\'y', c={\"k\": [True, None]}), g()]", "[not a call] text", "[f(a=1", "just text",
          "[f(a=1)] and more", "[f(a=1, b=)]"}},
        {"channels",
         channels(),
         {"<|channel|>analysis<|message|>think<|end|><|start|>assistant<|channel|>commentary "
          "to=functions.get json<|message|>{\"a\":1}<|call|>",
          "<|channel|>final<|message|>Hi <|en d", "<|channel|>odd header", "no header at all"}},
    };
}

}  // namespace formats
