// test/chat/openai.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/chat/openai.hpp>
#include "wire_events.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_openai)

namespace {

using namespace parlance;
using namespace parlance::chat;

static_assert(finish_reason(stop_cause::stop, false) == "stop");
static_assert(finish_reason(stop_cause::stop, true) == "tool_calls");
static_assert(finish_reason(stop_cause::content_filter, true) == "content_filter");
static_assert(finish_reason(stop_cause::stop, true, false) == "length", "nobody carries out half a call");
static_assert(finish_reason(stop_cause::content_filter, true, false) == "content_filter");
static_assert(finish_reason(ending{.named_choice = true}, true) == "stop",
              "as OpenAI says for a named tool_choice");

std::vector<std::string> chunks(std::vector<delta> const& deltas, ending const& how,
                                openai_options const& options) {
    std::vector<std::string> out;
    for (boost::json::object const& o : wire::events(openai_chunks(options), deltas, how)) {
        out.push_back(json::dump(o));
    }
    return out;
}

bool has(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_call_opens_once_and_what_is_not_for_the_wire_writes_nothing) {
    auto const got = chunks({{delta_kind::reasoning, 0, "why", {}, true},
                             {delta_kind::call_begin, 0, "f", {}, true},
                             {delta_kind::arguments, 0, "{}", {}, true},
                             {delta_kind::call_end, 0, {}, {}, true},
                             {delta_kind::malformed, 1, "<tool", {}, true}},
                            {}, {});
    BOOST_REQUIRE_EQUAL(got.size(), 5U);
    BOOST_TEST(has(got[0], R"("delta": {"role": "assistant", "content": null})"));
    BOOST_TEST(has(got[1], R"({"reasoning_content": "why"})"));
    BOOST_TEST(has(got[2], (R"({"index": 0, "id": ")" + call_id({}, 0, "chatcmpl-0") +
                            R"(", "type": "function", "function": {"name": "f", )"
                            R"("arguments": ""}})")
                               .c_str()));
    BOOST_TEST(has(got[3], R"({"index": 0, "function": {"arguments": "{}"}})"));
    BOOST_TEST(has(got[4], R"("finish_reason": "tool_calls")"));
}

BOOST_AUTO_TEST_CASE(an_answer_with_a_call_that_is_not_whole_was_cut_off) {
    std::vector<delta> deltas{{delta_kind::call_begin, 0, "f", {}, true},
                              {delta_kind::arguments, 0, "{\"x\": \"rm -rf b", {}, true},
                              {delta_kind::call_end, 0, {}, {}, false},
                              {delta_kind::call_begin, 1, "g", {}, true},
                              {delta_kind::arguments, 1, "{}", {}, true},
                              {delta_kind::call_end, 1, {}, {}, true}};
    BOOST_TEST(has(chunks(deltas, {}, {}).back(), R"("finish_reason": "length")"));
    BOOST_TEST(has(chunks(deltas, {.named_choice = true}, {}).back(), R"("finish_reason": "length")"));
    deltas[2].whole = true;
    BOOST_TEST(has(chunks(deltas, {}, {}).back(), R"("finish_reason": "tool_calls")"));

    message m;
    m.calls = {{"", "f", "{\"x\": \"rm -rf b", false}, {"", "g", "{}"}};
    BOOST_TEST((to_openai_choice(m, {}).at("finish_reason") == "length"));
    BOOST_TEST(
        (to_openai_completion(m, stop_cause::stop).at("choices").at(0).at("finish_reason") == "length"));
    m.calls.front().whole = true;
    BOOST_TEST((to_openai_choice(m, {}).at("finish_reason") == "tool_calls"));
}

BOOST_AUTO_TEST_CASE(the_reasoning_key_is_the_callers) {
    openai_options options;
    for (char const* const key : {"reasoning_content", "reasoning", "thinking"}) {
        options.reasoning_key = key;
        BOOST_TEST(has(chunks({{delta_kind::reasoning, 0, "r", {}, true}}, {}, options)[1], key));
        message m;
        m.reasoning = "r";
        BOOST_TEST((to_openai(m, options).at(key) == "r"));
    }
}

