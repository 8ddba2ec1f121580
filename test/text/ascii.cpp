// test/text/ascii.cpp - what is a letter or a digit does not depend on the type of the character, nor on the locale
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/ascii.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_SUITE(text_ascii)

namespace ascii = parlance::ascii;

BOOST_AUTO_TEST_CASE(every_byte_and_code_point_is_of_its_class) {
    constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constexpr std::string_view digits = "0123456789";
    for (unsigned b = 0; b < 0x200; ++b) {
        char const c = static_cast<char>(b);
        auto const in = [&](std::string_view set) { return b < 128 && set.find(c) != set.npos; };
        auto const code_point = static_cast<char32_t>(b);
        BOOST_TEST(ascii::is_lower(code_point) == in(lower));
        BOOST_TEST(ascii::is_upper(code_point) == in(upper));
        BOOST_TEST(ascii::is_digit(code_point) == in(digits));
        BOOST_TEST(ascii::is_letter(code_point) == (in(lower) || in(upper)));
        BOOST_TEST(ascii::is_alnum(code_point) == (in(lower) || in(upper) || in(digits)));
        if (b < 256) {
            BOOST_TEST(ascii::is_alnum(c) == ascii::is_alnum(code_point));
            BOOST_TEST(ascii::is_alnum(static_cast<unsigned char>(b)) == ascii::is_alnum(code_point));
            BOOST_TEST(ascii::to_lower(c) == (in(upper) ? lower[upper.find(c)] : c));
            BOOST_TEST(ascii::to_upper(c) == (in(lower) ? upper[lower.find(c)] : c));
        }
    }
}

BOOST_AUTO_TEST_CASE(only_letters_become_lower_case) {
    BOOST_TEST(ascii::lowered("") == "");
    BOOST_TEST(ascii::lowered("AZ[\xC3\x84]09az") == "az[\xC3\x84]09az");
}

BOOST_AUTO_TEST_SUITE_END()
