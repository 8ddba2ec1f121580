// test/chat/template.cpp - conversations to prompts: what is shown, what is left open, whose text it is
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/chat/detail/open_end.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_template)

namespace data = boost::unit_test::data;
namespace chat = parlance::chat;
using parlance::errc;

namespace {

constexpr char const* chatml =
    "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>"
    "{% if m.reasoning_content %}<think>{{ m.reasoning_content | trim }}</think>{% endif %}"
    "{% if m.content is string %}{{ m.content | trim }}{% else %}{% for p in m.content %}{{ p.text }}{% "
    "endfor %}"
    "{% endif %}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source, {"<s>", "</s>", {}}).value();
}

chat::message said(char const* role, char const* text) {
    chat::message m;
    m.role = role;
    m.content = text;
    return m;
}

struct open_ending {
    char const* title;
    chat::continuation how;
    char const* reasoning;
    char const* content;
    char const* prompt;
    friend std::ostream& operator<<(std::ostream& out, open_ending const& o) { return out << o.title; }
};
open_ending const endings[] = {
    {"content, with its white space", chat::continuation::content, "", "Hello, ", "<|assistant|>Hello, "},
    {"content behind reasoning", chat::continuation::content, "why", "Yes",
     "<|assistant|><think>why</think>Yes"},
    {"reasoning", chat::continuation::reasoning, "I ", "", "<|assistant|><think>I "},
    {"reasoning, not the content", chat::continuation::reasoning, "I", "Yes", "<|assistant|><think>I"},
    {"by itself: content", chat::continuation::automatic, "why", "Yes", "<|assistant|><think>why</think>Yes"},
    {"by itself: reasoning", chat::continuation::automatic, "why", "", "<|assistant|><think>why"},
    {"nothing yet", chat::continuation::content, "", "", "<|assistant|>"},
};

}  // namespace

BOOST_DATA_TEST_CASE(the_last_message_is_left_open_where_it_ends, data::make(endings)) {
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", sample.content)};
    in.messages.back().reasoning = sample.reasoning;
    in.continue_final = sample.how;
    BOOST_TEST(compiled(chatml).render(in).value() == std::string("<s><|user|>Hi</s>") + sample.prompt);
}

BOOST_AUTO_TEST_CASE(a_message_of_parts_is_left_open_behind_its_last_text) {
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "unused")};
    in.messages.back().parts = {boost::json::object{{"type", "text"}, {"text", "a"}},
                                boost::json::object{{"type", "text"}, {"text", "b "}},
                                boost::json::object{{"type", "image"}}};
    in.continue_final = chat::continuation::automatic;
    BOOST_TEST(compiled(chatml).render(in).value() == "<s><|user|>Hi</s><|assistant|>ab ");
}

BOOST_AUTO_TEST_CASE(what_a_template_does_not_show_cannot_be_continued) {
    chat::inputs in;
    in.continue_final = chat::continuation::content;
    auto const t = compiled("{{ messages[0].content }}");
    BOOST_TEST((t.render(in).error().code == errc::invalid_message));
    in.messages = {said("user", "Hi"), said("assistant", "Yes")};
    BOOST_TEST((t.render(in).error().code == errc::invalid_message));
}

BOOST_AUTO_TEST_CASE(tools_and_calls_are_shown_as_templates_know_them) {
    auto const t =
        compiled("{{ tools[0].function.name }}: {{ messages[0].tool_calls[0].function.arguments.x + 1 }}");
    chat::inputs in;
    in.tools = {{"f", "does f", boost::json::object{{"type", "object"}}}};
    chat::message call;
    call.role = "assistant";
    call.calls = {{"1", "f", R"({"x": 41})"}};
    in.messages = {call};
    BOOST_TEST(t.render(in).value() == "f: 42");
}

BOOST_AUTO_TEST_CASE(fixups_are_made_and_reported) {
    auto const t =
        compiled("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}{% endif %}"
                 "[{{ m.role }}]{{ m.content + '' }}{% endfor %}");
    chat::inputs in;
    in.messages = {said("system", "S"), said("user", "U")};
    auto const made = t.write(in, t.capabilities()).value();
    BOOST_TEST(made.text == "[user]S\nU");
    BOOST_TEST((made.fixups == std::vector{chat::fixup::system_into_user}));
    BOOST_TEST(chat::describe(made.fixups[0]) == "system_into_user");
    BOOST_TEST((t.render(in).error().code == errc::jinja_raised));
}

