// test/mask/any_bytes.cpp - texts of bytes, and tokens that are no whole code points: masks are exact
// SPDX-License-Identifier: BSL-1.0
#include "exact_masks.hpp"
#include "fixture.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_any_bytes)

namespace mask = parlance::mask;
namespace rtn = parlance::rtn;

namespace {

/// All bytes, and words with code points that are cut at either end or in the middle.
std::vector<std::string> broken_words(std::mt19937& random) {
    std::set<std::string> all;
    for (unsigned b = 0; b < 256; ++b) {
        all.insert(std::string(1, static_cast<char>(b)));
    }
    char const* const pieces[] = {"a",
                                  "n",
                                  "e",
                                  "N",
                                  " ",
                                  "5",
                                  "x",
                                  "\"",
                                  "\xC3\xA9",
                                  "\xC3",
                                  "\xA9",
                                  "\x80",
                                  "\xE2\x82",
                                  "\xE2\x82\xAC",
                                  "\xE2",
                                  "\xF0\x9F",
                                  "\xF0\x9F\x98\x80",
                                  "\xFF",
                                  "\xC3\xA9\xC3\xA9",
                                  "\n",
                                  "ab"};
    while (all.size() < 1'800) {
        std::string word;
        for (auto n = 1 + random() % 6; n > 0; --n) {
            word += pieces[random() % std::size(pieces)];
        }
        all.insert(word);
    }
    return {all.begin(), all.end()};
}

mask::compiled_grammar compiled(rtn::network const& net, std::vector<std::string> const& texts) {
    return {*mask::grammar::prepare(net),
            *mask::token_index::build(mask_fixture::vocabulary(texts)),
            {.no_dead_ends = false}};
}

/// "<", bytes in [low, high] but a quote, between `least` and `most` of them, and "\"".
rtn::network bytes_in(unsigned low, unsigned high, std::uint32_t least, std::uint32_t most) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    rtn::rule_id const byte = b.add_rule("byte");
    rtn::state_id const begun = b.add_state();
    b.accept(b.entry(byte));
    b.increment(b.entry(byte), begun);
    if (low < '"') {
        b.bytes(begun, static_cast<std::uint8_t>(low), '"' - 1, b.entry(byte));
    }
    b.bytes(begun, static_cast<std::uint8_t>(low > '"' ? low : '"' + 1u), static_cast<std::uint8_t>(high),
            b.entry(byte));
    rtn::state_id const end = b.add_state();
    b.counted_call(b.literal(b.entry(root), "a"), {byte, least, most}, end);
    b.accept(b.literal(end, "\""));
    return std::move(b).finish();
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_of_bytes_are_exact_whether_they_are_code_points_or_not) {
    std::mt19937 random(4);
    std::vector<std::string> const texts = broken_words(random);
    struct sample {
        unsigned low;
        unsigned high;
        std::uint32_t least;
        std::uint32_t most;
    };
    for (sample const& s : {sample{0, 0xFF, 0, rtn::unbounded},
                            {0, 0xFF, 0, 20},
                            {0x20, 0xC3, 3, 40},
                            {0x80, 0xFF, 0, rtn::unbounded},
                            {0x20, 0xEF, 0, rtn::unbounded},
                            {0, 0x7F, 5, 9}}) {
        rtn::network const net = bytes_in(s.low, s.high, s.least, s.most);
        BOOST_TEST(exact_masks::compared(net, compiled(net, texts), texts, random) > 10u,
                   s.low << " to " << s.high);
    }
}

BOOST_AUTO_TEST_CASE(masks_of_code_points_are_exact_where_tokens_end_within_one) {
    std::mt19937 random(4);
    std::vector<std::string> const texts = broken_words(random);
    for (std::string_view const grammar : {
             R"(root ::= "a" [^"]* "\"")",
             R"(root ::= "a" [^"]{2,6} "\"")",
             R"(root ::= "a" [^"\x80-\U0010FFFF]* ("\"" | [^\x00-\x7F]+ "x"))",
             // behind the last of them come others that begin alike
             R"(root ::= "a" [a-z\xE9]{0,4} ([\xE8-\xEAn] [^"]{0,5} | "\""))",
             R"(root ::= "a" ([a-zN5 ]{1,6} [\xE9\u20AC]{0,2}){2,4} ("ne" | "\""))",
             R"(root ::= "a" [^"\n]{0,7} "\n"? [^"]{3,9} "\"")",
             R"(root ::= ("a" [^"]{0,30} "\"" | "a" [^" ]* "5")+)",
         }) {
        auto const net = rtn::from_gbnf(*parlance::gbnf::compile(grammar));
        BOOST_REQUIRE(net);
        BOOST_TEST(exact_masks::compared(*net, compiled(*net, texts), texts, random) > 10u, grammar);
    }
}

BOOST_AUTO_TEST_SUITE_END()
