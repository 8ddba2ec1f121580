// test/peg/x3.cpp - tables stand inside X3 expressions, and leaves of ours are tables of their own
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/x3.hpp>
#include "agree.hpp"
#include <parlance/peg/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_x3)

namespace {

using namespace parlance;
using namespace parlance::peg;
using x3::lit;

/// A leaf as somebody outside of the library would write one.
struct digits_parser : leaf_parser<digits_parser> {
    static constexpr node_id make(builder& b) { return b.chars("0-9", 1, unbounded); }
};
constexpr digits_parser digits{};
constexpr auto between = lit("<") >> digits >> ">";

constexpr auto as_constant = make_table<[](builder& b) { return digits_parser::make(b); }>();
static_assert(match(as_constant, "12").complete() && !match(as_constant, "a").complete());

}  // namespace

BOOST_AUTO_TEST_CASE(a_leaf_reads_the_same_in_x3_and_in_a_table) {
    BOOST_TEST(agree::first_difference<between>(lit("<") >> +x3::char_('0', '9') >> ">", "<1>", 5) == "");
}

BOOST_AUTO_TEST_CASE(the_iterator_moves_only_over_what_was_read) {
    arena const table = parse("<- [a-z]+ \"!\"").value();
    struct sample {
        std::string_view text;
        bool read;
        std::size_t at;
    };
    sample const samples[] = {{"abc!", true, 4}, {"abc!d", true, 4}, {"abc", false, 0}, {"", false, 0}};
    for (sample const& s : samples) {
        char const* first = s.text.data();
        bool const read = x3::parse(first, s.text.data() + s.text.size(), table_parser(table));
        BOOST_TEST(read == s.read, s.text);
        BOOST_TEST(static_cast<std::size_t>(first - s.text.data()) == s.at, s.text);
    }
}

BOOST_AUTO_TEST_CASE(a_skipper_runs_in_front_of_a_table_and_not_inside_it) {
    arena const table = parse("<- [a-z]+ \"!\"").value();
    for (std::string const text : {"  ab!", "ab!", " ab !"}) {
        auto first = text.begin();
        bool const read = x3::phrase_parse(first, text.end(), table_parser(table), x3::space);
        BOOST_TEST(read == (text != " ab !"), text);
        auto from = text.begin();
        BOOST_TEST(x3::phrase_parse(from, text.end(), digits | table_parser(table), x3::space) == read, text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
