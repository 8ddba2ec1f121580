// test/mask/matcher.cpp - masks, accepting, rollback, forks and triggers
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include "fixture.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_matcher)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace vocab = parlance::vocab;
using mask_fixture::setup;
using mask_fixture::vocabulary;
using parlance::errc;

namespace {

constexpr auto pair = gbnf::compile<R"(root ::= "{" [a-z]{1,3} ":" ("[" root? "]" | [0-9]+) "}")">();
static_assert(mask::matches(pair, "{ab:12}"));
static_assert(mask::matches(pair, "{ab:[{c:[]}]}"));
static_assert(!mask::matches(pair, "{abcd:12}"));
static_assert(!mask::matches(pair, "{ab:[{c:[]}]"));

/// The allowed tokens' texts.
std::set<std::string> allowed(mask::matcher& m) {
    vocab::view const tokens = m.compiled().tokens().tokens();
    std::vector<std::uint32_t> words(mask::words_for(tokens.size()) + 1, ~0u);
    m.fill(words);
    BOOST_TEST(words.back() == 0u);
    std::set<std::string> out;
    for (vocab::token_id id = 0; id < tokens.size(); ++id) {
        if (mask::bitmask{words}.test(id)) {
            out.emplace(tokens.text(id));
        }
    }
    mask::allowed_tokens const view = m.allowed();
    words.pop_back();
    BOOST_TEST(std::equal(view.words.begin(), view.words.end(), words.begin(), words.end()));
    return out;
}
using texts = std::set<std::string>;

/// Accepts the token spelled so.
bool take(mask::matcher& m, std::string_view text) {
    vocab::view const tokens = m.compiled().tokens().tokens();
    for (vocab::token_id id = 0; id < tokens.size(); ++id) {
        if (tokens.text(id) == text) {
            return m.accept(id);
        }
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(tokens_may_cross_the_ends_of_rules) {
    setup s("root ::= \"[\" item (\",\" item)* \"]\"\nitem ::= \"x\" | root",
            {"[", "[[", "x", "x]", "x,x", "]]", "],", "]", "]]]"});
    mask::matcher m{s.compiled};
    BOOST_TEST((allowed(m) == texts{"[", "[["}));
    BOOST_REQUIRE(take(m, "[["));
    BOOST_TEST((allowed(m) == texts{"[", "[[", "x", "x]", "x,x"}));
    BOOST_REQUIRE(take(m, "x"));
    BOOST_TEST((allowed(m) == texts{"]", "]]", "],"}));
    BOOST_REQUIRE(take(m, "]]"));
    BOOST_TEST(m.can_stop());
    BOOST_TEST((allowed(m) == texts{"</s>"}));
    BOOST_REQUIRE(take(m, "</s>"));
    BOOST_TEST(m.stopped());
    BOOST_TEST((allowed(m) == texts{}));
    BOOST_TEST(!take(m, "</s>"));
}

BOOST_AUTO_TEST_CASE(text_that_comes_back_to_where_it_was_is_not_at_its_end) {
    // behind one code point there is the end, or again the place before it
    std::vector<std::string> tokens{"\"",  "A\"",  "n\"",   "AB", "ab", "abc",
                                    "abA", "abAB", "nnn\"", "n1", "1n", "\n"};
    texts expected{"A\"", "ab", "abc", "abA", "n1"};
    for (char c = 'a'; c <= 'z'; ++c) {
        tokens.emplace_back(1, c);
        expected.emplace(1, c);
    }
    setup s(R"(root ::= "\"" [a-z]* [^a-z"\\\x00-\x1F] "\"")", tokens);
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(take(m, "\""));
    BOOST_TEST(allowed(m) == expected, boost::test_tools::per_element());
}
BOOST_AUTO_TEST_CASE(special_tokens_match_by_name_only) {
    setup s("root ::= \"<x>\" <[3]>", {"<", "x", ">"});  // 3 is </s>, 4 is <x>
    mask::matcher m{s.compiled};
    BOOST_TEST((allowed(m) == texts{"<"}));
    BOOST_TEST(!take(m, "<x>"));
    BOOST_TEST(m.accept("<x>"));
    BOOST_TEST(!take(m, "<x>"));
}

BOOST_AUTO_TEST_CASE(a_count_inside_a_count_begins_anew) {
    setup s("root ::= (\"b\"{0,4} \"c\"){1,5}", {"b", "c"});
    mask::matcher m{s.compiled};
    for (int round = 0; round < 3; ++round) {
        for (int b = 0; b < 4; ++b) {
            BOOST_TEST(take(m, "b"));
        }
        BOOST_TEST(!take(m, "b"));
        BOOST_TEST(take(m, "c"));
    }
}

BOOST_AUTO_TEST_CASE(refused_input_changes_nothing) {
    setup s("root ::= \"ab\" \"c\"", {"a", "ab", "abd", "c", "b"});
    mask::matcher m{s.compiled};
    BOOST_TEST(!take(m, "abd"));
    BOOST_TEST(!m.accept(std::string_view{"ax"}));
    BOOST_TEST(!m.accept(mask::token_id{99}));
    BOOST_TEST((m.error() == errc::none));
    BOOST_TEST(m.steps() == 0u);
    BOOST_TEST((allowed(m) == texts{"a", "ab"}));
}

BOOST_AUTO_TEST_CASE(rollback_undoes_accepts_and_forks_are_independent) {
    setup s("root ::= \"a\" \"b\" (\"c\" | \"d\")", {"a", "b", "c", "d", "bc"});
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(take(m, "a"));
    mask::matcher fork = m;
    BOOST_REQUIRE(take(m, "bc"));
    BOOST_REQUIRE(take(m, "</s>"));
    BOOST_TEST((allowed(fork) == texts{"b", "bc"}));
    BOOST_TEST(!m.rollback(4));
    BOOST_TEST(m.rollback(2));
    BOOST_TEST((allowed(m) == texts{"b", "bc"}));
    BOOST_TEST(m.rollback(1));
    BOOST_TEST((allowed(m) == texts{"a"}));
    BOOST_REQUIRE(take(fork, "b"));
    BOOST_TEST((allowed(fork) == texts{"c", "d"}));
    fork.reset();
    BOOST_TEST((allowed(fork) == texts{"a"}));
}

BOOST_AUTO_TEST_CASE(forced_bytes_stop_where_there_is_a_choice) {
    setup s("root ::= \"{\\\"na\" (\"me\" | \"ture\") \"\\\":\" \"1\"*", {"{"});
    mask::matcher m{s.compiled};
    BOOST_TEST(m.forced_text() == "{\"na");
    BOOST_REQUIRE(m.accept(std::string_view{"{\"nat"}));
    BOOST_TEST(m.forced_text() == "ure\":");
    BOOST_TEST(m.forced_text(3) == "ure");
}

BOOST_AUTO_TEST_CASE(a_waiting_matcher_allows_all_but_a_word_that_goes_on_wrongly) {
    setup s("root ::= \"<t>\" [0-9]+ \"</t>\"",
            {"a", "<", "<t", "t>", "t>1", "t>x", "1", "b<t>2", "b<t>b", "</t>"},
            mask::trigger::words({"<t>"}));
    mask::matcher m{s.compiled};
    BOOST_TEST(m.waiting());
    BOOST_TEST(m.can_stop());
    texts const free{"a", "<", "<t", "t>", "t>1", "t>x", "1", "b<t>2", "</t>", "</s>", "<x>"};
    BOOST_TEST((allowed(m) == free));
    BOOST_REQUIRE(take(m, "<"));
    BOOST_TEST((allowed(m) == texts{"a", "<", "<t", "t>", "t>1", "1", "b<t>2", "</t>", "</s>", "<x>"}));
    BOOST_REQUIRE(take(m, "<x>"));  // a special token comes between
    BOOST_TEST((allowed(m) == free));
    BOOST_REQUIRE(take(m, "<"));
    BOOST_REQUIRE(take(m, "<t"));
    BOOST_REQUIRE(m.accept(std::string_view{"t>"}));
    BOOST_TEST(m.waiting());  // "<<tt>" has no word in it
    BOOST_REQUIRE(take(m, "<"));
    BOOST_REQUIRE(take(m, "t>1"));
    BOOST_TEST(!m.waiting());
    BOOST_TEST(!m.can_stop());
    BOOST_TEST((allowed(m) == texts{"1", "<", "</t>"}));
    BOOST_REQUIRE(m.rollback(1));
    BOOST_TEST(m.waiting());
}

BOOST_AUTO_TEST_CASE(after_reasoning_the_grammar_begins_behind_the_word) {
    setup s("root ::= [0-9]+", {"a", "</think>", "</think>1", "</think>x", "1"},
            mask::trigger::after({"</think>"}));
    mask::matcher m{s.compiled};
    BOOST_TEST((allowed(m) == texts{"a", "</think>", "</think>1", "1", "</s>", "<x>"}));
    BOOST_REQUIRE(take(m, "</think>"));
    BOOST_TEST((allowed(m) == texts{"1"}));
}

BOOST_AUTO_TEST_CASE(a_trigger_token_is_the_beginning_of_the_grammar) {
    setup s("root ::= <[3]> [0-9]", {"a", "1"}, mask::trigger::tokens({3}));
    mask::matcher m{s.compiled};
    BOOST_TEST((allowed(m) == texts{"a", "1", "</s>", "<x>"}));
    BOOST_REQUIRE(m.accept(mask::token_id{3}));
    BOOST_TEST((allowed(m) == texts{"1"}));
    setup spelled("root ::= \"<x>\" [0-9]", {"a", "1"}, mask::trigger::tokens({3}));
    mask::matcher n{spelled.compiled};
    BOOST_REQUIRE(n.accept(mask::token_id{3}));
    BOOST_TEST((allowed(n) == texts{"1"}));
    setup neither("root ::= \"y\"", {"a", "1"}, mask::trigger::tokens({3}));
    mask::matcher o{neither.compiled};
    BOOST_TEST((allowed(o) == texts{"a", "1", "</s>"}));
    BOOST_TEST(!o.accept(mask::token_id{3}));
}

BOOST_AUTO_TEST_CASE(a_budget_too_small_for_everything_costs_time_only) {
    std::string grammar = "root ::= \"x\" (";
    for (int i = 0; i < 2000; ++i) {
        grammar += (i == 0 ? "\"" : " | \"") + std::to_string(i * 7919) + "\"";
    }
    grammar += ")+";
    setup s(grammar, {"x", "1", "2", "3", "7", "9", "0", "79", "5", "8", "4", "6"});
    mask::compiled_grammar const small{
        s.compiled.grammar(), s.compiled.tokens(), {.bytes = 20'000, .no_dead_ends = false}};
    mask::matcher a{s.compiled};
    mask::matcher b{small};
    BOOST_REQUIRE(take(a, "x") && take(b, "x"));
    std::uint32_t seed = 1;
    for (int step = 0; step < 2000; ++step) {
        texts const want = allowed(a);
        BOOST_REQUIRE((allowed(b) == want));
        auto next = want.begin();
        seed = seed * 1664525 + 1013904223;
        std::advance(next, (seed >> 16) % want.size());
        if (*next != "</s>") {
            BOOST_REQUIRE(take(a, *next) && take(b, *next));
        }
    }
    BOOST_TEST(b.rollback(100));
    BOOST_TEST(a.rollback(100));
    BOOST_TEST((allowed(a) == allowed(b)));
}

BOOST_AUTO_TEST_CASE(a_view_is_the_same_however_often_a_place_is_met) {
    std::vector<std::string> texts_of;  // so many that masks have parts
    for (char c = 'a'; c <= 'z'; ++c) {
        texts_of.emplace_back(1, c);
        texts_of.push_back(std::string(1, c) + "1");
    }
    setup const s(R"(root ::= ([a-m] "1" | [n-z] [a-z1] | "x" [k-z] | [a-z] [a-f]){0,9} "z1")", texts_of);
    setup const other(R"(root ::= [b-y]* "a")", texts_of);
    std::vector<mask::token_id> path;
    std::vector<std::vector<std::uint32_t>> wanted;
    std::uint32_t seed = 1;
    for (mask::matcher m{{s.compiled.grammar(), s.compiled.tokens()}}; path.size() < 12;) {
        std::vector<std::uint32_t>& words = wanted.emplace_back(mask::words_for(s.tokens.size()));
        BOOST_REQUIRE((m.fill(words) == mask::filled::some));
        std::vector<mask::token_id> allowed;
        for (mask::token_id id = 0; id < texts_of.size(); ++id) {
            if (mask::bitmask{words}.test(id)) {
                allowed.push_back(id);
            }
        }
        seed = seed * 1664525 + 1013904223;
        path.push_back(allowed[(seed >> 16) % allowed.size()]);
        BOOST_REQUIRE(m.accept(path.back()));
    }
    auto const walk = [&](mask::compiled_grammar const& compiled) {
        mask::matcher m{other.compiled};
        for (int pass = 0; pass < 4; ++pass) {
            BOOST_TEST((m.allowed().state == mask::filled::some));
            m = mask::matcher{pass == 2 ? mask::compiled_grammar{s.compiled.grammar(),
                                                                 s.compiled.tokens(),
                                                                 {.no_dead_ends = false}}
                                        : compiled};
            mask::matcher const before = m;
            for (std::size_t i = 0; i < path.size(); ++i) {
                mask::allowed_tokens const v = m.allowed();
                BOOST_TEST(std::equal(v.words.begin(), v.words.end(), wanted[i].begin(), wanted[i].end()));
                BOOST_REQUIRE(m.accept(path[i]));
            }
            m = before;  // from here, with the words of somewhere else
        }
    };
    walk(s.compiled);
    // with less than half of its bytes left a cache keeps the words of what it is asked for twice
    walk({s.compiled.grammar(), s.compiled.tokens(), {.bytes = s.compiled.memory() * 5 / 4}});
}

BOOST_AUTO_TEST_CASE(a_place_takes_a_few_hundred_bytes) {
    std::string grammar = "root ::=";
    for (int i = 0; i < 500; ++i) {
        grammar += R"( ("a" [b-m] | "c" [d-n]))";
    }
    setup const s(grammar, {"a", "b", "c", "d"});
    mask::matcher m{s.compiled};
    std::size_t const before = s.compiled.memory();
    for (int i = 0; i < 500; ++i) {
        BOOST_REQUIRE(take(m, "c") && take(m, "d"));
    }
    BOOST_TEST((s.compiled.memory() - before) / 1000 < 500u);
}

BOOST_AUTO_TEST_CASE(limits_are_errors_and_not_crashes) {
    setup s("root ::= \"(\" root \")\" | \"x\"", {"(", "x", ")"});
    parlance::limits bounds;
    bounds.stack_depth = 50;
    auto const prepared = mask::grammar::prepare(
        *rtn::from_gbnf(*gbnf::compile("root ::= \"(\" root \")\" | \"x\"")), mask::trigger::eager(), bounds);
    mask::matcher m{mask::compiled_grammar{*prepared, s.compiled.tokens(), {.no_dead_ends = false}}};
    int depth = 0;
    while (depth < 100 && take(m, "(")) {
        ++depth;
    }
    BOOST_TEST(depth > 40);
    BOOST_TEST(depth < 60);
    BOOST_TEST((m.error() == errc::stack_too_deep));
    std::vector<std::uint32_t> none;
    BOOST_TEST((m.fill(none) == mask::filled::too_small));
    BOOST_TEST((m.error() == errc::mask_too_small));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_run_is_refused) {
    rtn::builder left;
    rtn::rule_id const r = left.add_rule("list");
    rtn::state_id const end = left.add_state();
    left.accept(end);
    left.bytes(left.entry(r), 'x', 'x', end);
    left.call(left.entry(r), r, left.entry(r));
    auto const recursive = mask::grammar::prepare(std::move(left).finish());
    BOOST_REQUIRE(!recursive);
    BOOST_TEST((recursive.error().code == errc::left_recursion));
    BOOST_TEST(recursive.error().hint.view() == "list -> list");
    rtn::builder endless;
    rtn::rule_id const e = endless.add_rule("endless");
    endless.bytes(endless.entry(e), 'x', 'x', endless.entry(e));
    auto const unproductive = mask::grammar::prepare(std::move(endless).finish());
    BOOST_REQUIRE(!unproductive);
    BOOST_TEST((unproductive.error().code == errc::unproductive_rule));
}

BOOST_AUTO_TEST_CASE(what_leads_only_to_a_count_that_cannot_be_reached_is_not_allowed) {
    for (std::string const count : {"{3,5}", "+", "{1,}", "{2}"}) {
        setup s("root ::= \"a\" (\"b\" endless" + count + ")? | \"c\" endless" + count +
                    "\nendless ::= \"x\" endless",
                {"a", "b", "c", "ab", "x"});
        std::vector<std::uint32_t> words(1);
        mask::matcher m{s.compiled};
        BOOST_REQUIRE((m.fill(words) == mask::filled::some));
        BOOST_TEST((s.texts(words) == std::set<std::string>{"a"}), count);
    }
}

// Frames that were moved below, for nothing seeming to pop them, and that are then asked for would come up again and go
// down again for ever.
BOOST_AUTO_TEST_CASE(a_frame_that_is_left_for_a_count_which_is_in_the_way_stays_where_it_is) {
    rtn::builder net;
    rtn::rule_id const root = net.add_rule("root");
    rtn::rule_id const counted = net.add_rule("counted");
    rtn::rule_id const last = net.add_rule("last");
    rtn::state_id const end = net.add_state();
    net.accept(end);
    net.counted_call(net.entry(root), {counted, 2, 5}, end);
    rtn::state_id const round = net.add_state();
    rtn::state_id const over = net.add_state();  // where nothing can follow, also if there was but one round
    net.accept(net.entry(counted));
    net.accept(over);
    net.increment(net.entry(counted), round);
    net.bytes(round, 'a', 'a', net.entry(counted));
    net.call(round, last, over);
    rtn::state_id const more = net.add_state();
    net.accept(more);
    net.bytes(net.entry(last), 'b', 'b', more);
    net.bytes(more, 'b', 'b', more);
    net.increment(net.entry(last), more);  // which never happens, since nothing counts this rule
    auto const prepared = mask::grammar::prepare(std::move(net).finish());
    BOOST_REQUIRE(prepared);
    vocab::token_list const tokens = mask_fixture::vocabulary({"a", "b"});
    mask::matcher m{mask::compiled_grammar{*prepared, *mask::token_index::build(tokens)}};
    BOOST_REQUIRE(m.accept("a"));
    BOOST_REQUIRE(m.accept("b"));
    BOOST_REQUIRE(m.accept("b"));
    BOOST_TEST(m.can_stop());
    m.reset();
    (void)m.accept("b");
    BOOST_TEST((m.error() == errc::none));
}

BOOST_AUTO_TEST_CASE(frames_that_a_set_of_stacks_pops_stay_where_they_are) {
    std::string text = "root ::= y q\ny ::= \"a\" | \"aa\" \"c\"? | \"a\" root \"b\"\nq ::= \"z\"";
    std::string rules;
    for (int i = 10; i < 80; ++i) {  // so many that ways are merged before they are followed
        std::string const name = "r" + std::to_string(i);
        text += " | " + name;
        rules += name + " ::= \"x" + std::to_string(i) + "\" " + name + "? \"y\"\n";
    }
    setup const s(text + "\n" + rules, {"a", "b", "x", "y", "1", "aa"});
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept("aa"));
    BOOST_TEST(s.allowed(m) == (texts{"a", "aa", "x"}));
    BOOST_TEST((m.error() == errc::none));
    BOOST_TEST(m.accept("x11yb"));
}

BOOST_AUTO_TEST_CASE(what_leaves_a_loop_behind_its_count_goes_on_in_the_frame_below) {
    std::vector<std::string> words{"<", ">"};
    for (std::size_t n = 1; n <= 32; ++n) {
        for (char const* const end : {"", ">", "b", "b>", ">>"}) {
            words.push_back(std::string(n, 'a') + end);
        }
    }
    setup const s("root ::= list \">\"\nlist ::= \"<\" word{1,40}\nword ::= [a-zA-Z]{1,14} \"-\"?", words);
    mask::matcher m{s.compiled};
    for (char const* const text : {"<", "a", "aaa", "aaaaaaaa"}) {
        BOOST_REQUIRE(take(m, text));
        std::set<std::string> const masked = s.allowed(m);
        for (std::string const& word : words) {
            mask::matcher ahead = m;
            BOOST_TEST((masked.count(word) != 0) == take(ahead, word), text << ' ' << word);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
