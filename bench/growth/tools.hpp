// bench/growth/tools.hpp - requests with many tools, and templates of two dialects
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace many_tools {

namespace chat = parlance::chat;

inline constexpr std::string_view turns = R"({% for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == 'tool' %}<tool_response>
{{ m.content }}
</tool_response>{% else %}{{ m.content or '' }}{% endif %})";
inline constexpr std::string_view end_of_turns = R"(<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %})";
inline constexpr std::string_view offered =
    R"({% if tools %}<|im_start|>system
{% for t in tools %}{{ t | tojson }}
{% endfor %}<|im_end|>
{% endif %})";
inline constexpr std::string_view json_calls = R"({% for c in m.tool_calls or [] %}
<tool_call>
{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
</tool_call>{% endfor %})";
inline constexpr std::string_view tagged_calls = R"({% for c in m.tool_calls or [] %}
<tool_call>
<function={{ c.function.name }}>
{% for k, v in c.function.arguments | items %}<parameter={{ k }}>
{{ v if v is string else v | tojson }}
</parameter>
{% endfor %}</function>
</tool_call>{% endfor %})";

/// Tools of ten properties of all types, half of them required.
inline std::vector<chat::tool> many(std::size_t count) {
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

/// A template of a dialect: "json" or "tagged".
inline std::string template_of(std::string_view kind) {
    std::string out;
    for (std::string_view const part :
         {offered, turns, kind == "json" ? json_calls : tagged_calls, end_of_turns}) {
        out += part;
    }
    return out;
}

}  // namespace many_tools
