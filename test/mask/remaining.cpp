// test/mask/remaining.cpp - what masks leave out so that an answer ends within its budget
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/mask/compile.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_remaining)

namespace {

using namespace mask_fixture;
using texts = std::set<std::string>;

std::vector<std::string> const letters{"a", "b", "[", "]", ",", "1", "ab", "]]", "[[", "aaaa"};

}  // namespace

BOOST_AUTO_TEST_CASE(only_what_can_still_be_completed_is_allowed) {
    setup const s("root ::= \"[\" (root (\",\" root)*)? \"]\"", letters);
    mask::matcher m{s.compiled};
    BOOST_TEST(m.least_remaining() == 3u);  // [ ] and the end
    m.remaining(4);
    BOOST_TEST(s.allowed(m) == (texts{"[", "[["}));
    BOOST_REQUIRE(m.accept(s.id("[[")));
    BOOST_TEST(s.allowed(m) == (texts{"]", "]]"}));  // three left: no room for another list
    BOOST_REQUIRE(m.accept(s.id("]]")));
    BOOST_TEST(s.allowed(m) == (texts{"</s>"}));
}

BOOST_AUTO_TEST_CASE(a_token_that_ends_a_rule_brings_the_end_nearer) {
    setup const s("root ::= \"[\" item \"]\"\nitem ::= [ab]* <[11]>", letters);
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("[")));
    BOOST_REQUIRE(m.accept(s.id("a")));
    m.remaining(3);
    BOOST_TEST(s.allowed(m) == (texts{"<x>"}));
    m.remaining(4);
    BOOST_TEST(s.allowed(m) == (texts{"a", "aaaa", "ab", "b", "<x>"}));
}

BOOST_AUTO_TEST_CASE(far_from_the_end_nothing_is_left_out) {
    setup const s("root ::= [ab]*", letters);
    mask::matcher m{s.compiled};
    texts const all = s.allowed(m);
    m.remaining(1000);
    BOOST_TEST(s.allowed(m) == all);
    m.remaining(1);
    BOOST_TEST(s.allowed(m) == (texts{"</s>"}));
    m.remaining(mask::matcher::unlimited);
    BOOST_TEST(s.allowed(m) == all);
}

BOOST_AUTO_TEST_CASE(each_token_counts_and_rollback_gives_it_back) {
    setup const s("root ::= [ab]* \"]\"", letters);
    mask::matcher m{s.compiled};
    m.remaining(3);
    texts const first = s.allowed(m);
    BOOST_TEST(first == (texts{"a", "b", "ab", "aaaa", "]"}));
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST(s.allowed(m) == (texts{"]"}));
    BOOST_REQUIRE(m.rollback(1));
    BOOST_TEST(s.allowed(m) == first);
    mask::matcher fork = m;
    BOOST_REQUIRE(fork.accept(s.id("b")));
    BOOST_TEST(s.allowed(fork) == (texts{"]"}));
    BOOST_TEST(s.allowed(m) == first);
}

BOOST_AUTO_TEST_CASE(counts_are_part_of_what_is_missing) {
    setup const s("root ::= a{3,9} \"]\"\na ::= \"a\" | \"b\"", letters);
    mask::matcher m{s.compiled};
    BOOST_TEST(m.least_remaining() == 3u);  // aaaa ] and the end
    m.remaining(3);
    BOOST_TEST(s.allowed(m) == (texts{"aaaa"}));
    m.remaining(4);
    BOOST_TEST(s.allowed(m) == (texts{"a", "b", "ab", "aaaa"}));
    BOOST_REQUIRE(m.accept(s.id("ab")));
    BOOST_TEST(s.allowed(m) == (texts{"a", "b", "ab", "aaaa"}));
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST(s.allowed(m) == (texts{"]"}));
}

BOOST_AUTO_TEST_CASE(where_there_is_no_time_what_ends_soonest_is_left) {
    setup const s("root ::= \"[\" [ab]* \"]\"", letters);
    mask::matcher m{s.compiled};
    m.remaining(1);
    BOOST_TEST(s.allowed(m) == (texts{"["}));
    BOOST_REQUIRE(m.accept(s.id("[")));
    BOOST_TEST(s.allowed(m) == (texts{"]"}));
}

