// test/rtn/from_regex.cpp - a regular expression as a network reads what its automaton accepts, and counts without states
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_regex.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/limits.hpp>
#include "../looks.hpp"
#include "same_network.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
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

BOOST_AUTO_TEST_CASE(whatever_is_left_of_means_a_network_is_whole_or_there_is_none) {
    for (std::string_view const pattern :
         {"^[a-z\xC3\xA9]{2,40}$", "(?<=a|bc)x(?=y+)|\\bz\\B", "^(?!no|never)(?:[^\"\\\\]|\\\\.){1,9}$",
          "(?i)^(ab|cd)*[\\p{Lu}\\d]{3}$", "(?m)^a.*b$|c(?<!d)"}) {
        BOOST_TEST_CONTEXT(pattern) {
            rtn::network const whole = rtn::from_regex(pattern, regex_match::search).value();
            auto const code = [&](limits const& bounds) {
                auto const net = rtn::from_regex(pattern, regex_match::search, bounds);
                BOOST_TEST((!net || same_network::same_rows(*net, whole)));
                return net ? errc::none : net.error().code;
            };
            std::size_t refused = 0;
            bool good = false;
            for (std::uint64_t fuel = 0; !good && fuel < 10'000'000; fuel += 1 + fuel / 8) {
                limits bounds;
                bounds.fuel = fuel;
                errc const said = code(bounds);
                good = said == errc::none;
                refused += !good;
                BOOST_TEST((good || said == errc::out_of_fuel), fuel << ": " << describe(said));
            }
            BOOST_TEST(good);
            BOOST_TEST(refused > 10u);
            for (std::size_t bytes = 0; bytes < 1'000'000; bytes += 1 + bytes / 2) {
                limits bounds;
                bounds.allocated_bytes = bytes;
                errc const said = code(bounds);
                BOOST_TEST((said == errc::none || said == errc::out_of_memory_budget), bytes);
            }
            for (errc const said : stopped_at_each_look(code)) {
                BOOST_TEST((said == errc::cancelled || said == errc::none));
            }
            struct {
                static bool stop_requested() noexcept { return true; }
            } const now;
            limits stopped;
            stopped.stop = now;
            BOOST_TEST((code(stopped) == errc::cancelled));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
