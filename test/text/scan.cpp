// test/text/scan.cpp - special bytes and differences are found wherever they stand
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/scan.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

BOOST_AUTO_TEST_SUITE(text_scan)

namespace scan = parlance::detail::scan;

BOOST_AUTO_TEST_CASE(words_are_asked_about_each_of_their_bytes) {
    for (unsigned c = 0; c < 256; ++c) {
        for (std::size_t at = 0; at < scan::at_once; ++at) {
            std::string text(scan::at_once, 'x');
            text[at] = static_cast<char>(c);
            auto const word = scan::word_at(text.data());
            BOOST_REQUIRE_EQUAL(scan::any_less(word, 0x20) != 0, c < 0x20);
            BOOST_REQUIRE_EQUAL(scan::any_equal(word, '"') != 0, c == '"');
            BOOST_REQUIRE_EQUAL(scan::any_equal(word, '\x7F') != 0, c == 0x7F);
            BOOST_REQUIRE_EQUAL(scan::any_equal(word, '\xC3') != 0, c == 0xC3);
            BOOST_REQUIRE_EQUAL(scan::any_high(word) != 0, c >= 0x80);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_first_special_byte_is_found) {
    auto const any = [](std::uint64_t word) { return scan::any_equal(word, '<') | scan::any_high(word); };
    auto const is = [](char c) { return c == '<' || static_cast<unsigned char>(c) >= 0x80; };
    for (std::size_t size = 0; size < 30; ++size) {
        for (std::size_t at = 0; at <= size; ++at) {
            for (std::size_t from = 0; from <= size; ++from) {
                std::string text(size, '=');  // differs from '<' in one bit
                if (at < size) {
                    text[at] = at % 2 == 0 ? '<' : '\xE9';
                }
                BOOST_REQUIRE_EQUAL(scan::find(text, from, any, is), at >= from ? at : size);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_have_in_common_what_is_equal_at_their_beginnings) {
    for (std::size_t size = 0; size < 30; ++size) {
        std::string const text(size, 'a');
        for (std::size_t other = 0; other < 30; ++other) {
            for (std::size_t at = 0; at <= other; ++at) {
                std::string changed(other, 'a');
                if (at < other) {
                    changed[at] = 'b';
                }
                BOOST_REQUIRE_EQUAL(scan::common_length(text, changed), size < at ? size : at);
                BOOST_REQUIRE_EQUAL(scan::common_length(changed, text), size < at ? size : at);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
