#include <parlance/text/position.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(text_position)

using parlance::locate;
using parlance::position;

static_assert(locate("ab\ncd", 0) == position{0, 1, 1});
static_assert(locate("ab\ncd", 4) == position{4, 2, 2});
static_assert(locate("ab", 99) == position{2, 1, 3}, "past the end means the end");

BOOST_AUTO_TEST_CASE(a_newline_belongs_to_the_line_it_ends) {
    BOOST_TEST(locate("ab\ncd", 2).line == 1u);
    BOOST_TEST(locate("ab\ncd", 3).line == 2u);
}

BOOST_AUTO_TEST_CASE(columns_count_bytes) {
    BOOST_TEST(locate("\xC3\xA9x", 2).column == 3u);
    BOOST_TEST(locate("", 0).column == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
