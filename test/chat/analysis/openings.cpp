// test/chat/analysis/openings.cpp - what opens an answer is found where templates name the role, ask for thoughts, or
// write the tools behind the conversation
// SPDX-License-Identifier: BSL-1.0
#include "learned_turns.hpp"
#include <parlance/chat/analysis/diff.hpp>
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

BOOST_AUTO_TEST_SUITE(chat_analysis_openings)

namespace chat = parlance::chat;
namespace mask = parlance::mask;

namespace {

using learned_turns::bytes;
using learned_turns::known;
using learned_turns::read;

/// Whether the constraint waits behind the prompt's own end, and takes this answer.
bool lets_through(chat::prepared const& turn, std::string_view answer) {
    mask::matcher m(chat::constraint_of(turn, bytes()).value());
    BOOST_TEST(m.accept(turn.answer_prefix));
    BOOST_TEST((!turn.grammar || !turn.grammar->lazy || m.waiting()));
    return m.accept(answer) && m.can_stop();
}

chat::request request_of(chat::call_policy::kind choice, bool thinking) {
    chat::request out;
    out.calls.choice = choice;
    out.thinking = thinking;
    return out;
}

constexpr auto automatic = chat::call_policy::kind::automatic;
constexpr auto required = chat::call_policy::kind::required;

constexpr std::string_view role_in_element = R"({%- if tools %}<role>RULES</role>
{% for t in tools %}{{ t | tojson }}
{% endfor %}<|over|>{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<role>PERSON</role>{{ m.content }}<|over|>
{%- elif m.role == 'assistant' %}<role>HELPER</role>
{%- if m.reasoning_content %}
<think>
{{ m.reasoning_content }}
</think>

{% endif -%}
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}
<tool_call>
{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|over|>
{%- elif m.role == 'tool' %}<role>OBSERVED</role>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<role>HELPER</role>{% endif -%})";

constexpr std::string_view switch_in_front = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|person|>{{ m.content }}
{%- elif m.role == 'assistant' %}{{ ' /thoughts ' }}<|helper|>
{%- if m.reasoning_content %}<think>
{{ m.reasoning_content }}
</think>
{% endif -%}
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</call>{% endfor -%}
<|over|>
{%- elif m.role == 'tool' %}<|seen|>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt and enable_thinking is defined and not enable_thinking %}{{ ' /no_thoughts ' }}<|helper|><think>

</think>
{% elif add_generation_prompt %}{{ ' /thoughts ' }}<|helper|>{% endif -%})";

constexpr std::string_view blank_around_calls = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' %}<|helper|>
{{ m.content or '\n' }}
{%- for c in m.tool_calls or [] %}{{ '\n' }}<call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</call>
{%- endfor %}<|over|>
{%- else %}<|{{ m.role }}|>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>
{% endif -%})";

constexpr std::string_view tools_behind = R"({%- for m in messages -%}
{%- if m.role == 'user' %}<begin>user
{{ m.content }}<end>
{% elif m.role == 'assistant' %}<begin>helper
{{ m.content or '' }}<end>
{% endif -%}
{%- endfor -%}
{%- for t in tools or [] %}<begin>system
{{ t | tojson }}<end>
{% endfor -%}
{%- if add_generation_prompt %}<begin>helper
{% endif -%})";

constexpr std::string_view opened_by_itself = R"({%- set add_generation_prompt = true -%}
{%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|begin_user|>
{{ m.content }}
{%- elif m.role == 'assistant' %}{{ '\n' }}<|begin_helper|>
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}{{ '\n' }}<calls>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</calls>
{%- endfor -%}
{%- if not loop.last %}{{ '\n' }}<|end|>
{% endif -%}
{%- elif m.role == 'tool' %}<|begin_result|>
{{ m.content }}
{% endif -%}
{%- if loop.last and add_generation_prompt and m.role != 'assistant' %}{{ '\n' }}<|begin_helper|>
{% endif -%}
{%- endfor -%})";

