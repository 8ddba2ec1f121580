// test/text/hex.cpp - digits of both cases have a value, and nothing else has
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/hex.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_SUITE(text_hex)

static_assert(parlance::hex_value('0') == 0 && parlance::hex_value('f') == 15 &&
              parlance::hex_value('F') == 15);

BOOST_AUTO_TEST_CASE(every_byte_is_a_digit_or_none) {
    constexpr std::string_view lower = "0123456789abcdef";
    constexpr std::string_view upper = "0123456789ABCDEF";
    for (int b = 0; b < 256; ++b) {
        char const c = static_cast<char>(b);
        std::size_t const at = lower.find(c) != lower.npos ? lower.find(c) : upper.find(c);
        BOOST_TEST(parlance::hex_value(c) == (at == lower.npos ? -1 : static_cast<int>(at)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
