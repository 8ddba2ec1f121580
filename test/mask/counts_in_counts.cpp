// test/mask/counts_in_counts.cpp - counts inside counts: masks near every bound, and of ways that count apart
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_counts_in_counts)

using namespace mask_fixture;

namespace {

/// Words of all lengths that matter to the grammars below, and what may stand between them.
std::vector<std::string> texts() {
    std::vector<std::string> out{" ",   ".",    "/",    "-",   ", ",  "\n",  "://", ".a",  "/b",
                                 "a.",  "b/",   "a/b",  "a ",  " a",  "b.c", "c c", "-c",  "c-",
                                 "a/-", "/a/b", "a.b.", "Ab",  "A",   "B ",  "1",   "12 ", "/1",
                                 "é",   "\n\n", "http", "htt", "b\n", "c, ", "///", "...", "- -"};
    for (std::string_view const letters : {"a", "b", "ab", "abc", "cab"}) {
        std::string word;
        while (word.size() < 14) {
            word += letters;
            out.push_back(word);
            out.push_back(" " + word);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

char const* const grammars[] = {
    // beside what goes on, the next may begin at any letter: each has numbers of its own
    "root ::= ((\"http\" \"://\")? ([a-c1]{1,6} \".\"){1,3} [a-c]{2,6} (\"/\" [a-c1-]{0,7}){0,5} \" "
    "\"?){1,6}",
    "root ::= (([A-C] [a-c]{1,9} [ -]?){2,4} \"\\n\" ([a-c.]{1,9} \" \"){1,4} [0-9]{1,4} [a-c]? "
    "\"\\n\"?){1,6}",
    "root ::= ([a-c]{1,5} (\"/\" [a-c]{0,8}){0,6} | [a-b]{2,9} (\"-\" [a-c]{1,7}){0,5} \" \"?){1,7}",
    // each bound is near
    "root ::= (([a-c]{1,5} \"-\"?){1,3} \" \"?){3,7}",
    "root ::= ([ \\n]{0,9} [^ \\n]{1,8}){1,20}",
    "root ::= ([^,]{4,12} \", \"?){2,6} \".\"",
    "root ::= ([a-cé]{3,9} \" \"?){4,9} \".\"",
};

}  // namespace

BOOST_AUTO_TEST_CASE(masks_are_those_of_every_token_read_by_itself) {
    std::vector<std::string> const all = texts();
    for (std::string_view const grammar : grammars) {
        setup const s(grammar, all);
        auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar));
        BOOST_REQUIRE(net);
        for (unsigned seed = 1; seed <= 6; ++seed) {
            std::mt19937 random(seed);
            mask::matcher m{s.compiled};
            mask::npda<mask::network_machine> slow{mask::network_machine{net->view()}};
            std::vector<std::uint32_t> words(mask::words_for(s.tokens.size()));
            for (int step = 0; step < 40; ++step) {
                (void)m.fill(words);
                std::vector<vocab::token_id> allowed;
                for (vocab::token_id id = 0; id < all.size(); ++id) {
                    bool const reads = slow.allows(all[id]);
                    BOOST_REQUIRE_MESSAGE(mask::bitmask{words}.test(id) == reads,
                                          grammar << " seed " << seed << " step " << step << " \"" << all[id]
                                                  << "\"");
                    if (reads && (seed % 2 == 0 || all[id].size() < 4)) {
                        allowed.push_back(id);
                    }
                }
                if (allowed.empty()) {
                    break;
                }
                std::string_view const next = all[allowed[random() % allowed.size()]];
                BOOST_REQUIRE(m.accept(next) && slow.accept(next));
            }
        }
    }
}

namespace {

/// Single letters, and some thousand words and lines of up to sixty bytes.
std::vector<std::string> long_texts(std::mt19937& random) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz ,.ABC\n";
    std::set<std::string> all;
    for (char c = ' '; c < 0x7F; ++c) {
        all.insert(std::string(1, c));
    }
    while (all.size() < 2'600) {
        std::string word = random() % 3 == 0 ? " " : "";
        std::size_t const length = 1 + random() % (random() % 2 != 0 ? 60 : 9);
        bool const plain = random() % 3 != 0;
        for (std::size_t n = 0; n < length; ++n) {
            word += letters[random() % (plain ? 26 : letters.size())];
        }
        all.insert(word + (random() % 9 == 0 ? "\n\n" : ""));
    }
    return {all.begin(), all.end()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_of_long_tokens_have_those_that_can_be_read) {
    std::mt19937 random(3);
    std::vector<std::string> const long_ones = long_texts(random);
    for (std::string_view const grammar :
         {"root ::= (line \"\\n\"?){1,40}\nline ::= [^\\n]{1,70}",
          "root ::= ([^\\n,]{20,90} [,\\n]){2,30} \".\"", "root ::= ([a-z]{1,20} [ ,]?){1,60} \".\"",
          "root ::= (([a-z ]{5,40} \".\"?){2,9} \"\\n\"){1,8}",
          "root ::= ((([A-Ca-z]{1,30} \" \"){1,7} \",\"?){2,60} \"\\n\"?){1,5}",
          "root ::= ([^\\n]{40,120} \"\\n\"){3,8} | [a-z ]{30,50} \".\"",
          "root ::= (word{2,90} \"\\n\"){1,9}\nword ::= [a-z]{1,25} \" \"?"}) {
        setup const s(grammar, long_ones);
        for (int round = 0; round < 3; ++round) {
            mask::matcher m{s.compiled};
            for (int step = 0; step < 10; ++step) {
                mask::allowed_tokens const here = m.allowed();
                BOOST_TEST_REQUIRE((here.state == mask::filled::some), grammar);
                std::vector<vocab::token_id> read;
                std::string wrong;
                for (vocab::token_id id = 0; id < long_ones.size(); ++id) {
                    mask::matcher ahead = m;
                    bool const reads = ahead.accept(id);
                    if (reads != (((here.words[id / 32] >> (id % 32)) & 1u) != 0)) {
                        wrong += "[" + long_ones[id] + "]";
                    }
                    if (reads) {
                        read.push_back(id);
                    }
                }
                BOOST_REQUIRE_MESSAGE(wrong.empty(), grammar << ", step " << step << ": " << wrong);
                if (read.empty()) {
                    break;
                }
                BOOST_REQUIRE(m.accept(read[random() % read.size()]));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
