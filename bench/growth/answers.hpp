// bench/growth/answers.hpp - long answers, and a format that reads them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/peg/stream.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace answers {

namespace chat = parlance::chat;

/// One tool, write(code: string, numbers: array).
inline std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const all{
        {"write", "",
         parlance::json::parse(
             R"({"type": "object", "properties": {"code": {"type": "string"}, "numbers": {"type": "array"}}})")
             .value()}};
    return all;
}

/// Reasoning in tags, calls as JSON between markers, and as tagged arguments.
inline chat::syntax const& json_calls() {
    static chat::syntax const made = [] {
        chat::format f;
        f.reasoning = {chat::reasoning_mode::tag_based, "<think>", "</think>"};
        f.tools.calls = {"", "<tool_call>", "</tool_call>", "\n", ""};
        f.tools.call = {{chat::piece::kind::text, "{\"name\": \""},
                        {chat::piece::kind::name, ""},
                        {chat::piece::kind::text, "\", \"arguments\": "},
                        {chat::piece::kind::arguments, ""},
                        {chat::piece::kind::text, "}"}};
        return chat::build_syntax(f, tools()).value();
    }();
    return made;
}
inline chat::syntax const& tagged_calls() {
    static chat::syntax const made = [] {
        chat::format f;
        f.reasoning = {chat::reasoning_mode::tag_based, "<think>", "</think>"};
        f.tools.calls = {"", "<tool_call>\n<function=", "</function>\n</tool_call>", "\n", ""};
        f.tools.call = {{chat::piece::kind::name, ""}, {chat::piece::kind::arguments, ""}};
        f.tools.arguments = {">\n", "<parameter=", "\n</parameter>\n", "", ""};
        f.tools.values = {{{chat::piece::kind::text, ">\n"}, {chat::piece::kind::value}}};
        return chat::build_syntax(f, tools()).value();
    }();
    return made;
}

inline std::string filled(std::string_view open, std::string_view with, std::size_t size,
                          std::string_view close) {
    std::string out(open);
    while (out.size() < size) {
        out += with;
    }
    return out.append(close);
}

/// A kind of long answer: `make(size)` has about `size` bytes.
struct kind {
    std::string_view name;
    std::string (*make)(std::size_t size);
    chat::syntax const& (*syntax)();
};
inline constexpr kind kinds[] = {
    {"content",
     [](std::size_t n) { return filled("", "The quick brown fox jumps over a < b and lands.\n", n, ""); },
     json_calls},
    {"reasoning",
     [](std::size_t n) {
         return filled("<think>", "So if x < y then the caf\xC3\xA9 is open. ", n, "</think>");
     },
     json_calls},
    {"json_string",
     [](std::size_t n) {
         return filled("<tool_call>{\"name\": \"write\", \"arguments\": {\"code\": \"",
                       "int main() { return x < y ? 1 : 2; }\\n\\t", n, "\"}}</tool_call>");
     },
     json_calls},
    {"json_numbers",
     [](std::size_t n) {
         return filled("<tool_call>{\"name\": \"write\", \"arguments\": {\"numbers\": [0",
                       ", 1, -2.5, {\"k\": [3.25e-7, true]}", n, "]}}</tool_call>");
     },
     json_calls},
    {"tagged_string",
     [](std::size_t n) {
         return filled("<tool_call>\n<function=write>\n<parameter=code>\n",
                       "int main() { return x < y ? 1 : 2; }\n\t", n,
                       "\n</parameter>\n</function>\n</tool_call>");
     },
     tagged_calls},
    {"tagged_numbers",
     [](std::size_t n) {
         return filled("<tool_call>\n<function=write>\n<parameter=numbers>\n[0", ", 1, -2.5, [3.25e-7, true]",
                       n, "]\n</parameter>\n</function>\n</tool_call>");
     },
     tagged_calls},
};

/// Events of the bare parser: bytes in tags.
inline std::size_t parse(parlance::peg::arena_view table, std::string_view text, std::size_t piece) {
    parlance::peg::stream s(table);
    std::size_t bytes = 0;
    auto const sink = [&](parlance::peg::event const& e) { bytes += e.text.size(); };
    for (std::size_t at = 0; at < text.size(); at += piece) {
        s.feed(text.substr(at, piece), sink);
    }
    s.finish(sink);
    return bytes;
}

/// The whole way to deltas and a message.
inline std::size_t respond(chat::syntax const& s, std::string_view text, std::size_t piece) {
    chat::response_parser r(s, tools());
    std::size_t bytes = 0;
    auto const sink = [&](chat::delta const& d) { bytes += d.text.size(); };
    for (std::size_t at = 0; at < text.size(); at += piece) {
        r.feed(text.substr(at, piece), sink);
    }
    r.finish(sink);
    return bytes;
}

}  // namespace answers
