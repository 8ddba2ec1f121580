// test/chat/responses.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/responses.hpp>
#include "wire_events.hpp"
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_responses)

namespace {

using namespace parlance;
using namespace parlance::chat;

std::vector<boost::json::object> events(std::vector<delta> const& deltas, ending const& how) {
    return wire::events(responses_events{}, deltas, how);
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
        char const* last;
    } const rows[] = {
        {stop_cause::stop, R"({"id": "resp_0", "object": "response", "status": "completed"})"},
        {stop_cause::length,
         R"({"id": "resp_0", "object": "response", "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}})"},
        {stop_cause::content_filter,
         R"({"id": "resp_0", "object": "response", "status": "incomplete", "incomplete_details": {"reason": "content_filter"}})"},
    };
    for (auto const& row : rows) {
        BOOST_TEST(json::dump(events({}, {.cause = row.cause}).back().at("response")) == row.last);
    }
    auto const paid = events({}, {.usage = token_usage{1, 2}});
    BOOST_TEST(json::dump(paid.back().at("response").at("usage")) ==
               R"({"input_tokens": 1, "output_tokens": 2, "total_tokens": 3})");
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

BOOST_AUTO_TEST_SUITE_END()
