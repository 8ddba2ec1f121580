// test/mask/explain.cpp - why a token is refused
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/explain.hpp>
#include "fixture.hpp"
#include <parlance/mask/compile.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(mask_explain)

using namespace mask_fixture;

namespace {

constexpr std::string_view tiny = "root ::= \"[\" list \"]\"\n"
                                  "list ::= (item \",\")* item\n"
                                  "item ::= number | root\n"
                                  "number ::= \"-\"? [0-9]+ \"!\"\n";

std::string explained(setup const& s, std::string_view before, std::string_view token) {
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(before));
    std::size_t const steps = m.steps();
    std::string out = mask::render(mask::explain(m, s.id(token)));
    BOOST_TEST(m.steps() == steps);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_wrong_byte_is_named_with_what_could_stand_there) {
    setup s(tiny, {"[", "[]", "1", "12a", "]", ",", "\xC3\xA9\""});
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(std::string_view{"[1!,"}));
    mask::explanation const e = mask::explain(m, s.id("12a"));
    BOOST_TEST((e.why == mask::refusal::wrong_byte));
    BOOST_TEST(e.text == "12a");
    BOOST_TEST(e.at == 2u);
    std::vector<mask::byte_range> const want{{'!', '!'}, {'0', '9'}};
    BOOST_TEST((e.expected == want));
    BOOST_TEST(!e.may_end);
    std::vector<std::vector<std::string>> const rules{{"root", "number"}, {"root", "list", "number"}};
    BOOST_TEST((e.rules == rules));
    BOOST_TEST(explained(s, "[1!,", "12a") == "token 3 \"12a\" is refused at byte 2, \"a\"\n"
                                              "  expected: \"!\", \"0\" to \"9\"\n"
                                              "  in root > number\n"
                                              "  in root > list > number\n");
}

BOOST_AUTO_TEST_CASE(every_reason_has_its_sentence) {
    setup s("root ::= \"a\" (<[3]> | \"\\n\")?", {"a", "", "\xC3\xA9\"\x01"});
    BOOST_TEST(explained(s, "", "a") == "token 0 \"a\" is allowed\n");
    BOOST_TEST(explained(s, "", "</s>") == "token 3 \"</s>\" is refused: the text may not end here\n"
                                           "  expected: \"a\"\n"
                                           "  in root\n");
    BOOST_TEST(explained(s, "", "<x>") ==
               "token 4 \"<x>\" is refused: it is not text, and not asked for here\n"
               "  expected: \"a\"\n"
               "  in root\n");
    BOOST_TEST(explained(s, "", "") == "token 1 \"\" is never allowed: the vocabulary has no text for it\n");
    BOOST_TEST(explained(s, "", "no such token") ==
               "token 5 \"\" is never allowed: the vocabulary has no text for it\n");
    BOOST_TEST(explained(s, "a", "\xC3\xA9\"\x01") ==
               "token 2 \"\\xC3\\xA9\\\"\\x01\" is refused at byte 0, \"\\xC3\"\n"
               "  expected: \"\\x0A\", the end\n");
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("a")) && m.accept(s.id("</s>")));
    BOOST_TEST(mask::render(mask::explain(m, 0)) == "token 0 \"a\" is refused: the text has ended\n");
}

BOOST_AUTO_TEST_CASE(where_only_tokens_go_on_that_is_what_is_expected) {
    setup s("root ::= \"a\" <[2]> \"b\"", {"a", "b"});
    BOOST_TEST(explained(s, "a", "b") == "token 1 \"b\" is refused at byte 0, \"b\"\n"
                                         "  expected: a token by name\n"
                                         "  in root\n");
}

