// test/gbnf/attacks.cpp - hostile grammars end soon, in little memory, on a small stack
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/print.hpp>
#include <boost/test/unit_test.hpp>
#include "../measured.hpp"

BOOST_AUTO_TEST_SUITE(gbnf_attacks)

namespace {

using namespace parlance;
using measured::cost;
using measured::on_a_small_stack;

std::string times(std::size_t n, std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) {
        out += text;
    }
    return out;
}
template <class F>
std::string each(std::size_t n, F&& f) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) {
        out += f(std::to_string(i), std::to_string(i + 1));
    }
    return out;
}

struct attack {
    std::string_view name;
    std::string text;
    errc code;  // none: it is a grammar
};

std::vector<attack> attacks() {
    using s = std::string const&;
    std::size_t const mib = 1 << 20;
    return {
        {"nullable loops", "root ::= ((\"a\"*)*)* | (\"a\"?){0,4000000000} | (\"\")+", errc::none},
        {"60000 open groups", "root ::= " + times(60'000, "("), errc::nested_too_deep},
        {"60000 nested groups", "root ::= " + times(60'000, "(") + "\"a\"" + times(60'000, ")"),
         errc::nested_too_deep},
        {"groups as deep as allowed", "root ::= " + times(200, "(") + "\"a\"" + times(200, ")*"), errc::none},
        {"a million stars", "root ::= \"a\"" + times(mib, "*"), errc::nested_too_deep},
        {"empty alternatives", "root ::= " + times(mib, "|"), errc::none},
        {"a million characters", "root ::= \"" + times(mib, "x") + "\"", errc::none},
        {"a class of a million", "root ::= [" + times(mib / 3, "a-z") + "]", errc::none},
        {"one long name", "root ::= " + times(mib, "n"), errc::unknown_rule},
        {"nothing but spaces", "root ::= " + times(mib, " "), errc::none},
        {"nothing but lines", "root ::= \"a\"" + times(mib, "\n"), errc::none},
        {"lines that go on", "root ::= \"a\"" + times(mib / 5, "\nroot"), errc::none},
        {"comments", "root ::= \"a\"" + times(mib / 4, " #x\n"), errc::none},
        {"nested counts", "root ::= ((((.{4294967294}){4294967294}){4294967294}){4294967294}){0,4294967294}",
         errc::none},
        {"a count too large", "root ::= .{99999999999999999999999999}", errc::invalid_repetition},
        {"a chain of rules",
         "root ::= r0\n" + each(50'000, [](s i, s next) { return "r" + i + "::=r" + next + "\n"; }) +
             "r50000::=\"x\"",
         errc::none},
        {"a ring of rules",
         "root ::= r0\n" + each(50'000, [](s i, s next) { return "r" + i + "::=r" + next + "\n"; }) +
             "r50000::=r0",
         errc::left_recursion},
        {"a ring behind what may be nothing",
         "root ::= r0\n" + each(20'000, [](s i, s next) { return "r" + i + "::=e r" + next + "|\"x\"\n"; }) +
             "r20000::=e e e r0\ne::=(\"y\"*)*",
         errc::left_recursion},
        {"many small rings",
         "root ::= \"a\"\n" + each(30'000, [](s i, s) { return "r" + i + "::=r" + i + "\n"; }),
         errc::left_recursion},
        {"every rule begins with all before it",
         "root ::= r0\n" +
             each(600,
                  [](s i, s next) {
                      return "r" + i + "::=r" + next + each(100, [](s, s) { return std::string("|r600"); }) +
                             "\n";
                  }) +
             "r600::=\"x\"",
         errc::none},
        {"more rules than allowed", each(100'001, [](s i, s) { return "r" + i + "::=.\n"; }),
         errc::too_many_rules},
        {"names with a common beginning",
         "root ::= \"a\"\n" + each(4'000, [](s i, s) { return times(200, "x") + i + "::=.\n"; }), errc::none},
        {"one rule used everywhere", "root ::= " + times(mib / 2, "e ") + "\ne ::= \"\" | \"x\"", errc::none},
        {"all of it optional", "root ::= " + times(mib / 4, "\"x\"?"), errc::none},
        {"unproductive", "root ::= \"a\" root | (root \"b\")+", errc::left_recursion},
        {"quotes", "root ::= " + times(mib, "\""), errc::none},
        {"backslashes", "root ::= \"" + times(mib, "\\"), errc::unterminated_literal},
        {"zeros", std::string(mib, '\0'), errc::expected_rule_name},
        {"bytes that are no text", "root ::= \"" + times(mib, "\xFF"), errc::invalid_utf8},
        {"brackets", "root ::= " + times(mib, "["), errc::unterminated_class},
        {"tokens", "root ::= " + times(mib / 4, "<a> "), errc::none},
        {"17 MiB", times(17 * mib, "x"), errc::source_too_large},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(compiling_takes_64_mib_at_most) {
    for (attack const& a : attacks()) {
        errc code = errc::none;
        cost const c = on_a_small_stack([&] { code = gbnf::compile(a.text).error().code; });
        BOOST_TEST_MESSAGE(a.name << ": " << c.milliseconds << " ms, " << c.bytes / 1024 << " KiB");
        BOOST_TEST((code == a.code), a.name << ": " << describe(code));
        BOOST_TEST(c.bytes <= std::size_t{64} << 20, a.name << ": " << c.bytes);
    }
}

BOOST_AUTO_TEST_CASE(checking_and_printing_do_too) {
    gbnf::options how;
    how.allow_undefined = true;
    how.allow_left_recursion = true;
    for (attack const& a : attacks()) {
        auto const g = gbnf::compile(a.text, how);
        if (!g) {
            continue;
        }
        std::size_t found = 0;
        cost const checked = on_a_small_stack([&] { found = gbnf::check(*g).findings.size(); });
        BOOST_TEST(found <= g->view().rule_count() * 4);
        BOOST_TEST(checked.bytes <= std::size_t{64} << 20, a.name << ": " << checked.bytes);
        BOOST_TEST_MESSAGE(a.name << ": checked in " << checked.milliseconds << " ms");
        std::string printed;
        cost const print = on_a_small_stack([&] { printed = gbnf::print(*g); });
        BOOST_TEST(print.bytes <= std::size_t{64} << 20, a.name << ": " << print.bytes);
        BOOST_TEST_MESSAGE(a.name << ": printed in " << print.milliseconds << " ms");
        BOOST_TEST((gbnf::compile(printed, how).value() == *g), a.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
