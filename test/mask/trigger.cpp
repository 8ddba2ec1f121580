// test/mask/trigger.cpp - when a grammar begins to apply: words, patterns with a capture, tokens, the end of reasoning
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/regex.hpp>
#include <parlance/mask/detail/trigger/pattern.hpp>
#include <parlance/mask/trigger.hpp>
#include "fixture.hpp"
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(mask_trigger)

using namespace mask_fixture;
using texts = std::set<std::string>;

namespace {

mask::trigger pattern(std::string_view expression,
                      mask::trigger::start how = mask::trigger::start::with_match,
                      std::vector<vocab::token_id> ids = {}) {
    return *mask::trigger::pattern(expression, how, std::move(ids));
}

/// Where the grammar begins to read in `text`, by trying every capture; npos while nothing has matched, and `end` is
/// where the match ends.
struct slow_pattern {
    parlance::rtn::dfa before;
    parlance::rtn::dfa inside;
    parlance::rtn::dfa behind;

    explicit slow_pattern(mask::detail::pattern_parts const& parts)
        : before(part("[^]*(?:" + parts.before + ")")),
          inside(part(parts.inside)),
          behind(part(parts.behind)) {}
    static parlance::rtn::dfa part(std::string const& expression) {
        return *parlance::rtn::regex(expression, parlance::rtn::regex_match::whole);
    }
    /// With U+FFFD for what is not UTF-8.
    static std::string readable(std::string_view text) {
        std::string out;
        while (!text.empty()) {
            parlance::utf8::decoded const d = parlance::utf8::decode(text);
            out += d.valid ? text.substr(0, d.length) : "\xEF\xBF\xBD";
            text.remove_prefix(d.length);
        }
        return out;
    }
    [[nodiscard]] std::size_t find(std::string_view text, std::size_t& end) const {
        for (end = 0; end <= text.size(); ++end) {
            for (std::size_t begin = 0; begin <= end; ++begin) {
                for (std::size_t close = begin; close <= end; ++close) {
                    if (before.accepts(readable(text.substr(0, begin))) &&
                        inside.accepts(text.substr(begin, close - begin)) &&
                        behind.accepts(text.substr(close, end - close))) {
                        return begin;
                    }
                }
            }
        }
        return std::string_view::npos;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_grammar_reads_from_the_capture_on) {
    setup s("root ::= \"f.\" (\"add\" | \"sub\") \"(\" [0-9]+ \")\"",
            {"call", " ", "f", "f.", ".", "a", "add", "x", "(", "1", ")", "f.m", "f.s", "call f.add(2"},
            pattern("call\\s+(f\\.[a-z]+)"));
    mask::matcher m{s.compiled};
    texts const free{"call", " ",   "f",   "f.",           ".",    "a",  "add", "x", "(", "1",
                     ")",    "f.m", "f.s", "call f.add(2", "</s>", "<x>"};
    BOOST_TEST((s.allowed(m) == free));
    BOOST_REQUIRE(m.accept(s.id("f.m")));  // not behind "call "
    BOOST_REQUIRE(m.accept(s.id("call")) && m.accept(s.id(" ")) && m.accept(s.id(" ")));
    texts no_m = free;
    no_m.erase("f.m");
    BOOST_TEST((s.allowed(m) == no_m));
    BOOST_TEST(m.waiting());
    BOOST_REQUIRE(m.accept(s.id("f.")));
    BOOST_TEST(m.waiting());
    BOOST_TEST(m.can_stop());
    // any letter is a match: only what the grammar has read along is allowed now
    texts const want{"call", " ",   "f",   "f.",           ".",    "a",  "add", "x", "(", "1",
                     ")",    "f.m", "f.s", "call f.add(2", "</s>", "<x>"};
    texts letters = want;
    for (char const* wrong : {"call", "f", "f.", "x", "f.m", "f.s", "call f.add(2"}) {
        letters.erase(wrong);
    }
    BOOST_TEST((s.allowed(m) == letters));
    mask::matcher fork = m;
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST(!m.waiting());
    BOOST_TEST(m.forced_text() == "dd(");
    BOOST_REQUIRE(m.accept(std::string_view{"dd(1)"}));
    BOOST_TEST((s.allowed(m) == texts{"</s>"}));
    BOOST_REQUIRE(m.rollback(2));
    BOOST_TEST((s.allowed(m) == letters));
    BOOST_REQUIRE(fork.accept(s.id("<x>")));  // comes between
    BOOST_TEST((s.allowed(fork) == free));
}

BOOST_AUTO_TEST_CASE(an_anchor_is_the_beginning_of_the_text) {
    setup s("root ::= \"{\" [0-9] \"}\"", {"{", "{1", "{x", "x", "\n", "}"}, pattern("(?:^|\\n)\\s*(\\{)"));
    mask::matcher m{s.compiled};
    texts const no_x{"{", "{1", "x", "\n", "}", "</s>", "<x>"};
    texts const free{"{", "{1", "{x", "x", "\n", "}", "</s>", "<x>"};
    BOOST_TEST((s.allowed(m) == no_x));
    BOOST_REQUIRE(m.accept(s.id("x")));
    BOOST_TEST((s.allowed(m) == free));
    BOOST_REQUIRE(m.accept(s.id("{x")) && m.accept(s.id("\n")));
    BOOST_TEST((s.allowed(m) == no_x));
    BOOST_REQUIRE(m.accept(s.id("{")));
    BOOST_TEST(m.forced_text().empty());
    setup t("root ::= \"{\" [0-9] \"}\"", {"{", "{x", "x"}, pattern("^\\{"));
    mask::matcher n{t.compiled};
    BOOST_TEST((t.allowed(n) == texts{"{", "x", "</s>", "<x>"}));
    BOOST_REQUIRE(n.accept(t.id("<x>")));
    BOOST_TEST((t.allowed(n) == texts{"{", "{x", "x", "</s>", "<x>"}));
}

BOOST_AUTO_TEST_CASE(behind_a_pattern_the_grammar_begins_anew) {
    setup s("root ::= [0-9]+", {"a", "</think>", "</think>\n\n", "\n1", "1", "\n"},
            pattern("</think>\\n*\\d", mask::trigger::start::behind_match));
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("a")) && m.accept(s.id("</think>\n\n")) && m.accept(s.id("1")));
    BOOST_TEST((s.allowed(m) == texts{"1"}));
}

