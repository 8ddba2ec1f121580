// test/gbnf/resolve.cpp - token texts become the ids that a vocabulary gives them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/resolve.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/print.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(gbnf_resolve)

namespace {

using namespace parlance;

constexpr auto thinking = gbnf::compile<"root ::= <think> (!</think>)* </think> [a-z]+">();
constexpr auto resolved = [] {
    auto const g = gbnf::resolve(thinking, [](std::string_view text) -> std::optional<std::uint32_t> {
        return text == "<think>" ? 7 : 8;
    });
    return g->view() == gbnf::compile("root ::= <[7]> (!<[8]>)* <[8]> [a-z]+")->view();
}();
static_assert(resolved);

}  // namespace

BOOST_AUTO_TEST_CASE(ids_come_from_the_vocabulary) {
    vocab::token_list_builder build;
    build.add("a");
    build.add("<think>", vocab::token_kind::control);
    build.add("</think>", vocab::token_kind::user_defined);
    vocab::token_list const v = std::move(build).finish().value();
    auto const find = [&](std::string_view text) { return v.find(text); };
    gbnf::grammar const g = gbnf::resolve(thinking, find).value();
    BOOST_TEST(gbnf::valid(g));
    BOOST_TEST(g.view().token_text_count() == 0u);
    BOOST_TEST(gbnf::print(g) == "root ::= <[1]> (!<[2]>)* <[2]> [a-z]+\n");
    auto const none = gbnf::resolve(*gbnf::compile("root ::= <think> <tool>"), find);
    BOOST_TEST((none.error().code == errc::unknown_token));
    BOOST_TEST(none.error().hint.view() == "<tool>");
}

BOOST_AUTO_TEST_CASE(a_grammar_without_texts_stays_as_it_is) {
    gbnf::grammar const g = gbnf::compile("root ::= <[3]> \"x\"").value();
    BOOST_TEST(
        (gbnf::resolve(g, [](std::string_view) { return std::optional<std::uint32_t>{}; }).value() == g));
}

BOOST_AUTO_TEST_SUITE_END()
