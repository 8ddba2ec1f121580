// test/chat/analysis/probe.cpp - contrasting conversations: their needles stand in renders, and bodies behind headers
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/probe.hpp>
#include "own_templates.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_probe)

namespace chat = parlance::chat;
namespace needle = parlance::chat::analysis::needle;
using chat::analysis::meter;
using chat::analysis::probe;
using chat::analysis::probe_call;
using chat::analysis::scene;
using chat::analysis::turn_frame;

namespace {

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source, {"<s>", "</s>"}).value();
}

std::string usual() { return own::written(own::around(own::array_with_ids), own::tags); }

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(needles_are_told_apart_and_no_escaping_changes_them) {
    std::string_view const all[] = {
        needle::system,      needle::user,      needle::content,    needle::reasoning,   needle::first_tool,
        needle::second_tool, needle::first_key, needle::second_key, needle::first_value, needle::second_value,
        needle::number,      needle::first_id,  needle::second_id};
    for (std::string_view const a : all) {
        for (std::string_view const b : all) {
            BOOST_TEST(has(b, a) == (a == b), a << " in " << b);
        }
        auto const t = compiled("{{ messages[0].content | tojson }}{{ messages[0].content | escape }}"
                                "{{ messages[0].content | urlencode }}{{ messages[0].content | trim }}");
        chat::inputs in;
        in.messages = {{"user", std::string(a), {}, {}, {}, {}, {}}};
        std::string const text(a);
        BOOST_TEST(t.render(in).value() == "\"" + text + "\"" + text + text + text);
    }
    BOOST_TEST(needle::first_id.size() == 9u);
    BOOST_TEST(needle::second_id.size() == 9u);
}

BOOST_AUTO_TEST_CASE(a_scene_is_rendered_with_what_it_says) {
    auto const t = compiled(usual());
    meter m(t, {});
    probe p(t, m);
    auto const render = [&](scene const& s) { return p.render(s).value(); };
    std::string const question = render({.turn = false, .with_tools = false});
    BOOST_TEST(question == "<|user|>QUERYzqu<|end|>");
    BOOST_TEST(render({.turn = false, .generation = true, .with_tools = false}) ==
               question + "<|assistant|>");
    BOOST_TEST(render({.with_tools = false, .content = std::string(needle::content)}) ==
               question + "<|assistant|>ANSWERzqc<|end|>");
    BOOST_TEST(render({.followed = true, .with_tools = false, .content = "x"}) ==
               question + "<|assistant|>x<|end|>" + question);
    BOOST_TEST(render({.with_tools = false, .content = "x", .reasoning = std::string(needle::reasoning)}) ==
               question + "<|assistant|><think>THOUGHTzqr</think>x<|end|>");

    std::string const tools = render({.turn = false});
    BOOST_TEST(has(tools, needle::first_tool));
    BOOST_TEST(has(tools, needle::second_tool));
    BOOST_TEST(has(tools, needle::first_key));
    BOOST_TEST(!has(tools, needle::first_value));

    std::string const called = render({.calls = {probe_call(false, 2), probe_call(true, 1)}});
    for (std::string_view const each :
         {needle::first_tool, needle::second_tool, needle::first_key, needle::second_key, needle::first_value,
          needle::second_value, needle::first_id, needle::second_id}) {
        BOOST_TEST(has(called, each), each);
    }
    std::string const answered =
        render({.answered = true, .calls = {probe_call(false, 1), probe_call(true, 0)}});
    BOOST_TEST(answered.ends_with("<|tool|>ANSWERzqc<|end|><|tool|>ANSWERzqc<|end|>"),
               "a result for each call");
    BOOST_TEST(p.renders() == 8u);
    BOOST_TEST(p.errors().empty());
    BOOST_TEST(p.tools().size() == 2u);
    BOOST_TEST(p.source() == t.source());
    BOOST_TEST(&p.budget() == &m);
}