BOOST_AUTO_TEST_CASE(without_an_end_token_a_complete_text_has_ended_where_nothing_is_left) {
    vocab::token_list const list{"a", "ab", "b"};
    auto const tokens = mask::token_index::build(list).value();
    mask::matcher m(mask::compile_gbnf("root ::= [ab]{2,4}", tokens).value());
    BOOST_TEST(m.least_remaining() == 1u);
    m.remaining(1);
    BOOST_TEST(m.allowed().words[0] == 0b010u);
    BOOST_REQUIRE(m.accept(1));
    std::uint32_t words = ~0U;
    BOOST_TEST((m.fill({&words, 1}) == mask::filled::ended));
    BOOST_TEST(words == 0u);
    BOOST_TEST((m.allowed().state == mask::filled::ended));
    BOOST_TEST(!m.accept_allowed(0));
    BOOST_TEST(mask::allowed_prefix(m, std::vector<vocab::token_id>{0}) == 0u);
    m.remaining(2);
    BOOST_TEST(m.allowed().words[0] == 0b111u);
    BOOST_TEST(m.rollback(1));
    m.remaining(0);
    BOOST_TEST(m.allowed().words[0] == 0b010u);  // what ends soonest
}

BOOST_AUTO_TEST_CASE(with_whatever_fuel_a_budget_is_kept_or_a_mask_is_said_to_be_limited) {
    setup const s("root ::= \"a\"", letters);
    char const* const text =
        "root ::= ( \"a\" list | \"b\" [a-c]{3,200} ){100,1000}\nlist ::= [a-z]{2,9} | \"(\" root \")\"";
    std::size_t limited = 0;
    std::size_t kept = 0;
    for (std::uint64_t fuel = 10'000; fuel < 200'000'000; fuel *= 2) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        auto const g = parlance::mask::compile_gbnf(text, s.compiled.tokens(), "root", bounds);
        if (!g) {
            continue;
        }
        mask::matcher m{*g};
        m.remaining(400);
        bool const knows = m.least_remaining() != mask::matcher::unlimited;
        std::vector<std::uint32_t> words(mask::words_for(s.compiled.tokens().size()));
        mask::filled const state = m.fill(words);
        BOOST_TEST(mask::has_tokens(state), "fuel " << fuel);
        limited += state == mask::filled::limited;
        kept += knows && state != mask::filled::limited;
    }
    BOOST_TEST(limited > 0U);
    BOOST_TEST(kept > 0U);
}

BOOST_AUTO_TEST_CASE(what_less_fuel_leaves_out_in_counts_of_counts_is_said_to_be_limited) {
    setup const s("root ::= \"a\"",
                  {"a", "b", "c", "ab", "ba", "aba", "bab", "abab", "cc", "aa", "bb", "aaaa", "bbbb"});
    struct tried {
        mask::filled state;
        std::vector<std::uint32_t> words;
    };
    auto const within = [&](std::size_t tokens, std::uint64_t fuel) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        auto const g = parlance::mask::compile_gbnf("root ::= ( [ab]{3,20} \"c\" ){10,40}",
                                                    s.compiled.tokens(), "root", bounds);
        std::vector<std::uint32_t> words(mask::words_for(s.compiled.tokens().size()));
        if (!g) {
            return tried{mask::filled::limited, words};
        }
        mask::matcher m{*g};
        m.remaining(tokens);
        mask::filled const state = m.fill(words);
        return tried{state, words};
    };
    // 21 are needed at least: with less the mask is of what comes soonest
    for (std::size_t const tokens : {15u, 30u}) {
        tried const all = within(tokens, 100'000'000);
        BOOST_TEST((all.state == mask::filled::some));
        std::size_t other = 0;
        for (std::uint64_t fuel = 10'000; fuel < 500'000; fuel += fuel / 8) {
            tried const less = within(tokens, fuel);
            BOOST_TEST((less.state == mask::filled::limited || less.words == all.words), "fuel " << fuel);
            other += less.words != all.words ? 1 : 0;
        }
        BOOST_TEST(other > 5U);
    }
}

