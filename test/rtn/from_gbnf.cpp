// test/rtn/from_gbnf.cpp - GBNF as a network
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include "../looks.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdio>
#include <ostream>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(rtn_from_gbnf)

namespace gbnf = parlance::gbnf;
namespace rtn = parlance::rtn;
namespace data = boost::unit_test::data;

namespace {

struct sample {
    std::string_view grammar;
    std::string_view text;
    bool derived;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) {
        return out << s.grammar << " on " << s.text;
    }
};
sample const samples[] = {
    {"root ::= \"ab\" | \"a\" \"c\"", "ac", true},
    {"root ::= \"ab\" | \"a\" \"c\"", "a", false},
    {"root ::= [a-c]* \"d\"", "abcabcd", true},
    {"root ::= [a-c]+", "", false},
    {"root ::= [^a]", "\xF0\x9F\x98\x80", true},
    {"root ::= [^a]", "a", false},
    {"root ::= .", "\xED\xA0\x80", false},  // a surrogate
    {"root ::= \"a\"{2,4}", "a", false},
    {"root ::= \"a\"{2,4}", "aaaa", true},
    {"root ::= \"a\"{2,4}", "aaaaa", false},
    {"root ::= \"a\"{0,0} \"b\"", "b", true},
    {"root ::= \"a\"{3,}", "aaaaaaa", true},
    {"root ::= (\"a\"? \"b\"?){3}", "", true},
    {"root ::= (\"a\"? \"b\"?){3}", "ababab", true},
    {"root ::= (\"a\"? \"b\"?){3}", "abababa", false},
    {"root ::= x\nx ::= \"(\" x \")\" | \"\"", "(((())))", true},
    {"root ::= x\nx ::= \"(\" x \")\" | \"\"", "(()", false},
};

}  // namespace

BOOST_DATA_TEST_CASE(the_network_derives_what_the_grammar_says, data::make(samples)) {
    auto const grammar = gbnf::compile(sample.grammar);
    BOOST_REQUIRE(grammar);
    auto const net = rtn::from_gbnf(*grammar);
    BOOST_REQUIRE(net);
    BOOST_TEST(parlance::mask::matches(net->view(), sample.text) == sample.derived);
}

BOOST_AUTO_TEST_CASE(a_bound_of_a_million_costs_no_states) {
    auto const small = rtn::from_gbnf(*gbnf::compile("root ::= [a-z]{3,5}"));
    auto const large = rtn::from_gbnf(*gbnf::compile("root ::= [a-z]{3,1000000}"));
    BOOST_TEST(small->view().state_count() == large->view().state_count());
}

BOOST_AUTO_TEST_CASE(rules_keep_their_names_and_are_not_copied) {
    auto const net = rtn::from_gbnf(*gbnf::compile("root ::= word \" \" word\nword ::= [a-z]+"));
    BOOST_REQUIRE(net);
    BOOST_TEST(net->rules.size() == 2u);
    BOOST_TEST(net->name(1) == "word");
}

BOOST_AUTO_TEST_CASE(unresolved_tokens_are_refused_by_name) {
    auto const net = rtn::from_gbnf(*gbnf::compile("root ::= <think>"));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == parlance::errc::unknown_token));
    BOOST_TEST(net.error().hint.view() == "<think>");
}

BOOST_AUTO_TEST_CASE(two_grammars_fit_into_one_builder) {
    rtn::builder out;
    auto const first = rtn::from_gbnf(*gbnf::compile("root ::= \"a\" x\nx ::= \"b\""), out);
    auto const second = rtn::from_gbnf(*gbnf::compile("root ::= \"c\" x\nx ::= \"d\""), out);
    BOOST_REQUIRE(first);
    BOOST_REQUIRE(second);
    out.root(*second);
    rtn::network const net = std::move(out).finish();
    BOOST_TEST(parlance::mask::matches(net.view(), "cd"));
    BOOST_TEST(!parlance::mask::matches(net.view(), "ab"));
}

BOOST_AUTO_TEST_CASE(a_grammar_stops_at_whichever_look_it_is_asked_to) {
    std::string text = "root ::= (word \" \"){2,9} | [^a\\u0400-\\u04FF";
    for (int c = 0x2600; c < 0x2900; c += 2) {
        char hex[8];
        std::snprintf(hex, sizeof hex, "\\u%04X", static_cast<unsigned>(c));
        text += hex;
    }
    text += "] word\n";
    for (int i = 0; i < 60; ++i) {
        text += "word" + std::to_string(i) + " ::= \"" + std::string(20, 'x') + "\" [a-z]{3} <[5]>?\n";
    }
    text += "word ::= word7 | \"y\" word";
    auto const grammar = gbnf::compile(text);
    BOOST_REQUIRE(grammar);
    auto const code = [&](parlance::limits const& bounds) {
        auto const net = rtn::from_gbnf(*grammar, bounds);
        return net ? parlance::errc::none : net.error().code;
    };
    auto const said = stopped_at_each_look(code);
    BOOST_TEST(said.size() > 3u);
    for (parlance::errc const each : said) {
        BOOST_TEST((each == parlance::errc::cancelled));
    }
    parlance::limits few;
    few.states = 200;
    BOOST_TEST((code(few) == parlance::errc::too_many_states));
    BOOST_TEST((code({}) == parlance::errc::none));
}

BOOST_AUTO_TEST_SUITE_END()