constexpr std::string_view thoughts_asked_for = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|person|>
{%- if loop.last or loop.nextitem.reasoning_content %}Think first.
{% endif -%}
{{ m.content }}<|over|>
{%- elif m.role == 'assistant' %}<|helper|>
{% if m.reasoning_content %}<think>
{{ m.reasoning_content }}
</think>

{% endif -%}
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</call>{% endfor -%}
<|over|>
{%- elif m.role == 'tool' %}<|seen|>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>
<think>
{% endif -%})";

constexpr std::string_view steps_in_words =
    R"({{- 'Explain, then answer like this: [BEGIN FINAL RESPONSE] ... [END FINAL RESPONSE].' -}}
{%- for m in messages %}<|{{ m.role }}|>
{{ m.content }}
<|end|>
{% endfor -%}
{%- if add_generation_prompt %}<|assistant|>
Here are my reasoning steps:
{% endif -%})";

constexpr std::string_view question_repeated = R"({%- for m in messages -%}
{%- if m.role == 'user' %}<|person|>{{ m.content }}<|over|>
{%- elif m.role == 'assistant' %}<|helper|>{{ m.content }}<|over|>
Does that answer: {{ messages[0].content }}?
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>{% endif -%})";

constexpr std::string_view calls_in_words = R"({%- if tools %}<|system|>{{ tools | tojson }}
Call them so:
<tool_calls>
{"name": <tool-name>, "arguments": <json-object>}
</tool_calls><|over|>{% endif -%}
{%- for m in messages %}<|{{ m.role }}|>{{ m.content }}<|over|>{% endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})";

constexpr std::string_view parted_by_lines = R"({%- for m in messages -%}
{%- if m.role == 'user' %}<asks>
{{ m.content }}
{%- elif m.role == 'assistant' %}<says>
{{ m.content }}
{%- endif -%}
{%- if not loop.last %}{{ '\n\n\n' }}{% endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<says>
{% endif -%})";

constexpr std::string_view no_end_of_turn = R"({%- if tools %}<|rules|>{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|person|>
{{ m.content }}
{%- elif m.role == 'assistant' %}<|helper|>
{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</call>{% endfor -%}
{%- elif m.role == 'tool' %}<|seen|>
{{ m.content }}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<|helper|>
{% endif -%})";

constexpr std::string_view list_of_calls = R"({%- if tools %}<|rules|>{{ tools | tojson }}
Call them between <tool_call> and </tool_call>.
{%- for m in messages -%}
{%- if m.role == 'assistant' -%}
{%- if m.content %}<|helper|>
{{ m.content }}{% endif -%}
{%- if m.tool_calls %}{{ '\n<tool_call>\n' + m.tool_calls | tojson(indent=1) + '\n</tool_call>' }}{% endif %}<|over|>
{%- else %}<|{{ m.role }}|>
{{ m.content }}
{% endif -%}
{%- endfor -%}
{%- else -%}
{%- for m in messages %}<|{{ 'helper' if m.role == 'assistant' else m.role }}|>
{{ m.content }}{{ '<|over|>' if m.role == 'assistant' }}{% endfor -%}
{%- endif -%}
{%- if add_generation_prompt %}<|helper|>
{% endif -%})";

/// Judges a conversation: what it is to do stands behind all of it, and is longer than any answer.
// A line end stands in front of the prompt's header and of calls, and of no other answer.
constexpr std::string_view line_in_front = R"({%- if tools %}{{ tools | tojson }}{% endif -%}
{%- for m in messages -%}
{%- if m.role == 'user' %}<|person|>{{ m.content }}<|over|>
{%- elif m.role == 'assistant' and m.tool_calls %}{{ '\n<|helper|>' + (m.content or '') }}
{%- for c in m.tool_calls %}{"name": "{{ c.function.name }}", "parameters": {{ c.function.arguments | tojson }}}{% endfor -%}
<|over|>
{%- elif m.role == 'assistant' %}<|helper|>{{ m.content }}<|over|>
{%- elif m.role == 'tool' %}<|seen|>{{ m.content }}<|over|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}{{ '\n<|helper|>' }}{% endif -%})";

