// test/mask/cache_options.cpp - what a compiled grammar keeps is bounded, and dead ends are left out unless they are asked for
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/cache_options.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>

BOOST_AUTO_TEST_SUITE(mask_cache_options)

using mask_fixture::setup;
namespace mask = parlance::mask;

BOOST_AUTO_TEST_CASE(without_a_token_for_a_byte_what_leads_to_it_is_left_out) {
    // no token can write c, so that ax ends in a dead end
    setup const s(R"(root ::= "a" ("b" | "x" "c"))", {"a", "b", "x", "ax", "ab"});
    for (bool const no_dead_ends : {false, true}) {
        mask::matcher m{mask::compiled_grammar{
            s.compiled.grammar(), s.compiled.tokens(), {.no_dead_ends = no_dead_ends}}};
        std::set<std::string> const all{"a", "ab", "ax"};
        std::set<std::string> const alive{"a", "ab"};
        BOOST_TEST((s.allowed(m) == (no_dead_ends ? alive : all)));
        BOOST_REQUIRE(m.accept(s.id("a")));
        BOOST_TEST(
            (s.allowed(m) == (no_dead_ends ? std::set<std::string>{"b"} : std::set<std::string>{"b", "x"})));
    }
    BOOST_TEST(mask::cache_options{}.no_dead_ends);
}

BOOST_AUTO_TEST_CASE(when_its_bytes_are_used_up_all_is_forgotten_and_masks_are_the_same) {
    std::string grammar = "root ::= (";
    for (int i = 0; i < 500; ++i) {
        grammar += (i == 0 ? "\"" : " | \"") + std::to_string(i * 7919) + "\"";
    }
    setup const s(grammar + ")+", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "79"});
    mask::compiled_grammar const little{
        s.compiled.grammar(), s.compiled.tokens(), {.bytes = 50'000, .no_dead_ends = false}};
    mask::matcher a{s.compiled};
    mask::matcher b{little};
    std::size_t forgotten = 0;
    std::uint32_t seed = 1;
    for (int step = 0; step < 500; ++step) {
        std::size_t const in_all = s.compiled.memory();
        std::size_t const in_little = little.memory();
        std::set<std::string> const want = s.allowed(a);
        BOOST_REQUIRE((s.allowed(b) == want));
        auto next = want.begin();
        seed = seed * 1664525 + 1013904223;
        std::advance(next, (seed >> 16) % want.size());
        if (*next != "</s>") {
            BOOST_REQUIRE((a.accept(s.id(*next)) && b.accept(s.id(*next))));
        }
        BOOST_TEST(s.compiled.memory() >= in_all);  // enough by default
        forgotten += little.memory() < in_little ? 1 : 0;
    }
    BOOST_TEST(forgotten > 0u);
    BOOST_TEST(little.memory() < s.compiled.memory());
}

BOOST_AUTO_TEST_SUITE_END()