BOOST_AUTO_TEST_CASE(what_nothing_completes_is_no_more_allowed_than_its_mask_says) {
    vocab::token_list const list{"a", "b", "]"};  // and no token for c
    auto const tokens = mask::token_index::build(list).value();
    mask::matcher m(mask::compile_gbnf("root ::= \"a\" \"c\" | \"b\" [ab]* \"]\"", tokens).value());
    BOOST_TEST((mask::explain(m, 0).why == mask::refusal::no_end));
    BOOST_TEST(
        mask::render(mask::explain(m, 0)) ==
        "token 0 \"a\" is refused: no tokens complete the text behind it, or not as soon as they have to\n");
    BOOST_TEST((mask::explain(m, 1).why == mask::refusal::allowed));
    BOOST_REQUIRE(m.accept(1));
    BOOST_TEST((mask::explain(m, 0).why == mask::refusal::allowed));
    m.remaining(1);
    BOOST_TEST((mask::explain(m, 0).why == mask::refusal::no_end));
    BOOST_TEST((mask::explain(m, 2).why == mask::refusal::allowed));
}

BOOST_AUTO_TEST_CASE(a_limit_is_not_the_grammars_fault) {
    parlance::limits bounds;
    bounds.stack_depth = 10;
    setup s("root ::= \"(\" root \")\" | \"x\"", {"("}, mask::trigger::eager(), bounds);
    mask::matcher m{s.compiled};
    while (m.accept(s.id("("))) {}
    BOOST_TEST(mask::render(mask::explain(m, s.id("("))) ==
               "token 0 \"(\" is refused: the grammar's stack is deeper than the limit\n");
}

BOOST_AUTO_TEST_CASE(all_bytes_that_could_stand_there_are_tried_with_the_fuel_of_one_call) {
    std::string ways = "root ::= s\ns ::= [a-z] | [0-9]{2,9}";  // each letter leads to other states
    for (char c = 'a'; c <= 'z'; ++c) {
        ways.append(" | \"").append(1, c).append("\" s s \"").append(1, c).append("!\"?");
    }
    bool some_left = false;
    for (std::uint64_t fuel = 100'000; fuel < 10'000'000; fuel += fuel / 4) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        setup s(ways, {"a", "?"}, mask::trigger::eager(), bounds);
        mask::matcher m{s.compiled};
        while (m.steps() < 6 && m.accept(s.id("a"))) {}
        mask::explanation const e = mask::explain(m, s.id("?"));
        if (e.why == mask::refusal::wrong_byte && e.limit != parlance::errc::none) {
            some_left = true;
            BOOST_TEST((e.limit == parlance::errc::out_of_fuel));
            BOOST_TEST(mask::render(e).find("and perhaps more: more steps needed") != std::string::npos);
        } else if (e.why == mask::refusal::wrong_byte) {
            std::vector<mask::byte_range> const want{{'!', '!'}, {'0', '9'}, {'a', 'z'}};
            BOOST_TEST((e.expected == want));
        }
    }
    BOOST_TEST(some_left);
}

BOOST_AUTO_TEST_CASE(two_ways_to_read_the_text_have_two_stacks) {
    setup s("root ::= one | two\none ::= \"a\" [xy]\ntwo ::= \"ab\"? \"a\" [0-9]", {"a", "z"});
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("a")));
    mask::explanation const e = mask::explain(m, s.id("z"));
    std::vector<std::vector<std::string>> const rules{{"one"}, {"two"}};
    BOOST_TEST((e.rules == rules));
    std::vector<mask::byte_range> const want{{'0', '9'}, {'b', 'b'}, {'x', 'y'}};
    BOOST_TEST((e.expected == want));
}

BOOST_AUTO_TEST_CASE(a_word_that_goes_on_wrongly_is_explained_inside_the_grammar) {
    setup s("root ::= \"<t>\" [0-9]+", {"b<t>b"}, mask::trigger::words({"<t>"}));
    mask::matcher m{s.compiled};
    BOOST_TEST(mask::render(mask::explain(m, 0)) == "token 0 \"b<t>b\" is refused at byte 4, \"b\"\n"
                                                    "  expected: \"0\" to \"9\"\n"
                                                    "  in root\n");
}

BOOST_AUTO_TEST_SUITE_END()