BOOST_AUTO_TEST_CASE(tokens_may_set_off_what_a_pattern_does) {
    setup s("root ::= <[4]> [0-9] | \"#\" [0-9]", {"a", "1", "#"},
            pattern("#", mask::trigger::start::with_match, {4}));
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("a")) && m.accept(s.id("<x>")));
    BOOST_TEST((s.allowed(m) == texts{"1"}));
    BOOST_REQUIRE(m.rollback(1) && m.accept(s.id("#")));
    BOOST_TEST((s.allowed(m) == texts{"1"}));
}

BOOST_AUTO_TEST_CASE(a_word_or_a_token_whichever_comes_first_sets_off) {
    // <x> is token 5
    setup const s("root ::= (<[5]> | \"##\") [0-9]", {"a", "1", "#", "#1"},
                  mask::trigger::words_or_tokens({"##"}, {5}));
    mask::matcher m{s.compiled};
    BOOST_REQUIRE(m.accept(s.id("a")));
    BOOST_TEST((s.allowed(m) == texts{"a", "1", "#", "#1", "</s>", "<x>"}));
    BOOST_REQUIRE(m.accept(s.id("<x>")));
    BOOST_TEST((s.allowed(m) == texts{"1"}));
    BOOST_REQUIRE(m.rollback(1) && m.accept(s.id("#")));
    BOOST_TEST((s.allowed(m) == texts{"a", "1", "#", "#1", "</s>", "<x>"}));
    BOOST_REQUIRE(m.accept(s.id("#")));
    BOOST_TEST((s.allowed(m) == texts{"1"}));
    BOOST_REQUIRE(m.accept(s.id("1")));
    BOOST_TEST((s.allowed(m) == texts{"</s>"}));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_one_unknown_character_each) {
    setup s("root ::= \"#\" [0-9]", {"\xFF", "\xC3", "\xA9", "#", "#x", "1"}, pattern("[^a](#)"));
    mask::matcher m{s.compiled};
    BOOST_TEST(s.allowed(m).count("#x") == 1u);
    for (char const* before : {"\xFF", "\xC3\xA9", "\xC3"}) {
        m.reset();
        BOOST_REQUIRE(m.accept(std::string_view{before}));
        BOOST_TEST(s.allowed(m).count("#x") == 0u, before);
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_a_trigger_is_refused_with_the_reason) {
    struct {
        char const* expression;
        char const* reason;
    } const samples[] = {
        {"(a)(b)", "a trigger has one capture; write (?: for the others"},
        {"(?:(a))", "the capture may not stand inside another group"},
        {"x|(a)", "put the alternatives beside the capture into (?:...)"},
        {"(a)+", "the capture may not be repeated; put the repetition inside"},
        {"(a)$", "'$': a trigger does not know where the text ends"},
        {"(^a)", "'^' stands before the capture"},
        {"(?<=a)b", "a trigger does not look behind; write it in front of the capture"},
        {"a(?<!b)(c)", "a trigger does not look behind; write it in front of the capture"},
        {"x*", "it matches the empty text"},
        {"(x*)", "it matches the empty text"},
    };
    for (auto const& sample : samples) {
        auto const made = mask::trigger::pattern(sample.expression);
        BOOST_REQUIRE_MESSAGE(!made, sample.expression);
        BOOST_TEST((made.error().code == parlance::errc::not_lowerable), sample.expression);
        BOOST_TEST(made.error().hint.view() == sample.reason);
    }
    for (char const* unreadable : {"(a", "a)", "[a", "\\1", "(?<name", "\xFF"}) {
        BOOST_TEST(!mask::trigger::pattern(unreadable), unreadable);
    }
    for (char const* fine : {"a", "(?<name>a)b", "[(](x)[)]", "\\((x)\\)", "(a|b)", "(?:a|b)(c)", "(a+?)b"}) {
        BOOST_TEST(mask::trigger::pattern(fine).has_value(), fine);
    }
}

BOOST_AUTO_TEST_CASE(a_word_and_its_pattern_are_the_same) {
    std::vector<std::string> const tokens{"a", "<",     "<t",    "t>",   "t>1",  "t>x",
                                          "1", "b<t>2", "b<t>b", "</t>", "<<t>1"};
    char const* const grammar = "root ::= \"<t>\" [0-9]+ \"</t>\"";
    setup words(grammar, tokens, mask::trigger::words({"<t>"}));
    setup expression(grammar, tokens, pattern("<t>"));
    std::mt19937 random(1);
    mask::matcher a{words.compiled};
    mask::matcher b{expression.compiled};
    for (int step = 0; step < 3000; ++step) {
        texts const want = words.allowed(a);
        BOOST_REQUIRE((expression.allowed(b) == want));
        BOOST_REQUIRE(a.waiting() == b.waiting());
        auto next = want.begin();
        if (want.empty()) {
            a.reset();
            b.reset();
            continue;
        }
        std::advance(next, random() % want.size());
        BOOST_REQUIRE(a.accept(words.id(*next)) && b.accept(expression.id(*next)));
    }
}

BOOST_AUTO_TEST_CASE(masks_of_patterns_are_those_of_trying_everything) {
    char const* const expressions[] = {"(ab?)c",           "(a+b)",     "a(?:b|c)*(b[ac])a",
                                       "(?:^|c)(a[^c]*)b", "[ab](c+)a", "^b*(a)",
                                       "(ab|abcc|c)",      "a(b*)c",    "(\xC3\xA9.)b"};
    std::vector<std::string> tokens{"a",   "b",  "c",    "ab",   "bc",       "ca", "abc",
                                    "cab", "bb", "\xC3", "\xA9", "\xC3\xA9", "acb"};
    std::mt19937 random(5);
    std::size_t set_off = 0;
    for (char const* const expression : expressions) {
        slow_pattern const slow{*mask::detail::split_at_capture(expression)};
        std::string const text =
            "root ::= (\"a\" | \"ab\" | \"b\" | \"c\" | \"\xC3\xA9\" | [abc]) [ab]* \"c\" [a-c]{0,3}";
        setup s(text, tokens, pattern(expression));
        auto const grammar = *parlance::gbnf::compile(text);
        for (int walk = 0; walk < 60; ++walk) {
            mask::matcher m{s.compiled};
            std::string so_far;
            for (int step = 0; step < 6; ++step) {
                texts want;
                std::size_t end = 0;
                bool const waiting = slow.find(so_far, end) == std::string_view::npos;
                BOOST_REQUIRE(m.waiting() == waiting);
                for (std::string const& t : tokens) {
                    std::string const next = so_far + t;
                    std::size_t const begin = slow.find(next, end);
                    if (begin == std::string_view::npos ||
                        mask::npda{mask::element_machine{grammar}}.allows(next.substr(begin))) {
                        want.insert(t);
                    }
                }
                texts got = s.allowed(m);
                got.erase("</s>");
                got.erase("<x>");
                BOOST_REQUIRE_MESSAGE(got == want, expression << " behind " << so_far);
                if (want.empty()) {
                    break;
                }
                auto next = want.begin();
                std::advance(next, random() % want.size());
                so_far += *next;
                BOOST_REQUIRE(m.accept(s.id(*next)));
                set_off += !waiting;
            }
        }
    }
    BOOST_TEST(set_off > 300u);
}

BOOST_AUTO_TEST_CASE(a_small_budget_costs_time_only) {
    std::vector<std::string> const tokens{"a", "b", "c", "ab", "bc", "ca", "abc", "cab", "bb"};
    char const* const grammar = "root ::= \"a\" [ab]{0,9} (\"c\" [a-c]{0,30})+";
    setup s(grammar, tokens, pattern("c(a[ab]{3,7})c"));
    mask::compiled_grammar const small{
        s.compiled.grammar(), s.compiled.tokens(), {.bytes = 20'000, .no_dead_ends = false}};
    mask::matcher a{s.compiled};
    mask::matcher b{small};
    std::mt19937 random(9);
    for (int step = 0; step < 1500; ++step) {
        texts want = s.allowed(a);
        BOOST_REQUIRE((s.allowed(b) == want));
        want.erase("</s>");
        if (want.empty() || step % 50 == 49) {
            a.reset();
            b.reset();
            continue;
        }
        auto next = want.begin();
        std::advance(next, random() % want.size());
        BOOST_REQUIRE(a.accept(s.id(*next)) && b.accept(s.id(*next)));
    }
}

BOOST_AUTO_TEST_CASE(what_finds_words_is_paid_for_and_held) {
    setup const s("root ::= \"a\"", {"a"});
    parlance::rtn::network const net =
        parlance::rtn::from_gbnf(*parlance::gbnf::compile("root ::= \"a\"")).value();
    std::vector<std::string> const words{std::string(10'000, 'x')};
    parlance::limits bounds;
    bounds.allocated_bytes = 5'000'000;
    auto const made = mask::grammar::prepare(net, mask::trigger::words(words), bounds);
    BOOST_TEST((!made && made.error().code == parlance::errc::out_of_memory_budget));
    bounds.allocated_bytes = 50'000'000;
    BOOST_TEST(mask::grammar::prepare(net, mask::trigger::words(words), bounds).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
