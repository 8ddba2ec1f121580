// test/gbnf/check_text.cpp - findings have their places in the text, and undefined rules what they may be meant as
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/check_text.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(gbnf_check_text)

namespace {

using namespace parlance;

/// "byte sentence" for each finding.
std::string findings(std::string_view text) {
    auto const checked = gbnf::check_text(text);
    BOOST_REQUIRE_MESSAGE(checked.has_value(), render(checked.error(), text));
    std::string out;
    for (gbnf::finding const& f : checked->found.findings) {
        BOOST_REQUIRE(f.at.has_value());
        out += out.empty() ? "" : "\n";
        out += std::to_string(*f.at) + " " + render(f, checked->table);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(findings_say_where_and_what_may_be_meant) {
    struct sample {
        std::string_view text, findings;
    };
    sample const samples[] = {
        {"root ::= \"a\"", ""},
        // defined below, above, and between words that are no references
        {"root ::= valu\nvalue ::= [0-9]",
         "9 valu: never defined; did you mean 'value'?\n14 value: not reachable from the root\n"
         "0 root: can never match a finite text"},
        {"# lost\nroot ::= \"lost\" [lost] lost?", "30 lost: never defined"},
        {"root ::= \"\\\"lost\" [\\]lost] lost? # lost", "27 lost: never defined"},
        {"root ::= x?\n  lost  ::= \"a\"\nx ::= \"b\"", "14 lost: not reachable from the root"},
        {"\xEF\xBB\xBFroot ::= \"a\"\nlost ::= root", "16 lost: not reachable from the root"},
        // where it is first referred to
        {"root ::= \"a\" foo? foo?\nother ::= foo",
         "13 foo: never defined\n23 other: not reachable from the root\n"
         "23 other: can never match a finite text"},
        // a rule that is defined behind its first use is shown where it is defined
        {"root ::= a | \"x\"\na ::= a \"y\" | \"z\"", "17 a: left recursion: a -> a"},
        // what repeats nothing is a group
        {"root ::= \"a\"\n  | (\"b\" (\"c\"?)*)", "17 root: repeats something that can match nothing"},
    };
    for (sample const& s : samples) {
        BOOST_TEST(findings(s.text) == s.findings, s.text << "\n" << findings(s.text));
    }
}

BOOST_AUTO_TEST_CASE(what_is_meant_is_looked_for_so_often) {
    std::string text = "root ::= \"a\"";
    for (int i = 0; i < 100; ++i) {
        text += " undefined" + std::to_string(1000 + i) + "?";
    }
    text += "\nundefined ::= \"b\"\nundefined10 ::= undefined";
    auto const checked = gbnf::check_text(text);
    BOOST_REQUIRE(checked.has_value());
    std::size_t meant = 0;
    for (gbnf::finding const& f : checked->found.findings) {
        meant += f.meant.has_value();
    }
    BOOST_TEST(meant == 64u);
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_compile) {
    BOOST_TEST((gbnf::check_text("root ::= [z-a]").error().code == errc::inverted_range));
    BOOST_TEST((gbnf::check_text("rot ::= \"a\"").error().code == errc::no_root_rule));
    gbnf::options how;
    how.root = "rot";
    BOOST_TEST(gbnf::check_text("rot ::= \"a\"", how)->found.clean());
    how.bounds.source_bytes = 3;
    BOOST_TEST((gbnf::check_text("rot ::= \"a\"", how).error().code == errc::source_too_large));
}

BOOST_AUTO_TEST_SUITE_END()