std::string judge() {
    std::string rules;
    while (rules.size() < 6000) {
        rules += "Say whether it is safe, and in one word why. ";
    }
    return R"({%- for m in messages %}{{ m.role + ': ' + m.content + '\n' }}{% endfor -%}<|person|>)" +
           rules + R"(<|over|>{% if add_generation_prompt %}<|helper|>{% endif -%})";
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_element_that_names_the_role_opens_the_turn_and_is_no_thought) {
    known const k(role_in_element);
    BOOST_TEST(k.format().turn_start == "<role>HELPER</role>");
    BOOST_TEST(k.format().reasoning.start == "<think>\n");
    auto const turn = k.turn({});
    BOOST_TEST(turn.answer_prefix.empty());
    BOOST_TEST(lets_through(turn, "It is here."));
    BOOST_TEST(lets_through(turn, "\n<tool_call>\n{\"name\": \"find\", \"arguments\": {}}\n</tool_call>"));
    BOOST_TEST(read(turn, "It is here.").reasoning.empty());
    // Its tags alone are markup like any other.
    BOOST_TEST(*read(turn, "Say <role>x</role>, then stop.").content == "Say <role>x</role>, then stop.");
}

BOOST_AUTO_TEST_CASE(words_in_front_of_the_header_that_say_whether_to_think_are_no_part_of_it) {
    known const k(switch_in_front);
    BOOST_TEST(k.format().turn_start == "<|helper|>");
    std::string_view const call = R"(<call>{"name": "find", "arguments": {"place": "here"}}</call>)";
    for (auto const choice : {automatic, required}) {
        auto const without = k.turn(request_of(choice, false));
        BOOST_TEST(without.answer_prefix == "<think>\n\n</think>\n");
        BOOST_TEST(lets_through(without, call));
        BOOST_TEST(read(without, call).calls.size() == 1u);
        auto const with = k.turn(request_of(choice, true));
        BOOST_TEST(with.answer_prefix.empty());
        BOOST_TEST(lets_through(with, "<think>\nWhy?\n</think>\n" + std::string(call)));
    }
}

BOOST_AUTO_TEST_CASE(a_header_is_found_behind_white_space_that_only_some_answers_have) {
    known const k(line_in_front);
    BOOST_TEST((k.format().tools.mode() == chat::tool_mode::json_native));
    BOOST_TEST(k.format().turn_start == "<|helper|>");
    std::string_view const call = R"({"name": "find", "parameters": {"place": "here"}})";
    auto const turn = k.turn(request_of(required, false));
    BOOST_TEST(lets_through(turn, call));
    BOOST_TEST(read(turn, call).calls.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_line_end_that_every_call_begins_with_is_no_content) {
    known const k(blank_around_calls);
    auto const got = read(k.turn({}), "Let me see.\n<call>{\"name\": \"find\", \"arguments\": {}}</call>");
    BOOST_TEST(*got.content == "Let me see.");
    BOOST_TEST(got.calls.size() == 1u);
}

BOOST_AUTO_TEST_CASE(tools_behind_the_conversation_are_no_calls_that_were_not_learned) {
    known const k(tools_behind);
    BOOST_TEST((k.format().tools.mode() == chat::tool_mode::none));
    BOOST_TEST(k.format().turn_start == "<begin>helper\n");
    auto const proven = std::ranges::count(k.learned.claims, chat::verdict::proven, &chat::claim::is);
    BOOST_TEST(proven == 2, chat::report(k.learned.result, k.learned.claims));
}

BOOST_AUTO_TEST_CASE(a_marker_that_follows_only_the_last_question_opens_the_answer) {
    known const k(opened_by_itself);
    BOOST_TEST(k.format().turn_start == "\n<|begin_helper|>\n");
    BOOST_TEST(k.learned.result.user_end.empty());
    BOOST_TEST(k.turn({}).answer_prefix.empty());
}

BOOST_AUTO_TEST_CASE(reasoning_is_found_where_the_question_asks_for_it) {
    known const k(thoughts_asked_for);
    BOOST_TEST(k.format().reasoning.end == "\n</think>\n\n");
    auto const turn = k.turn({});
    BOOST_TEST(turn.answer_prefix == "<think>\n");
    auto const got = read(turn, "Where?\nThere.\n</think>\n\nIt is there.");
    BOOST_TEST(got.reasoning == "Where?\nThere.");
    BOOST_TEST(*got.content == "It is there.");
}

BOOST_AUTO_TEST_CASE(what_is_thought_in_front_of_a_final_response_is_reasoning) {
    known const k(steps_in_words);
    auto const turn = k.turn({});
    BOOST_TEST(turn.answer_prefix == "Here are my reasoning steps:\n");
    BOOST_TEST(turn.thinking.open);
    auto const got = read(turn, "First.\n[BEGIN FINAL RESPONSE]\nYes.\n[END FINAL RESPONSE]");
    BOOST_TEST(got.reasoning == "First.");
    BOOST_TEST(chat::analysis::strip(*got.content) == "Yes.");
}

BOOST_AUTO_TEST_CASE(a_template_that_writes_more_than_an_answer_behind_a_conversation_still_gives_prompts) {
    known const k(judge());
    BOOST_TEST((k.learned.result.ended.code == parlance::errc::none));
    chat::inputs in;
    in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
    auto const turn = chat::prepare(k.compiled, k.learned.result, in);
    BOOST_REQUIRE(bool(turn));
    BOOST_TEST(turn->prompt.ends_with("<|over|><|helper|>"));
    BOOST_TEST(*read(*turn, "safe").content == "safe");
}

BOOST_AUTO_TEST_CASE(what_the_conversation_says_again_behind_an_answer_is_not_of_the_format) {
    auto const t = chat::chat_template::compile(question_repeated, {"<s>", "</s>"}).value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.format.turn_end == "<|over|>");
    BOOST_TEST(learned.format.turn_start == "<|helper|>");
}

