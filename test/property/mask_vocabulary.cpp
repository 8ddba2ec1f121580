// test/property/mask_vocabulary.cpp - the law of masks over a vocabulary of 128 k tokens
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/json.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/element_machine.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include "random_grammar.hpp"
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace vocab = parlance::vocab;

namespace {

using words = std::vector<std::uint32_t>;
using machine = mask::element_machine;
using reference = mask::npda<machine, mask::heap_stacks, mask::caching>;

/// Llama 3's tokens where there is test data; else every byte and 30 000 random strings of what grammars are made of.
vocab::list vocabulary() {
    std::string const corpus = PARLANCE_CORPUS;
    std::ifstream in(corpus + "/vocab/tiktoken/llama3-tokenizer.model", std::ios::binary);
    std::string const text{std::istreambuf_iterator<char>(in), {}};
    if (!corpus.empty() && !text.empty()) {
        auto const end = static_cast<vocab::token_id>(std::count(text.begin(), text.end(), '\n'));
        vocab::named_token const special[] = {{"<|end_of_text|>", end, vocab::token_kind::control}};
        vocab::token_id const ends[] = {end};
        return *vocab::read_tiktoken(text, {.specials = special, .ends = ends});
    }
    random_grammar::source random(1);
    vocab::list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    static std::vector<std::string> const pieces{"\"",   "{",    "}",  "[",        "]",  ":",   ",",
                                                 " ",    "\n",   "a",  "e",        "th", "ing", "12",
                                                 "true", "null", "\\", "\xC3\xA9", "0",  "."};
    while (out.size() < 30'000) {
        std::string made;
        for (std::uint32_t n = 2 + random.below(5); n > 0; --n) {
            made += random.pick(pieces);
        }
        out.add(made);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// The mask by walking the trie with the reference.
words reference_mask(reference const& run, mask::index const& index) {
    words out(mask::words_for(index.size()));
    mask::bitmask bits{out};
    auto const nodes = index.trie().nodes();
    std::vector<reference> open(1, run);
    for (std::size_t i = 1; i < nodes.size();) {
        open.resize(nodes[i].depth(), run);
        reference next = open.back();
        if (!next.accept(nodes[i].byte())) {
            BOOST_REQUIRE(!next.gave_up());
            i += nodes[i].skip();
            continue;
        }
        index.trie().each_token(nodes[i], [&](vocab::token_id id) { bits.set(id); });
        open.push_back(std::move(next));
        ++i;
    }
    for (vocab::token_id const id : index.ends()) {
        if (run.complete()) {
            bits.set(id);
        }
    }
    return out;
}

struct language {
    std::string_view grammar;
    bool json;
};
constexpr language languages[] = {
    {gbnf::json_text, true},
    {R"gbnf(root ::= "{\"name\": \"" [^"\\\x00-\x1F]{1,40} "\", \"tags\": [" (tag (", " tag){0,9})? "], \"size\": " size "}"
tag ::= "\"red\"" | "\"green\"" | "\"greenish\"" | "\"blue\""
size ::= "-"? ("0" | [1-9] [0-9]{0,6}) ("." [0-9]{1,3})?
)gbnf",
     true},
    {R"gbnf(root ::= (call | text)+
call ::= "<tool_call>" json "</tool_call>" "\n"?
json ::= "{\"name\": \"" ("search" | "search_all" | "add") "\", \"arguments\": {" pairs "}}"
pairs ::= (pair (", " pair)*)?
pair ::= "\"" [a-z_]+ "\": " ("\"" [^"\\\n]* "\"" | [0-9]+)
text ::= [^<]{1,30}
)gbnf",
     false},
    {R"gbnf(root ::= statement+
statement ::= name " = " expr ";\n" | "if (" expr ") {\n" statement* "}\n" | "return " expr ";\n"
expr ::= term (" " [-+*/<>] " " term)*
term ::= name | number | "(" expr ")" | name "(" (expr (", " expr)*)? ")" | "'" [^'\n]{0,20} "'"
name ::= [a-zA-Z_] [a-zA-Z0-9_]{0,15}
number ::= [0-9]{1,9}
)gbnf",
     false},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(property_mask_vocabulary)

BOOST_AUTO_TEST_CASE(masks_over_a_large_vocabulary_are_the_references_masks) {
    auto const& suite = boost::unit_test::framework::master_test_suite();
    std::size_t const most = suite.argc > 1 ? static_cast<std::size_t>(std::atol(suite.argv[1])) : 60;
    vocab::list const tokens = vocabulary();
    auto const index = mask::index::build(tokens);
    BOOST_REQUIRE(index);
    std::vector<gbnf::grammar> grammars;
    std::vector<mask::cache> caches;
    for (language const& l : languages) {
        auto made = gbnf::compile(l.grammar);
        BOOST_REQUIRE_MESSAGE(made, render(made.error(), l.grammar));
        grammars.push_back(*std::move(made));
        caches.emplace_back(*mask::grammar::prepare(*rtn::from_gbnf(grammars.back())), *index);
    }
    std::size_t positions = 0;
    std::size_t walks = 0;
    std::size_t ended = 0;
    while (positions < most) {
        random_grammar::source random(static_cast<std::uint32_t>(1000 + walks));
        std::size_t const which = walks++ % std::size(languages);
        auto const shared = std::make_shared<mask::memo<reference::stack_set>>(std::size_t{1} << 28);
        reference slow{machine{grammars[which]}, shared};
        mask::npda plain{machine{grammars[which]}};
        mask::matcher fast{caches[which]};
        std::string text;
        for (std::size_t step = 0; step < 60 && positions < most && !fast.ended(); ++step, ++positions) {
            words filled(mask::words_for(index->size()));
            mask::filled const state = fast.fill(filled);
            BOOST_REQUIRE_MESSAGE(state == mask::filled::some || state == mask::filled::all,
                                  "no token behind: " << text);
            BOOST_REQUIRE_MESSAGE(filled == reference_mask(slow, *index), "wrong mask behind: " << text);
            std::vector<vocab::token_id> allowed;
            std::vector<vocab::token_id> structural;
            for (vocab::token_id id = 0; id < index->size(); ++id) {
                if (mask::bitmask{filled}.test(id)) {
                    allowed.push_back(id);
                    if (tokens.bytes(id).find_first_of("\"}];<)(") != std::string_view::npos) {
                        structural.push_back(id);
                    }
                }
            }
            for (int k = 0; k < 40; ++k) {  // some by brute force
                auto const id = k % 2 == 0 ? random.pick(allowed)
                                           : random.below(static_cast<std::uint32_t>(index->size()));
                bool const want = tokens.ends(id)
                                      ? plain.complete()
                                      : !tokens.bytes(id).empty() && plain.allows(tokens.bytes(id));
                BOOST_REQUIRE_MESSAGE(mask::bitmask{filled}.test(id) == want,
                                      "token " << id << " behind: " << text);
            }
            bool const stop = step > 40 || random.one_in(4);
            vocab::token_id next = stop && plain.complete() && !index->ends().empty() ? index->ends()[0]
                                   : !structural.empty() && random.one_in(2) ? random.pick(structural)
                                                                             : random.pick(allowed);
            words after(filled.size());
            BOOST_REQUIRE(fast.accept(next) && fast.rollback(1));
            fast.fill(after);
            BOOST_REQUIRE(after == filled);
            BOOST_REQUIRE(fast.accept(next));
            if (!tokens.ends(next)) {
                text += tokens.bytes(next);
                BOOST_REQUIRE(slow.accept(tokens.bytes(next)) && plain.accept(tokens.bytes(next)));
            }
        }
        if (fast.ended()) {
            ++ended;
            BOOST_REQUIRE_MESSAGE(!languages[which].json || parlance::json::parse(text), text);
        }
    }
    BOOST_TEST_MESSAGE(positions << " positions of " << index->size() << " tokens in " << walks << " walks, "
                                 << ended << " of which ended");
    BOOST_TEST(positions >= most);
}

BOOST_AUTO_TEST_SUITE_END()
