// test/mask/equal_rules.cpp - very many rules that read the same are one
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_equal_rules)

namespace {

using namespace mask_fixture;
using parlance::limits;
namespace gbnf = parlance::gbnf;

/// root ::= "<" (r0 | r1 | ...) ">" with these rules.
std::string choice_of(std::vector<std::string> const& bodies) {
    std::string root = "root ::= \"<\" (";
    std::string rules;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        std::string const name = "r" + std::to_string(i);
        root += (i == 0 ? "" : " | ") + name;
        rules += name + " ::= " + bodies[i] + "\n";
    }
    return root + ") \">\"\n" + rules;
}

parlance::result<mask::grammar> prepared(std::string const& text, limits const& bounds = {}) {
    return mask::grammar::prepare(*parlance::rtn::from_gbnf(*gbnf::compile(text)), mask::trigger::eager(),
                                  bounds);
}

}  // namespace

BOOST_AUTO_TEST_CASE(rules_that_read_the_same_are_one_however_long_they_are) {
    for (std::size_t const length : {1u, 60u, 500u}) {
        std::string const word(length, 'x');
        std::vector<std::string> const one(100, "\"" + word + "\" [0-9]");
        std::vector<std::string> others;
        for (std::size_t i = 0; i < one.size(); ++i) {
            others.push_back("\"" + word + std::to_string(100 + i) + "\"");
        }
        BOOST_TEST_CONTEXT(length) {
            BOOST_TEST(prepared(choice_of(one))->memory() * 20 < prepared(choice_of(others))->memory());
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_that_differ_late_are_not) {
    // all but one read "x"s and a digit; that one reads a letter in the end
    for (std::size_t const length : {1u, 2u, 63u, 64u, 65u, 200u}) {
        std::vector<std::string> bodies(100, "\"" + std::string(length, 'x') + "\" [0-9]");
        bodies[17] = "\"" + std::string(length, 'x') + "\" [a-f]";
        bodies[18] = "\"" + std::string(length, 'x') + "\" [0-9]?";
        setup const with(choice_of(bodies), {"x"});
        for (std::string_view const last : {"7", "c", ""}) {
            mask::matcher m(with.compiled);
            BOOST_TEST(m.accept("<" + std::string(length, 'x') + std::string(last) + ">"));
            BOOST_TEST(m.can_stop());
        }
        for (std::string_view const last : {"g", "7c", "x"}) {
            mask::matcher m(with.compiled);
            BOOST_TEST(!m.accept("<" + std::string(length, 'x') + std::string(last) + ">"));
        }
    }
}

BOOST_AUTO_TEST_CASE(they_stay_as_they_are_where_there_is_no_fuel_to_find_out) {
    std::string const text =
        choice_of(std::vector<std::string>(100, "\"" + std::string(200, 'x') + "\" [0-9]"));
    std::size_t const merged = prepared(text)->memory();
    bool kept = false;
    for (limits less; less.fuel > 1000; less.fuel = less.fuel / 2) {
        auto const g = prepared(text, less);
        if (!g) {
            BOOST_TEST((g.error().code == parlance::errc::out_of_fuel));
            continue;
        }
        kept = kept || g->memory() > merged;
    }
    BOOST_TEST(kept);
}

BOOST_AUTO_TEST_CASE(rules_with_tokens_counts_and_ranges_are_one_as_well) {
    struct sample {
        char const* body;
        char const* other;  // that of one of them
        std::vector<std::string> read;
        std::vector<std::string> read_by_other;
    };
    sample const samples[] = {
        {"\"x\" <[3]> \"y\"", "\"x\" <[4]> \"y\"", {"x", "t3", "y"}, {"x", "t4", "y"}},
        {"\"x\" !<[3]> \"y\"", "\"x\" <[3]> \"y\"", {"x", "t4", "y"}, {"x", "t3", "y"}},
        {"\"x\" [0-9]{20,30}",
         "\"x\" [0-9]{20,31}",
         {"x", std::string(30, '7')},
         {"x", std::string(31, '7')}},
        {"\"x\" [ab]{20,}", "\"x\" [ab]{19,}", {"x", std::string(20, 'a')}, {"x", std::string(19, 'a')}},
        // written differently, the first ones read the same
        {"\"x\" ([a-c] | [d-f])", "\"x\" ([a-c] | [d-g])", {"x", "f"}, {"x", "g"}},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.body) {
            std::vector<std::string> const one(100, s.body);
            std::vector<std::string> bodies = one;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                bodies[i] += " \"" + std::to_string(100 + i) + "\"";
            }
            BOOST_TEST(prepared(choice_of(one))->memory() * 20 < prepared(choice_of(bodies))->memory());

            bodies = one;
            bodies[41] = s.other;
            setup const apart(choice_of(bodies), {"<", ">", "x", "t3", "t4", "y"});
            setup const same(choice_of(one), {"<", ">", "x", "t3", "t4", "y"});
            auto const reads = [](setup const& with, std::vector<std::string> const& parts) {
                mask::matcher m(with.compiled);
                bool good = m.accept(std::string_view("<"));
                for (std::string const& part : parts) {
                    vocab::token_id const id = with.id(part);
                    good = good && (part[0] == 't' ? m.accept(id) : m.accept(std::string_view(part)));
                }
                return good && m.accept(std::string_view(">")) && m.can_stop();
            };
            BOOST_TEST(reads(same, s.read));
            BOOST_TEST(reads(apart, s.read));
            BOOST_TEST(reads(apart, s.read_by_other));
            BOOST_TEST(!reads(same, s.read_by_other));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
