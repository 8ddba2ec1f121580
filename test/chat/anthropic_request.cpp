// test/chat/anthropic_request.cpp - bodies of Anthropic's messages
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/wire_request.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_anthropic_request)

using namespace parlance;
using namespace parlance::chat;

BOOST_AUTO_TEST_CASE(anthropic_blocks_become_messages) {
    auto const got =
        anthropic_request(R"({"model": "m", "max_tokens": 5, "system": [{"type": "text", "text": "S"}],
        "messages": [
          {"role": "user", "content": "hi"},
          {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"},
             {"type": "text", "text": "I look."}, {"type": "tool_use", "id": "t1", "name": "f", "input": {"x": 1}}]},
          {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "7"}]},
             {"type": "text", "text": "and?"},
             {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QQ=="}}]},
          {"role": "assistant", "content": "It is"}],
        "tools": [{"name": "f", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": true},
        "thinking": {"type": "enabled", "budget_tokens": 9}, "stop_sequences": ["X"]})")
            .value();
    auto const& m = got.conversation.messages;
    BOOST_REQUIRE(m.size() == 6u);
    BOOST_TEST(m[0].role == "system");
    BOOST_TEST(m[0].content.value() == "S");
    BOOST_TEST(m[2].reasoning == "hm");
    BOOST_TEST(m[2].content.value() == "I look.");
    BOOST_TEST((m[2].calls == std::vector<tool_call>{{"t1", "f", R"({"x": 1})"}}));
    BOOST_TEST(m[3].role == "tool");
    BOOST_TEST(m[3].content.value() == "7");
    BOOST_TEST(m[3].name == "f");
    BOOST_TEST(m[4].parts.at(1).at("image_url").at("url").as_string() == "data:image/png;base64,QQ==");
    BOOST_TEST((got.conversation.continue_final == continuation::automatic));
    BOOST_TEST(json::dump(got.conversation.tools.front().parameters) == R"({"type": "object"})");
    BOOST_TEST((got.wanted.calls.choice == call_policy::kind::required));
    BOOST_TEST(!got.wanted.calls.parallel);
    BOOST_TEST(got.wanted.thinking.value());
    BOOST_TEST(got.wanted.thinking_budget.value() == 9u);
    BOOST_TEST(got.stops.front() == "X");
    auto const refused = anthropic_request(
        R"({"messages": [], "tools": [{"type": "web_search_20250305", "name": "web_search"}]})");
    BOOST_TEST(refused.error().hint.view() ==
               "/tools/0: tool 'web_search' is of type 'web_search_20250305'; only functions can be called");
}

BOOST_AUTO_TEST_CASE(what_no_template_can_show_is_named) {
    auto const got = anthropic_request(R"({"max_tokens": 5, "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "is_error": true, "content": "no"},
                                     {"type": "tool_result", "tool_use_id": "t", "is_error": false, "content": "yes"}]}],
        "tools": [{"name": "f", "input_schema": {}}],
        "tool_choice": {"type": "auto", "x": 1}, "thinking": {"type": "enabled", "budget_tokens": 9, "y": 1},
        "output_config": {"effort": "low", "z": 1}, "top_k": 3})")
                         .value();
    std::vector<std::string> const unread{"top_k", "messages/1/content/0/is_error", "tool_choice/x",
                                          "thinking/y", "output_config/z"};
    BOOST_TEST(got.unread == unread, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(members_of_blocks_that_nobody_reads_are_named) {
    auto const got = anthropic_request(R"({"max_tokens": 5, "temperature": null, "messages": [
        {"role": "user", "a": 1, "content": [{"type": "text", "text": "hi", "citations": null, "b": 1}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "s"},
            {"type": "tool_use", "id": "t", "name": "f", "input": {}, "cache_control": {}, "c": 1}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "d": 1}]}],
        "tools": [{"name": "f", "input_schema": {"e": 1}, "defer_loading": true}]})")
                         .value();
    std::vector<std::string> const unread{"tools/0/defer_loading", "messages/0/a", "messages/0/content/0/b",
                                          "messages/1/content/1/c", "messages/2/content/0/d"};
    BOOST_TEST(got.unread == unread, boost::test_tools::per_element());
    BOOST_TEST(anthropic_request(R"({"messages": [], "thread": {"type": "create"}})").error().hint.view() ==
               "/thread: no conversation is kept here; send its messages");
    BOOST_TEST(anthropic_request(R"({"messages": [], "output_config": "high"})").error().hint.view() ==
               "/output_config: an object was expected");
}

BOOST_AUTO_TEST_CASE(the_text_of_an_answer_is_one_though_calls_stand_in_it) {
    auto const got = anthropic_request(R"({"max_tokens": 5, "messages": [
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "I look"}, {"type": "tool_use", "id": "t", "name": "f"},
            {"type": "text", "text": " twice."}, {"type": "tool_use", "id": "u", "name": "f"}]}]})")
                         .value();
    auto const& m = got.conversation.messages;
    BOOST_TEST(m.at(0).parts.size() == 2u);
    BOOST_TEST(m.at(1).content.value() == "I look twice.");
    BOOST_TEST(m.at(1).calls.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
