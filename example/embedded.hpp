// example/embedded.hpp - data for examples that run without files: a template, tools, a vocabulary
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/result.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string>
#include <string_view>

namespace embedded {

/// A template in the manner of the ChatML family: reasoning between tags, calls as JSON between tags.
inline constexpr std::string_view chat_template = R"jinja(
{%- macro turn(role, text) -%}
<|im_start|>{{ role }}
{{ text }}<|im_end|>
{% endmacro -%}
{%- if tools %}
    {{- '<|im_start|>system\n' }}
    {%- if messages[0].role == 'system' %}{{ messages[0].content + '\n\n' }}{% endif %}
    {{- 'These functions can be called:\n<tools>\n' }}
    {%- for tool in tools %}{{ tool | tojson + '\n' }}{% endfor %}
    {{- '</tools>\nWrite a call as a JSON object with name and arguments between <tool_call> and </tool_call>.' }}
    {{- '<|im_end|>\n' }}
{%- elif messages[0].role == 'system' %}
    {{- turn('system', messages[0].content) }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'user' or (message.role == 'system' and not loop.first) %}
        {{- turn(message.role, message.content) }}
    {%- elif message.role == 'assistant' %}
        {{- '<|im_start|>assistant\n' }}
        {%- if message.reasoning_content %}{{ '<think>\n' + message.reasoning_content + '\n</think>\n\n' }}{% endif %}
        {{- message.content or '' }}
        {%- for call in message.tool_calls or [] %}
            {%- if message.content or not loop.first %}{{ '\n' }}{% endif %}
            {{- '<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' }}
            {{- call.function.arguments | tojson + '}\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\n' }}
    {%- elif message.role == 'tool' %}
        {{- turn('user', '<tool_response>\n' + message.content + '\n</tool_response>') }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}
)jinja";

/// Two tools; every text has a length, so that even a random model comes to an end.
inline constexpr std::string_view tools = R"json([
  {"type": "function", "function": {
    "name": "get_weather",
    "description": "The weather at a place, now or in the next days",
    "parameters": {
      "type": "object",
      "properties": {
        "city": {"type": "string", "minLength": 1, "maxLength": 32},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        "days": {"type": "integer"},
        "alerts": {"type": "boolean"}
      },
      "required": ["city", "unit"]
    }}},
  {"type": "function", "function": {
    "name": "book_table",
    "description": "Books a table in a restaurant",
    "parameters": {
      "type": "object",
      "properties": {
        "restaurant": {"type": "string", "maxLength": 48},
        "guests": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string", "maxLength": 24},
            "diet": {"enum": ["any", "vegetarian", "vegan", null]}},
          "required": ["name"]}, "minItems": 1, "maxItems": 4},
        "budget": {"type": "number"}
      },
      "required": ["restaurant", "guests"]
    }}}
])json";

inline constexpr std::string_view question = "Will it rain in Bergen tomorrow? If not, book us a table.";

/// 256 bytes, some words as a tokenizer would have learnt them, and the template's special tokens.
[[nodiscard]] inline parlance::result<parlance::vocab::token_list> vocabulary() {
    using parlance::vocab::token_kind;
    parlance::vocab::token_list_builder out;
    for (int byte = 0; byte < 256; ++byte) {
        char const c = static_cast<char>(byte);
        out.add({&c, 1}, token_kind::normal);
    }
    for (std::string_view const word :
         {"{\"",        "\": ",  "\": \"",    "\", \"",   "\"}",     "}}",    "}\n",    "},",
          ", ",         "name",  "arguments", "city",     "unit",    "days",  "alerts", "restaurant",
          "guests",     "diet",  "budget",    "get_",     "weather", "book_", "table",  "celsius",
          "fahrenheit", "true",  "false",     "null",     "any",     "vege",  "tarian", "vegan",
          "tool",       "_call", "</",        "think",    " the",    " rain", " in",    " is",
          " a",         "ing",   "Berg",      "en",       "Os",      "lo",    " sunny", " two",
          "\n\n",       "  ",    "\xC3\xA9",  "\xC3\xB8", "10",      "12",    "20",     "0.5"}) {
        out.add(word, token_kind::normal);
    }
    out.add("<|im_start|>", token_kind::control);
    out.add("<|im_end|>", token_kind::control);
    out.end(static_cast<parlance::vocab::token_id>(out.size() - 1));
    return std::move(out).finish();
}

}  // namespace embedded
