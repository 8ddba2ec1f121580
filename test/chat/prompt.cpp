// test/chat/prompt.cpp - one request, prepared: fix-ups handed on, messages left open with or without the template's help
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace chat = parlance::chat;

namespace {

constexpr std::string_view thinking =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' and m.reasoning_content %}"
    "<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

chat::message said(char const* role, char const* text) {
    chat::message m;
    m.role = role;
    m.content = text;
    return m;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chat_prompt)

BOOST_AUTO_TEST_CASE(an_open_message_is_the_end_of_the_prompt_and_its_tail) {
    auto const t = chat::chat_template::compile(thinking).value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.supports.reasoning);
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "Hello, ")};
    in.messages.back().reasoning = "why";
    in.continue_final = chat::continuation::content;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.prompt ==
               "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nwhy\n</think>\n\nHello, ");
    BOOST_TEST(open.prompt.ends_with(open.tail));
    BOOST_TEST(open.tail.ends_with("Hello, "));
    in.continue_final = chat::continuation::reasoning;
    BOOST_TEST(chat::prepare(t, learned, in).value().prompt.ends_with("<think>\nwhy"));
}

BOOST_AUTO_TEST_CASE(what_the_template_leaves_out_is_added_as_the_format_says) {
    // a template that drops reasoning of history, for a model whose format has it
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
            "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
            .value();
    auto learned = chat::analyze(t);
    learned.format.reasoning.start = "<think>";
    learned.format.reasoning.end = "</think>";
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "")};
    in.messages.back().reasoning = "I am";
    in.continue_final = chat::continuation::automatic;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.prompt.ends_with("<|im_start|>assistant\n<think>I am"));
    in.messages.back().content = "Yes";
    BOOST_TEST(chat::prepare(t, learned, in).value().prompt.ends_with("<think>I am</think>Yes"));
}

/// A model's turn that is not closed by its calls: results stand in it, and the answer goes on behind them.
BOOST_AUTO_TEST_CASE(behind_a_result_an_earlier_call_of_the_same_turn_is_not_of_the_answer) {
    struct sample {
        std::string_view opening;  // what the generation prompt writes behind a result
        std::string_view tail;
    };
    for (sample const& s : {sample{"", ""}, sample{"<think>", "<think>"}}) {
        std::string const source =
            "{% for m in messages %}{% if m.role == 'user' %}<|u|>{{ m.content }}<|/u|><|m|>"
            "{% elif m.role == 'assistant' %}"
            "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or "
            "'' }}"
            "{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor %}"
            "{% if not m.tool_calls %}<|/m|>{% endif %}"
            "{% elif m.role == 'tool' %}<res>{{ m.content }}</res>{% endif %}{% endfor %}"
            "{% if add_generation_prompt %}" +
            std::string(s.opening) + "{% endif %}";
        auto const t = chat::chat_template::compile(source).value();
        auto const learned = chat::analyze(t);
        BOOST_REQUIRE((learned.format.tools.mode == chat::tool_mode::json_native));
        chat::inputs in;
        in.tools = {{"find", "finds", boost::json::object{{"type", "object"}}}};
        in.messages = {said("user", "Where?"), said("assistant", ""), said("tool", "Here.")};
        in.messages[1].calls = {{"", "find", "{}"}};
        chat::request wanted;
        wanted.calls.choice = chat::call_policy::kind::required;
        auto const next = chat::prepare(t, learned, in, wanted).value();
        BOOST_TEST(next.tail == s.tail);
        chat::response r(next.syntax, next.tools);
        auto const ignore = [](chat::delta const&) {};
        r.prime(next.tail);
        r.feed(std::string(s.tail.empty() ? "" : "hm</think>") +
                   R"(<call>{"name": "find", "arguments": {}}</call>)",
               ignore);
        r.finish(ignore);
        BOOST_TEST(r.so_far().calls.size() == 1u);
        BOOST_TEST(r.so_far().content.value_or("").empty());
    }
}

BOOST_AUTO_TEST_CASE(where_nothing_opens_a_turn_the_tail_is_all_of_the_open_message) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% else %}"
            "{% if m.reasoning_content %}[THINK]{{ m.reasoning_content }}[/THINK]{% endif %}"
            "{{ m.content }}</s>{% endif %}{% endfor %}")
            .value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.format.turn_start.empty());
    chat::inputs in;
    in.messages = {said("user", "why"), said("assistant", "Hello, ")};
    in.messages.back().reasoning = "why";
    in.continue_final = chat::continuation::content;
    BOOST_TEST(chat::prepare(t, learned, in).value().tail == "[THINK]why[/THINK]Hello, ");
    in.continue_final = chat::continuation::reasoning;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.tail == "[THINK]why");
    BOOST_TEST(open.thinking.open);
    in.messages.back().reasoning.clear();
    in.continue_final = chat::continuation::content;
    BOOST_TEST(chat::prepare(t, learned, in).value().tail == "Hello, ");
}

BOOST_AUTO_TEST_CASE(fixups_are_handed_on) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}{% endif %}"
            "[{{ m.role }}]{{ m.content + '' }}\n{% endfor %}{% if add_generation_prompt %}[assistant]"
            "{% endif %}")
            .value();
    chat::inputs in;
    in.messages = {said("system", "S"), said("user", "U")};
    auto const made = chat::prepare(t, chat::analyze(t), in).value();
    BOOST_TEST(made.prompt == "[user]S\nU\n[assistant]");
    BOOST_TEST((made.fixups == std::vector{chat::fixup::system_into_user}));
}

BOOST_AUTO_TEST_SUITE_END()
