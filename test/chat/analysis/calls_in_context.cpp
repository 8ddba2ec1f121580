// test/chat/analysis/calls_in_context.cpp - calls inside other things: a list under a key, a wrapper of the answer, code,
// and histories that show them only where there is no content
// SPDX-License-Identifier: BSL-1.0
#include "learned_turns.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/mask/matcher.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_calls_in_context)

namespace chat = parlance::chat;
namespace mask = parlance::mask;

namespace {

using learned_turns::bytes;
using learned_turns::known;
using learned_turns::read;

bool lets_through(chat::prepared const& turn, std::string_view answer) {
    mask::matcher m(chat::constraint_of(turn, bytes()).value());
    return m.accept(turn.answer_prefix) && m.accept(answer) && m.can_stop();
}

constexpr auto automatic = chat::call_policy::kind::automatic;
constexpr auto required = chat::call_policy::kind::required;

constexpr std::string_view list_under_key = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' %}### Answer:
{% if m.tool_calls %}{"calls": [{% for c in m.tool_calls %}{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}{{ ', ' if not loop.last }}{% endfor %}]}{% else %}{{ m.content }}{% endif %}{{ '\n' }}<|over|>
{% else %}### {{ m.role }}:
{{ m.content }}
{% endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}### Answer:
{% endif -%})";

constexpr std::string_view header_between_calls = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' and m.tool_calls -%}
{%- for c in m.tool_calls %}<|helper|>{{ c.function.name + '\n' + (c.function.arguments | tojson) }}{% endfor -%}
{%- else %}<|{{ 'helper' if m.role == 'assistant' else m.role }}|>
{{ m.content }}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>{% endif -%})";

constexpr std::string_view wrapped_together = R"({%- if tools %}{{ tools | tojson }}<|next|>{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' %}<answer>
{{ m.content or '' }}
{%- if m.tool_calls %}<calls>[{% for c in m.tool_calls %}{{ {'name': c.function.name, 'arguments': c.function.arguments} | tojson }}{{ ', ' if not loop.last }}{% endfor %}]</calls>{% endif %}{{ '\n' }}</answer><|over|>
{%- else %}{{ m.content }}<|next|>
{%- endif -%}
{%- endfor -%})";

constexpr std::string_view called_in_code = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' %}<|helper|>
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{{ c.function.name }}
run({% for k, v in c.function.arguments.items() %}{{ k }}={% if v is string %}'{{ v }}'{% else %}{{ v }}{% endif %}{{ ', ' if not loop.last }}{% endfor %})</call>{% endfor %}<|over|>
{%- else %}<|{{ m.role }}|>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>
{% endif -%})";

/// What an assistant said is cut at the end of its thoughts, but not in the last message.
constexpr std::string_view cut_before_the_last = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|user|>{{ m.content }}
{%- elif m.role == 'assistant' -%}
{%- set said = m.content if loop.last else m.content.split('</think>')[-1] -%}
<|helper|>{{ said if said }}
{%- for c in m.tool_calls or [] %}<call>{{ c.function.name + '\n' }}{{ c.function.arguments | tojson }}</call>{% endfor -%}
<|over|>
{%- elif m.role == 'tool' %}<result>{{ m.content }}</result>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>{% endif -%})";

/// With arguments as text; only the second call ends the section.
constexpr std::string_view without_content_only = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|user|>{{ m.content }}
{%- elif m.role == 'assistant' and m.content is none -%}
{%- for c in m.tool_calls -%}
{%- if loop.first %}<|helper|><calls><call>{{ c.function.name + '\n' + c.function.arguments }}</call>
{%- else %}{{ '\n' }}<call>{{ c.function.name + '\n' + c.function.arguments }}</call></calls><|over|>
{%- endif -%}
{%- endfor -%}
{%- elif m.role == 'assistant' %}<|helper|>{{ m.content }}<|over|>
{%- elif m.role == 'tool' %}<result>{{ m.content }}</result>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>{% endif -%})";

constexpr std::string_view sections = R"({%- if tools %}<|system|>{{ tools | tojson }}<|over|>{% endif -%}
{%- for m in messages %}<|{{ m.role }}|>
{%- if m.reasoning_content %}<|thought|>{{ m.reasoning_content }}<|/thought|>{% endif -%}
{%- if m.content and m.role == 'assistant' %}<|say|>{{ m.content }}<|/say|>{% else %}{{ m.content or '' }}{% endif -%}
{%- for c in m.tool_calls or [] %}<|call|>{{ c.function.name }}<|with|>{{ c.function.arguments | tojson }}<|/call|>{% endfor %}<|over|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})";

constexpr std::string_view empty_thought = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages %}<|{{ m.role }}|>
{{ m.content }}<|over|>
{% endfor -%}
{%- if add_generation_prompt %}<|assistant|>
{% if enable_thinking is defined and not enable_thinking %}<think>

</think>

{% endif %}{% endif -%})";

}  // namespace

BOOST_AUTO_TEST_CASE(calls_in_a_list_under_a_key_are_its_items) {
    known const k(list_under_key);
    BOOST_TEST((k.format().tools.mode() == chat::tool_mode::json_native));
    BOOST_TEST(k.format().tools.parallel);
    BOOST_TEST(k.format().tools.calls.open == R"({"calls": [)");
    std::string_view const two =
        R"({"calls": [{"name": "find", "arguments": {"place": "a"}}, {"name": "find", "arguments": {"place": "b"}}]})";
    for (auto const choice : {automatic, required}) {
        auto const turn = k.turn_with(choice);
        BOOST_TEST(lets_through(turn, two));
        BOOST_TEST(read(turn, two).calls.size() == 2u);
    }
    BOOST_TEST(*read(k.turn_with(automatic), "It is here.").content == "It is here.");
}

