// test/rtn/nfa.cpp - determinised, an automaton has the texts that its edges spell, empty and look-ahead ones included
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_nfa)

namespace {

using namespace parlance;
using rtn::code_points;
using rtn::nfa;

constexpr std::size_t most = 1000;

/// All texts of at most four of a, b, é.
std::vector<std::string> texts() {
    std::vector<std::string> out{""};
    for (std::size_t i = 0; i < 40; ++i) {
        for (char const* const letter : {"a", "b", "\xC3\xA9"}) {
            out.push_back(out[i] + letter);
        }
    }
    return out;
}

void same_texts(nfa const& made, nfa::state start, std::string_view pattern) {
    rtn::dfa const got = made.determinised(start, most).value();
    rtn::dfa const want = rtn::regex(pattern, rtn::regex_match::whole).value();
    for (std::string const& text : texts()) {
        BOOST_TEST(got.accepts(text) == want.accepts(text), pattern << ": " << text);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(edges_over_sets_and_empty_edges_spell_texts) {
    nfa n;  // (a|é)*b, with a cycle of empty edges
    nfa::state const first = n.add_state();
    nfa::state const again = n.add_state();
    nfa::state const end = n.add_state();
    code_points const set[] = {{'a', 'a'}, {0xE9, 0xE9}};
    n.empty_edge(first, again);
    n.empty_edge(again, first);
    n.edge(again, set, first);
    n.edge(first, U'b', end);
    n.accept(end);
    BOOST_TEST(n.size() == 3u);
    same_texts(n, first, "(a|\xC3\xA9)*b");
}

BOOST_AUTO_TEST_CASE(a_literal_is_its_code_points) {
    nfa n;
    nfa::state const first = n.add_state();
    n.accept(n.literal(first, "a\xC3\xA9"));
    BOOST_TEST(n.size() == 3u);
    same_texts(n, first, "a\xC3\xA9");
    BOOST_TEST(n.literal(first, "") == first);
}

BOOST_AUTO_TEST_CASE(of_several_labels_the_greatest_counts) {
    nfa n;
    nfa::state const first = n.add_state();
    nfa::state const word = n.literal(first, "ab");
    nfa::state const any = n.add_state();
    code_points const all[] = {{0, 0x10FFFF}};
    n.empty_edge(first, any);
    n.edge(any, all, any);
    n.accept(any, 1);
    n.accept(word, 7);
    rtn::dfa const d = n.determinised(first, most).value();
    BOOST_TEST(d.label("ab") == 7u);
    BOOST_TEST(d.label("a") == 1u);
    BOOST_TEST(d.label("abb") == 1u);
}

BOOST_AUTO_TEST_CASE(edges_of_the_ends_pass_at_the_ends_only) {
    nfa n;  // (^|b)a(b|$): at the beginning or behind b; at the end or before b
    nfa::state const first = n.add_state();
    nfa::state const open = n.add_state();
    nfa::state const end = n.add_state();
    nfa::state const loop = n.add_state();
    code_points const all[] = {{0, 0x10FFFF}};
    n.empty_edge(first, loop);
    n.edge(loop, all, loop);
    n.begin_edge(first, open);
    n.begin_edge(loop, open);  // behind a code point: never passed, but from the first state
    n.edge(loop, U'b', open);
    nfa::state const behind = n.literal(open, "a");
    n.end_edge(behind, end);
    n.edge(behind, U'b', end);
    n.accept(end);
    rtn::dfa const d = n.determinised(first, most).value();
    BOOST_TEST(d.accepts("a"));
    BOOST_TEST(d.accepts("ab"));
    BOOST_TEST(d.accepts("ba"));
    BOOST_TEST(d.accepts("aabab"));
    BOOST_TEST(!d.accepts("aba"
                          "a"));
    BOOST_TEST(!d.accepts("\xC3\xA9"
                          "a"));
    BOOST_TEST(!d.accepts(""));
}

BOOST_AUTO_TEST_CASE(look_ahead_asks_about_all_that_is_left) {
    for (std::string_view const ahead : {"a.*", "(a|b)*", ".*b", "", "[^a]*"}) {
        nfa n;  // b*(?=ahead$).*
        nfa::state const first = n.add_state();
        nfa::state const rest = n.add_state();
        code_points const all[] = {{0, 0x10FFFF}};
        n.edge(first, U'b', first);
        n.look_edge(first, n.add_look(rtn::regex(ahead, rtn::regex_match::whole).value()), rest);
        n.edge(rest, all, rest);
        n.accept(rest);
        same_texts(n, first, "b*(?=" + std::string(ahead) + "$).*");
    }
}

BOOST_AUTO_TEST_CASE(what_it_costs_is_bounded) {
    nfa n;  // the twelfth code point from the end is an a: 2^12 subsets
    nfa::state const first = n.add_state();
    code_points const all[] = {{0, 0x10FFFF}};
    n.edge(first, all, first);
    nfa::state at = n.add_state();
    n.edge(first, U'a', at);
    for (int i = 0; i < 11; ++i) {
        nfa::state const next = n.add_state();
        n.edge(at, all, next);
        at = next;
    }
    n.accept(at);
    BOOST_TEST((n.determinised(first, most).error().code == errc::too_many_states));
    BOOST_TEST(rtn::minimized(n.determinised(first, 5000).value()).states() == 4096u);
    limits bounds;
    bounds.fuel = 1000;
    work little(bounds);
    BOOST_TEST((n.determinised(first, 5000, little).error().code == errc::out_of_fuel));
}

BOOST_AUTO_TEST_SUITE_END()
