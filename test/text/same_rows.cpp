// test/text/same_rows.cpp - tables are the same when all their rows are
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/same_rows.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_same_rows)

using parlance::same_rows;

static_assert(same_rows(std::string_view{}, std::string_view{}));
static_assert(same_rows(std::string_view{"ab"}, std::string_view{"ab"}));
static_assert(!same_rows(std::string_view{"ab"}, std::string_view{"abc"}), "one more");
static_assert(!same_rows(std::string_view{"abc"}, std::string_view{"ab"}), "one less");
static_assert(!same_rows(std::string_view{"ab"}, std::string_view{"xb"}), "the first");
static_assert(!same_rows(std::string_view{"ab"}, std::string_view{"ax"}), "the last");

BOOST_AUTO_TEST_CASE(rows_are_compared_by_what_they_are) {
    std::vector<std::array<int, 2>> const a{{1, 2}, {3, 4}};
    std::vector<std::array<int, 2>> b = a;
    BOOST_TEST(same_rows(a, b));
    b[1][1] = 5;
    BOOST_TEST(!same_rows(a, b));
}

BOOST_AUTO_TEST_SUITE_END()
