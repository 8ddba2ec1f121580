// test/rtn/to_gbnf.cpp - a network printed as people write grammars, and read again
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>

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

BOOST_AUTO_TEST_CASE(what_ends_alike_is_written_once_however_long_it_is) {
    std::string const tail(300, 'x');
    rtn::builder b;
    rtn::rule_id const root = b.add_rule();
    for (std::string_view const head : {"a", "b"}) {
        b.accept(b.literal(b.literal(b.entry(root), head), tail));
    }
    BOOST_TEST(rtn::to_gbnf(std::move(b).finish()).value() == "root ::= [ab] \"" + tail + "\"\n");
}

BOOST_AUTO_TEST_CASE(what_leads_to_no_end_is_left_out) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule();
    rtn::state_id const dead = b.literal(b.entry(root), "lost");
    b.bytes(dead, 'x', 'x', dead);
    b.accept(b.literal(b.entry(root), "found"));
    BOOST_TEST(rtn::to_gbnf(std::move(b).finish()).value() == "root ::= \"found\"\n");
}

BOOST_AUTO_TEST_CASE(optional_classes_by_the_hundred_end_in_an_error_soon) {
    std::string text = "root ::=";
    for (int i = 0; i < 500; ++i) {
        text += std::string(" [") + static_cast<char>('a' + i % 26) + static_cast<char>('A' + i / 26) + "]?";
    }
    auto const net = rtn::from_gbnf(gbnf::compile(text).value()).value();
    parlance::limits little;
    little.fuel = 5'000'000;
    auto const refused = rtn::to_gbnf(net, little);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == parlance::errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(thousands_of_rules_are_printed_within_the_default_limits) {
    constexpr int many = 3000;
    std::string text = "root ::= r0";
    for (int i = 1; i < many; ++i) {
        text += " | r" + std::to_string(i);
    }
    for (int i = 0; i < many; ++i) {
        std::string const n = std::to_string(i);
        text += "\nr" + n + " ::= \"k" + n + "\" r" + std::to_string((i + 1) % many) + "? [0-9]";
    }
    auto const net = rtn::from_gbnf(gbnf::compile(text).value());
    BOOST_REQUIRE(net.has_value());
    auto const out = rtn::to_gbnf(*net);
    BOOST_REQUIRE_MESSAGE(out.has_value(), parlance::describe(out.error().code));
    BOOST_TEST(gbnf::compile(*out).has_value());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_for_ends_at_once) {
    // many ways that begin and end differently, which are put together in every way that is shorter
    std::string text = "root ::= (\"z\"";
    for (int i = 0; i < 120; ++i) {
        std::string const n = std::to_string(i);
        text += " | \"" + std::string(1, static_cast<char>('a' + i % 26)) + n + "\"? \"" + n + "\"?";
    }
    auto const net = *rtn::from_gbnf(*gbnf::compile(text + ")*"));
    struct noting {
        mutable std::size_t allocations = 0;  // before the last look
        [[nodiscard]] bool stop_requested() const { return allocations = measured::calls, false; }
    };
    for (std::uint64_t fuel = 500'000; fuel < 5'000'000; fuel += 500'000) {
        noting looks;
        parlance::limits bounds;
        bounds.fuel = fuel;
        bounds.stop = looks;
        auto const printed = rtn::to_gbnf(net, bounds);
        BOOST_REQUIRE(!printed);
        BOOST_TEST((printed.error().code == parlance::errc::out_of_fuel));
        BOOST_TEST(measured::calls - looks.allocations < 600u, fuel);
    }
}

BOOST_AUTO_TEST_SUITE_END()
