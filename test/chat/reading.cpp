// test/chat/reading.cpp - how an answer is read: reasoning told apart or left in the content, a fence around JSON
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/reading.hpp>
#include "formats.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_reading)

namespace chat = parlance::chat;

namespace {

/// Read in one piece, and byte by byte, which must be the same.
chat::message read(chat::format const& f, chat::reading how, std::string_view answer) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools, {}, how).value();
    auto const ignore = [](chat::delta const&) {};
    chat::response_parser whole(s, tools);
    chat::response_parser bytes = whole;
    whole.feed(answer, ignore);
    whole.finish(ignore);
    for (char const& c : answer) {
        bytes.feed({&c, 1}, ignore);
    }
    bytes.finish(ignore);
    BOOST_TEST((whole.so_far() == bytes.so_far()), answer);
    return whole.so_far();
}

constexpr chat::reading together{.reasoning_apart = false};
constexpr chat::reading as_json{.json = true};

}  // namespace

BOOST_AUTO_TEST_CASE(reasoning_is_told_from_content_unless_it_is_to_stay_there_markers_and_all) {
    std::string const thought = "<think>\nhm < 3\n</think>\n\n";
    std::string const call = R"(<tool_call>{"name": "stop", "arguments": {"n": 1}}</tool_call>)";
    chat::format const f = formats::thinking(formats::json_in_tags());
    auto const apart = read(f, {}, thought + "Well." + call);
    BOOST_TEST(apart.reasoning == "hm < 3");
    BOOST_TEST(apart.content.value_or("") == "Well.");
    BOOST_TEST(apart.calls.size() == 1u);

    auto const left = read(f, together, thought + "Well." + call);
    BOOST_TEST(left.reasoning == "");
    BOOST_TEST(left.content.value_or("") == thought + "Well.");
    BOOST_TEST((left.calls == apart.calls), "calls are calls either way");
}

BOOST_AUTO_TEST_CASE(a_call_in_reasoning_is_of_the_reasoning_either_way) {
    std::string const answer =
        "<think>\nI could <tool_call>{\"name\": \"stop\", \"arguments\": {}}</tool_call>\n</think>\n\nNo.";
    chat::format const f = formats::thinking(formats::json_in_tags());
    BOOST_TEST(read(f, {}, answer).calls.empty());
    BOOST_TEST(read(f, {}, answer).content.value_or("") == "No.");
    auto const left = read(f, together, answer);
    BOOST_TEST(left.calls.empty());
    BOOST_TEST(left.content.value_or("") == answer);
}

BOOST_AUTO_TEST_CASE(a_fence_is_dropped_around_content_that_is_json) {
    std::string const object = "{\"a\": [1, \"```\"]}";
    for (std::string_view const open : {"```json\n", "```\n"}) {
        std::string const fenced = std::string(open) + object + "\n```";
        BOOST_TEST(read(formats::json_in_tags(), as_json, fenced).content.value_or("") == object);
        BOOST_TEST(read(formats::json_in_tags(), {}, fenced).content.value_or("") == fenced);
    }
    BOOST_TEST(read(formats::json_in_tags(), as_json, object).content.value_or("") == object);
}

BOOST_AUTO_TEST_CASE(strings_of_json_in_a_fence_flow) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(formats::json_in_tags(), tools, {}, as_json).value();
    chat::response_parser r(s, tools);
    auto const ignore = [](chat::delta const&) {};
    r.feed("```json\n{\"a\": \"", ignore);
    for (int i = 0; i < 2000; ++i) {
        r.feed("x", ignore);
        BOOST_REQUIRE(r.held() < 100u);
    }
}

BOOST_AUTO_TEST_CASE(json_may_stand_behind_reasoning) {
    chat::format const f = formats::thinking(formats::json_in_tags());
    auto const m = read(f, as_json, "<think>\n{}\n</think>\n\n```json\n[1]\n```");
    BOOST_TEST(m.reasoning == "{}");
    BOOST_TEST(m.content.value_or("") == "[1]");
}

BOOST_AUTO_TEST_SUITE_END()
