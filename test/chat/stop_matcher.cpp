// test/chat/stop_matcher.cpp - stops in pieces, overlapping and nearly
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/stop_matcher.hpp>
#include "stop_texts.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_stop_matcher)

using parlance::chat::stop_matcher;

BOOST_AUTO_TEST_CASE(a_stop_is_found_however_it_is_cut) {
    std::mt19937 random(7);
    for (int n = 0; n < 2000; ++n) {
        std::vector<std::string> stops(random() % 4);
        auto const some = [&](std::size_t most) {
            std::string out(random() % most, 'a');
            std::ranges::for_each(out, [&](char& c) { c = static_cast<char>('a' + random() % 2); });
            return out;
        };
        std::ranges::for_each(stops, [&](std::string& s) { s = some(5); });
        std::string const text = some(20);
        stop_texts::ending const wanted = stop_texts::by_search(stops, text);
        for (std::size_t const piece : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{50}}) {
            stop_texts::ending const got = stop_texts::in_pieces(stops, text, piece);
            BOOST_REQUIRE_MESSAGE(got.before == wanted.before, text);
            BOOST_REQUIRE(wanted.found == stop_matcher::none ? got.found == wanted.found
                                                             : stops[got.found] == stops[wanted.found]);
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_that_do_not_count_are_let_through) {
    std::mt19937 random(11);
    for (int n = 0; n < 2000; ++n) {
        std::vector<std::string> stops(1 + random() % 4);
        std::string text(random() % 20, 'a');
        auto const mix = [&](char& c) { c = static_cast<char>('a' + random() % 2); };
        for (std::string& s : stops) {
            s.assign(1 + random() % 4, 'a');
            std::ranges::for_each(s, mix);
        }
        std::ranges::for_each(text, mix);
        std::size_t const counted = random() % stops.size();
        stop_texts::ending const wanted = stop_texts::by_search(
            {stops.begin(), stops.begin() + static_cast<std::ptrdiff_t>(counted)}, text);
        for (std::size_t const size : {std::size_t{1}, std::size_t{3}, std::size_t{50}}) {
            stop_matcher m(stops);
            std::string got;
            for (std::size_t at = 0; at < text.size(); at += size) {
                got += m.feed(std::string_view(text).substr(at, size), counted);
            }
            got += m.finish();
            BOOST_REQUIRE_MESSAGE(got == wanted.before, text);
            BOOST_REQUIRE(m.stopped() == (wanted.found != stop_matcher::none));
        }
    }
}

BOOST_AUTO_TEST_CASE(no_more_is_held_back_than_may_begin_a_stop) {
    std::vector<std::string> const stops{"</end>"};
    stop_matcher m(stops);
    BOOST_TEST(m.feed("a</en") == "a");
    BOOST_TEST(m.held() == 4u);
    BOOST_TEST(m.feed("x<") == "</enx");
    BOOST_TEST(m.held() == 1u);
    BOOST_TEST(m.finish() == "<");
    BOOST_TEST(m.held() == 0u);
    stop_matcher nothing;
    BOOST_TEST(nothing.feed("a") == "a");
    BOOST_TEST(nothing.finish().empty());
}

BOOST_AUTO_TEST_CASE(of_texts_that_end_together_the_longest_one_that_counts_is_found) {
    std::vector<std::string> const texts{"a", "aaa", "aa", "aaaaab", "aaa"};
    auto const found = [&](std::string_view text, std::size_t counted) {
        stop_matcher m(texts);
        std::string before(m.feed(text, 0));  // none of them counts so far
        before += m.feed("a", counted);
        return std::pair(m.found(), before.size());
    };
    BOOST_TEST((found("aaa", 5) == std::pair(std::size_t{1}, std::size_t{1})));
    BOOST_TEST((found("aaa", 1) == std::pair(std::size_t{0}, std::size_t{3})));
    BOOST_TEST((found("a", 5) == std::pair(std::size_t{2}, std::size_t{0})));
    BOOST_TEST((found("", 5) == std::pair(std::size_t{0}, std::size_t{0})));
    BOOST_TEST(found("aaaa", 0).first == stop_matcher::none);
}

BOOST_AUTO_TEST_SUITE_END()
