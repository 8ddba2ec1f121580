#include <parlance/peg/tag.hpp>
#include "agree.hpp"
#include "splits.hpp"
#include <parlance/peg/text.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_tag)

using namespace parlance::peg;
using agree::first_difference;
using x3::lit;

namespace {

enum class field { key, value };

constexpr auto tagged = tag<field::key>[lit("a") >> tag<field::value>[lit("b")]] >> -lit("c");
constexpr auto whole = atomic[lit("a") >> "b"] | "a";
constexpr auto wide = refine(*lit("a"), x3::eps) >> 'b';
constexpr auto of_schema = schema<2>[+lit("a")];
constexpr auto of_token = token<5>[lit("ab")];
constexpr auto of_gbnf = gbnf<"\"b\"">[lit("a")];
constexpr auto recovered = &lit("a") >> recover(lit("a") > "b" > "c", +lit("x")) >> "y";

}  // namespace

BOOST_AUTO_TEST_CASE(directives_read_what_their_subject_reads) {
    BOOST_TEST(first_difference<tagged>(lit("ab") >> -lit("c"), "abc", 4) == "");
    BOOST_TEST(first_difference<whole>(lit("ab") | "a", "abc", 4) == "");
    BOOST_TEST(first_difference<wide>(*lit("a") >> 'b', "abc", 4) == "");
    BOOST_TEST(first_difference<of_schema>(+lit("a"), "ab", 4) == "");
    BOOST_TEST(first_difference<of_token>(lit("ab"), "ab", 4) == "");
    BOOST_TEST(first_difference<of_gbnf>(lit("a"), "ab", 4) == "");
}

BOOST_AUTO_TEST_CASE(recover_goes_on_where_the_failing_part_began_under_x3_too) {
    BOOST_TEST(first_difference<recovered>("abcxy", 5) == "");
    BOOST_TEST(agree::by_x3(recovered, "abxxy") == 5u);
}

BOOST_AUTO_TEST_CASE(tags_are_told_by_the_callers_numbers) {
    static constexpr auto table = lower<tagged>();
    std::vector<std::string> const expected = {"enter 0 at 0", "text 0 0-1 a", "enter 1 at 1", "text 1 1-2 b",
                                               "leave 1 1-2",  "leave 0 0-2",  "complete at 3"};
    BOOST_TEST(splits::tell(table, "abc").lines == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(both_readings_are_in_the_table) {
    static constexpr auto table = lower<wide>();
    static constexpr auto schemas = lower<of_schema>();
    static constexpr auto tokens = lower<of_token>();
    static constexpr auto texts = lower<of_gbnf>();
    arena_view const a = table;
    node const& refined = a.at(a.children_of(a.at(a.root))[0]);
    BOOST_TEST((refined.kind == op::refine && a.at(refined.b).kind == op::epsilon));
    BOOST_TEST((schemas.nodes[schemas.root] == node{op::schema, 1, 2, 0}));
    BOOST_TEST((tokens.nodes[tokens.root] == node{op::token, 0, 5, 0}));
    BOOST_TEST(texts.view().gbnf_of(texts.nodes[texts.root]) == "\"b\"");
}

BOOST_AUTO_TEST_SUITE_END()
