// test/chat/responses.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/responses.hpp>
#include "wire_events.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_responses)

namespace {

using namespace parlance;
using namespace parlance::chat;

std::vector<boost::json::object> events(std::vector<delta> const& deltas, ending const& how,
                                        responses_options const& options = {}) {
    return wire::events(responses_events(options), deltas, how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(events_are_numbered_and_every_item_is_added_then_done) {
    auto const got = events({{delta_kind::reasoning, 0, "r", {}, true},
                             {delta_kind::content, 0, "c", {}, true},
                             {delta_kind::call_begin, 0, "f", "id", true},
                             {delta_kind::arguments, 0, "{", {}, true},
                             {delta_kind::arguments, 0, "}", {}, true},
                             {delta_kind::call_end, 0, {}, {}, true},
                             {delta_kind::content, 0, "d", {}, true}},
                            {});
    std::vector<std::string> added;
    std::vector<std::string> done;
    for (std::size_t i = 0; i < got.size(); ++i) {
        BOOST_TEST(got[i].at("sequence_number").to_number<std::size_t>() == i);
        auto const type = got[i].at("type").get_string();
        if (type == "response.output_item.added" || type == "response.output_item.done") {
            auto& list = type == "response.output_item.added" ? added : done;
            BOOST_TEST(got[i].at("output_index").to_number<std::size_t>() == list.size());
            list.emplace_back(got[i].at("item").at("id").get_string());
        }
    }
    std::vector<std::string> const ids{"rs_0", "msg_1", "fc_2", "msg_3"};
    BOOST_TEST(added == ids, boost::test_tools::per_element());
    BOOST_TEST(done == ids, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_answer_that_was_cut_off_is_incomplete) {
    struct {
        stop_cause cause;
        char const* status;
        char const* details;
    } const rows[] = {
        {stop_cause::stop, R"("completed")", "null"},
        {stop_cause::length, R"("incomplete")", R"({"reason": "max_output_tokens"})"},
        {stop_cause::content_filter, R"("incomplete")", R"({"reason": "content_filter"})"},
    };
    for (auto const& row : rows) {
        auto const last = events({}, {.cause = row.cause}).back().at("response");
        BOOST_TEST(json::dump(last.at("status")) == row.status);
        BOOST_TEST(json::dump(last.at("incomplete_details")) == row.details);
    }
    auto const paid = events({}, {.usage = token_usage{1, 2}});
    BOOST_TEST(
        json::dump(paid.back().at("response").at("usage")) ==
        R"({"input_tokens": 1, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": 2, )"
        R"("output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 3})");
}

// Clients take items of two answers with the same id for the same, and send back one of them.
BOOST_AUTO_TEST_CASE(items_of_two_answers_have_different_ids_where_this_is_wanted) {
    message m;
    m.reasoning = "r";
    m.calls = {{"id", "f", "{}"}};
    auto const ids = [&](std::string answer, bool unique) {
        auto const got = to_responses(m, {}, {.id = std::move(answer), .unique_ids = unique});
        std::vector<std::string> out;
        for (auto const& item : got.at("output").as_array()) {
            out.emplace_back(item.at("id").as_string());
        }
        return out;
    };
    BOOST_TEST((ids("resp_a", true) == std::vector<std::string>{"rs_a_0", "fc_a_1"}));
    BOOST_TEST((ids("b", true) == std::vector<std::string>{"rs_b_0", "fc_b_1"}));
    BOOST_TEST((ids("resp_a", false) == std::vector<std::string>{"rs_0", "fc_1"}));
}

// Clients that gather the events themselves refuse text of a part that was not added.
BOOST_AUTO_TEST_CASE(text_stands_in_a_part_that_was_added_and_is_done) {
    auto const got = events({{delta_kind::reasoning, 0, "r", {}, true},
                             {delta_kind::content, 0, "c", {}, true},
                             {delta_kind::call_begin, 0, "f", "id", true},
                             {delta_kind::arguments, 0, "{}", {}, true},
                             {delta_kind::call_end, 0, {}, {}, true}},
                            {}, {.reasoning_parts = true});
    std::vector<std::string> parts;
    std::string open;  // the item whose part it is
    for (auto const& e : got) {
        auto const& type = e.at("type").get_string();
        if (type == "response.content_part.added" || type == "response.content_part.done") {
            BOOST_TEST((type == "response.content_part.added") == open.empty());
            open = open.empty() ? std::string(e.at("item_id").get_string()) : std::string();
            parts.push_back(json::dump(e.at("part")));
        } else if (type.starts_with("response.reasoning_text.") ||
                   type.starts_with("response.output_text.")) {
            BOOST_TEST((e.at("item_id").get_string() == open));
        } else {
            BOOST_TEST(open.empty());
        }
    }
    std::vector<std::string> const wanted{R"({"type": "reasoning_text", "text": ""})",
                                          R"({"type": "reasoning_text", "text": "r"})",
                                          R"({"type": "output_text", "text": "", "annotations": []})",
                                          R"({"type": "output_text", "text": "c", "annotations": []})"};
    BOOST_TEST(parts == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reasoning_has_no_events_of_its_part_unless_they_are_wanted) {
    std::vector<std::string> types;
    for (auto const& e : events({{delta_kind::reasoning, 0, "r", {}, true}}, {})) {
        types.emplace_back(e.at("type").get_string());
    }
    std::vector<std::string> const wanted{
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.reasoning_text.delta",
        "response.reasoning_text.done",
        "response.output_item.done",
        "response.completed",
    };
    BOOST_TEST(types == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_item_that_was_cut_off_is_incomplete_with_what_it_has) {
    for (stop_cause const cause : {stop_cause::stop, stop_cause::length, stop_cause::content_filter}) {
        std::string const last = cause == stop_cause::stop ? "completed" : "incomplete";
        auto const said =
            events({{delta_kind::reasoning, 0, "r", {}, true}, {delta_kind::content, 0, "c", {}, true}},
                   {.cause = cause});
        auto const& output = said.back().at("response").at("output").as_array();
        BOOST_TEST(output.at(0).at("status").as_string() == "completed");
        BOOST_TEST(output.at(1).at("status").as_string() == last);
        BOOST_TEST(output.at(1).at("content").at(0).at("text").as_string() == "c");
        message m;
        m.reasoning = "r";
        auto const thought = to_responses(m, {.cause = cause}).at("output").at(0);
        BOOST_TEST(thought.at("status").as_string() == last);
        BOOST_TEST(thought.at("content").at(0).at("text").as_string() == "r");
    }
}

// As where a policy makes content of what broke a call.
BOOST_AUTO_TEST_CASE(a_call_that_content_stands_in_is_incomplete_and_the_content_is_not) {
    auto const got = events({{delta_kind::call_begin, 0, "f", "id", true},
                             {delta_kind::arguments, 0, "{", {}, true},
                             {delta_kind::content, 0, "a", {}, true},
                             {delta_kind::call_end, 0, {}, {}, false},
                             {delta_kind::content, 0, "b", {}, true}},
                            {});
    auto const& output = got.back().at("response").at("output").as_array();
    BOOST_REQUIRE(output.size() == 2u);
    BOOST_TEST(output.at(0).at("status").as_string() == "incomplete");
    BOOST_TEST(output.at(1).at("status").as_string() == "completed");
    BOOST_TEST(output.at(1).at("content").at(0).at("text").as_string() == "ab");
}

BOOST_AUTO_TEST_CASE(an_answer_with_a_call_that_is_not_whole_is_incomplete) {
    auto const got = events({{delta_kind::call_begin, 0, "f", "id", true},
                             {delta_kind::arguments, 0, "{\"x\": 1", {}, true},
                             {delta_kind::call_end, 0, {}, {}, false},
                             {delta_kind::content, 0, "c", {}, true}},
                            {});
    std::vector<std::string> status;
    for (auto const& e : got) {
        if (e.at("type") == "response.output_item.done") {
            status.emplace_back(e.at("item").at("status").get_string());
        }
    }
    std::vector<std::string> const wanted{"incomplete", "completed"};
    BOOST_TEST(status == wanted, boost::test_tools::per_element());
    BOOST_TEST((got.back().at("type") == "response.incomplete"));
    BOOST_TEST((got.back().at("response").at("incomplete_details").at("reason") == "max_output_tokens"));
}

BOOST_AUTO_TEST_CASE(a_response_has_its_output_and_what_clients_require_of_it) {
    message m;
    m.reasoning = "r";
    m.content = "c";
    m.calls = {{"", "f", "{}"}};
    responses_options options;
    options.id = "resp_9";
    options.request["tool_choice"] = "required";
    boost::json::object const whole = to_responses(m, {}, options);
    for (char const* const key :
         {"id", "created_at", "model", "object", "output", "parallel_tool_calls", "tool_choice", "tools"}) {
        BOOST_TEST(whole.contains(key), key);
    }
    BOOST_TEST(whole.at("tool_choice").as_string() == "required");
    boost::json::array const& output = whole.at("output").as_array();
    BOOST_REQUIRE(output.size() == 3u);
    BOOST_TEST(output[0].at("content").at(0).at("text").as_string() == "r");
    BOOST_TEST(output[1].at("content").at(0).at("text").as_string() == "c");
    BOOST_TEST(output[2].at("name").as_string() == "f");
    BOOST_TEST(output[2].at("call_id").as_string() == call_id({}, 0, "resp_9"));

    auto const streamed = wire::events(responses_events(options),
                                       {{delta_kind::reasoning, 0, "r", {}, true},
                                        {delta_kind::content, 0, "c", {}, true},
                                        {delta_kind::call_begin, 0, "f", {}, true},
                                        {delta_kind::arguments, 0, "{}", {}, true},
                                        {delta_kind::call_end, 0, {}, {}, true}},
                                       {});
    BOOST_TEST((streamed.back().at("response") == whole));
    for (auto const& e : streamed) {
        bool const text = e.at("type").as_string().starts_with("response.output_text.");
        BOOST_TEST(e.contains("logprobs") == text, e.at("type").as_string());
    }
}

BOOST_AUTO_TEST_CASE(what_is_written_is_utf8_wherever_the_answer_was_cut) {
    BOOST_TEST(wire::is_json_wherever_it_was_cut([] { return responses_events(responses_options{}); },
                                                 [](message const& m) { return to_responses(m, {}); }));
}

BOOST_AUTO_TEST_SUITE_END()
