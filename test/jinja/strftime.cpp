// test/jinja/strftime.cpp - dates as the C library prints them in the C locale
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/strftime.hpp>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(jinja_strftime)

namespace jinja = parlance::jinja;

BOOST_AUTO_TEST_CASE(dates_of_utc_are_counted_from_1970) {
    struct {
        std::time_t at;
        char const* date;
    } const times[] = {
        {0, "1970-01-01 00:00:00 Thu 001"},          {951782400, "2000-02-29 00:00:00 Tue 060"},
        {951868799, "2000-02-29 23:59:59 Tue 060"},  {1735689599, "2024-12-31 23:59:59 Tue 366"},
        {1000000000, "2001-09-09 01:46:40 Sun 252"}, {-1, "1969-12-31 23:59:59 Wed 365"},
    };
    for (auto const& [at, date] : times) {
        BOOST_TEST(jinja::strftime("%F %T %a %j", jinja::utc_time(at)) == date);
    }
    std::tm local = jinja::local_time(1000000000);
    BOOST_TEST(std::mktime(&local) == 1000000000);
}

// This program has set no locale, so that the C library's is the C locale.
BOOST_AUTO_TEST_CASE(each_conversion_prints_what_the_c_library_prints) {
    constexpr std::string_view conversions = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyY%";
    std::size_t compared = 0;
    for (std::time_t at = -86'400 * 800; at < 86'400 * 20'000; at += 86'400 * 53 + 4'567) {
        std::tm const date = jinja::utc_time(at);
        for (char const c : conversions) {
            std::string const format{'%', c};
            char expected[100];
            std::size_t const size = std::strftime(expected, sizeof expected, format.c_str(), &date);
            BOOST_TEST(jinja::strftime(format, date) == std::string_view(expected, size),
                       format << " " << at);
            ++compared;
        }
        BOOST_TEST(jinja::strftime("%s", date) == std::to_string(at));
    }
    BOOST_TEST(compared > 10'000U);
}

BOOST_AUTO_TEST_CASE(numbers_are_padded_as_asked) {
    std::tm const date = jinja::utc_time(951'782'400);  // 2000-02-29 00:00
    BOOST_TEST(jinja::strftime("%-m %_m %m %0e %-H %I %k %l %P", date) == "2  2 02 29 0 12  0 12 am");
}

BOOST_AUTO_TEST_CASE(what_is_no_conversion_stays) {
    std::tm const date = jinja::utc_time(0);
    BOOST_TEST(jinja::strftime("%", date) == "%");
    BOOST_TEST(jinja::strftime("100%", date) == "100%");
    BOOST_TEST(jinja::strftime("%Q %-Q [%z%Z]", date) == "%Q %-Q []");  // a time without a zone
}

BOOST_AUTO_TEST_SUITE_END()
