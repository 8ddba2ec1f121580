// test/mask/counts_in_counts.cpp - counts inside counts: masks near every bound, and of ways that count apart
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <random>
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

BOOST_AUTO_TEST_SUITE_END()
