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
    BOOST_TEST(allowed.unread == (std::vector<std::string>{"temperature"}), boost::test_tools::per_element());
    BOOST_TEST(allowed.echo.contains("temperature"));
    BOOST_TEST(
        responses_request(R"({"input": "hi"})").value().conversation.messages.front().content.value() ==
        "hi");
    BOOST_TEST(responses_request(R"({"input": "hi", "previous_response_id": "r"})").error().hint.view() ==
               "/previous_response_id: no conversation is kept here; send its items as input");
    BOOST_TEST(
        responses_request(R"({"input": [{"type": "item_reference", "id": "r"}]})").error().hint.view() ==
        "/input/0: no conversation is kept here; send the item itself");
    BOOST_TEST(responses_request(R"({"input": [{"type": "computer_call"}]})").error().hint.view() ==
               "/input/0: an item of type 'computer_call' cannot be shown to a model");
    BOOST_TEST((responses_request("{").error().code == errc::json_syntax));
}

// An answer comes back as the items of its stream, in the order in which they appeared.
BOOST_AUTO_TEST_CASE(items_behind_a_call_are_of_the_same_answer_until_its_result) {
    auto const got = responses_request(R"({"input": [{"role": "user", "content": "hi"},
        {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "x"}]},
        {"role": "assistant", "content": "a"},
        {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "b"}]},
        {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "y"}]},
        {"type": "function_call", "call_id": "2", "name": "f", "arguments": "{\"u", "status": "incomplete"},
        {"type": "function_call_output", "call_id": "1", "output": "r"},
        {"role": "assistant", "content": "c"}, {"role": "assistant", "content": "d"}]})")
                         .value();
    auto const& m = got.conversation.messages;
    BOOST_REQUIRE(m.size() == 5u);
    BOOST_TEST(m[1].reasoning == "xy");
    BOOST_TEST(m[1].content.value() == "ab");
    BOOST_TEST((m[1].calls == std::vector<tool_call>{{"1", "f", "{}", true}, {"2", "f", "{\"u", false}}));
    BOOST_TEST(m[2].name == "f");
    BOOST_TEST(m[3].content.value() == "c");
    BOOST_TEST(got.conversation.places.size() == 5u);
    BOOST_TEST(got.conversation.places[2].message == "/input/7");
}

BOOST_AUTO_TEST_CASE(what_nobody_reads_of_items_is_named) {
    auto const got = responses_request(R"({"input": [
        {"role": "user", "content": [{"type": "input_image", "image_url": "u", "detail": "high", "file_id": null}]},
        {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "e"},
        {"type": "message", "id": "m", "role": "assistant", "status": "completed", "phase": "commentary",
         "content": [{"type": "output_text", "text": "b", "annotations": [], "logprobs": []}]},
        {"type": "function_call", "id": "c", "call_id": "1", "name": "f", "arguments": "{}", "namespace": "n"},
        {"type": "function_call_output", "call_id": "9", "name": "g", "output": "r"}]})")
                         .value();
    std::vector<std::string> const unread{"input/1/encrypted_content", "input/2/phase", "input/3/namespace"};
    BOOST_TEST(got.unread == unread, boost::test_tools::per_element());
    auto const& m = got.conversation.messages;
    BOOST_TEST(m.front().parts.at(0).at("image_url").at("detail").as_string() == "high");
    BOOST_TEST(m.back().name == "g");
    BOOST_TEST(responses_request(
                   R"({"input": [{"role": "user", "content": [{"type": "input_image", "file_id": "f"}]}]})")
                   .error()
                   .hint.view() == "/input/0/content/0: an image comes by its url");
    BOOST_TEST(responses_request(R"({"input": "hi", "reasoning": "high"})").error().hint.view() ==
               "/reasoning: an object was expected");
}

BOOST_AUTO_TEST_SUITE_END()
