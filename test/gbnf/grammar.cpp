// test/gbnf/grammar.cpp - a table is read item by item, by number and by name, wherever it is stored
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/grammar.hpp>
#include <parlance/gbnf/compile.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(gbnf_grammar)

namespace {

using namespace parlance;
using gbnf::element;
using gbnf::element_kind;

constexpr auto with_the_program = gbnf::compile<"root ::= \"a\" b | <x>\nb ::= [c-de]{2,3}">();
static_assert(with_the_program.view().rule_count() == 2);
static_assert(with_the_program.view().name(1) == "b");
static_assert(with_the_program.view().token_text_count() == 1);
static_assert(with_the_program.view().token_text(0) == "<x>");
static_assert(with_the_program.view().find("b") == 1);
static_assert(!with_the_program.view().find("c"));
static_assert(gbnf::grammar_view{}.rule_count() == 0 && gbnf::grammar_view{}.token_text_count() == 0);

}  // namespace

BOOST_AUTO_TEST_CASE(items_follow_each_other_to_the_end_of_the_rule) {
    auto const g = gbnf::compile("root ::= \"a\" [b-dx]{2,} ( \"e\" | \"f\" )? . <t> |").value();
    std::vector<std::size_t> lengths;
    std::span<element const> const rows = g.view().rule(0);
    for (std::size_t at = 0; at < rows.size();) {
        std::size_t const length = item_length(rows, at);
        lengths.push_back(length);
        at += length == 0 ? 1 : length;
    }
    // "a"; repeat, its upper bound and three rows of the class; the same of a group; any; token; alt; end
    BOOST_TEST(lengths == (std::vector<std::size_t>{1, 5, 3, 1, 1, 0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_item_is_never_longer_than_the_rows_whatever_these_are) {
    std::mt19937 random(1);
    for (int round = 0; round < 20'000; ++round) {
        std::vector<element> rows(random() % 6);
        for (element& e : rows) {
            e = {static_cast<element_kind>(random() % 14), static_cast<std::uint32_t>(random() % 3)};
        }
        for (std::size_t at = 0; at <= rows.size() + 1; ++at) {
            std::size_t const length = gbnf::item_length(rows, at);
            BOOST_REQUIRE(at + length <= (std::max)(rows.size(), at));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_same_table_is_equal_wherever_it_is) {
    std::string_view const text = "root ::= \"a\" b | <x>\nb ::= [c-de]{2,3}";
    auto const at_run_time = gbnf::compile(text).value();
    BOOST_TEST((at_run_time.view() == with_the_program.view()));
    BOOST_TEST((at_run_time == gbnf::compile(text).value()));
    for (std::string_view const other :
         {"root ::= \"a\" b | <y>\nb ::= [c-de]{2,3}", "root ::= \"a\" b | <x>\nb ::= [c-de]{2,4}",
          "root ::= \"a\" c | <x>\nc ::= [c-de]{2,3}", "b ::= [c-de]{2,3}\nroot ::= \"a\" b | <x>"}) {
        BOOST_TEST(!(gbnf::compile(other).value().view() == with_the_program.view()), other);
    }
}

BOOST_AUTO_TEST_CASE(groups_have_no_name_and_are_not_found) {
    auto const g = gbnf::compile("root ::= (\"a\" | \"b\")*").value();
    BOOST_TEST(g.view().rule_count() == 2u);
    BOOST_TEST(g.view().name(1).empty());
    BOOST_TEST(!g.view().find(""));
}

BOOST_AUTO_TEST_SUITE_END()
