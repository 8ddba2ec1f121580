// bench/instructions/fixed.cpp - fixed pieces of work, whose instructions bench/history counts
// SPDX-License-Identifier: BSL-1.0
// usage: instructions NAME    no name: lists them.  What they work on stands here, so that only the library can change
//                             what they cost.
#include "../growth/answers.hpp"
#include "../growth/tools.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/schema/compile_for.hpp>
#include <parlance/vocab/token_list.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;

constexpr std::string_view grammar = R"(root ::= object
object ::= "{" ws (member ("," ws member)*)? "}" ws
member ::= string ":" ws value
value ::= object | array | string | number | ("true" | "false" | "null") ws
array ::= "[" ws (value ("," ws value)*)? "]" ws
string ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\"" ws
number ::= "-"? ("0" | [1-9] [0-9]{0,15}) ("." [0-9]+)? ws
ws ::= [ \t\n]{0,20}
)";

constexpr std::string_view schema_text = R"({"type": "object", "required": ["city", "unit"], "properties": {
    "city": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[A-Z][a-z]+( [A-Z][a-z]+)*$"},
    "unit": {"enum": ["celsius", "fahrenheit", "kelvin"]}, "days": {"type": "integer", "minimum": 1, "maximum": 14},
    "when": {"type": "string", "format": "date-time"}, "tags": {"type": "array", "maxItems": 8, "items": {"type": "string"}},
    "place": {"anyOf": [{"type": "null"}, {"type": "object", "required": ["lat", "lon"], "properties": {
        "lat": {"type": "number", "minimum": -90, "maximum": 90}, "lon": {"type": "number"}}}]}},
    "additionalProperties": false})";

constexpr std::string_view document =
    R"({"city": "Rio De Janeiro", "unit": "celsius", "days": 7, "when": "2024-02-29T12:30:00Z", )"
    R"("tags": ["rain", "wind \"strong\"", "a longer tag with several words"], "place": {"lat": -22.9, "lon": -43.2}})";

constexpr std::string_view chat_source = R"({%- if tools %}<|im_start|>system
{% for t in tools %}{{ t | tojson }}
{% endfor %}<|im_end|>
{% endif %}
{%- for m in messages %}<|im_start|>{{ m.role }}
{% if m.reasoning_content %}<think>
{{ m.reasoning_content }}
</think>
{% endif %}{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}
<tool_call>
{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %})";

/// All bytes, and words of two to eight letters by a fixed recurrence, with and without a blank in front: 8,000 tokens.
vocab::token_list words() {
    vocab::token_list_builder out;
    for (int byte = 0; byte < 256; ++byte) {
        char const c = static_cast<char>(byte);
        out.add({&c, 1});
    }
    std::set<std::string> known;
    vocab::token_id next = 256;
    for (std::uint32_t state = 1; next < 8000;) {
        std::string word;
        auto const roll = [&](std::uint32_t n) {
            state = state * 1664525u + 1013904223u;
            return (state >> 16 & 0x7FFFu) % n;
        };
        std::uint32_t const size = 2 + roll(7);
        word = roll(2) != 0 ? " " : "";
        for (std::uint32_t i = 0; i < size; ++i) {
            word += "etaoinsrhldcumfpgwybvk0123456789\",:{}[]\\n.-"[roll(42) % 42];
        }
        if (known.insert(word).second) {
            out.add(word);
            ++next;
        }
    }
    out.add("<end>", vocab::token_kind::control);
    out.end(next);
    return std::move(out).finish().value();
}

std::size_t walk(mask::matcher m) {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < document.size(); ++i) {
        for (std::uint32_t const word : m.allowed().words) {
            bits += word & 1u;
        }
        if (!m.accept(document.substr(i, 1))) {
            return 0;
        }
    }
    return bits + m.can_stop();
}

}  // namespace

/// Only what happens in here is counted.
extern "C" [[gnu::noinline]] std::size_t counted(std::function<std::size_t()> const& work) { return work(); }

int main(int argc, char** argv) {
    std::string_view const wanted = argc > 1 ? argv[1] : "";
    if (wanted == "--help") {
        std::puts("usage: instructions NAME    no name: lists them");
        return 0;
    }
    vocab::token_list const list = words();
    mask::token_index const tokens = mask::token_index::build(list.view()).value();
    json::value const schema = json::parse(schema_text).value();
    auto const model = chat::chat_template::compile(chat_source, {"<s>", "</s>", {}}).value();
    chat::inputs in;
    for (int i = 0; i < 20; ++i) {
        in.messages.push_back({i % 2 == 0 ? "user" : "assistant",
                               "Will it rain in Bergen, and for how long?",
                               {},
                               {},
                               {},
                               {},
                               {}});
    }
    auto const tagged =
        chat::chat_template::compile(many_tools::template_of("tagged"), {"<s>", "</s>", {}}).value();
    chat::dialect const dialect = chat::analyze(tagged);
    chat::inputs asked;
    asked.messages = {in.messages.front()};
    asked.tools = many_tools::many(4);
    struct {
        std::string_view name;
        std::function<std::size_t()> prepare, work;
    } const all[] = {
        {"vocabulary index", {}, [&] { return mask::token_index::build(list.view()).value().size(); }},
        {"grammar compile", {}, [&] { return mask::compile_gbnf(grammar, tokens).has_value() ? 1u : 0u; }},
        {"grammar masks, cold",
         {},
         [&] { return walk(mask::matcher(mask::compile_gbnf(grammar, tokens).value())); }},
        {"schema compile", {}, [&] { return schema::compile_for(schema, tokens).has_value() ? 1u : 0u; }},
        {"schema masks, cold",
         {},
         [&] { return walk(mask::matcher(schema::compile_for(schema, tokens).value())); }},
        {"template compile",
         {},
         [&] {
             return chat::chat_template::compile(chat_source, {"<s>", "</s>", {}}).has_value() ? 1u : 0u;
         }},
        {"template render", {}, [&] { return model.write(in, model.capabilities()).value().text.size(); }},
        {"template learn", {}, [&] { return chat::learn(model).claims.size(); }},
        {"request with tools",
         {},
         [&] {
             return chat::constraint_of(chat::prepare(tagged, dialect, asked).value(), tokens).has_value()
                        ? 1u
                        : 0u;
         }},
        {"answer stream", [] { return answers::kinds[0].syntax(), answers::tools().size(); },
         [] { return answers::respond(answers::kinds[0].syntax(), answers::kinds[0].make(1 << 16), 4); }},
    };
    for (auto const& each : all) {
        if (wanted.empty()) {
            std::printf("%s\n", each.name.data());
        } else if (each.name == wanted) {
            if (each.prepare) {
                each.prepare();
            }
            std::size_t const done = counted(each.work);
            std::printf("%zu\n", done);
            return done > 0 ? 0 : 1;  // nothing came out of it: it did not do what it should
        }
    }
    return wanted.empty() ? 0 : 2;
}