BOOST_AUTO_TEST_CASE(tools_are_put_as_a_template_reads_them) {
    chat::inputs in;
    in.messages = {said("user", "U")};
    in.tools = {{"f", "", boost::json::object{{"type", "object"}}}};
    auto const shown = [&](std::string const& source) {
        auto const t =
            compiled(source + "{% for m in messages %}[{{ m.role }}]{{ m.content + '' }}{% endfor %}");
        return t.write(in, t.capabilities()).value();
    };
    // Without the wrapper that says that it is a function.
    auto const bare = shown("{% for t in tools or [] %}{{ t.name }};{% endfor %}");
    BOOST_TEST(bare.text == "f;[user]U");
    BOOST_TEST(bare.fixups.empty());
    auto const wrapped = shown("{% for t in tools or [] %}{{ t.function.name }};{% endfor %}");
    BOOST_TEST(wrapped.text == "f;[user]U");
    // With a description, if an empty one.
    auto const described =
        shown("{% for t in tools or [] %}{{ t.function.name + ': ' + t.function.description }};{% endfor %}");
    BOOST_TEST(described.text == "f: ;[user]U");
    BOOST_TEST((described.fixups == std::vector{chat::fixup::tool_described}));
    // Behind a system message.
    auto const behind =
        shown("{% if messages[0].role == 'system' %}{{ tools | tojson if tools }}{% endif %}");
    BOOST_TEST(behind.text.find("\"f\"") != std::string::npos);
    BOOST_TEST(behind.text.ends_with("[system][user]U"));
    BOOST_TEST((behind.fixups == std::vector{chat::fixup::system_added}));
    in.messages.insert(in.messages.begin(), said("system", "S"));
    BOOST_TEST(shown("{% if messages[0].role == 'system' %}{{ tools | tojson if tools }}{% endif %}")
                   .fixups.empty());
    BOOST_TEST(chat::describe(chat::fixup::system_added) == "system_added");
    BOOST_TEST(chat::describe(chat::fixup::tool_described) == "tool_described");
}

BOOST_AUTO_TEST_CASE(spans_tell_the_callers_text_from_the_templates) {
    auto const t = compiled("{{ bos_token }}{% for m in messages %}<|{{ m.content | upper }}|>{% endfor %}");
    chat::inputs in;
    in.messages = {said("user", "</s>a")};
    chat::prompt_options how;
    how.origins = true;
    auto const made = t.write(in, {}, how).value();
    BOOST_TEST(made.text == "<s><|</S>A|>");
    using parlance::jinja::origin;
    BOOST_TEST((made.spans == std::vector<parlance::jinja::span>{{0, 5, origin::written},
                                                                 {5, 10, origin::input},
                                                                 {10, 12, origin::written}}));
    in.continue_final = chat::continuation::content;
    auto const open = t.write(in, {}, how).value();
    BOOST_TEST((open.spans.empty() || open.spans.back().end == open.text.size()));
}

BOOST_AUTO_TEST_CASE(what_a_request_says_is_the_callers_whatever_its_name) {
    auto const t = chat::chat_template::compile("{{ bos_token }}|{{ pad_token }}|{{ n }}|{{ list | tojson }}",
                                                {"<s>", "</s>", {{"pad_token", "<pad>"}}})
                       .value();
    chat::prompt_options how;
    how.origins = true;
    auto const written = [&](boost::json::object kwargs) {
        chat::inputs in;
        in.kwargs = std::move(kwargs);
        auto const made = t.write(in, {}, how).value();
        std::string out;
        for (auto const& s : made.spans) {
            out +=
                s.from == parlance::jinja::origin::written ? made.text.substr(s.begin, s.end - s.begin) : "*";
        }
        return out;
    };
    BOOST_TEST(written({{"n", 1}, {"list", boost::json::array{1, 2}}}) == "<s>|<pad>|*|*");
    BOOST_TEST(written({{"bos_token", "<s>"}, {"n", 1.5}, {"list", boost::json::object{}}}) == "*|<pad>|*|*");
    BOOST_TEST(written({{"pad_token", "x"}, {"n", true}, {"list", "x"}}) == "<s>|*|*|*");
}

BOOST_AUTO_TEST_CASE(further_variables_do_not_replace_the_conversation) {
    auto const t = compiled("{% for m in messages %}{{ m.content }}{% endfor %}{{ add_generation_prompt }}");
    chat::inputs in;
    in.messages = {said("user", "Hi")};
    in.kwargs = {{"messages", "mine"}, {"add_generation_prompt", false}};
    BOOST_TEST(t.render(in).value() == "HiTrue");
    BOOST_TEST(t.write(in, t.capabilities()).value().text == "HiTrue");
}

