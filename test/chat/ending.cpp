// test/chat/ending.cpp - why an answer ended, as clients are told, and ids of calls that came without one
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_ending)

namespace chat = parlance::chat;
using chat::stop_cause;

BOOST_AUTO_TEST_CASE(a_call_that_is_not_whole_was_cut_off_whatever_the_engine_says) {
    BOOST_TEST(chat::finish_reason(stop_cause::stop, false) == "stop");
    BOOST_TEST(chat::finish_reason(stop_cause::stop, true) == "tool_calls");
    BOOST_TEST(chat::finish_reason(stop_cause::stop, true, false) == "length");
    BOOST_TEST(chat::finish_reason(stop_cause::length, true) == "length");
    BOOST_TEST(chat::finish_reason(stop_cause::content_filter, true, false) == "content_filter");
}

BOOST_AUTO_TEST_CASE(a_call_that_the_caller_named_is_no_reason) {
    chat::ending how;
    how.named_choice = true;
    BOOST_TEST(chat::finish_reason(how, true) == "stop");
    BOOST_TEST(chat::finish_reason(how, true, false) == "length");
}

BOOST_AUTO_TEST_CASE(one_call_that_is_not_whole_is_enough) {
    chat::message m;
    BOOST_TEST(chat::has_whole_calls(m));
    m.calls = {{"a", "f", "{}", true}, {"b", "f", "{\"x\": ", false}};
    BOOST_TEST(!chat::has_whole_calls(m));
    m.calls.pop_back();
    BOOST_TEST(chat::has_whole_calls(m));
}

BOOST_AUTO_TEST_CASE(ids_are_the_models_or_the_callers_or_nine_letters_and_digits) {
    BOOST_TEST(chat::call_id("model-7", 0, "answer") == "model-7");
    auto const make = [](std::size_t index) { return "mine-" + std::to_string(index); };
    BOOST_TEST(chat::call_id("", 2, "answer", make) == "mine-2");
    BOOST_TEST(chat::call_id("model-7", 2, "answer", make) == "model-7");
    std::set<std::string> seen;
    for (char const* const answer : {"", "a", "b", "chatcmpl-1"}) {
        for (std::size_t i = 0; i < 64; ++i) {
            std::string const id = chat::call_id("", i, answer);
            BOOST_TEST(id.size() == 9u);
            BOOST_TEST(std::all_of(id.begin(), id.end(), [](char c) {
                return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            }));
            BOOST_TEST(id == chat::call_id("", i, answer));
            seen.insert(id);
        }
    }
    BOOST_TEST(seen.size() == 4u * 64u);
}

BOOST_AUTO_TEST_CASE(text_of_the_wire_is_utf8_and_ends_at_a_code_point) {
    struct {
        std::string_view text;
        std::string_view written;
    } const rows[] = {
        {"", ""},
        {"plain", "plain"},
        {"\xC3\xA9", "\xC3\xA9"},
        {"a\xF0\x9F\x98", "a"},
        {"\xF0", ""},
        {"\x80", "\xEF\xBF\xBD"},                                  // begins nothing
        {"a\xE2\x82z\xE2", "a\xEF\xBF\xBDz"},                      // one for each beginning
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // half of a surrogate pair
        {"\xC0\xAF!", "\xEF\xBF\xBD\xEF\xBF\xBD!"},
    };
    for (auto const& row : rows) {
        BOOST_TEST(chat::wire_text(row.text) == row.written);
        BOOST_TEST(chat::wire_text(chat::wire_text(row.text)) == row.written);
    }
}

BOOST_AUTO_TEST_CASE(text_of_the_wire_in_pieces_is_that_of_the_whole) {
    using chat::delta_kind;
    std::string_view const text = "a\xC3\xE2\x9F z\xF0\x9F\x98\x80\xE2\x82\xC3";
    for (delta_kind const kind : {delta_kind::reasoning, delta_kind::content, delta_kind::arguments}) {
        for (std::size_t size = 1; size <= text.size(); ++size) {
            chat::wire_pieces pieces;
            std::string written;
            for (std::size_t at = 0; at < text.size(); at += size) {
                written += pieces.of({kind, 0, text.substr(at, size)});
                BOOST_TEST(pieces.of({delta_kind::call_end, 0}).empty());
            }
            BOOST_TEST(written == chat::wire_text(text));
        }
    }
    chat::wire_pieces pieces;
    BOOST_TEST(pieces.of({delta_kind::arguments, 0, "a\xC3"}) == "a");
    BOOST_TEST(pieces.of({delta_kind::content, 0, "\xA9"}) == "\xEF\xBF\xBD");
    BOOST_TEST(pieces.of({delta_kind::call_begin, 1, "f"}) == "f");
    BOOST_TEST(pieces.of({delta_kind::arguments, 1, "\xA9"}) == "\xEF\xBF\xBD");  // of another call
}

BOOST_AUTO_TEST_SUITE_END()
