// test/rtn/from_regex.cpp - a regular expression as a network reads what its automaton accepts, and counts without states
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_regex.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_from_regex)

namespace {

using namespace parlance;
using rtn::regex_match;

bool reads(rtn::network const& net, std::string_view text) {
    mask::npda run{mask::network_machine{net.view()}};
    return run.accept(text) && run.can_stop();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_network_and_the_automaton_have_the_same_texts) {
    for (std::string_view const pattern :
         {"", "^$", "a", "^a", "b$", "a|b", "[ab]{2}", "^[ab]{2,3}$", "^[^a]{1,}$", "(ab)*", "^(?!ab).*$",
          "a{2,3}b?", "\xC3\xA9", "^\\w{2}$", "[^]{2,3}", "^.{0,2}$"}) {
        for (regex_match const how : {regex_match::search, regex_match::whole}) {
            rtn::dfa const automaton = rtn::regex(pattern, how).value();
            rtn::network const net = rtn::from_regex(pattern, how).value();
            std::vector<std::string> texts{""};
            for (std::size_t i = 0; i < texts.size(); ++i) {
                BOOST_TEST(reads(net, texts[i]) == automaton.accepts(texts[i]), pattern << ": " << texts[i]);
                for (char const* const more : {"a", "b", "\xC3\xA9", "\n"}) {
                    if (i < 85) {  // of up to four characters
                        texts.push_back(texts[i] + more);
                    }
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(bounds_of_a_single_class_cost_no_states) {
    auto const states = [](std::string_view pattern, regex_match how) {
        return rtn::from_regex(pattern, how).value().view().state_count();
    };
    BOOST_TEST(states("^[a-z]{2,1000000}$", regex_match::search) ==
               states("^[a-z]{1,3}$", regex_match::search));
    BOOST_TEST(states("[a-z]{2,1000000}", regex_match::whole) == states("[a-z]{1,3}", regex_match::whole));
    BOOST_TEST(states("[a-z]{1,9}b", regex_match::whole) > states("[a-z]{1,3}b", regex_match::whole));
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_regex) {
    limits little;
    little.fuel = 100;
    BOOST_TEST((rtn::from_regex("(a)\\1").error().code == errc::not_lowerable));
    BOOST_TEST((rtn::from_regex("(a|b)*a(a|b){20}").error().code == errc::too_many_states));
    BOOST_TEST((rtn::from_regex("abcdefgh", regex_match::whole, little).error().code == errc::out_of_fuel));
    BOOST_TEST((rtn::from_regex("(a)\\1").error().at.column ==
                rtn::regex("(a)\\1", regex_match::whole).error().at.column));
}

BOOST_AUTO_TEST_SUITE_END()
