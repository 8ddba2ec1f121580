// test/chat/left_out.cpp - what a template leaves out of a conversation is said
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/template.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_left_out)

using namespace parlance;
using namespace parlance::chat;

namespace {

/// Shows what these roles say, and calls.
constexpr std::string_view three_roles = R"({%- for m in messages -%}
{%- if m.role in ['system', 'user', 'assistant'] %}<{{ m.role }}>{{ m.content }}
{%- for c in m.tool_calls or [] %}({{ c.function.name }} {{ c.function.arguments | tojson }}){% endfor -%}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt %}<assistant>{% endif %})";

result<written_prompt> written(std::string_view source, std::vector<message> messages,
                               std::vector<tool> tools = {}) {
    auto const t = chat_template::compile(source).value();
    inputs in;
    in.messages = std::move(messages);
    in.tools = std::move(tools);
    return t.write(in, t.capabilities());
}
message said(std::string role, std::string text) {
    return {.role = std::move(role), .content = std::move(text)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_message_of_a_role_that_the_template_does_not_show_is_an_error) {
    auto const made = written(three_roles, {said("user", "Hello, you."), said("User", "Do not lose me.")});
    BOOST_REQUIRE(!made);
    BOOST_TEST((made.error().code == errc::invalid_message));
    BOOST_TEST(made.error().hint.view() ==
               "/messages/1: the model's template shows nothing of messages of the role \"User\"");
    BOOST_TEST(written(three_roles, {said("User", "Do not lose me.")}).error().hint.view() ==
               "/messages/0: the model's template shows nothing of messages of the role \"User\"");
    BOOST_TEST(
        written("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}", {said("User", "Here.")})
            .value()
            .text == "<User>Here.");
}

BOOST_AUTO_TEST_CASE(a_result_that_the_template_does_not_show_is_an_error) {
    message call{.role = "assistant", .content = ""};
    call.calls.push_back({"c1", "look", "{}"});
    message result{.role = "tool", .content = "Nothing there.", .tool_call_id = "c1", .name = "look"};
    auto const made = written(three_roles, {said("user", "Look."), call, result});
    BOOST_REQUIRE(!made);
    BOOST_TEST(made.error().hint.view() ==
               "/messages/2: the model's template shows nothing of messages of the role \"tool\"");
}

BOOST_AUTO_TEST_CASE(a_text_and_tools_that_are_left_out_are_reported) {
    constexpr std::string_view first_rules = R"({%- for m in messages -%}
{%- if m.role != 'system' or loop.first %}<{{ m.role }}>{{ m.content }}{% endif -%}
{%- endfor %})";
    tool const look{"look", "looks", boost::json::object{{"type", "object"}}};
    auto const made = written(first_rules,
                              {said("system", "Be brief."), said("user", "Hello, you."),
                               said("system", "Be very brief."), said("user", "Go on, please.")},
                              {look});
    BOOST_TEST(made.value().text == "<system>Be brief.<user>Hello, you.<user>Go on, please.");
    BOOST_TEST((made->fixups == std::vector{fixup::tools_left_out, fixup::text_left_out}));
    BOOST_TEST(describe(fixup::tools_left_out) == "tools_left_out");
    BOOST_TEST(describe(fixup::text_left_out) == "text_left_out");
}

BOOST_AUTO_TEST_CASE(a_call_does_not_stand_for_the_tool) {
    message call{.role = "assistant", .content = ""};
    call.calls.push_back({"c1", "look", "{}"});
    auto const shown = [&](std::string_view tools) {
        return written(std::string(three_roles).append(tools), {said("user", "Look."), call},
                       {{"look", "looks", boost::json::object{{"type", "object"}}}})
            .value()
            .fixups;
    };
    BOOST_TEST((shown("") == std::vector{fixup::tools_left_out}));
    BOOST_TEST(shown("{% for t in tools or [] %}[{{ t.function.name }}]{% endfor %}").empty());
}