BOOST_AUTO_TEST_CASE(a_header_between_calls_stays_the_header) {
    known const k(header_between_calls);
    BOOST_TEST(k.format().turn_start == "<|helper|>");
    auto const turn = k.turn_with(automatic);
    BOOST_TEST(turn.answer_prefix.empty());
    BOOST_TEST(lets_through(turn, "\nIt is here."));
    BOOST_TEST(read(turn, "\nIt is here.").calls.empty());
    BOOST_TEST(read(turn, "find\n{\"place\": \"a\"}<|helper|>find\n{\"place\": \"b\"}").calls.size() == 2u);
}

BOOST_AUTO_TEST_CASE(what_wraps_content_and_calls_together_begins_no_call) {
    known const k(wrapped_together);
    auto const turn = k.turn_with(automatic);
    BOOST_TEST(lets_through(turn, "<answer>\nIt is here.\n"));
    std::string_view const called =
        "<answer>\n<calls>[{\"name\": \"find\", \"arguments\": {\"place\": \"a\"}}]</calls>\n";
    BOOST_TEST(lets_through(turn, called));
    BOOST_TEST(read(turn, called).calls.size() == 1u);
    BOOST_TEST(read(turn, called).content.value_or("").find("answer") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_word_that_every_call_in_code_has_in_front_of_its_arguments_is_of_the_call) {
    known const k(called_in_code);
    BOOST_TEST((k.format().tools.mode() == chat::tool_mode::tag_with_json));
    BOOST_TEST(k.format().tools.arguments.open == "(");
    std::string_view const call = "<call>find\nrun(place='a\\nb')</call>";
    BOOST_TEST(lets_through(k.turn_with(required), call));
    auto const got = read(k.turn_with(required), call);
    BOOST_REQUIRE(got.calls.size() == 1u);
    BOOST_TEST(got.calls[0].arguments == R"({"place": "a\nb"})");
}

BOOST_AUTO_TEST_CASE(calls_that_are_written_only_beside_absent_content_stay_in_the_history) {
    known const k(without_content_only);
    BOOST_TEST(!k.learned.result.supports.blank_content);
    chat::inputs in;
    in.messages = {{"user", "Where?", {}, {}, {}, {}, {}},
                   {"assistant", {}, {}, {}, {{"1", "find", R"({"place": "a"})"}}, {}, {}},
                   {"tool", "There.", {}, {}, {}, "1", "find"}};
    auto const made = k.compiled.write(in, k.learned.result.supports);
    BOOST_TEST(made.value().text == "<|user|>Where?<|helper|><calls><call>find\n{\"place\": \"a\"}</call>"
                                    "<result>There.</result><|helper|>");
}

BOOST_AUTO_TEST_CASE(absent_content_that_fails_only_in_front_of_a_result_becomes_an_empty_text) {
    known const k(cut_before_the_last);
    BOOST_TEST(k.learned.result.supports.blank_content);
    chat::inputs in;
    in.messages = {{"user", "Where?", {}, {}, {}, {}, {}},
                   {"assistant", {}, {}, {}, {{"1", "find", R"({"place": "a"})"}}, {}, {}},
                   {"tool", "There.", {}, {}, {}, "1", "find"}};
    auto const made = k.compiled.write(in, k.learned.result.supports);
    BOOST_REQUIRE_MESSAGE(made, k.compiled.explain(made.error()));
    BOOST_TEST((made->fixups == std::vector{chat::fixup::blank_content}));
    BOOST_TEST(made->text == "<|user|>Where?<|helper|><call>find\n{\"place\": \"a\"}</call><|over|>"
                             "<result>There.</result><|helper|>");
}

BOOST_AUTO_TEST_CASE(a_section_that_only_a_second_call_ends_is_nothing_to_learn_from_one) {
    known const k(without_content_only);
    BOOST_TEST(k.format().tools.calls.close == "</calls>");
    BOOST_TEST((k.about("two calls").is == chat::verdict::proven));
    chat::claim const& one = k.about("a call with one argument");
    BOOST_TEST((one.is == chat::verdict::not_applicable));
    BOOST_TEST(one.why == "the template leaves out what ends its calls elsewhere");
}

BOOST_AUTO_TEST_CASE(the_line_ends_of_an_empty_thought_are_not_thought) {
    known const k(empty_thought);
    BOOST_TEST(k.format().reasoning.start == "<think>\n");
    BOOST_TEST(k.format().reasoning.end == "\n</think>\n\n");
    BOOST_TEST(read(k.turn_with(automatic), "<think>\n\n</think>\n\nHere.").reasoning.empty());
    BOOST_TEST(read(k.turn_with(automatic), "<think>Why?</think>Here.").reasoning == "Why?");
}

BOOST_AUTO_TEST_CASE(what_wraps_content_is_no_end_of_reasoning) {
    known const k(sections);
    BOOST_TEST(k.format().reasoning.end == "<|/thought|>");
    std::string_view const called =
        "<|thought|>Where?<|/thought|><|call|>find<|with|>{\"place\": \"a\"}<|/call|>";
    for (auto const choice : {automatic, required}) {
        BOOST_TEST(lets_through(k.turn_with(choice), called));
    }
    auto const got = read(k.turn_with(automatic), called);
    BOOST_TEST(got.reasoning == "Where?");
    BOOST_TEST(got.content.value_or("").empty());
    BOOST_TEST(got.calls.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
