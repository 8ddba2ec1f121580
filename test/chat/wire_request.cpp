// test/chat/wire_request.cpp - bodies of requests in three shapes, and what is refused in them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/wire_request.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_wire_request)

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
    BOOST_TEST(openai_error(R"("response_format": {"type": "yaml"})") ==
               "/response_format/type: a format is text, json_object or json_schema");
    BOOST_TEST(openai_error(R"("stop": [1])") == "/stop/0: a text was expected");
    BOOST_TEST(openai_error(R"("tools": [{"type": "function"}])") == "/tools/0/name: a text was expected");
}

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

BOOST_AUTO_TEST_CASE(images_become_what_the_template_looks_for) {
    auto const request =
        openai_request(R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "What?"},
        {"type": "image_url", "image_url": {"url": "data:x"}}]}]})")
            .value();
    auto const written = [&](std::string_view source) {
        auto const t = chat_template::compile(source).value();
        return t.write(request.conversation, t.capabilities());
    };
    constexpr std::string_view by_type =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if p.type == 'image' %}<image>{% else %}"
        "{{ p.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}";
    auto const shown = written(by_type).value();
    BOOST_TEST(shown.text == "What?<image>");
    BOOST_TEST((shown.fixups == std::vector<fixup>{fixup::media_renamed}));
    constexpr std::string_view by_key =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if 'image_url' in p %}<image>{% else %}{{ p.text }}{% endif %}{% endfor "
        "%}"
        "{% endif %}{% endfor %}";
    BOOST_TEST(written(by_key).value().text == "What?<image>");
    BOOST_TEST(written(by_key).value().fixups.empty());
    auto const refused = written("{% for m in messages %}{{ m.content }}{% endfor %}");
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().hint.view() == "/messages/0/content/1: the model's template shows no image");
}

BOOST_AUTO_TEST_SUITE_END()
