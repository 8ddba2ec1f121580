#include <parlance/peg/text.hpp>
#include "agree.hpp"
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(peg_text)

using namespace parlance::peg;
using agree::first_difference;
using x3::char_;
using x3::lit;

namespace {

constexpr auto one = chars<"a-b">;
constexpr auto some = chars<"a-b", 2, 3>;
constexpr auto many = chars<"a-b", 0, unbounded>;
constexpr auto not_a = chars<"^a">;
constexpr auto until_one = until<"ab">;
constexpr auto until_two = until<"ab", "ba">;
constexpr auto until_nested = until<"abca", "bc">;
constexpr auto the_rest = rest;
constexpr auto character = any;
constexpr auto white = space;
constexpr auto white_unwritten = optional_space;
constexpr auto words = one_of<"a", "ab", "abc">;
constexpr auto nothing = fail;
constexpr auto at_start = start >> 'a';
constexpr auto not_at_start = lit('a') >> start;

}  // namespace

BOOST_AUTO_TEST_CASE(every_combinator_equals_what_its_comment_says) {
    auto const ab = char_('a', 'b');
    BOOST_TEST(first_difference<one>(ab, "abc", 3) == "");
    BOOST_TEST(first_difference<some>(x3::repeat(2, 3)[ab], "abc", 5) == "");
    BOOST_TEST(first_difference<many>(*ab, "abc", 4) == "");
    BOOST_TEST(first_difference<not_a>(~char_('a'), "ab", 2) == "");
    BOOST_TEST(first_difference<until_one>(*(char_ - "ab"), "abc", 6) == "");
    BOOST_TEST(first_difference<until_two>(*(char_ - (lit("ab") | "ba")), "abc", 6) == "");
    BOOST_TEST(first_difference<until_nested>(*(char_ - (lit("abca") | "bc")), "abc", 8) == "");
    BOOST_TEST(first_difference<the_rest>(*char_, "ab", 3) == "");
    BOOST_TEST(first_difference<character>(char_, "ab", 3) == "");
    BOOST_TEST(first_difference<white>(*x3::space, " \t\n\v\f\ra", 3) == "");
    BOOST_TEST(first_difference<white_unwritten>(*x3::space, " \na", 3) == "");
    BOOST_TEST(first_difference<words>(lit("abc") | "ab" | "a", "abc", 4) == "");
    BOOST_TEST(first_difference<nothing>(!x3::eps, "ab", 2) == "");
    BOOST_TEST(first_difference<at_start>(lit('a'), "ab", 2) == "");
}

BOOST_AUTO_TEST_CASE(start_is_the_beginning_of_all_input_in_a_table) {
    static constexpr auto table = lower<not_at_start>();
    BOOST_TEST(agree::by_table(table, "a") == none);
}

BOOST_AUTO_TEST_CASE(code_points_are_one_character_where_x3_sees_bytes) {
    BOOST_TEST(agree::by_x3(any, "\xC3\xA9!") == 2u);
    BOOST_TEST(agree::by_x3(char_, "\xC3\xA9!") == 1u);
}

BOOST_AUTO_TEST_CASE(a_skipper_runs_before_a_combinator) {
    std::string_view const text = "a   b";
    auto first = text.begin();
    BOOST_TEST(x3::phrase_parse(first, text.end(), chars<"a"> >> chars<"b">, x3::space));
    BOOST_TEST((first == text.end()));
}

BOOST_AUTO_TEST_SUITE_END()
