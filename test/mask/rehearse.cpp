// test/mask/rehearse.cpp - what masks cost is said before a model writes
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/rehearse.hpp>
#include "fixture.hpp"
#include <parlance/mask/compile.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_rehearse)

namespace mask = parlance::mask;
using mask_fixture::vocabulary;

namespace {

/// Every printable character and every two of them.
mask::token_index pairs() {
    std::vector<std::string> texts{"\n"};
    for (char a = ' '; a <= '~'; ++a) {
        texts.emplace_back(1, a);
        for (char b = ' '; b <= '~'; ++b) {
            texts.push_back(std::string{a, b});
        }
    }
    return *mask::token_index::build(vocabulary(texts));
}

mask::compiled_grammar compiled(std::string_view grammar, mask::token_index const& tokens,
                                parlance::limits const& bounds = {}) {
    return *mask::compile_gbnf(grammar, tokens, "root", bounds);
}

}  // namespace

BOOST_AUTO_TEST_CASE(counts_inside_counts_cost_more_than_letters) {
    auto const tokens = pairs();
    mask::rehearsal const plain = rehearse(compiled(R"(root ::= [a-z]+ ".")", tokens));
    mask::rehearsal const nested = rehearse(compiled(
        R"(root ::= ((("the" | [a-z]{2,9} | [a-f]{3,5} [0-9]{1,3}) [ -]?){3,20} "\n"?){2,30})", tokens));
    for (mask::rehearsal const& each : {plain, nested}) {
        BOOST_TEST(each.whole);
        BOOST_TEST(each.positions == 256u);
        BOOST_TEST(each.made > 0u);
        BOOST_TEST(each.mean_steps <= each.most_steps);
        BOOST_TEST(each.limited == 0u);
    }
    BOOST_TEST(nested.most_steps > 3 * plain.most_steps);
    BOOST_TEST(nested.made > plain.made);
}

// 300 digits behind a word that one way in three leads to.
BOOST_AUTO_TEST_CASE(the_text_with_the_costliest_mask_is_told) {
    auto const tokens = pairs();
    auto const grammar = compiled(R"(root ::= ("ab" | "cd" | "ef" ([0-9]{3,9} "-"){4,40} "." )+)", tokens);
    mask::rehearsal const found = rehearse(grammar, 512);
    BOOST_TEST(found.costliest.find("ef") != std::string::npos, found.costliest);
    mask::matcher m(grammar);
    BOOST_TEST(m.accept(found.costliest));
}

BOOST_AUTO_TEST_CASE(it_is_the_same_each_time_and_warms_what_is_asked) {
    auto const tokens = pairs();
    std::string_view const source = R"(root ::= "[" ([0-9]+ ("," [0-9]+)*)? "]")";
    auto const grammar = compiled(source, tokens);
    mask::rehearsal const first = rehearse(grammar);
    mask::rehearsal const other = rehearse(compiled(source, pairs()));
    BOOST_TEST(other.most_steps == first.most_steps);
    BOOST_TEST(other.costliest == first.costliest);
    mask::rehearsal const again = rehearse(grammar);
    BOOST_TEST(again.made == 0u);
    BOOST_TEST(again.most_steps == 0u);
}

BOOST_AUTO_TEST_CASE(masks_that_meet_a_limit_are_counted) {
    auto const tokens = pairs();
    parlance::limits few;
    few.configurations = 8;
    auto const grammar = compiled(R"(root ::= (([a-z]{2,9} " "?){3,20} "\n"){2,30})", tokens, few);
    BOOST_TEST(rehearse(grammar).limited > 0u);
}

BOOST_AUTO_TEST_CASE(it_ends_where_fuel_ends_or_it_is_asked_to) {
    auto const tokens = pairs();
    parlance::limits few;
    few.fuel = 200'000;
    mask::rehearsal const some = rehearse(compiled(R"(root ::= [a-z]+ ".")", tokens), 100'000, few);
    BOOST_TEST(!some.whole);
    BOOST_TEST(some.positions > 0u);
    BOOST_TEST(some.positions < 100'000u);
    BOOST_TEST(some.limited == 0u);  // the grammar's own limits were not met
    struct {
        [[nodiscard]] bool stop_requested() const { return true; }
    } const now;
    parlance::limits asked;
    asked.stop = now;
    mask::rehearsal const none = rehearse(compiled(R"(root ::= [a-z]+ ".")", tokens), 256, asked);
    BOOST_TEST(!none.whole);
    BOOST_TEST(none.positions == 0u);
}

BOOST_AUTO_TEST_CASE(a_grammar_that_ends_begins_again) {
    auto const tokens = pairs();
    mask::rehearsal const found = rehearse(compiled(R"(root ::= "a" | "b" "c")", tokens), 100);
    BOOST_TEST(found.whole);
    BOOST_TEST(found.made <= 4u);
}

// Before the trigger anything may be written; what comes behind it is found all the same.
BOOST_AUTO_TEST_CASE(a_grammar_that_waits_for_its_trigger_is_reached) {
    mask_fixture::setup const waiting(R"(root ::= "<t>" ([0-9]{2,5} ","){2,9} "!")",
                                      {"a", "<", "t", ">", "1", "22", "333,", ",", "!"},
                                      mask::trigger::words({"<t>"}));
    mask::rehearsal const found = rehearse(waiting.compiled, 400);
    BOOST_TEST(found.whole);
    BOOST_TEST(found.costliest.find("<t>") != std::string::npos, found.costliest);
}

BOOST_AUTO_TEST_SUITE_END()
