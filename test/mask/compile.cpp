// test/mask/compile.cpp - grammars over a vocabulary in one step
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_compile)

using namespace parlance;
using mask_fixture::vocabulary;
namespace data = boost::unit_test::data;

namespace {

/// Whether the text, fed byte by byte, is a whole match.
bool matches(mask::compiled_grammar const& compiled, std::string_view text) {
    mask::matcher m(compiled);
    for (char const& c : text) {
        if (!m.accept(std::string_view{&c, 1})) {
            return false;
        }
    }
    return m.can_stop();
}

struct sample {
    std::string_view pattern;
    std::vector<std::string_view> yes;
    std::vector<std::string_view> no;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.pattern; }
};

sample const samples[] = {
    {"a|bc", {"a", "bc"}, {"", "b", "abc", "ac", "xa"}},
    {"^a|bc$", {"a", "bc"}, {"", "b", "abc", "ac"}},
    {"(ab)*", {"", "ab", "abab"}, {"a", "aba"}},
    {"[a-c]{2,3}", {"ab", "abc"}, {"a", "abca", "ax"}},
    {"^[a-c]{2,}$", {"ab", "abcabc"}, {"a", "abx"}},
    {"[^a]{0,1000000}", {"", "b", "\xC3\xA9"}, {"a", "ba"}},
    {"\\d{4}-\\d\\d", {"2026-11"}, {"2026-1", "20261-11"}},
    {".", {"x", "\xE2\x82\xAC"}, {"", "xy", "\n"}},
    {"", {""}, {"a"}},
};

}  // namespace

BOOST_DATA_TEST_CASE(a_regular_expression_is_matched_from_end_to_end, data::make(samples), s) {
    auto const tokens = mask::token_index::build(vocabulary({"a"})).value();
    auto const compiled = mask::compile_regex(s.pattern, tokens).value();
    for (std::string_view const text : s.yes) {
        BOOST_TEST(matches(compiled, text), "refused: " << text);
    }
    for (std::string_view const text : s.no) {
        BOOST_TEST(!matches(compiled, text), "accepted: " << text);
    }
}

BOOST_AUTO_TEST_CASE(bounds_of_a_class_cost_no_states) {
    auto const tokens = mask::token_index::build(vocabulary({"a"})).value();
    auto const few = mask::compile_regex("[a-z]{1,10}", tokens).value();
    auto const many = mask::compile_regex("[a-z]{1,1000000}", tokens).value();
    BOOST_TEST(few.grammar().memory() == many.grammar().memory());
}

BOOST_AUTO_TEST_CASE(gbnf_in_one_step) {
    auto const tokens = mask::token_index::build(vocabulary({"yes", "no", "maybe", "y", "es"})).value();
    auto const compiled = mask::compile_gbnf("root ::= \"yes\" | \"no\"", tokens).value();
    mask::matcher m(compiled);
    BOOST_TEST((m.allowed().state == mask::filled::some));
    BOOST_TEST(m.allowed().words[0] == 0b01011u);  // not "maybe"
    BOOST_TEST(m.accept(3));
    BOOST_TEST(m.accept("es"));
    BOOST_TEST(m.can_stop());
}

BOOST_AUTO_TEST_CASE(gbnf_with_another_root_tokens_by_name_and_left_recursion) {
    auto const list = vocabulary({"1", "+"});
    auto const tokens = mask::token_index::build(list).value();
    auto const sum =
        mask::compile_gbnf("root ::= \"x\"\nsum ::= sum \"+\" \"1\" | \"1\"", tokens, "sum").value();
    BOOST_TEST(matches(sum, "1+1+1"));
    BOOST_TEST(!matches(sum, "1+"));
    BOOST_TEST(!matches(sum, "x"));

    mask::matcher m(mask::compile_gbnf("root ::= <x> \"1\"", tokens).value());
    BOOST_TEST(!m.accept(0));
    BOOST_TEST(m.accept(3));  // the control token
    BOOST_TEST(m.accept(0));
    BOOST_TEST(m.can_stop());
}

BOOST_AUTO_TEST_CASE(a_token_that_ends_the_text_is_no_part_of_it) {
    auto const list = vocabulary({"a", "b"});
    auto const tokens = mask::token_index::build(list).value();
    for (std::string_view const text : {"root ::= \"a\" </s>", "root ::= \"a\" (<[2]> \"b\")?"}) {
        auto const refused = mask::compile_gbnf(text, tokens);
        BOOST_REQUIRE(!refused.has_value());
        BOOST_TEST((refused.error().code == errc::unknown_token));
        BOOST_TEST(refused.error().hint.view().starts_with("</s> ends the text"));
    }
    mask::matcher others(mask::compile_gbnf("root ::= !</s> !<[2]>", tokens).value());
    BOOST_TEST(others.allowed().words[0] == 0b1011u);

    // a network of somebody's own that asks for it all the same
    auto const network =
        parlance::rtn::from_gbnf(parlance::gbnf::compile("root ::= \"a\" (<[2]> | \"b\") \"a\"").value())
            .value();
    mask::matcher m(mask::compile(network, tokens).value());
    BOOST_REQUIRE(m.accept(0));
    BOOST_TEST(m.allowed().words[0] == 0b0010u);
    BOOST_TEST(!m.accept(2));
    m.remaining(3);
    BOOST_TEST(m.allowed().words[0] == 0b0010u);
    BOOST_TEST(m.accept(1));
}

BOOST_AUTO_TEST_CASE(what_does_not_compile_says_where) {
    auto const tokens = mask::token_index::build(vocabulary({"a"})).value();
    auto const error_of = [&](std::string_view text) { return mask::compile_gbnf(text, tokens).error(); };
    BOOST_TEST((error_of("root ::= \"a\"\nb ::= c").code == errc::unknown_rule));
    BOOST_TEST(error_of("root ::= \"a\"\nb ::= c").at.line == 2u);
    BOOST_TEST((error_of("root ::= <nothing>").code == errc::unknown_token));
    BOOST_TEST((error_of("root ::= \"a\" | <[99]>").code == errc::unknown_token));
    BOOST_TEST(error_of("root ::= \"a\" | <[99]>").hint.view().starts_with("<[99]> of "));
    BOOST_TEST((error_of("root ::= !<[99]>").code == errc::unknown_token));
    BOOST_TEST((error_of("root ::= root \"a\"").code == errc::left_recursion));
    BOOST_TEST((error_of("root ::= \"a\" root").code == errc::unproductive_rule));
    BOOST_TEST((mask::compile_regex("(a", tokens).error().code == errc::not_lowerable));
    BOOST_TEST((mask::compile_regex("(a)\\1", tokens).error().code == errc::not_lowerable));
}

BOOST_AUTO_TEST_SUITE_END()
