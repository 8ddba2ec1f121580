// test/chat/responses_request.cpp - bodies of OpenAI's Responses
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/wire_request.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_responses_request)

using namespace parlance;
using namespace parlance::chat;

BOOST_AUTO_TEST_CASE(items_of_responses_become_messages) {
    auto const got = responses_request(R"({"model": "m", "instructions": "S", "input": [
          {"role": "user", "content": [{"type": "input_text", "text": "hi"}, {"type": "input_image", "image_url": "u"}]},
          {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
          {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
          {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
          {"type": "function_call", "call_id": "c2", "name": "f", "arguments": "{\"a\": 1}"},
          {"type": "function_call_output", "call_id": "c2", "output": "7"},
          {"type": "function_call", "call_id": "c3", "name": "f", "arguments": "{}"}],
        "tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": true}],
        "tool_choice": {"type": "function", "name": "f"}, "parallel_tool_calls": false,
        "text": {"format": {"type": "json_schema", "name": "n", "schema": {"type": "integer"}}},
        "reasoning": {"effort": "high"}, "max_output_tokens": 3})")
                         .value();
    auto const& m = got.conversation.messages;
    BOOST_REQUIRE(m.size() == 5u);
    BOOST_TEST(m[0].role == "system");
    BOOST_TEST(m[1].parts.at(1).at("image_url").at("url").as_string() == "u");
    BOOST_TEST(m[2].role == "assistant");
    BOOST_TEST(m[2].reasoning == "hm");
    BOOST_TEST(m[2].content.value() == "I look.");
    BOOST_TEST(m[2].calls.size() == 2u);
    BOOST_TEST(m[3].tool_call_id == "c2");
    BOOST_TEST(m[3].name == "f");
    BOOST_TEST(m[4].calls.size() == 1u);
    BOOST_TEST(got.wanted.calls.named == "f");
    BOOST_TEST(!got.wanted.exact_schema);
    BOOST_TEST(got.conversation.kwargs.at("reasoning_effort").as_string() == "high");
    BOOST_TEST(got.echo.contains("tools"));
    auto const allowed = responses_request(R"({"model": "m", "input": "hi", "temperature": 1, "extra": null,
        "tools": [{"type": "function", "name": "f"}, {"type": "function", "name": "g"}],
        "tool_choice": {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "g"}]}})")
                             .value();
    BOOST_TEST(allowed.wanted.calls.named == "g");
    // What a response repeats is the engine's all the same.
    BOOST_TEST(allowed.unread == (std::vector<std::string>{"temperature", "extra"}),
               boost::test_tools::per_element());
    BOOST_TEST(allowed.echo.contains("temperature"));
    BOOST_TEST(
        responses_request(R"({"input": "hi"})").value().conversation.messages.front().content.value() ==
        "hi");
    BOOST_TEST(responses_request(R"({"input": "hi", "previous_response_id": "r"})").error().hint.view() ==
               "/previous_response_id: no conversation is kept here; send its items as input");
    BOOST_TEST(responses_request(R"({"input": [{"type": "computer_call"}]})").error().hint.view() ==
               "/input/0: an item of type 'computer_call' cannot be shown to a model");
    BOOST_TEST((responses_request("{").error().code == errc::json_syntax));
}

BOOST_AUTO_TEST_SUITE_END()
