// test/mask/draft.cpp - drafts and trees of drafts
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/draft.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(mask_draft)

using namespace mask_fixture;

BOOST_AUTO_TEST_CASE(a_draft_is_allowed_as_far_as_it_goes_and_changes_nothing) {
    setup s("root ::= \"a\" [0-9]{1,3} \"b\"", {"a", "b", "1", "12", "2b", "a1"});
    mask::matcher m{s.compiled};
    struct {
        std::vector<std::string> draft;
        std::size_t allowed;
    } const samples[] = {
        {{}, 0},
        {{"b"}, 0},
        {{"a", "12", "1", "1"}, 3},
        {{"a1", "2b", "</s>"}, 3},
        {{"a1", "2b", "</s>", "a"}, 3},
        {{"a", "</s>"}, 1},
        {{"a", "<x>"}, 1},
        {{"a", "no such token"}, 1},
    };
    for (auto const& sample : samples) {
        BOOST_TEST(mask::allowed_prefix(m, s.ids(sample.draft)) == sample.allowed);
        BOOST_TEST(m.steps() == 0u);
        BOOST_TEST(!m.stopped());
        BOOST_TEST((s.allowed(m) == std::set<std::string>{"a", "a1"}));
    }
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST(mask::allowed_prefix(m, s.ids({"12", "b"})) == 2u);
    BOOST_TEST(m.steps() == 1u);
}

BOOST_AUTO_TEST_CASE(drafts_keep_within_what_is_left) {
    setup s("root ::= \"[\" [ab]* \"]\"", {"[", "]", "a", "b", "aa"});
    mask::matcher m{s.compiled};
    m.remaining(4);
    BOOST_REQUIRE(m.accept_allowed(s.id("[")));
    std::vector<vocab::token_id> const draft = s.ids({"a", "b", "a", "b", "]"});
    BOOST_TEST(mask::allowed_prefix(m, draft) == 1u);
    BOOST_TEST(mask::allowed_prefix(m, s.ids({"a", "]", "</s>"})) == 3u);
    std::vector<std::uint32_t> const parents{mask::no_parent, 0, 1, 2, 3};
    std::vector<std::uint32_t> words(draft.size());
    std::vector<mask::filled> states(draft.size());
    BOOST_TEST(mask::fill(m, {draft, parents}, {words, 1}, states) == 1u);
    BOOST_TEST((s.texts({words[0]}) == std::set<std::string>{"]"}));
    BOOST_TEST(words[1] == 0u);
    BOOST_TEST((states[1] == mask::filled::none));
    // by the grammar alone, what was sampled elsewhere is read on
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST(!m.accept_allowed(s.id("b")));
    BOOST_TEST(!m.accept_allowed(s.id("no such token")));
    BOOST_TEST(m.accept(s.id("b")));
    BOOST_TEST(m.accept_allowed(s.id("]")));
    // where the end is far, or nobody asks, nothing is cut
    m.reset();
    BOOST_TEST(mask::allowed_prefix(m, s.ids({"[", "a", "b", "a", "b", "]", "</s>"})) == 7u);
    m.remaining(1000);
    BOOST_TEST(mask::allowed_prefix(m, s.ids({"[", "a", "b", "a", "b", "]", "</s>"})) == 7u);
    BOOST_TEST(m.steps() == 0u);
}

