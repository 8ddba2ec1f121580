// bench/growth/tools.cpp - a request with many tools, made ready; bench/tool_growth counts its instructions
// SPDX-License-Identifier: BSL-1.0
// usage: tools KIND TOOLS
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include "../clock.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace chat = parlance::chat;

namespace {

constexpr std::string_view turns = R"({% for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == 'tool' %}<tool_response>
{{ m.content }}
</tool_response>{% else %}{{ m.content or '' }}{% endif %})";
constexpr std::string_view end_of_turns = R"(<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %})";
constexpr std::string_view offered =
    R"({% if tools %}<|im_start|>system
{% for t in tools %}{{ t | tojson }}
{% endfor %}<|im_end|>
{% endif %})";
constexpr std::string_view json_calls = R"({% for c in m.tool_calls or [] %}
<tool_call>
{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
</tool_call>{% endfor %})";
constexpr std::string_view tagged_calls = R"({% for c in m.tool_calls or [] %}
<tool_call>
<function={{ c.function.name }}>
{% for k, v in c.function.arguments | items %}<parameter={{ k }}>
{{ v if v is string else v | tojson }}
</parameter>
{% endfor %}</function>
</tool_call>{% endfor %})";

/// Tools of ten properties of all types, half of them required.
std::vector<chat::tool> many(std::size_t count) {
    std::vector<chat::tool> out;
    for (std::size_t i = 0; i < count; ++i) {
        std::string const n = std::to_string(i);
        out.push_back({"tool_" + n, "Does the thing number " + n,
                       parlance::json::parse(
                           R"({"type": "object", "properties": {
            "path_)" + n + R"(": {"type": "string", "description": "Where it is"},
            "text_)" + n + R"(": {"type": "string"},
            "line_)" + n + R"(": {"type": "integer", "minimum": 0},
            "kind_)" + n + R"(": {"type": "string", "enum": ["read", "write", "append_)" +
                           n + R"("]},
            "share_)" + n + R"(": {"type": "number"},
            "force_)" + n + R"(": {"type": "boolean"},
            "names_)" + n + R"(": {"type": "array", "items": {"type": "string"}},
            "limit_)" + n + R"(": {"type": ["integer", "null"]},
            "filter_)" + n +
                           R"(": {"type": "object", "properties": {"glob_)" + n +
                           R"(": {"type": "string"}, "depth": {"type": "integer"}}},
            "title_)" + n + R"(": {"type": "string", "maxLength": 80}},
            "required": ["path_)" +
                           n + R"(", "text_)" + n + R"(", "line_)" + n + R"(", "kind_)" + n +
                           R"(", "share_)" + n + R"("]})")
                           .value()});
    }
    return out;
}

}  // namespace

/// Only what happens in here is counted.
extern "C" [[gnu::noinline]] std::size_t counted(chat::chat_template const& t, chat::dialect const& learned,
                                                 chat::inputs const& in) {
    auto const turn = chat::prepare(t, learned, in);
    if (!turn) {
        std::fprintf(stderr, "prepare: %s\n", turn.error().render().c_str());
        return 0;
    }
    auto const grammar = chat::constraint_of(*turn);
    if (!grammar) {
        std::fprintf(stderr, "constraint_of: %s\n", grammar.error().render().c_str());
        return 0;
    }
    return turn->grammar->network.view().state_count();
}

int main(int argc, char** argv) {
    std::string_view const kind = argc == 3 ? argv[1] : "";
    if (kind != "json" && kind != "tagged") {
        std::fputs("usage: tools json|tagged TOOLS\n", stderr);
        return 2;
    }
    std::string source(offered);
    source.append(turns).append(kind == "json" ? json_calls : tagged_calls).append(end_of_turns);
    auto const t = chat::chat_template::compile(source).value();
    chat::dialect const learned = chat::analyze(t);
    chat::inputs in;
    in.messages.push_back({"user", "Go on."});
    in.tools = many(std::strtoul(argv[2], nullptr, 10));
    double const before = measuring::now_us();
    std::size_t const states = counted(t, learned, in);
    double const spent = measuring::now_us() - before;
    std::printf("%zu %.1f\n", states, spent / 1e3);  // milliseconds of CPU time
    return states == 0 ? 1 : 0;
}
