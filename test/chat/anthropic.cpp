// test/chat/anthropic.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/anthropic.hpp>
#include "wire_events.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_anthropic)

namespace {

using namespace parlance;
using namespace parlance::chat;

static_assert(anthropic_stop_reason({}, false) == "end_turn");
static_assert(anthropic_stop_reason({}, true) == "tool_use");
static_assert(anthropic_stop_reason({.cause = stop_cause::length}, true) == "max_tokens");
static_assert(anthropic_stop_reason({.cause = stop_cause::content_filter}, true) == "refusal");
static_assert(anthropic_stop_reason({.stop_sequence = "END"}, false) == "stop_sequence");
static_assert(anthropic_stop_reason({.stop_sequence = "END"}, true, false) == "max_tokens");

std::vector<boost::json::object> events(std::vector<delta> const& deltas, ending const& how) {
    return wire::events(anthropic_events{}, deltas, how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_block_is_closed_before_the_next_is_opened) {
    std::vector<delta> deltas;
    for (int round = 0; round < 3; ++round) {
        deltas.push_back({delta_kind::content, 0, "c", {}, true});
        deltas.push_back({delta_kind::call_begin, deltas.size(), "f", {}, true});
        deltas.push_back({delta_kind::arguments, 0, "{}", {}, true});
        if (round != 1) {  // a call that was never ended is closed by what follows
            deltas.push_back({delta_kind::call_end, 0, {}, {}, true});
        }
        deltas.push_back({delta_kind::reasoning, 0, "r", {}, true});
    }
    int open = -1;
    int next = 0;
    for (auto const& e : events(deltas, {})) {
        auto const type = e.at("type").get_string();
        if (type == "content_block_start") {
            BOOST_TEST(open == -1);
            open = next++;
            BOOST_TEST(e.at("index").to_number<int>() == open);
        } else if (type == "content_block_delta") {
            BOOST_TEST(e.at("index").to_number<int>() == open);
        } else if (type == "content_block_stop") {
            BOOST_TEST(e.at("index").to_number<int>() == open);
            open = -1;
        }
    }
    BOOST_TEST(next == 9);
    BOOST_TEST(open == -1);
}

BOOST_AUTO_TEST_CASE(the_ending_says_why_and_what_it_cost) {
    auto const got = events({{delta_kind::content, 0, "c", {}, true}},
                            {.stop_sequence = "###", .usage = token_usage{7, 9}});
    auto const& last = got.at(got.size() - 2);
    BOOST_TEST(json::dump(last.at("delta")) == R"({"stop_reason": "stop_sequence", "stop_sequence": "###"})");
    BOOST_TEST(json::dump(last.at("usage")) == R"({"input_tokens": 7, "output_tokens": 9})");
}

BOOST_AUTO_TEST_CASE(an_answer_with_a_call_that_is_not_whole_was_cut_off) {
    for (bool const whole : {true, false}) {
        char const* const reason = whole ? "tool_use" : "max_tokens";
        auto const got = events({{delta_kind::call_begin, 0, "f", {}, true},
                                 {delta_kind::arguments, 0, "{\"x\": 1", {}, true},
                                 {delta_kind::call_end, 0, {}, {}, whole}},
                                {});
        BOOST_TEST((got.at(got.size() - 2).at("delta").at("stop_reason") == reason));
        message m;
        m.calls = {{"", "f", "{\"x\": 1", whole}};
        BOOST_TEST((to_anthropic(m, {}).at("stop_reason") == reason));
    }
}

BOOST_AUTO_TEST_CASE(thinking_is_signed_with_the_id_of_the_answer_where_this_is_wanted) {
    for (bool const wanted : {false, true}) {
        anthropic_options const options{.id = "msg_9", .signed_thinking = wanted};
        std::vector<std::string> signatures;
        for (auto const& e :
             wire::events(anthropic_events(options), {{delta_kind::reasoning, 0, "r", {}, true}}, {})) {
            if (e.at("type") == "content_block_delta" && e.at("delta").at("type") == "signature_delta") {
                signatures.emplace_back(e.at("delta").at("signature").as_string());
            }
        }
        message m;
        m.reasoning = "r";
        signatures.emplace_back(to_anthropic(m, {}, options).at("content").at(0).at("signature").as_string());
        BOOST_TEST((signatures == std::vector<std::string>(2, wanted ? "msg_9" : "")));
    }
}

BOOST_AUTO_TEST_CASE(the_end_of_a_call_ends_no_text) {
    std::size_t blocks = 0;
    for (auto const& e : events({{delta_kind::call_begin, 0, "f", {}, true},
                                 {delta_kind::content, 0, "a", {}, true},
                                 {delta_kind::call_end, 0, {}, {}, false},
                                 {delta_kind::content, 0, "b", {}, true}},
                                {})) {
        blocks += e.at("type") == "content_block_start" ? 1 : 0;
    }
    BOOST_TEST(blocks == 2u);
}

BOOST_AUTO_TEST_CASE(a_whole_message_has_its_blocks_in_order) {
    message m;
    m.reasoning = "r";
    m.content = "c";
    m.calls = {{"", "f", "{\"x\": 1}"}, {"id", "g", "{\"cut"}};
    auto const got = to_anthropic(m, {});
    BOOST_TEST(json::dump(got.at("content")) ==
               R"([{"type": "thinking", "thinking": "r", "signature": ""}, {"type": "text", "text": "c"}, )"
               R"({"type": "tool_use", "id": ")" +
                   call_id({}, 0, "msg_0") +
                   R"(", "name": "f", "input": {"x": 1}}, )"
                   R"({"type": "tool_use", "id": "id", "name": "g", "input": {"raw_arguments": "{\"cut"}}])");
    BOOST_TEST((got.at("stop_reason") == "tool_use"));
    BOOST_TEST(got.at("stop_sequence").is_null());
}

