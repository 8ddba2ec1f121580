// test/chat/openai_request.cpp - bodies of OpenAI's chat completions, and what is refused in them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/wire_request.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_openai_request)

using namespace parlance;
using namespace parlance::chat;

namespace {

constexpr std::string_view openai_tools =
    R"("tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}},
                 {"type": "function", "function": {"name": "g", "strict": true}}])";

wire_request openai(std::string const& members) {
    return openai_request(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}], )" + members +
                          "}")
        .value();
}

std::string openai_error(std::string const& members) {
    auto const got = openai_request(R"({"messages": [{"role": "user", "content": "hi"}], )" + members + "}");
    BOOST_REQUIRE(!got);
    return std::string(got.error().hint.view());
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_choice_of_tools_is_read_in_every_form) {
    std::string const tools(openai_tools);
    BOOST_TEST((openai(tools).wanted.calls.choice == call_policy::kind::automatic));
    BOOST_TEST((openai(tools + R"(, "tool_choice": "none")").wanted.calls.choice == call_policy::kind::none));
    BOOST_TEST((openai(tools + R"(, "tool_choice": "required")").wanted.calls.choice ==
                call_policy::kind::required));
    BOOST_TEST(openai(tools + R"(, "tool_choice": {"type": "function", "function": {"name": "g"}})")
                   .wanted.calls.named == "g");
    BOOST_TEST(openai(R"("functions": [{"name": "h"}], "function_call": {"name": "h"})").wanted.calls.named ==
               "h");
    BOOST_TEST(
        openai(tools + R"(, "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required",
        "tools": [{"type": "function", "function": {"name": "f"}}]}})")
            .wanted.calls.named == "f");
    BOOST_TEST(!openai(tools + R"(, "parallel_tool_calls": false)").wanted.calls.parallel);
    BOOST_TEST(openai(tools).conversation.tools[1].strict);
    BOOST_TEST(!openai(tools).conversation.tools[0].strict);
    BOOST_TEST(openai_error(tools + R"(, "tool_choice": {"type": "function", "function": {"name": "x"}})") ==
               "/tool_choice/function/name: there is no tool 'x'");
    BOOST_TEST(openai_error(tools + R"(, "tool_choice": {"type": "custom", "custom": {"name": "sh"}})") ==
               "/tool_choice: tool 'sh' is of type 'custom'; only functions can be called");
    BOOST_TEST(openai_error(tools + R"(, "tool_choice": "always")") ==
               "/tool_choice: a choice is none, auto, required or a tool");
}

BOOST_AUTO_TEST_CASE(formats_stops_and_effort_are_read) {
    auto const got =
        openai(R"("response_format": {"type": "json_schema", "json_schema": {"name": "n", "strict": true,
        "schema": {"type": "integer"}}}, "stop": ["a", "b"], "reasoning_effort": "low", "max_completion_tokens": 7,
        "stream": true, "stream_options": {"include_usage": true}, "temperature": 0.5,
        "chat_template_kwargs": {"enable_thinking": true})");
    BOOST_TEST(json::dump(*got.wanted.schema) == R"({"type": "integer"})");
    BOOST_TEST(got.wanted.exact_schema);
    BOOST_TEST(got.stops == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
    BOOST_TEST(json::dump(got.conversation.kwargs) ==
               R"({"reasoning_effort": "low", "enable_thinking": true})");
    BOOST_TEST(got.max_tokens.value() == 7u);
    BOOST_TEST(got.stream);
    BOOST_TEST(got.stream_usage);
    BOOST_TEST(got.unread == std::vector<std::string>{"temperature"}, boost::test_tools::per_element());
    auto const object =
        openai(R"("response_format": {"type": "json_object"}, "stop": "x", "reasoning_effort": "none")");
    BOOST_TEST(object.wanted.schema->at("type").as_string() == "object");
    BOOST_TEST(object.stops.front() == "x");
    BOOST_TEST(!object.wanted.thinking.value());
    BOOST_TEST(!openai(R"("thinking": {"type": "disabled"})").wanted.thinking.value());
    BOOST_TEST(openai(R"("thinking": {"type": "enabled", "budget_tokens": 9})").wanted.thinking.value());
    BOOST_TEST(!openai(R"("thinking": {"type": "auto"})").wanted.thinking.has_value());
    BOOST_TEST(openai_error(R"("response_format": {"type": "yaml"})") ==
               "/response_format/type: a format is text, json_object or json_schema");
    BOOST_TEST(openai_error(R"("stop": [1])") == "/stop/0: a text was expected");
    BOOST_TEST(openai_error(R"("tools": [{"type": "function"}])") == "/tools/0/name: a text was expected");
}

