// test/mask/far_counts.cpp - counts that begin at any byte: exact near their bounds, and one where they are far from them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_far_counts)

using namespace mask_fixture;

namespace {

// the longest has eleven bytes, so that more than thirteen iterations are far away
std::vector<std::string> const texts{"a",     "b",       "c",        "!",          "?",           "b!",
                                     "bb!",   "bbbb!",   "bbbbbbb!", "bbbbbbbbb!", "bbbbbbbbbb!", "abab!",
                                     "b!bbb", "bbbbbb?", "aab?",     "babababa!",  "cbbb!",       "abcba"};

char const* const grammars[] = {
    "root ::= [ab]* \"a\" [ab]{40} \"!\"",
    "root ::= [ab]* \"a\" [ab]{40,44} \"!\" | [ab]* \"b\" [ab]{33} \"?\"",
    "root ::= ([ab]* \"a\" [ab]{30,} \"!\")*",
    "root ::= [a-c]* \"a\" ([ab]{3} \"c\"?){20,30} \"!\"",
    "root ::= [a-c]* \"a\" ([ab]{20,22} \"c\"){2,3} \"!\"",
    "root ::= (.* \"a\" .{40} | [ab]* \"b\" [ab]{25}) \"!\"",
};

}  // namespace

BOOST_AUTO_TEST_CASE(masks_are_exact_at_every_distance_from_a_lower_bound) {
    for (std::string_view const grammar : grammars) {
        setup const s(grammar, texts);
        auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar));
        BOOST_REQUIRE(net);
        for (unsigned seed = 1; seed <= 4; ++seed) {
            std::mt19937 random(seed);
            mask::matcher m{s.compiled};
            mask::npda<mask::network_machine> slow{mask::network_machine{net->view()}};
            std::vector<std::uint32_t> words(mask::words_for(s.tokens.size()));
            for (int step = 0; step < 110; ++step) {
                BOOST_REQUIRE(mask::has_tokens(m.fill(words)));
                for (vocab::token_id id = 0; id < texts.size(); ++id) {
                    BOOST_REQUIRE_MESSAGE(mask::bitmask{words}.test(id) == slow.allows(texts[id]),
                                          grammar << " seed " << seed << " step " << step << " "
                                                  << texts[id]);
                }
                // few letters that are looked for, so that the distances differ
                char const next[] = {"bbbbba"[random() % 6], '\0'};
                if (!m.accept(std::string_view{next})) {
                    break;
                }
                BOOST_REQUIRE(slow.accept(std::string_view{next}));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