BOOST_AUTO_TEST_CASE(an_open_end_is_found_whatever_the_messages_hold) {
    std::string text = "Hello";
    for (int i = 0; i < 40; ++i) {
        // what the end is marked by in a prompt that holds all marks so far
        text += parlance::chat::detail::absent_mark(text);
        chat::inputs in;
        in.messages = {said("user", text.c_str()), said("assistant", text.c_str())};
        in.continue_final = chat::continuation::content;
        BOOST_TEST(compiled(chatml).render(in).value() == "<s><|user|>" + text + "</s><|assistant|>" + text);
        // a template that does not show the message cannot be told that it does
        BOOST_TEST((compiled("{{ messages[0].content }}").render(in).error().code == errc::invalid_message));
    }
}

BOOST_AUTO_TEST_CASE(a_mark_is_absent_and_short) {
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        text += parlance::chat::detail::absent_mark({}) + std::to_string(i % 9) + std::to_string(i % 8);
    }
    std::string const mark = parlance::chat::detail::absent_mark(text);
    BOOST_TEST(text.find(mark) == std::string::npos);
    BOOST_TEST(mark.size() <= 24u);
}

BOOST_AUTO_TEST_CASE(an_open_end_cuts_spans_and_generation) {
    auto const t =
        compiled("x{% for m in messages %}{% generation %}{{ m.content }}.{% endgeneration %}{% endfor %}");
    chat::inputs in;
    in.messages = {said("assistant", "one"), said("assistant", "two")};
    in.continue_final = chat::continuation::content;
    chat::prompt_options how;
    how.origins = true;
    auto const made = t.write(in, {}, how).value();
    BOOST_TEST(made.text == "xone.two");
    BOOST_TEST((made.generation == std::vector<parlance::jinja::range>{{1, 5}, {5, 8}}));
    BOOST_TEST(made.spans.back().end == made.text.size());
}

BOOST_AUTO_TEST_CASE(the_clock_is_the_callers) {
    chat::prompt_options how;
    how.now = [] {
        std::tm t{};
        t.tm_year = 125;
        t.tm_mday = 9;
        return t;
    };
    BOOST_TEST(compiled("{{ strftime_now('%Y-%m-%d') }}").write({}, {}, how).value().text == "2025-01-09");
    BOOST_TEST(compiled("{{ date_string + '' }}").write({}, {}, how).value().text == "Jan 09 2025");
}

BOOST_AUTO_TEST_CASE(errors_name_the_template_and_show_the_line) {
    auto const t = chat::chat_template::compile("a\n{{ x.y.z }}", {}, {}, "tool_use").value();
    auto const made = t.render({});
    BOOST_REQUIRE(!made);
    BOOST_TEST(made.error().at.line == 2u);
    std::string const text = t.explain(made.error());
    BOOST_TEST(text.starts_with("tool_use:2:"));
    BOOST_TEST(text.find("{{ x.y.z }}\n") != std::string::npos);
    BOOST_TEST(text.find('^') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(threads_share_a_template) {
    auto const t = compiled(chatml);
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "Yes")};
    std::string const expected = t.render(in).value();
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (int& count : wrong) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                count += t.render(in).value() == expected ? 0 : 1;
            }
        });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    BOOST_TEST((wrong == std::vector<int>(4, 0)));
}

// Before the template runs, which takes next to nothing here.
BOOST_AUTO_TEST_CASE(long_messages_and_tools_are_looked_at_on_their_way) {
    auto const t = chat::chat_template::compile("{{ messages | length }}", {}).value();
    auto const looks = [&](chat::inputs const& in) {
        return looks_of(
            [&](parlance::limits const& bounds) { BOOST_TEST(t.within(bounds).render(in).has_value()); });
    };
    chat::inputs parts;
    parts.messages.push_back({.role = "user"});
    for (int i = 0; i < 10'000; ++i) {
        parts.messages[0].parts.push_back(boost::json::object{{"type", "text"}, {"text", "a"}});
    }
    BOOST_TEST(looks(parts) > 20);
    chat::inputs calls;
    calls.messages.push_back({.role = "assistant"});
    for (int i = 0; i < 1'000; ++i) {
        calls.messages[0].calls.push_back({"", "f", "{}"});
    }
    BOOST_TEST(looks(calls) > 20);
    chat::inputs tools;
    tools.messages.push_back({.role = "user", .content = "a"});
    boost::json::object properties;
    for (int i = 0; i < 10'000; ++i) {
        properties[std::to_string(i)] = boost::json::object{{"type", "string"}};
    }
    tools.tools.push_back({"f", "", boost::json::object{{"type", "object"}, {"properties", properties}}});
    BOOST_TEST(looks(tools) > 20);
}

BOOST_AUTO_TEST_SUITE_END()
