// test/mask/excluded_words.cpp - texts that must not be some words: beside these they are free, and masks are exact
// SPDX-License-Identifier: BSL-1.0
#include "exact_masks.hpp"
#include "fixture.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_excluded_words)

using namespace mask_fixture;

namespace {

/// Rules for a text of `letters` that is none of these words: `free` is the first of them.
std::string none_of(std::vector<std::string> const& words, std::string_view more, std::string_view letters) {
    std::set<std::string> beginnings{""};
    for (std::string const& w : words) {
        for (std::size_t n = 1; n <= w.size(); ++n) {
            beginnings.insert(w.substr(0, n));
        }
    }
    std::map<std::string, std::string> names;
    for (std::string const& b : beginnings) {
        names[b] = b.empty() ? "free" : "b" + std::to_string(names.size());
    }
    std::string rules;
    for (std::string const& b : beginnings) {
        bool const is_word = std::find(words.begin(), words.end(), b) != words.end();
        std::string next;
        std::string ways;
        for (auto const& [longer, name] : names) {
            if (longer.size() == b.size() + 1 && longer.starts_with(b)) {
                next += longer.back();
                ways += " | \"" + std::string(1, longer.back()) + "\" " + name;
            }
        }
        rules += names[b] + " ::= " + (is_word ? "" : "\"\" | ") + "[^" + next + std::string(letters) +
                 "] more" + ways + "\n";
    }
    return rules + "more ::= [^" + std::string(letters) + "]" + std::string(more) + "\n";
}

/// Words that begin like the excluded ones, in several ways, and what stands around them.
std::vector<std::string> vocabulary_of(std::mt19937& random) {
    std::set<std::string> all;
    for (char c = ' '; c < 0x7F; ++c) {
        all.insert(std::string(1, c));
    }
    for (char const* const text : {"\": ", "\":", "\",\"", "\", \"", "{\"", "\"}", "\n", "\xC3\xA9", "\xC3",
                                   "\xA9", "\xE2\x82\xAC", "\\\"", "\\n", "\": 12", ": 1"}) {
        all.insert(text);
    }
    char const* const begins[] = {"n", "na", "nam", "name", "nature", "names",
                                  "d", "da", "dat", "date", "dates",  "x"};
    char const* const ends[] = {"",      "\"",          "\":",      "\": 1", "s", "s\":", "e",
                                "\xC3s", "\xE2\x82\":", "\xC3\xA9", "\xC3",  " ", "_",    "X"};
    while (all.size() < 1'500) {
        std::string word = random() % 4 == 0 ? " " : "";
        if (random() % 2 == 0) {
            word += begins[random() % std::size(begins)];
        }
        for (auto letters = random() % 6; letters > 0; --letters) {
            word += "abcdefghijklmnopqrstuvwxyzNAMEDT0123456789 _-"[random() % 45];
        }
        word += ends[random() % std::size(ends)];
        if (!word.empty()) {
            all.insert(word);
        }
    }
    return {all.begin(), all.end()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_are_exact_before_in_and_behind_what_is_excluded) {
    std::vector<std::string> const words{"name", "names", "nature", "date"};
    std::string const rest = R"(value ::= [0-9]+ | "\"" [^"\\\n]* "\"")"
                             "\n";
    std::string const grammars[] = {
        "root ::= \"{\\\"\" key (\",\\\"\" key)* \"}\"\nkey ::= free \"\\\":\" \" \"? value\n" + rest +
            none_of(words, "*", R"("\\)"),
        "root ::= (free \"\\\": \" value \"\\n\")+\n" + rest + none_of({"n"}, "*", R"("\\\n)"),
        "root ::= (free \"\\\"\"){2,5} \"}\"\n" + none_of(words, "{0,12}", R"("\\)"),
        // those words may come, with another value
        "root ::= \"{\\\"\" key (\",\\\"\" key)* \"}\"\nkey ::= free \"\\\":\" value | known\n"
        "known ::= \"name\\\":\" [0-9] | \"date\\\": \\\"\" [0-9-]{10} \"\\\"\"\n" +
            rest + none_of({"name", "date"}, "*", R"("\\)"),
    };
    for (std::string const& grammar : grammars) {
        std::mt19937 random(3);
        std::vector<std::string> const texts = vocabulary_of(random);
        setup const s(grammar, texts);
        auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar));
        BOOST_REQUIRE(net);
        std::size_t const masks = exact_masks::compared(*net, s.compiled, texts, random);
        BOOST_TEST(masks > 20u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
