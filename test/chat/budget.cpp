// test/chat/budget.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/budget.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_budget)

namespace {

using namespace parlance;
using namespace parlance::chat;
using parlance::vocab::token_id;
using ids = std::vector<token_id>;

/// Feeds the sequence whatever is forced; the positions at which something was, '!' for each, '.' for the others.
std::string forced_at(budget_rules const& rules, ids const& sequence) {
    thinking_budget budget(rules);
    std::string out;
    for (token_id const token : sequence) {
        out.push_back(budget.forced() ? '!' : '.');
        budget.accept(token);
    }
    return out;
}

ids ids_of(boost::json::value const& v) {
    ids out;
    for (auto const& id : v.as_array()) {
        out.push_back(id.to_number<token_id>());
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(forcing_begins_when_the_budget_is_used_up_and_ends_with_the_marker) {
    struct {
        char const* claim;
        budget_rules rules;
        ids sequence;
        char const* expected;
    } const rows[] = {
        {"closed in time", {{1}, {2}, {9, 2}, 3, false}, {1, 5, 6, 2, 7, 7, 7}, "......."},
        {"used up", {{1}, {2}, {9, 2}, 2, false}, {1, 5, 6, 9, 2, 7, 7}, "...!!.."},
        {"nothing may be thought", {{1}, {2}, {9, 2}, 0, false}, {1, 9, 2, 7}, ".!!."},
        {"begun by the prompt", {{}, {2}, {2}, 1, true}, {5, 2, 7, 7}, ".!.."},
        {"every stretch has the whole budget",
         {{1}, {2}, {2}, 2, false},
         {1, 5, 2, 1, 5, 6, 2, 7},
         "......!."},
        {"never opened", {{1}, {2}, {2}, 1, false}, {5, 5, 5, 5}, "...."},
        {"markers of several tokens",
         {{1, 1, 3}, {2, 3}, {2, 3}, 2, false},
         {1, 1, 1, 3, 5, 6, 2, 3, 7},
         "......!!."},
        {"a marker that begins inside itself",
         {{1}, {2, 2, 3}, {9}, 9, false},
         {1, 2, 2, 2, 3, 1, 5},
         "......."},
        {"nothing to force", {{1}, {2}, {}, 1, false}, {1, 5, 6, 7}, "...."},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.claim) { BOOST_TEST(forced_at(row.rules, row.sequence) == row.expected); }
    }
}

BOOST_AUTO_TEST_CASE(a_code_point_is_finished_before_anything_is_forced) {
    thinking_budget budget({{1}, {2}, {2}, 1, false});
    budget.accept(1);
    budget.accept(5, false);
    BOOST_TEST(!budget.forced());
    BOOST_TEST((budget.state() == thinking_budget::phase::waiting));
    budget.accept(6, true);
    BOOST_TEST(budget.forced().value() == 2U);

    thinking_budget broken({{1}, {2}, {2}, 1, false});
    broken.accept(1);
    int waited = 0;
    for (; !broken.forced() && waited < 100; ++waited) {
        broken.accept(5, false);
    }
    BOOST_TEST(waited == 5, "bytes that never make a code point do not outwit the budget");
}

BOOST_AUTO_TEST_CASE(what_is_left_is_told_and_a_copy_goes_on_apart) {
    thinking_budget budget({{1}, {2}, {2}, 3, false});
    BOOST_TEST(budget.left() == 3U);
    budget.accept(1);
    budget.accept(5);
    thinking_budget fork = budget;
    fork.accept(5);
    BOOST_TEST(budget.left() == 2U);
    BOOST_TEST(fork.left() == 1U);
}

BOOST_AUTO_TEST_CASE(recorded_sequences_force_where_they_should) {
    std::string const corpus = PARLANCE_CORPUS;
    std::ifstream in(corpus + "/chat/reasoning-budget.jsonl");
    if (corpus.empty() || !in) {
        BOOST_TEST_MESSAGE("no corpus");
        return;
    }
    std::size_t rows = 0;
    for (std::string line; std::getline(in, line); ++rows) {
        auto const row = json::parse(line).value();
        budget_rules const rules{ids_of(row.at("start")), ids_of(row.at("end")), ids_of(row.at("forced")),
                                 row.at("budget").to_number<std::size_t>(),
                                 row.at("initial_state") == "counting"};
        auto const sequence = ids_of(row.at("sequence"));
        std::string expected(sequence.size(), '.');
        auto const first = row.at("force_start").to_number<long>();
        for (auto i = first; i >= 0 && i <= row.at("force_end").to_number<long>(); ++i) {
            expected.at(static_cast<std::size_t>(i)) = '!';
        }
        BOOST_TEST_CONTEXT(line) { BOOST_TEST(forced_at(rules, sequence) == expected); }
    }
    BOOST_TEST(rows > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