BOOST_AUTO_TEST_CASE(a_trigger_is_not_met_when_there_is_no_room_behind_it) {
    setup const s("root ::= \"[\" [ab]{3} \"]\"", letters, mask::trigger::words({"["}));
    mask::matcher m{s.compiled};
    BOOST_TEST(m.least_remaining() == 1u);
    m.remaining(3);
    texts const tight = s.allowed(m);
    BOOST_TEST(tight.count("[") == 0u);
    BOOST_TEST(tight.count("a") == 1u);
    m.remaining(7);
    BOOST_TEST(s.allowed(m).count("[") == 1u);
}

BOOST_AUTO_TEST_CASE(a_token_that_sets_off_is_not_allowed_when_there_is_no_room_behind_it) {
    // the text may end before the grammar begins; behind <x> it takes "ab", a letter, "]" and the end
    setup const s("root ::= <[11]> [ab]{3} \"]\"", letters, mask::trigger::tokens({11}));
    mask::matcher m{s.compiled};
    BOOST_TEST(m.least_remaining() == 1u);
    for (std::size_t n = 1; n < 9; ++n) {
        m.remaining(n);
        texts const allowed = s.allowed(m);
        BOOST_TEST(allowed.count("<x>") == (n >= 5 ? 1u : 0u), n);
        BOOST_TEST(allowed.count("a") == (n >= 2 ? 1u : 0u), n);
        BOOST_TEST(allowed.count("</s>") == 1u, n);
    }
    BOOST_REQUIRE(m.accept(s.id("<x>")));
    BOOST_TEST(m.least_remaining() == 4u);
}

BOOST_AUTO_TEST_CASE(any_token_but_one_is_as_far_from_the_end_as_what_it_leads_to) {
    // behind "a" the end is near, behind any other token two letters are missing
    setup const s("root ::= \"[\" (<[0]> | !<[0]> [ab]{2}) \"]\"", letters);
    mask::matcher m{s.compiled};
    BOOST_TEST(m.least_remaining() == 4u);
    BOOST_REQUIRE(m.accept(s.id("[")));
    texts const all = s.allowed(m);
    BOOST_TEST(all.size() > letters.size());
    m.remaining(3);
    BOOST_TEST(s.allowed(m) == (texts{"a"}));
    m.remaining(4);
    BOOST_TEST(s.allowed(m) == all);
    BOOST_REQUIRE(m.accept(s.id("1")));
    BOOST_TEST(m.least_remaining() == 3u);
    BOOST_TEST(s.allowed(m) == (texts{"ab"}));

    // where none is named that is nearer, all of them are alike
    setup const other("root ::= \"[\" !<[0]> !<[1]> \"]\"", letters);
    mask::matcher n{other.compiled};
    BOOST_TEST(n.least_remaining() == 5u);
    BOOST_REQUIRE(n.accept(other.id("[")));
    n.remaining(4);
    BOOST_TEST(other.allowed(n).count("a") == 0u);
    BOOST_TEST(other.allowed(n).count("b") == 1u);
    BOOST_TEST(other.allowed(n).count("1") == 1u);
    BOOST_REQUIRE(n.accept(other.id("b")));
    BOOST_TEST(other.allowed(n).count("a") == 1u);
    BOOST_TEST(other.allowed(n).count("b") == 0u);
}

BOOST_AUTO_TEST_CASE(both_kinds_of_masks_are_the_same) {
    setup const s("root ::= \"[\" (root (\",\" root)*)? \"]\"", letters);
    mask::matcher m{s.compiled};
    for (std::size_t n = 0; n < 12; ++n) {
        m.remaining(n);
        auto const given = m.allowed().words;
        std::vector<std::uint32_t> const view(given.begin(), given.end());
        BOOST_TEST(s.texts(view) == s.allowed(m));
    }
}

BOOST_AUTO_TEST_SUITE_END()
