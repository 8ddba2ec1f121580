// test/mask/index.cpp - what an index keeps
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/index.hpp>
#include <boost/test/unit_test.hpp>

using namespace parlance;

BOOST_AUTO_TEST_SUITE(mask_index)

BOOST_AUTO_TEST_CASE(a_vocabulary_that_is_given_away_is_kept) {
    mask::index const made = mask::index::build(vocab::list({"yes", "no", "<end>"}, {2})).value();
    BOOST_TEST(made.tokens().bytes(1) == "no");
    BOOST_TEST(made.size() == 3u);
    BOOST_TEST(made.ends().size() == 1u);
    BOOST_TEST(made.holds(2));
}

BOOST_AUTO_TEST_CASE(an_empty_vocabulary_is_refused) {
    BOOST_TEST((mask::index::build(vocab::list{}).error().code == errc::empty_vocabulary));
}

BOOST_AUTO_TEST_CASE(tokens_that_can_never_be_text_are_in_no_mask) {
    vocab::list_builder tokens;
    tokens.add("a");
    tokens.add("<pad>", vocab::token_kind::unused);
    tokens.add("<call>", vocab::token_kind::control);
    mask::index const made = mask::index::build(std::move(tokens).finish().value()).value();
    BOOST_TEST(made.holds(0));
    BOOST_TEST(!made.holds(1));
    BOOST_TEST(made.holds(2));
    BOOST_TEST(!made.holds(3));
}

BOOST_AUTO_TEST_SUITE_END()
