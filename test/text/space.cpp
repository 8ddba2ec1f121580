// test/text/space.cpp - white space of any length, at both ends and in between
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

BOOST_AUTO_TEST_SUITE(text_space)

using namespace parlance;

BOOST_AUTO_TEST_CASE(what_is_white_space_is_skipped_and_nothing_else) {
    std::set<char32_t> const spaces{0x09,   0x0A,   0x0B,   0x0C,   0x0D,   0x1C,   0x1D,   0x1E,
                                    0x1F,   0x20,   0x85,   0xA0,   0x1680, 0x2000, 0x2001, 0x2002,
                                    0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A,
                                    0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
    for (char32_t c = 0; c < 0x3100; ++c) {
        bool const space = spaces.count(c) != 0;
        std::string const one(utf8::encode(c).view());
        std::string const text = "a" + one + "b";
        BOOST_REQUIRE_EQUAL(is_space(c), space);
        BOOST_REQUIRE_EQUAL(leading_space(one + "x"), space ? one.size() : 0);
        BOOST_REQUIRE_EQUAL(trailing_space("x" + one), space ? one.size() : 0);
        BOOST_REQUIRE_EQUAL(find_space(text, 0), space ? 1 : text.size());
        BOOST_REQUIRE_EQUAL(find_last_space(text), space ? 1 + one.size() : 0);
    }
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_no_white_space) {
    for (char const* const bytes : {"\x80", "\xC2", "\xE2\x80", "\xA0", "\xFF"}) {
        BOOST_TEST(leading_space(bytes) == 0u);
        BOOST_TEST(trailing_space(bytes) == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_text_is_stripped_at_one_end_or_both) {
    std::string const text = " \n\xE3\x80\x80 a b\t\xC2\xA0";
    BOOST_TEST(strip_front(text) == "a b\t\xC2\xA0");
    BOOST_TEST(strip_back(text) == " \n\xE3\x80\x80 a b");
    BOOST_TEST(strip(text) == "a b");
    BOOST_TEST(strip(" \t ") == "");
    BOOST_TEST(strip("") == "");
}

BOOST_AUTO_TEST_SUITE_END()