BOOST_AUTO_TEST_CASE(what_is_written_is_utf8_wherever_the_answer_was_cut) {
    BOOST_TEST(wire::is_json_wherever_it_was_cut([] { return anthropic_events(anthropic_options{}); },
                                                 [](message const& m) { return to_anthropic(m, {}); }));
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_does_not_hide_the_arguments_around_it) {
    message m;
    m.calls = {{"", "f", "{\"x\": \"\xFF\", \"y\": 1}"}};
    BOOST_TEST((to_anthropic(m, {}).at("content").at(0).at("input").at("y") == 1));
}

// Anthropic's own client reads the input at each event, and ends where that is no beginning of JSON.
BOOST_AUTO_TEST_CASE(of_arguments_that_break_what_may_become_json_is_written) {
    struct {
        std::string_view arguments;
        std::string_view written;
    } const rows[] = {
        {R"({"a": [1, -2.5e+3, 0, true, null, "x\"\u00e9", {}], "b": {"c": []}} )",
         R"({"a": [1, -2.5e+3, 0, true, null, "x\"\u00e9", {}], "b": {"c": []}} )"},
        {R"({"a": "cut)", R"({"a": "cut)"},
        {R"({"a b c"})", R"({"a b c")"},
        {R"({"a": 1 2})", R"({"a": 1 )"},
        {R"({"a": 01})", R"({"a": 0)"},
        {R"({"a": 1.})", R"({"a": 1.)"},
        {R"({"a": trux})", R"({"a": tru)"},
        {R"({"a": [1}, "b": 2})", R"({"a": [1)"},
        {R"({"a": 1,})", R"({"a": 1,)"},
        {R"([1, ])", "[1, "},
        {R"({"a": "\x"})", R"({"a": "\)"},
        {"{}}", "{}"},
        {"words", ""},
    };
    for (auto const& row : rows) {
        for (std::size_t const step : {std::size_t{1}, std::size_t{3}, row.arguments.size()}) {
            std::vector<delta> deltas{{delta_kind::call_begin, 0, "f", {}, true}};
            for (std::size_t i = 0; i < row.arguments.size(); i += step) {
                deltas.push_back({delta_kind::arguments, 0, row.arguments.substr(i, step), {}, true});
            }
            deltas.push_back({delta_kind::call_end, 0, {}, {}, false});
            std::string written;
            for (auto const& e : events(deltas, {})) {
                if (e.at("type") == "content_block_delta") {
                    written += std::string(e.at("delta").at("partial_json").as_string());
                }
            }
            BOOST_TEST(written == row.written);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
