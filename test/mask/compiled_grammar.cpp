// test/mask/compiled_grammar.cpp - copies share what was learnt, and it is of the grammar and the tokens that were given
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/compiled_grammar.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <optional>
#include <utility>

BOOST_AUTO_TEST_SUITE(mask_compiled_grammar)

using mask_fixture::setup;
namespace mask = parlance::mask;

BOOST_AUTO_TEST_CASE(what_one_copy_learns_all_know) {
    setup const s(R"(root ::= "a"+ "b")", {"a", "b", "ab", "aa"});
    mask::compiled_grammar const copy = s.compiled;
    BOOST_TEST(&copy.data() == &s.compiled.data());
    std::size_t const before = copy.memory();
    mask::matcher m{s.compiled};
    BOOST_TEST(s.allowed(m).size() == 3u);
    BOOST_TEST(copy.memory() > before);
    std::size_t const once = copy.memory();
    mask::matcher again{copy};
    BOOST_TEST(s.allowed(again).size() == 3u);
    BOOST_TEST(copy.memory() == once);
}

BOOST_AUTO_TEST_CASE(it_is_of_what_it_was_made_of) {
    setup const s(R"(root ::= "a")", {"a"});
    mask::compiled_grammar const other{s.compiled.grammar(), s.compiled.tokens()};
    BOOST_TEST(&other.grammar().data() == &s.compiled.grammar().data());
    BOOST_TEST(&other.tokens().data() == &s.compiled.tokens().data());
    BOOST_TEST(&other.data() != &s.compiled.data());
}

BOOST_AUTO_TEST_CASE(matchers_outlive_the_object_that_they_were_made_of) {
    setup const s(R"(root ::= "a"+)", {"a", "b"});
    std::optional<mask::compiled_grammar> made{std::in_place, s.compiled.grammar(), s.compiled.tokens()};
    mask::matcher m{*made};
    made.reset();
    BOOST_TEST(m.accept(s.id("a")));
    BOOST_TEST(!m.accept(s.id("b")));
}

BOOST_AUTO_TEST_SUITE_END()