BOOST_AUTO_TEST_CASE(usage_has_a_chunk_of_its_own_without_choices) {
    auto const got = chunks({}, {.usage = token_usage{3, 4}}, {});
    BOOST_REQUIRE_EQUAL(got.size(), 3U);
    BOOST_TEST(
        has(got[2],
            R"("choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7})"));
}

BOOST_AUTO_TEST_CASE(no_tool_calls_key_without_calls_and_null_content_is_kept) {
    message m;
    BOOST_TEST(json::dump(to_openai(m)) == R"({"role": "assistant", "content": null})");
    m.content = "";
    BOOST_TEST(json::dump(to_openai(m)) == R"({"role": "assistant", "content": ""})");
    m.calls.push_back({"", "f", "{}"});
    auto const whole =
        to_openai_completion(m, ending{.cause = stop_cause::length, .usage = token_usage{1, 2}});
    BOOST_TEST(json::dump(whole.at("choices").at(0).at("finish_reason")) == "\"length\"");
    BOOST_TEST(whole.at("choices").at(0).at("message").at("tool_calls").at(0).at("id").as_string() ==
               call_id({}, 0, openai_options{}.id));
    BOOST_TEST((whole.at("usage").at("total_tokens") == 3));
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back) {
    message m;
    m.role = "assistant";
    m.content = "text";
    m.reasoning = "why";
    m.calls = {{"a", "f", "{\"x\": 1}"}, {"b", "g", "{}"}};
    auto const back = messages_from_openai(boost::json::array{to_openai(m)});
    BOOST_REQUIRE(back);
    BOOST_TEST((back->front() == m));
}

BOOST_AUTO_TEST_CASE(a_conversation_that_is_none_says_which_message) {
    struct {
        char const* text;
        char const* hint;
    } const rows[] = {
        {"{}", "messages must be a list"},
        {"[1]", "/0: an object was expected"},
        {R"([{"role": "user", "content": "a"}, {"content": "b"}])", "/1/role: a text was expected"},
        {R"([{"role": "user", "content": 1}])", "/0/content: content is a text or a list of parts"},
        {R"([{"role": "user", "content": [{"type": "file"}]}])",
         "/0/content/0: content of type 'file' cannot be shown to a model"},
        {R"([{"role": "assistant", "tool_calls": [{}]}])",
         "/0/tool_calls/0/function: an object was expected"},
        {R"([{"role": "assistant", "tool_calls": [{"function": {}}]}])",
         "/0/tool_calls/0/function/name: a text was expected"},
        {R"([{"role": "assistant", "tool_calls": [{"type": "custom", "custom": {"name": "sh"}}]}])",
         "/0/tool_calls/0: a call of the custom tool 'sh'; only functions can be called"},
    };
    for (auto const& row : rows) {
        auto const got = messages_from_openai(json::parse(row.text).value());
        BOOST_TEST(!got);
        BOOST_TEST(got.error().hint.view() == row.hint);
    }
}

BOOST_AUTO_TEST_CASE(what_came_before_tools_and_refusals_are_read) {
    auto const got =
        messages_from_openai(
            json::parse(
                R"([{"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "{}"}},
                            {"role": "function", "name": "f", "content": "1"},
                            {"role": "assistant", "content": null, "refusal": "No."},
                            {"role": "assistant", "content": [{"type": "refusal", "refusal": "Never."}]}])")
                .value())
            .value();
    BOOST_TEST((got[0].calls == std::vector<tool_call>{{"", "f", "{}"}}));
    BOOST_TEST(got[1].role == "tool");
    BOOST_TEST(got[1].name == "f");
    BOOST_TEST(got[2].content.value() == "No.");
    BOOST_TEST(got[3].parts.at(0).at("text").as_string() == "Never.");
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_the_array) {
    auto const messages = parlance::chat::messages_from_openai(R"([{"role": "user", "content": "hi"}])");
    BOOST_REQUIRE(messages);
    BOOST_TEST(messages->front().role == "user");
    auto const refused = parlance::chat::messages_from_openai("[\n{]");
    BOOST_TEST((refused.error().code == parlance::errc::json_syntax));
    BOOST_TEST(refused.error().at.line == 2u);
}

