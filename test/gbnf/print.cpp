// test/gbnf/print.cpp - printing is the inverse of compiling
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/print.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/json.hpp>
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(gbnf_print)

namespace {

using namespace parlance;

gbnf::options lenient() {
    gbnf::options how;
    how.allow_undefined = true;
    how.allow_left_recursion = true;
    return how;
}

/// Grammar text at random, nearly all of it correct.
class writer {
public:
    explicit writer(unsigned seed) : random_(seed) {}

    std::string grammar() {
        std::string out;
        std::size_t const rules = 1 + pick(5);
        for (std::size_t r = 0; r < rules; ++r) {
            out += (r == 0 ? "root" : "r" + std::to_string(r)) + " ::= " + alternatives(3) + "\n";
        }
        return out;
    }

private:
    std::size_t pick(std::size_t n) { return random_() % n; }
    std::string alternatives(int depth) {
        std::string out = sequence(depth);
        for (std::size_t n = pick(3); n > 0; --n) {
            out += " | " + sequence(depth);
        }
        return out;
    }
    std::string sequence(int depth) {
        std::string out;
        for (std::size_t n = pick(4); n > 0; --n) {
            out += item(depth) + repetition() + (pick(8) == 0 ? repetition() : "") + " ";
        }
        return out;
    }
    std::string item(int depth) {
        static constexpr std::string_view leaves[] = {"\"a\"",
                                                      "\"ab\\n\\\"\"",
                                                      "\"\"",
                                                      "[a-z]",
                                                      "[^\"\\\\]",
                                                      "[-^\\]]",
                                                      "[\\d\\w]",
                                                      ".",
                                                      "[^]",
                                                      "<[7]>",
                                                      "!<[8]>",
                                                      "<think>",
                                                      "!<|x|>",
                                                      "\"\\u00e9\xF0\x9F\x98\x80\\U0001F600\"",
                                                      "[\\x00-\\x1F\\u2028]",
                                                      "r1",
                                                      "r2",
                                                      "root"};
        if (depth > 0 && pick(4) == 0) {
            return "(" + alternatives(depth - 1) + ")";
        }
        return std::string(leaves[pick(std::size(leaves))]);
    }
    std::string repetition() {
        static constexpr std::string_view all[] = {"",    "",    "",     "",      "*",    "+",    "?",
                                                   "{3}", "{0}", "{2,}", "{0,1}", "{0,}", "{5,9}"};
        return std::string(all[pick(std::size(all))]);
    }
    std::mt19937 random_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(prints_what_one_would_write) {
    struct sample {
        std::string_view text, printed;
    };
    sample const samples[] = {
        {"root::=[a]\"b\" 'c'", ""},
        {"root::=[a]\"b\"\"c\"*", "root ::= \"ab\" \"c\"*\n"},
        {"root ::=", "root ::= \"\"\n"},
        {"root ::= \"a\" |", "root ::= \"a\" | \"\"\n"},
        {"root ::= (\"a\"\n|\n) {1,1}", "root ::= (\"a\" | \"\"){1}\n"},
        {"root ::= [\\^\\-a-z\\]] [^\\n]", "root ::= [\\^\\-a-z\\]] [^\\n]\n"},
        {"root ::= \"\\x00\\x7f\\u200b\\U000FFFFF\\u00e9\"", "root ::= \"\\x00\\x7F\\u200B\\U000FFFFFé\"\n"},
        {"root ::= x{2,}y{2,4}z{0,1}\nx::=.\ny::=<[1]>\nz::=!<q>",
         "root ::= x{2,} y{2,4} z?\nx ::= .\ny ::= <[1]>\nz ::= !<q>\n"},
        {"root ::= \"ab\"+?", "root ::= ((\"ab\")+)?\n"},
    };
    for (sample const& s : samples) {
        auto const g = gbnf::compile(s.text);
        BOOST_TEST((g ? gbnf::print(*g) : "") == s.printed, s.text);
    }
}

BOOST_AUTO_TEST_CASE(long_rules_are_broken_where_every_reader_goes_on) {
    std::string text = "root ::= \"0\"";
    for (int i = 1; i < 60; ++i) {
        text += " | \"alternative " + std::to_string(i) + "\"";
    }
    auto const g = gbnf::compile(text).value();
    std::string const printed = gbnf::print(g);
    BOOST_TEST((gbnf::compile(printed).value() == g));
    for (std::size_t at = 0; at < printed.size();) {
        std::size_t const end = printed.find('\n', at);
        BOOST_TEST(end - at < 110u);
        BOOST_TEST((end + 1 == printed.size() || printed[end - 1] == '|'));
        at = end + 1;
    }
}

BOOST_AUTO_TEST_CASE(compiling_what_was_printed_gives_the_same_table) {
    BOOST_TEST((gbnf::compile(gbnf::print(gbnf::json)).value().view() == gbnf::json.view()));
    for (unsigned seed = 0; seed < 20'000; ++seed) {
        std::string const text = writer(seed).grammar();
        auto const g = gbnf::compile(text, lenient());
        BOOST_REQUIRE_MESSAGE(g.has_value(), render(g.error(), text));
        BOOST_REQUIRE(gbnf::valid(*g));
        std::string const printed = gbnf::print(*g);
        auto const again = gbnf::compile(printed, lenient());
        BOOST_REQUIRE_MESSAGE(again.has_value(), render(again.error(), printed));
        BOOST_REQUIRE_MESSAGE(*again == *g, text << "---\n" << printed);
    }
}

BOOST_AUTO_TEST_CASE(groups_used_twice_get_a_name) {
    using gbnf::element_kind;
    gbnf::grammar const g{{{element_kind::rule_ref, 2},
                           {element_kind::rule_ref, 2},
                           {element_kind::end, 0},
                           {element_kind::any, 0},
                           {element_kind::end, 0},
                           {element_kind::character, 'x'},
                           {element_kind::rule_ref, 2},
                           {element_kind::alt, 0},
                           {element_kind::end, 0}},
                          {0, 3, 5, 9},
                          {'r', 'o', 'o', 't', 'g', 'r', 'o', 'u', 'p', '-', '2'},
                          {0, 4, 11, 11},
                          {11},
                          0};
    BOOST_REQUIRE(gbnf::valid(g));
    BOOST_TEST(gbnf::print(g) ==
               "root ::= group-2- group-2-\ngroup-2 ::= .\ngroup-2- ::= \"x\" group-2- | \"\"\n");
}

BOOST_AUTO_TEST_SUITE_END()