BOOST_AUTO_TEST_CASE(a_tree_has_a_row_for_every_node) {
    setup s("root ::= \"a\" [0-9]{1,3} \"b\"", {"a", "b", "1", "12", "2b", "a1"});
    mask::matcher m{s.compiled};
    // a -> (12 -> b, 1 -> 2b), b (refused) -> 1, a1 -> </s> (refused)
    std::vector<vocab::token_id> const tokens = s.ids({"a", "12", "b", "1", "2b", "b", "1", "a1", "</s>"});
    std::vector<std::uint32_t> const parents{mask::no_parent, 0, 1, 0, 3, mask::no_parent, 5,
                                             mask::no_parent, 7};
    std::vector<std::uint32_t> words(tokens.size() * 2, ~0u);
    std::vector<mask::filled> states(tokens.size());
    BOOST_TEST(mask::fill(m, {tokens, parents}, {words, 2}, states) == 6u);
    std::set<std::string> const want[] = {{"1", "12", "2b"},
                                          {"1", "2b", "b"},
                                          {"</s>"},
                                          {"1", "12", "2b", "b"},
                                          {"</s>"},
                                          {},
                                          {},
                                          {"1", "12", "2b", "b"},
                                          {}};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        BOOST_TEST((s.texts({words[2 * i]}) == want[i]), "node " << i);
        BOOST_TEST(words[2 * i + 1] == 0u);
        BOOST_TEST(mask::has_tokens(states[i]) == !want[i].empty());
    }
    BOOST_TEST(m.steps() == 0u);
    BOOST_TEST((s.allowed(m) == std::set<std::string>{"a", "a1"}));
}

BOOST_AUTO_TEST_CASE(the_order_of_the_nodes_does_not_matter) {
    setup s("root ::= \"(\" (root | [ab]){0,4} \")\"", {"(", ")", "a", "b", "((", "))", "ab", "a)", ")("});
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        mask::matcher m{s.compiled};
        BOOST_REQUIRE(m.accept(s.id("(")));
        std::vector<vocab::token_id> tokens;
        std::vector<std::uint32_t> parents;
        for (std::uint32_t i = 0; i < 30; ++i) {
            auto const draw = static_cast<std::uint32_t>(random() % (i + 1));
            parents.push_back(draw == i ? mask::no_parent : draw);
            tokens.push_back(static_cast<vocab::token_id>(random() % s.tokens.size()));
        }
        std::vector<std::uint32_t> words(tokens.size(), ~0u);
        std::size_t const count = mask::fill(m, {tokens, parents}, {words, 1});
        std::size_t expected = 0;
        for (std::uint32_t i = 0; i < 30; ++i) {
            std::vector<vocab::token_id> path;
            for (std::uint32_t n = i; n != mask::no_parent; n = parents[n]) {
                path.insert(path.begin(), tokens[n]);
            }
            mask::matcher fork = m;
            bool good = true;
            for (vocab::token_id const id : path) {
                good = good && fork.accept(id);
            }
            expected += good;
            BOOST_REQUIRE((s.texts({words[i]}) == (good ? s.allowed(fork) : std::set<std::string>{})));
        }
        BOOST_TEST(count == expected);
        BOOST_TEST(m.steps() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(a_node_whose_parent_is_not_before_it_is_not_a_part_of_the_tree) {
    setup s("root ::= \"a\"*", {"a"});
    mask::matcher m{s.compiled};
    std::vector<vocab::token_id> const tokens = s.ids({"a", "a", "a", "a"});
    std::vector<std::uint32_t> const parents{mask::no_parent, 1, 3, 77};
    std::vector<std::uint32_t> words(tokens.size(), ~0u);
    BOOST_TEST(mask::fill(m, {tokens, parents}, {words, 1}) == 1u);
    BOOST_TEST((s.texts({words[0]}) == std::set<std::string>{"a", "</s>"}));
    BOOST_TEST((words[1] | words[2] | words[3]) == 0u);
    BOOST_TEST(m.steps() == 0u);
}

/// However the nodes are numbered, each is read once: two chains whose nodes alternate take what one does.
BOOST_AUTO_TEST_CASE(chains_that_alternate_are_read_once) {
    setup s("root ::= \"a\"*", {"a"});
    mask::matcher m{s.compiled};
    constexpr std::uint32_t nodes = 100'000;
    std::vector<vocab::token_id> const tokens(nodes, s.id("a"));
    std::vector<std::uint32_t> parents;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        parents.push_back(i < 2 ? mask::no_parent : i - 2);
    }
    std::vector<std::uint32_t> words(nodes);
    BOOST_TEST(mask::fill(m, {tokens, parents}, {words, 1}) == nodes);  // minutes, where paths are read again
    BOOST_TEST((s.texts({words.back()}) == std::set<std::string>{"a", "</s>"}));
}

BOOST_AUTO_TEST_SUITE_END()
