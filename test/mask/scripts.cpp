// test/mask/scripts.cpp - words of several scripts: each begins a loop of its own, and masks are as exact as without
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/utf8.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_scripts)

using namespace mask_fixture;

namespace {

char const* const grammars[] = {
    R"(root ::= (latin | greek | cyrillic | han){1,100} "."
latin ::= [a-zA-Z\u00C0-\u024F]{1,20} " "{0,2}
greek ::= [\u0370-\u03FF]{2,20} " "{0,2}
cyrillic ::= [\u0400-\u04FF]{1,20} ("-" [\u0400-\u04FF]{1,20}){0,3} " "?
han ::= [\u4E00-\u9FFF]{1,8} [\u3001\u3002]?)",
    R"(root ::= word ([ ,] word){0,30} [.!\u3002]
word ::= [a-z\u00E0-\u00FF]{1,4} | [\u0400-\u04FF]{1,5} | [\u0370-\u03FF]{1,3} | [\u4E00-\u9FFF]{1,2})",
    // sets that share first bytes, among themselves and with what is below
    R"(root ::= ([\u0370-\u03FF\u0400-\u042F]{1,9} | [\u0430-\u047F]{1,9} | [a-z]{1,9} | " " [\u0410-\u04FF] "-"){1,40})",
    R"(root ::= ([a-z0-9]{1,6} | [\u0400-\u04FF0-9]{2,6} | [\u4E00-\u9FFF ]+ "."){1,50})",
    R"(root ::= (name [\u0410-\u042F] ","?){1,20}
name ::= [\u0430-\u048F\u0400-\u040F]{1,9})",
    R"(root ::= (([a-z]+ | [\u0400-\u04FF]+ | [\u4E00-\u9FFF]+) " "?)*)",
    R"(root ::= ([\u0400-\u04FF]{3,5} ", " | [\u4E00-\u9FFF]{3,30} | [\u0370-\u03FF]{1,3}{2,4} [\u3001\u0430]){1,20})",
};

/// Words of a script or two, with what stands around them, and some that are no whole code points.
std::vector<std::string> words_of(std::mt19937& random) {
    struct {
        std::uint32_t first;
        std::uint32_t count;
    } const scripts[] = {{'a', 26}, {0xC0, 70}, {0x3A0, 60}, {0x400, 140}, {0x4E00, 40}, {0x3000, 4}};
    std::set<std::string> all{" ", ".", "-", ",", "!", "0"};
    while (all.size() < 900) {
        std::string word = random() % 3 == 0 ? " " : "";
        auto script = scripts[random() % std::size(scripts)];
        for (auto points = 1 + random() % 6; points > 0; --points) {
            script = random() % 12 == 0 ? scripts[random() % std::size(scripts)] : script;
            word +=
                parlance::utf8::encode(static_cast<char32_t>(script.first + random() % script.count)).view();
        }
        switch (random() % 8) {
        case 0: word.pop_back(); break;
        case 1: word += " .,-!0"[random() % 6]; break;
        case 2: word.erase(0, 1); break;
        default: break;
        }
        if (!word.empty()) {
            all.insert(word);
        }
    }
    return {all.begin(), all.end()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_of_words_of_several_scripts_are_exact) {
    for (unsigned seed = 1; seed <= 2; ++seed) {
        std::mt19937 random(seed);
        std::vector<std::string> const texts = words_of(random);
        for (std::string_view const grammar : grammars) {
            setup const s(grammar, texts);
            auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar));
            BOOST_REQUIRE(net);
            mask::matcher m{s.compiled};
            mask::npda<mask::network_machine, mask::heap_stacks, mask::caching> slow{
                mask::network_machine{net->view()}};
            std::vector<std::uint32_t> words(mask::words_for(s.tokens.size()));
            for (int step = 0; step < 12; ++step) {
                if (!mask::has_tokens(m.fill(words))) {
                    break;
                }
                std::vector<vocab::token_id> allowed;
                for (vocab::token_id id = 0; id < texts.size(); ++id) {
                    auto ahead = slow;
                    bool const reads = ahead.accept(texts[id]);
                    BOOST_REQUIRE_MESSAGE(!ahead.gave_up(), grammar);
                    BOOST_REQUIRE_MESSAGE(mask::bitmask{words}.test(id) == reads,
                                          grammar << " seed " << seed << " step " << step << " "
                                                  << texts[id]);
                    if (reads) {
                        allowed.push_back(id);
                    }
                }
                if (allowed.empty()) {
                    break;
                }
                vocab::token_id const next = allowed[random() % allowed.size()];
                BOOST_REQUIRE(m.accept(next));
                BOOST_REQUIRE(slow.accept(texts[next]));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