BOOST_AUTO_TEST_CASE(a_text_that_is_written_otherwise_is_not_left_out) {
    auto const made =
        written("{% for m in messages %}<{{ m.role }}>{{ m.content | trim | upper }}{% endfor %}"
                "{{ tools | tojson if tools }}",
                {said("user", " Hello, you.\n"), said("assistant", "Hi")},
                {{"look", "looks", boost::json::object{{"type", "object"}}}});
    BOOST_REQUIRE(made);
    BOOST_TEST(made->fixups.empty());
}

BOOST_AUTO_TEST_CASE(a_template_that_shows_nothing_of_a_conversation_makes_no_prompt) {
    for (std::string_view const source : {"", "\n", "<s>Begin.", "{% for m in messages %}.{% endfor %}"}) {
        auto const t = chat_template::compile(source).value();
        inputs in;
        in.messages = {said("user", "Hello, you.")};
        auto const made = prepare(t, analyze(t), in);
        BOOST_REQUIRE(!made);
        BOOST_TEST((made.error().code == errc::invalid_message));
        BOOST_TEST(made.error().hint.view() == "/messages: the model's template shows nothing of them");
    }
}

BOOST_AUTO_TEST_CASE(what_a_template_no_longer_needs_may_be_left_out) {
    message call{.role = "assistant", .content = ""};
    call.calls.push_back({"c1", "look", "{}"});
    message result{.role = "tool", .content = "Nothing there.", .tool_call_id = "c1", .name = "look"};
    std::vector<message> const history{said("user", "Look."), call, result,
                                       said("assistant", "There is nothing."), said("user", "Thanks a lot!")};
    BOOST_TEST((written(three_roles, history).value().fixups == std::vector{fixup::text_left_out}));
    constexpr std::string_view last = "{% for m in messages[-1:] %}<{{ m.role }}>{{ m.content }}{% endfor %}";
    BOOST_TEST(
        written(last, {said("critic", "It is too long."), said("user", "Then make it short.")}).has_value());
    // Nothing was said, or a part of it is shown.
    constexpr std::string_view bare = "{% for m in messages %}{{ m.content }}{% endfor %}";
    for (char const* const nothing : {"", " ", "\n\n"}) {
        BOOST_TEST(written(bare, {said("user", nothing)}).has_value());
    }
    BOOST_TEST(written("{% for m in messages %}{{ m.content[:2] }}{% endfor %}", {said("user", "de, please")})
                   .has_value());
}

BOOST_AUTO_TEST_CASE(reasoning_and_calls_that_are_left_out_are_reported) {
    message answer{.role = "assistant", .content = "One moment."};
    answer.reasoning = "They want it looked up.";
    answer.calls.push_back({"c1", "look", "{}"});
    std::vector<message> const history{said("user", "Look."), answer, said("user", "Thanks a lot!")};
    constexpr std::string_view bare = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}";
    BOOST_TEST((written(bare, history).value().fixups ==
                std::vector{fixup::reasoning_left_out, fixup::calls_left_out}));
    BOOST_TEST((written(three_roles, history).value().fixups == std::vector{fixup::reasoning_left_out}));
    std::string const all = std::string(three_roles) +
                            "{% for m in messages %}{{ m.reasoning_content | upper if m.reasoning_content }}"
                            "{% endfor %}";
    BOOST_TEST(written(all, history).value().fixups.empty());
    BOOST_TEST(describe(fixup::reasoning_left_out) == "reasoning_left_out");
    BOOST_TEST(describe(fixup::calls_left_out) == "calls_left_out");
    // One that is called elsewhere is still left out here.
    constexpr std::string_view last_only = R"({%- for m in messages %}<{{ m.role }}>{{ m.content }}
{%- if loop.last %}{% for c in m.tool_calls or [] %}({{ c.function.name }}){% endfor %}{% endif %}
{%- endfor %})";
    std::vector<message> twice = history;
    twice.push_back(answer);
    twice[1].reasoning.clear();
    twice[3].reasoning.clear();
    BOOST_TEST((written(last_only, twice).value().fixups == std::vector{fixup::calls_left_out}));
}

BOOST_AUTO_TEST_SUITE_END()