BOOST_AUTO_TEST_CASE(what_is_written_is_utf8_wherever_the_answer_was_cut) {
    struct {
        char const* said;
        char const* written;
    } const rows[] = {
        {"Hi \xF0\x9F", "Hi "},  // cut off: left out
        {"\xE2\x82", ""},
        {"a\xFF\x62", "a\xEF\xBF\xBD\x62"},  // no UTF-8: replaced
        {"\xF0\x9F\x62", "\xEF\xBF\xBD\x62"},
        {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.written) {
            std::vector<delta> const deltas{{delta_kind::reasoning, 0, row.said, {}, true},
                                            {delta_kind::content, 0, row.said, {}, true},
                                            {delta_kind::call_begin, 0, row.said, row.said, true},
                                            {delta_kind::arguments, 0, row.said, {}, true},
                                            {delta_kind::call_end, 0, {}, {}, false}};
            std::string reasoning;
            std::string content;
            std::string arguments;
            for (boost::json::object const& o : wire::events(openai_chunks(), deltas, {})) {
                BOOST_TEST(json::parse(json::dump(o)).has_value());
                boost::json::object const& d = o.at("choices").at(0).at("delta").get_object();
                if (auto const* text = d.if_contains("reasoning_content")) {
                    BOOST_TEST(!text->get_string().empty());
                    reasoning += text->get_string();
                } else if (auto const* said = d.if_contains("content");
                           said != nullptr && said->is_string()) {
                    BOOST_TEST(!said->get_string().empty());
                    content += said->get_string();
                } else if (auto const* calls = d.if_contains("tool_calls")) {
                    arguments += calls->at(0).at("function").at("arguments").get_string();
                }
            }
            BOOST_TEST(reasoning == row.written);
            BOOST_TEST(content == row.written);
            BOOST_TEST(arguments == row.written);

            message m;
            m.content = m.reasoning = row.said;
            m.calls = {{row.said, row.said, row.said, false}};
            auto const whole = to_openai_completion(m, ending{});
            BOOST_TEST(json::parse(json::dump(whole)).has_value());
            BOOST_TEST(whole.at("choices").at(0).at("message").at("content").get_string() == row.written);
        }
    }
}

BOOST_AUTO_TEST_CASE(usage_has_no_chunk_where_the_caller_did_not_ask) {
    auto const got = chunks({}, {.usage = token_usage{3, 4}}, {.stream_usage = false});
    BOOST_REQUIRE_EQUAL(got.size(), 2U);
    BOOST_TEST(!has(got[1], "usage"));
    BOOST_TEST(to_openai_completion(message{}, {.usage = token_usage{3, 4}}, {.stream_usage = false})
                   .contains("usage"));
}

BOOST_AUTO_TEST_CASE(a_caller_with_functions_gets_a_function_call) {
    openai_options const options{.legacy_functions = true};
    auto const got = chunks({{delta_kind::call_begin, 0, "f", "id", true},
                             {delta_kind::arguments, 0, "{}", {}, true},
                             {delta_kind::call_end, 0, {}, {}, true},
                             {delta_kind::call_begin, 1, "g", {}, true},
                             {delta_kind::arguments, 1, "{}", {}, true},
                             {delta_kind::call_end, 1, {}, {}, true}},
                            {}, options);
    BOOST_REQUIRE_EQUAL(got.size(), 4U);
    BOOST_TEST(has(got[1], R"("delta": {"function_call": {"name": "f", "arguments": ""}})"));
    BOOST_TEST(has(got[2], R"("delta": {"function_call": {"arguments": "{}"}})"));
    BOOST_TEST(has(got[3], R"("finish_reason": "function_call")"));
    message m;
    m.calls = {{"id", "f", "{}"}};
    auto const choice = to_openai_choice(m, {}, options);
    BOOST_TEST(
        json::dump(choice.at("message")) ==
        R"({"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "{}"}})");
    BOOST_TEST((choice.at("finish_reason") == "function_call"));
    BOOST_TEST((to_openai_choice(m, {.named_choice = true}, options).at("finish_reason") == "stop"));
    BOOST_TEST((to_openai_choice({}, {}, options).at("finish_reason") == "stop"));
}

BOOST_AUTO_TEST_SUITE_END()
