// test/rtn/to_gbnf.cpp - a network printed as people write grammars, and read again
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(rtn_to_gbnf)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;

namespace {

std::string printed(std::string_view pattern) {
    return rtn::to_gbnf(rtn::from_regex(pattern).value()).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(repetitions_and_options_are_written_as_such) {
    BOOST_TEST(printed("ab*") == "root ::= \"a\" \"b\"*\n");
    BOOST_TEST(printed("a*b") == "root ::= \"a\"* \"b\"\n");
    BOOST_TEST(printed("ab?") == "root ::= \"a\" \"b\"?\n");
    BOOST_TEST(printed("a?bc") == "root ::= \"a\"? \"bc\"\n");
    BOOST_TEST(printed("x[ab]?[ab]?[ab]?") == "root ::= \"x\" [ab]{0,3}\n");
    BOOST_TEST(printed("-?[0-9]+") == "root ::= \"-\"? [0-9]+\n");
    BOOST_TEST(printed("a*(b|cd)") == "root ::= \"a\"* (\"b\" | \"cd\")\n");
    BOOST_TEST(printed("(ab)*") == "root ::= (\"ab\")*\n");
    BOOST_TEST(printed("a?b?") == "root ::= \"a\"? \"b\"?\n");
}

BOOST_AUTO_TEST_CASE(what_random_patterns_match_their_grammars_match) {
    std::mt19937 noise(7);
    auto const choose = [&](std::uint32_t n) { return noise() % n; };
    auto const pattern = [&](auto const& self, int depth) -> std::string {
        switch (choose(depth > 3 ? 2 : 7)) {
        case 0: return std::string(1, static_cast<char>('a' + choose(3)));
        case 1: return "[ab]";
        case 2: return self(self, depth + 1) + self(self, depth + 1);
        case 3: return "(" + self(self, depth + 1) + "|" + self(self, depth + 1) + ")";
        case 4: return "(" + self(self, depth + 1) + ")*";
        case 5: return "(" + self(self, depth + 1) + ")?";
        default: return "(" + self(self, depth + 1) + "){1,3}";
        }
    };
    std::size_t matched = 0;
    for (int round = 0; round < 400; ++round) {
        auto const p = pattern(pattern, 0);
        auto const net = rtn::from_regex(p).value();
        auto const text = rtn::to_gbnf(net).value();
        gbnf::options how;
        how.allow_left_recursion = false;
        auto const again = gbnf::compile(text, how);
        BOOST_REQUIRE_MESSAGE(again, p << " is printed as\n" << text);
        auto const back = rtn::from_gbnf(*again).value();
        for (int tries = 0; tries < 30; ++tries) {
            std::string word;
            for (auto n = choose(7); n > 0; --n) {
                word += static_cast<char>('a' + choose(3));
            }
            bool const wanted = mask::matches(net.view(), word);
            matched += wanted;
            BOOST_REQUIRE_MESSAGE(mask::matches(back.view(), word) == wanted, p << " and \"" << word
                                                                                << "\"; printed as\n"
                                                                                << text);
        }
    }
    BOOST_TEST(matched > 500u);
}

BOOST_AUTO_TEST_SUITE_END()
