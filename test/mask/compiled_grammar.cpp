// test/mask/compiled_grammar.cpp - copies share what was learnt, and it is of the grammar and the tokens that were given
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/compiled_grammar.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_compiled_grammar)

using mask_fixture::setup;
namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;

BOOST_AUTO_TEST_CASE(what_one_copy_learns_all_know) {
    setup const s(R"(root ::= "a"+ "b")", {"a", "b", "ab", "aa"});
    mask::compiled_grammar const copy = s.compiled;
    BOOST_TEST(&copy.data() == &s.compiled.data());
    std::size_t const before = copy.memory();
    mask::matcher m{s.compiled};
    BOOST_TEST(s.allowed(m).size() == 3u);
    BOOST_TEST(copy.memory() > before);
    std::size_t const once = copy.memory();
    mask::matcher again{copy};
    BOOST_TEST(s.allowed(again).size() == 3u);
    BOOST_TEST(copy.memory() == once);
}

BOOST_AUTO_TEST_CASE(it_is_of_what_it_was_made_of) {
    setup const s(R"(root ::= "a")", {"a"});
    mask::compiled_grammar const other{s.compiled.grammar(), s.compiled.tokens()};
    BOOST_TEST(&other.grammar().data() == &s.compiled.grammar().data());
    BOOST_TEST(&other.tokens().data() == &s.compiled.tokens().data());
    BOOST_TEST(&other.data() != &s.compiled.data());
}

// of 128 tokens, which is more than are written anew each time, all but those that begin with a quote
BOOST_AUTO_TEST_CASE(what_a_mask_has_is_written_once_for_all_grammars_of_a_vocabulary) {
    std::vector<std::string> tokens;
    for (int byte = 0; byte < 128; ++byte) {
        tokens.push_back(std::string(1, static_cast<char>(byte)));
    }
    setup const s(R"(root ::= "a" ["] [^"]* ["])", tokens);
    auto const net = rtn::from_gbnf(gbnf::compile(R"(root ::= "b" ["] [^"]* ["])").value()).value();
    mask::compiled_grammar const other{
        mask::grammar::prepare(net).value(), s.compiled.tokens(), {.no_dead_ends = false}};
    auto const words_behind = [](mask::compiled_grammar const& g, std::string_view text) {
        mask::matcher m{g};
        BOOST_TEST(m.accept(text));
        return m.allowed().words.data();
    };
    std::uint32_t const* const once = words_behind(s.compiled, "a\"");
    BOOST_TEST(words_behind(other, "b\"") == once);
    BOOST_TEST(words_behind(other, "b") != once);
    s.compiled.tokens().share(0);
    mask::compiled_grammar const alone{
        mask::grammar::prepare(net).value(), s.compiled.tokens(), {.no_dead_ends = false}};
    BOOST_TEST(words_behind(alone, "b\"") != once);
}

BOOST_AUTO_TEST_CASE(matchers_outlive_the_object_that_they_were_made_of) {
    setup const s(R"(root ::= "a"+)", {"a", "b"});
    std::optional<mask::compiled_grammar> made{std::in_place, s.compiled.grammar(), s.compiled.tokens()};
    mask::matcher m{*made};
    made.reset();
    BOOST_TEST(m.accept(s.id("a")));
    BOOST_TEST(!m.accept(s.id("b")));
}

BOOST_AUTO_TEST_SUITE_END()