BOOST_AUTO_TEST_CASE(variables_and_the_form_of_messages_reach_the_template) {
    auto const t = compiled("{{ mood }}{% for m in messages %}{{ m.role }}:{{ m.thinking }};{% endfor %}");
    meter m(t, {});
    probe p(t, m);
    scene s{.reasoning = "why", .kwargs = {{"mood", "calm "}}};
    BOOST_TEST(p.render(s).value() == "calm user:;assistant:;");
    p.form().reasoning = chat::reasoning_form::thinking;
    BOOST_TEST(p.render(s).value() == "calm user:;assistant:why;");
}

BOOST_AUTO_TEST_CASE(a_template_that_needs_a_system_message_gets_one) {
    auto const t = compiled("{{ messages[0].role }}: {{ messages[0].content }}");
    meter m(t, {});
    chat::capabilities needs;
    needs.needs_system = true;
    BOOST_TEST(probe(t, m, needs).render(scene{}).value() == "system: RULESzqy");
    BOOST_TEST(probe(t, m).render(scene{}).value() == "user: QUERYzqu");
}

BOOST_AUTO_TEST_CASE(a_template_that_raises_gives_no_text_and_says_why) {
    auto const t = compiled("{{ raise_exception('no tools') if tools else 'ok' }}");
    meter m(t, {});
    probe p(t, m);
    BOOST_TEST(!p.render(scene{}).has_value());
    BOOST_TEST(p.render(scene{.with_tools = false}).value() == "ok");
    BOOST_TEST(!p.render(scene{}).has_value());
    BOOST_TEST(p.renders() == 3u);
    BOOST_REQUIRE(p.errors().size() == 2u);
    BOOST_TEST((p.errors()[0].code == parlance::errc::jinja_raised));
    BOOST_TEST(p.errors()[0].hint.view() == "no tools");
}

BOOST_AUTO_TEST_CASE(a_body_is_what_follows_the_header) {
    auto const t = compiled(usual());
    meter m(t, {});
    probe p(t, m);
    turn_frame const frame{"before ", "<|bot|>\n", "", "<|after|>", ""};
    auto const body = [&](std::string const& text) {
        auto const found = p.body_of(text, frame);
        return found ? std::string(*found) : "none";
    };
    BOOST_TEST(body("before <|bot|>\nHi<|end|><|after|>") == "Hi<|end|>");
    BOOST_TEST(body("before <|bot|>\nHi") == "Hi");
    BOOST_TEST(body("before <|bot|>\n") == "");
    // the blank behind the header may belong to content, and one stand in front of calls alone
    BOOST_TEST(body("before <|bot|><call>") == "<call>");
    BOOST_TEST(body("before \n<|bot|>\n<call>") == "<call>");
    // a render that does not begin as the frame says
    BOOST_TEST(body("behind <|bot|>\nHi") == "none");
    BOOST_TEST(body("before <|user|>\nHi") == "none");
    BOOST_TEST(body("before") == "none");
    BOOST_TEST(body("") == "none");
    // longer than any answer: nothing to be learned of it
    BOOST_TEST(body("before <|bot|>\n" + std::string(100'000, 'x')) == "none");
}

BOOST_AUTO_TEST_CASE(the_calls_of_probes_have_as_many_arguments_as_are_asked_for) {
    for (bool const second : {false, true}) {
        for (std::size_t n = 0; n <= 2; ++n) {
            chat::tool_call const call = probe_call(second, n);
            BOOST_TEST(call.name == (second ? needle::second_tool : needle::first_tool));
            BOOST_TEST(call.id == (second ? needle::second_id : needle::first_id));
            auto const arguments = parlance::json::parse(call.arguments).value().as_object();
            BOOST_TEST(arguments.size() == n);
            BOOST_TEST(arguments.contains(needle::first_key) == (n > 0));
            BOOST_TEST(arguments.contains(needle::second_key) == (n > 1));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
