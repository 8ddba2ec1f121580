// test/chat/response_policy.cpp - where text goes that is no part of a good answer, as the caller decides
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_response_policy)

namespace chat = parlance::chat;
using chat::stray_text;

namespace {

std::vector<chat::tool> const tools{
    {"find", "", boost::json::parse(R"({"type": "object", "properties": {"q": {"type": "string"}}})")}};

struct outcome {
    std::string content;
    std::string malformed;
    std::vector<chat::tool_call> calls;
};

constexpr std::string_view dialect =
    R"(<- one ("\n" one)*
       one <- "<call>" tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}") "</call>")";

outcome read(std::string_view text, chat::response_policy const& policy) {
    auto const s = chat::build_syntax(chat::format_of(dialect).value(), tools).value();
    chat::response_parser r(s, tools, policy);
    auto const sink = [](chat::delta const&) {};
    r.feed(text, sink);
    r.finish(sink);
    return {r.so_far().content.value_or(""), std::string(r.malformed()), r.so_far().calls};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_tool_that_was_not_offered_is_called_or_its_text_is_stray) {
    constexpr std::string_view text = R"(Yes.<call>{"name": "other", "arguments": {}}</call>)";
    BOOST_TEST(read(text, {}).calls.size() == 1u);
    chat::response_policy policy;
    policy.accept_unknown = false;
    outcome got = read(text, policy);
    BOOST_TEST(got.calls.empty());
    BOOST_TEST(got.malformed.find("other") != std::string::npos);
    BOOST_TEST(got.content == "Yes.");
    policy.unknown_tool = stray_text::content;
    got = read(text, policy);
    BOOST_TEST(got.calls.empty());
    BOOST_TEST(got.malformed.empty());
    BOOST_TEST(got.content.find("other") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_call_that_breaks_before_its_name_goes_where_the_caller_wants_it) {
    constexpr std::string_view text = R"(<call>{"arguments": {"q": "x"}}</call>)";
    BOOST_TEST(read(text, {}).malformed.find(R"("q": "x")") != std::string::npos);
    chat::response_policy policy;
    policy.bad_call = stray_text::content;
    outcome const got = read(text, policy);
    BOOST_TEST(got.malformed.empty());
    BOOST_TEST(got.content.find(R"("q": "x")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_that_is_left_of_a_call_is_no_content) {
    auto const s = chat::build_syntax(chat::format_of(dialect).value(), tools).value();
    chat::response_policy policy;
    policy.bad_call = stray_text::content;
    chat::response_parser r(s, tools, policy);
    std::size_t said = 0;
    auto const sink = [&](chat::delta const& d) { said += d.kind == chat::delta_kind::content ? 1 : 0; };
    r.feed(R"(<call>{"name": "find", "arguments": {"q": "x)", sink);
    r.finish(sink);
    BOOST_TEST(r.so_far().calls.size() == 1u);
    BOOST_TEST(!r.so_far().content.has_value());
    BOOST_TEST(said == 0u);
}

BOOST_AUTO_TEST_CASE(text_behind_the_first_call_is_content_or_stray) {
    constexpr std::string_view text = R"(<call>{"name": "find", "arguments": {}}</call> Done.)";
    BOOST_TEST(read(text, {}).content.find("Done.") != std::string::npos);
    chat::response_policy policy;
    policy.text_after = stray_text::malformed;
    outcome const got = read(text, policy);
    BOOST_TEST(got.content.find("Done.") == std::string::npos);
    BOOST_TEST(got.malformed.find("Done.") != std::string::npos);
    BOOST_TEST(got.calls.size() == 1u);
}

BOOST_AUTO_TEST_CASE(arguments_that_were_cut_off_are_closed_where_the_caller_asks_for_it_and_never_whole) {
    constexpr std::string_view text = R"(<call>{"name": "find", "arguments": {"q": "Ber)";
    outcome got = read(text, {});
    BOOST_TEST_REQUIRE(got.calls.size() == 1u);
    BOOST_TEST(got.calls[0].arguments == R"({"q": "Ber)");
    BOOST_TEST(!got.calls[0].whole);
    chat::response_policy policy;
    policy.close_at_end = true;
    got = read(text, policy);
    BOOST_TEST_REQUIRE(got.calls.size() == 1u);
    BOOST_TEST(got.calls[0].arguments == R"({"q": "Ber"})");
    BOOST_TEST(!got.calls[0].whole);
}

BOOST_AUTO_TEST_SUITE_END()
