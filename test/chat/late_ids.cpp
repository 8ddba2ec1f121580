// test/chat/late_ids.cpp - ids behind the arguments, ids that are made, and those that the model wrote
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/late_ids.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/json/dump.hpp>
#include "wire_events.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_late_ids)

using namespace parlance::chat;

namespace {

std::string told(delta const& d) {
    constexpr char const* names[] = {"reasoning", "content", "begin", "arguments", "end", "malformed"};
    return std::string(names[static_cast<std::size_t>(d.kind)]) + " " + std::to_string(d.index) + " '" +
           std::string(d.text) + "' '" + std::string(d.id) + "'";
}

/// All that is said of an answer, in any shape, as one text.
template <class Writer>
std::string all(Writer writer, std::string_view id) {
    std::string out;
    for (auto const& e : wire::events(std::move(writer),
                                      {{delta_kind::call_begin, 0, "f", id, true},
                                       {delta_kind::arguments, 0, "{}", {}, true},
                                       {delta_kind::call_end, 0, {}, {}, true}},
                                      {})) {
        out += parlance::json::dump(e);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_call_without_an_id_waits_for_it_and_others_do_not) {
    late_ids ids;
    std::vector<std::string> got;
    auto const put = [&](delta const& d) { ids.put(d, [&](delta const& t) { got.push_back(told(t)); }); };
    put({delta_kind::content, 0, "a", {}, true});
    put({delta_kind::call_begin, 0, "f", {}, true});
    put({delta_kind::arguments, 0, "{", {}, true});
    put({delta_kind::arguments, 0, "}", {}, true});
    BOOST_TEST(got.size() == 1u);
    put({delta_kind::call_end, 0, {}, "late", true});
    put({delta_kind::call_begin, 1, "g", "early", true});
    put({delta_kind::arguments, 1, "{", {}, true});
    put({delta_kind::call_begin, 2, "h", {}, true});
    ids.finish([&](delta const& t) { got.push_back(told(t)); });
    std::vector<std::string> const wanted{"content 0 'a' ''", "begin 0 'f' 'late'",  "arguments 0 '{}' ''",
                                          "end 0 '' 'late'",  "begin 1 'g' 'early'", "arguments 1 '{' ''",
                                          "begin 2 'h' ''"};
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ids_are_the_models_or_made_by_the_caller_or_nine_letters_and_digits) {
    std::set<std::string> seen;
    for (char const* const answer : {"chatcmpl-1", "chatcmpl-2"}) {
        for (std::size_t i = 0; i < 200; ++i) {
            std::string const id = call_id({}, i, answer);
            BOOST_TEST(id.size() == 9u);
            BOOST_TEST(
                id.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") ==
                std::string::npos);
            BOOST_TEST(seen.insert(id).second, id);
        }
    }
    BOOST_TEST(call_id("own", 0, "a", [](std::size_t) { return "made"; }) == "own");
    BOOST_TEST(call_id({}, 3, "a", [](std::size_t i) { return "made" + std::to_string(i); }) == "made3");

    auto const make = [](std::size_t i) { return "made" + std::to_string(i); };
    openai_options openai;
    openai.make_id = make;
    anthropic_options anthropic;
    anthropic.make_id = make;
    responses_options responses;
    responses.make_id = make;
    for (std::string const id : {"abcdefghi", ""}) {
        std::string const wanted = "\"" + (id.empty() ? "made0" : id) + "\"";
        for (std::string const& text : {all(openai_chunks(openai), id), all(anthropic_events(anthropic), id),
                                        all(responses_events(responses), id)}) {
            BOOST_TEST((text.find(wanted) != std::string::npos), text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