BOOST_AUTO_TEST_CASE(results_have_the_names_of_their_calls) {
    auto const got = openai_request(R"({"messages": [{"role": "user", "content": "hi"},
        {"role": "assistant", "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}},
            {"id": "b", "type": "function", "function": {"name": "g", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "b", "content": "1"},
        {"role": "tool", "tool_call_id": "a", "name": "own", "content": "2"},
        {"role": "tool", "tool_call_id": "c", "content": "3"}]})")
                         .value();
    auto const& m = got.conversation.messages;
    BOOST_TEST(m.at(2).name == "g");
    BOOST_TEST(m.at(3).name == "own");
    BOOST_TEST(m.at(4).name.empty());
}

BOOST_AUTO_TEST_CASE(an_object_may_come_with_its_schema) {
    auto const got = openai(R"("response_format": {"type": "json_object", "schema": {"type": "object",
        "properties": {"a": {"type": "integer"}}}})");
    BOOST_TEST(json::dump(*got.wanted.schema) ==
               R"({"type": "object", "properties": {"a": {"type": "integer"}}})");
    BOOST_TEST((*got.wanted.schema->storage() == *boost::json::storage_ptr()));  // not the parsed text's
    BOOST_TEST(!got.wanted.exact_schema);
    BOOST_TEST(got.unread.empty());
    BOOST_TEST(openai_error(R"("response_format": {"type": "json_object", "schema": 1})") ==
               "/response_format/schema: an object was expected");
}

BOOST_AUTO_TEST_CASE(members_of_members_that_nobody_reads_are_named) {
    auto const got = openai(std::string(openai_tools) + R"(,
        "response_format": {"type": "json_schema", "json_schema": {"name": "n", "description": "d", "x": 1, "schema": {}}},
        "tool_choice": {"type": "function", "function": {"name": "f", "y": 2}},
        "stream_options": {"include_usage": true, "include_obfuscation": false}, "temperature": 1)");
    std::vector<std::string> const unread{
        "temperature", "tool_choice/function/y", "response_format/json_schema/description",
        "response_format/json_schema/x", "stream_options/include_obfuscation"};
    BOOST_TEST(got.unread == unread, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(members_of_messages_and_tools_that_nobody_reads_are_named) {
    auto const got = openai_request(R"({"messages": [
        {"role": "user", "content": [{"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}, "w": 1}]},
        {"role": "assistant", "content": null, "annotations": [], "audio": {"id": "a"}, "refusal": null,
         "tool_calls": [{"id": "c", "index": 0, "type": "function", "u": 1, "function": {"name": "f", "v": 1}}]},
        {"role": "tool", "tool_call_id": "c", "name": "f", "content": "1"},
        {"role": "assistant", "content": "so", "prefix": true}],
      "tools": [{"type": "function", "function": {"name": "f", "return": {}}, "cache_control": {}, "x": 1}],
      "thinking": {"type": "enabled", "y": 1}})")
                         .value();
    std::vector<std::string> const unread{"tools/0/x",
                                          "tools/0/function/return",
                                          "messages/0/content/0/w",
                                          "messages/1/audio",
                                          "messages/1/tool_calls/0/u",
                                          "messages/1/tool_calls/0/function/v",
                                          "messages/3/prefix",
                                          "thinking/y"};
    BOOST_TEST(got.unread == unread, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(null_is_as_good_as_absent) {
    auto const got =
        openai(R"("tools": null, "tool_choice": null, "response_format": null, "stop": null, "seed": null,
        "stream_options": null, "reasoning_effort": null, "thinking": null, "max_tokens": null, "vendor": null)");
    BOOST_TEST(got.unread.empty());
    BOOST_TEST((got.wanted.calls.choice == call_policy::kind::automatic));
}

BOOST_AUTO_TEST_CASE(what_should_be_an_object_is_not_passed_over) {
    for (char const* const key : {"response_format", "stream_options", "thinking", "chat_template_kwargs"}) {
        BOOST_TEST(openai_error('"' + std::string(key) + R"(": "json")") ==
                   '/' + std::string(key) + ": an object was expected");
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_beside_no_content_is_content) {
    auto const got = openai_request(R"({"messages": [{"role": "assistant", "content": "", "refusal": "No."},
        {"role": "assistant", "content": null, "refusal": "Never."}]})")
                         .value();
    BOOST_TEST(got.conversation.messages.at(0).content.value() == "No.");
    BOOST_TEST(got.conversation.messages.at(1).content.value() == "Never.");
}

BOOST_AUTO_TEST_CASE(it_is_told_whether_the_caller_has_functions_or_tools) {
    auto const old = openai(R"("functions": [{"name": "h"}], "function_call": "auto")");
    BOOST_TEST(old.legacy_functions);
    BOOST_TEST(!old.wanted.calls.parallel);
    BOOST_TEST(!openai(std::string(openai_tools)).legacy_functions);
    BOOST_TEST(openai(std::string(openai_tools)).wanted.calls.parallel);
}

BOOST_AUTO_TEST_SUITE_END()
