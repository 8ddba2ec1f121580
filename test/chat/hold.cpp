// test/chat/hold.cpp - how much of an answer is held back: never more than is said, and what is certain flows
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/hold.hpp>
#include "formats.hpp"
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_hold)

namespace chat = parlance::chat;

namespace {

/// The most that is held behind any prefix, with what is aside of the bound: white space of the text, the name and id.
struct most {
    std::size_t held = 0;
    std::size_t aside = 0;
};

most of(chat::format const& f, std::string_view answer) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools).value();
    chat::response_parser r(s, tools);
    most out;
    auto const ignore = [](chat::delta const&) {};
    for (char const& c : answer) {
        r.feed({&c, 1}, ignore);
        out.held = (std::max)(out.held, r.held());
    }
    r.finish(ignore);
    BOOST_TEST(r.held() == 0u);
    std::size_t named = 0;
    for (chat::tool_call const& call : r.so_far().calls) {
        named = (std::max)(named, call.name.size() + call.id.size());
    }
    out.aside = named + static_cast<std::size_t>(
                            std::ranges::count_if(answer, [](char c) { return c == ' ' || c == '\n'; }));
    return out;
}

struct sample {
    chat::format f;
    std::string before;  // a long text follows here
    std::string behind;
};

/// With an answer each whose arguments are as long as one likes.
std::vector<sample> bounded() {
    return {
        {formats::json_in_tags(), R"(Hi <tool_call>{"name": "get_weather", "arguments": {"city": ")",
         "\"}}</tool_call>"},
        {formats::thinking(formats::json_in_tags()), "<think>\n", "\n</think>\n\nHi"},
        {formats::json_array_with_ids(),
         R"([CALLS][{"id": "i1", "name": "get_weather", "arguments": {"city": ")", "\"}}]"},
        {formats::name_in_tag(), R"(<calls><call:get_weather#i1>{"city": ")", "\"}</call></calls>"},
        {formats::tagged(), "<tool_call>\n<function=get_weather>\n<parameter=city>\n",
         "\n</parameter>\n</function>\n</tool_call>"},
        {formats::key_value_tags(), "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>",
         "</arg_value>\n</tool_call>"},
        {formats::pythonic(), "<|calls|>[get_weather(city='", "')]<|/calls|>"},
        {formats::noted(), "<call>get_weather{city:<q>", "<q>}</call>"},
        {formats::channels(), "<|channel|>commentary to=functions.get_weather<|message|>{\"city\": \"",
         "\"}<|call|>"},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_prefix_of_an_answer_holds_more_than_is_said) {
    for (sample const& s : bounded()) {
        auto const bound = chat::max_hold(s.f);
        BOOST_REQUIRE(bound.has_value());
        for (std::string const& answer :
             {s.before + "Bern" + s.behind, s.before + "<tool_call <|/cal [CALL </par" + s.behind,
              "Hi " + s.before.substr(0, s.before.size() / 2) + " and on.", "Hi " + s.before,
              s.before + s.before}) {
            most const m = of(s.f, answer);
            BOOST_TEST(m.held <= *bound + m.aside, answer << ": " << m.held << " of " << *bound);
        }
    }
}

BOOST_AUTO_TEST_CASE(once_a_call_is_certain_its_text_flows_however_long_it_is) {
    for (sample const& s : bounded()) {
        std::string const answer = s.before + std::string(20'000, 'x') + s.behind;
        most const m = of(s.f, answer);
        BOOST_TEST(m.held > 0u, "a marker is held until it is whole");
        BOOST_TEST(m.held <= *chat::max_hold(s.f) + m.aside, answer.substr(0, 60));
        BOOST_TEST(m.held < 5'000u);
    }
}

BOOST_AUTO_TEST_CASE(json_that_is_seen_to_be_no_call_flows) {
    std::string const text(20'000, 'x');
    for (chat::format const& f : {formats::json_in_tags(), formats::tagged(), formats::bare_json()}) {
        for (std::string const& answer :
             {R"({"answer": ")" + text + "\"}", R"({"n": 1)" + std::string(20'000, '1') + "}",
              R"({"name": ")" + text + "\", \"parameters\": {}}", "{'" + text + "': 1}",
              R"({"type": "record", "id": ")" + text + "\"}", R"({"type": {"a": ")" + text + "\"}}",
              R"(["a", ")" + text + "\"]", R"({"parameters": {"a": ")" + text + "\"}}",
              R"(It is {"a": ")" + text + "\"} here."}) {
            BOOST_TEST(of(f, answer).held < 1'000u, answer.substr(0, 30));
        }
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_said_where_a_part_is_what_it_seems_only_when_it_is_whole) {
    chat::format told_by_end;
    told_by_end.reasoning = {chat::reasoning_mode::delimiter, "", "</think>"};
    struct {
        chat::format f;
        std::string before;
        std::string behind;
    } const samples[] = {
        {formats::whole_calls_only(), R"(<tool_call>{"name": "stop", "arguments": {"a": ")",
         "\"}}</tool_call>"},
        {formats::bare_json(), R"({"parameters": {"city": ")", R"("}, "name": "get_weather"})"},
        {told_by_end, "", "</think>Hi"},
    };
    for (auto const& s : samples) {
        BOOST_TEST(!chat::max_hold(s.f).has_value(), s.before);
    }
    // All of a strict call is held, however long.
    for (std::size_t const size : {std::size_t{100}, std::size_t{10'000}}) {
        BOOST_TEST(of(samples[0].f, samples[0].before + std::string(size, 'x') + samples[0].behind).held >=
                   size);
    }
    // A further way to call that no marker begins is enough.
    chat::format f = formats::json_in_tags();
    f.also.push_back(formats::bare_json().tools);
    BOOST_TEST(!chat::max_hold(f).has_value());
    f.also.back() = formats::pythonic().tools;
    BOOST_TEST(chat::max_hold(f).value() > chat::max_hold(formats::json_in_tags()).value());
}

BOOST_AUTO_TEST_CASE(a_format_without_markers_holds_nothing) {
    BOOST_TEST(chat::max_hold(chat::format{}).value() == 0u);
    BOOST_TEST(of(chat::format{}, "Anything: <tool_call>, {\"a\": 1} or [b]").held == 0u);
}

BOOST_AUTO_TEST_CASE(longer_markers_hold_more) {
    chat::format f = formats::thinking(formats::json_in_tags());
    std::size_t const before = chat::max_hold(f).value();
    f.reasoning.start.insert(1, "long_");
    BOOST_TEST(chat::max_hold(f).value() == before + 5);
    f.content.noise.emplace_back("<pad>");
    BOOST_TEST(chat::max_hold(f).value() == before + 10);
    f.tools.calls.item_close += "<end>";
    BOOST_TEST(chat::max_hold(f).value() == before + 15);
}

BOOST_AUTO_TEST_SUITE_END()
