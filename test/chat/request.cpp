// test/chat/request.cpp - what is asked of an answer: each wish has its effect on what is prepared, and no other
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/request.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_request)

namespace chat = parlance::chat;
using kind = chat::call_policy::kind;

namespace {

struct model {
    chat::chat_template compiled;
    chat::dialect learned;
};

model const& thinker() {
    static model const one = [] {
        auto t =
            chat::chat_template::compile(
                "{% for t in tools or [] %}{{ t | tojson }}{% endfor %}{% for m in messages %}<|{{ m.role "
                "}}|>"
                "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}"
                "{{ m.content or '' }}{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>"
                "{% endfor %}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>"
                "{% if enable_thinking is defined and not enable_thinking %}<think></think>{% endif %}"
                "{% endif %}")
                .value();
        auto learned = chat::analyze(t);
        return model{std::move(t), std::move(learned)};
    }();
    return one;
}

parlance::result<chat::prepared> prepare(chat::request const& wanted, bool with_tools = true) {
    chat::inputs in;
    in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
    if (with_tools) {
        for (char const* name : {"find", "stop"}) {
            in.tools.push_back({name, "does it", boost::json::object{{"type", "object"}}});
        }
    }
    return chat::prepare(thinker().compiled, thinker().learned, in, wanted);
}

bool writes(chat::prepared const& turn, std::string_view text) {
    return turn.grammar && parlance::mask::matches(turn.grammar->network, text);
}

constexpr std::string_view find = R"(<call>{"name": "find", "arguments": {}}</call>)";
constexpr std::string_view stop = R"(<call>{"name": "stop", "arguments": {}}</call>)";
std::string const both = std::string(find).append(stop);

chat::message read(chat::prepared const& turn, std::string_view answer) {
    chat::response_parser r(turn.syntax, turn.tools);
    auto const ignore = [](chat::delta const&) {};
    r.prime(turn.answer_prefix);
    r.feed(answer, ignore);
    r.finish(ignore);
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(calls_say_who_may_be_called_and_how_often) {
    chat::request wanted;
    auto turn = prepare(wanted).value();
    BOOST_TEST(turn.grammar->lazy);
    BOOST_TEST(writes(turn, both));
    wanted.calls.parallel = false;
    turn = prepare(wanted).value();
    BOOST_TEST(writes(turn, find));
    BOOST_TEST(!writes(turn, both));
    BOOST_TEST(!turn.calls.parallel);

    wanted = {};
    wanted.calls.choice = kind::required;
    turn = prepare(wanted).value();
    BOOST_TEST(!turn.grammar->lazy);
    BOOST_TEST(writes(turn, both));
    BOOST_TEST(writes(turn, std::string("<think>hm</think>").append(find)));
    BOOST_TEST(!writes(turn, std::string("Well.").append(find)));
    BOOST_TEST(!writes(turn, "Well."));
    wanted.calls.content = true;
    BOOST_TEST(writes(prepare(wanted).value(), std::string("Well.").append(find)));

    wanted = {};
    wanted.calls.named = "stop";
    turn = prepare(wanted).value();
    BOOST_TEST(writes(turn, stop));
    BOOST_TEST(!writes(turn, find));
    wanted.calls.named = "fly";
    BOOST_TEST((prepare(wanted).error().code == parlance::errc::unknown_tool));

    wanted = {};
    wanted.calls.choice = kind::none;
    BOOST_TEST(!prepare(wanted).value().grammar.has_value());
}

BOOST_AUTO_TEST_CASE(reasoning_may_stay_in_the_content) {
    chat::request wanted;
    auto const apart = read(prepare(wanted).value(), "<think>hm</think>Here.");
    BOOST_TEST(apart.reasoning == "hm");
    BOOST_TEST(apart.content.value_or("") == "Here.");
    wanted.reasoning_apart = false;
    auto const turn = prepare(wanted).value();
    BOOST_TEST(!turn.reading.reasoning_apart);
    BOOST_TEST(read(turn, "<think>hm</think>Here.").content.value_or("") == "<think>hm</think>Here.");
}

BOOST_AUTO_TEST_CASE(a_schema_is_of_the_content_and_calls_are_the_other_choice) {
    chat::request wanted;
    wanted.schema = boost::json::object{{"type", "array"}, {"items", {{"type", "integer"}}}};
    auto turn = prepare(wanted, false).value();
    BOOST_TEST(turn.reading.json);
    BOOST_TEST(writes(turn, "[1, 2]"));
    BOOST_TEST(!writes(turn, "[true]"));
    BOOST_TEST(!writes(turn, "One."));
    turn = prepare(wanted).value();
    BOOST_TEST(writes(turn, "[1, 2]"));
    BOOST_TEST(writes(turn, find));
    BOOST_TEST(!writes(turn, std::string("[1]").append(find)), "one or the other");
    wanted.calls.choice = kind::required;
    turn = prepare(wanted).value();
    BOOST_TEST(writes(turn, find));
    BOOST_TEST(!writes(turn, "[1, 2]"), "there is no content to be so");
    // how it is written
    wanted.calls.choice = kind::none;
    wanted.schemas = chat::tool_schema_options();
    wanted.schemas->whitespace = parlance::schema::spaces::compact;
    turn = prepare(wanted).value();
    BOOST_TEST(writes(turn, "[1,2]"));
    BOOST_TEST(!writes(turn, "[1, 2]"));
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_had_is_an_error_or_widened) {
    chat::request wanted;
    wanted.schema = boost::json::object{{"type", "whole number"}};
    BOOST_TEST(!prepare(wanted, false).has_value());
    wanted.exact_schema = false;
    auto const turn = prepare(wanted, false).value();
    BOOST_TEST(turn.grammar->widened.size() == 1u);
    BOOST_TEST((turn.fixups == std::vector{chat::fixup::schema_widened}));
}

BOOST_AUTO_TEST_CASE(thinking_is_switched_and_has_its_budget) {
    BOOST_TEST(thinker().learned.supports.thinking_switch == "enable_thinking");
    chat::request wanted;
    chat::thinking const usual = prepare(wanted).value().thinking;
    BOOST_TEST(usual.start == "<think>");
    BOOST_TEST(usual.end == "</think>");
    BOOST_TEST(usual.forced == "</think>");
    BOOST_TEST(!usual.open);
    BOOST_TEST(!usual.budget.has_value(), "absent: no limit");
    BOOST_TEST(prepare(wanted).value().answer_prefix == "");
    wanted.thinking = false;
    BOOST_TEST(prepare(wanted).value().answer_prefix == "<think></think>");
    wanted.thinking = true;
    BOOST_TEST(prepare(wanted).value().answer_prefix == "");
    wanted.thinking_budget = 0;
    BOOST_TEST(prepare(wanted).value().thinking.budget.value() == 0u);
    wanted.thinking_budget = 77;
    BOOST_TEST(prepare(wanted).value().thinking.budget.value() == 77u);
}

BOOST_AUTO_TEST_CASE(a_style_tells_a_grammar_how_closely_it_keeps_to_the_dialect) {
    chat::request wanted;
    constexpr std::string_view other = R"(<call>{"name": "find", "parameters": {}}</call>)";
    BOOST_TEST(writes(prepare(wanted).value(), other));
    wanted.calls.style = chat::call_style::exact;
    BOOST_TEST(!writes(prepare(wanted).value(), other));
    BOOST_TEST(writes(prepare(wanted).value(), find));
}

BOOST_AUTO_TEST_SUITE_END()