BOOST_AUTO_TEST_CASE(white_space_between_messages_is_no_part_of_what_opens_the_answer) {
    known const k(parted_by_lines);
    BOOST_TEST(k.format().turn_start == "<says>\n");
    BOOST_TEST((k.format().reasoning.mode == chat::reasoning_mode::none));
    auto const turn = k.turn({});
    BOOST_TEST(turn.answer_prefix.empty());
    BOOST_TEST(*read(turn, "It is here.").content == "It is here.");
}

BOOST_AUTO_TEST_CASE(a_turn_without_an_end_stops_where_the_next_message_begins) {
    known const k(no_end_of_turn);
    BOOST_TEST(k.format().turn_end.empty());
    std::vector<std::string> const stops{"<|person|>", "<|seen|>", "</s>"};
    BOOST_TEST(k.format().stops == stops, boost::test_tools::per_element());
    auto const turn = k.turn({});
    BOOST_TEST(turn.stops == stops, boost::test_tools::per_element());
    // An engine that hands on what it stopped at.
    auto const got = read(turn, "Look.<call>{\"name\": \"find\", \"arguments\": {}}</call><|seen|>");
    BOOST_TEST(*got.content == "Look.");
    BOOST_TEST(got.calls.size() == 1u);
    BOOST_TEST(*read(turn, "There.<|person|>").content == "There.");
    // A turn that has an end of its own stops at that alone.
    BOOST_TEST(known(tools_behind).format().stops.front() == "<end>");
    BOOST_TEST(known(tools_behind).format().stops.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_line_end_in_front_of_calls_that_a_template_only_tells_of_is_no_content) {
    auto const t = chat::chat_template::compile(list_of_calls, {"<s>", "</s>"}).value();
    auto const learned = chat::learn(t);
    BOOST_TEST(chat::refuted(learned.claims) == 0u, chat::report(learned.result, learned.claims));
}

BOOST_AUTO_TEST_CASE(calls_that_a_template_only_tells_of_are_known) {
    known const k(calls_in_words);
    auto const got =
        read(k.turn({}), "<tool_calls>\n{\"name\": \"find\", \"arguments\": {\"place\": \"a\"}}\n"
                         "{\"name\": \"find\", \"arguments\": {\"place\": \"b\"}}\n</tool_calls>");
    BOOST_TEST(got.calls.size() == 2u);
    BOOST_TEST(got.content.value_or("").empty());
}

BOOST_AUTO_TEST_SUITE_END()
