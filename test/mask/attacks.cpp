// test/mask/attacks.cpp - hostile grammars and texts: masks take bounded time and memory, and warm steps no memory
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include "../measured.hpp"
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

BOOST_AUTO_TEST_SUITE(mask_attacks)

using namespace mask_fixture;
using parlance::errc;

namespace {

std::string times(std::size_t n, std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) {
        out += text;
    }
    return out;
}

vocab::token_list a_few_thousand_tokens() {
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    for (std::size_t n = 2; n < 40; ++n) {
        for (char const* unit : {"a", "ab", "(", ")", "b", " ", "\xC3\xA9", "x,", "\"", "[]"}) {
            out.add(times(n, unit));
        }
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// All bytes, these, and an end.
vocab::token_list with_all_bytes(std::vector<std::string> const& texts) {
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    for (std::string const& t : texts) {
        out.add(t);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// So many texts of so many bytes, each one of `alphabet`; where they are prefixes, each goes on where the last one ended.
std::vector<std::string> long_texts(std::size_t n, std::size_t bytes, std::string_view alphabet,
                                    bool prefixes = false) {
    std::vector<std::string> out;
    std::uint32_t random = 1;
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
        text.resize(prefixes ? text.size() : 0);
        for (std::size_t k = 0; k < bytes; ++k) {
            random = random * 1'664'525 + 1'013'904'223;
            text += alphabet[(random >> 16) % alphabet.size()];
        }
        out.push_back(text);
    }
    return out;
}

struct attack {
    std::string_view name;
    std::string grammar;
    std::string text;  // read byte by byte, with a mask at every place, as far as it goes
};

std::vector<attack> attacks() {
    return {
        {"nullable loops", "root ::= ((\"a\"*)*)* | ((\"b\"?){0,4000000000})*", times(40, "a")},
        {"many ways to read the same",
         "root ::= (\"a\" | \"a\" | \"aa\" | \"aaa\")* ([a-b]* [ab]* [ab]*)* \"c\"", times(60, "a")},
        {"ambiguous nesting", "root ::= \"a\" | \"a\" root | \"a\" root root | \"(\" root? \")\"",
         times(40, "a")},
        {"palindromes", "root ::= \"a\" root \"a\" | \"b\" root \"b\" | [ab]?", times(60, "ab")},
        {"every count at once", "root ::= ((\"a\"{0,9}){0,9}){0,9} \"b\"", times(60, "a")},
        {"huge counts", "root ::= ((.{4294967294}){4294967294}){0,4294967294}", times(60, "\xC3\xA9")},
        {"a counter per level", "root ::= (\"a\" (\"(\" root \")\"){0,3}){2,9}", times(30, "aa(")},
        {"a count that any byte begins", "root ::= .* [aeiou ] .{4000}",
         times(8, "the quick brown fox jumps over it ")},
        {"a diagonal of counts", "root ::= ([a-z]{1,300} \"!\" | [a-z]){1,300}", times(200, "a")},
        {"deep recursion", "root ::= \"(\" root \")\" | \"x\"", times(20'000, "(")},
        {"hidden right recursion", "root ::= x* \"a\" root | \"b\"\nx ::= \"c\"? \"d\"?", times(100, "a")},
        {"long literals", "root ::= (\"" + times(5000, "a") + "\" | \"" + times(5000, "a") + "b\")+",
         times(300, "a")},
        {"thousands of alternatives",
         [] {
             std::string out = "root ::= (\"0\"";
             for (int i = 1; i < 4000; ++i) {
                 out += " | \"a" + std::to_string(i * 7919) + "\"";
             }
             return out + ")+";
         }(),
         "a7919a15838"},
        {"a chain of optional rules",
         [] {
             std::string out = "root ::= r0";
             for (int i = 0; i < 1200; ++i) {
                 out += "\nr" + std::to_string(i) + " ::= \"a\"? r" + std::to_string(i + 1) + " \"b\"?";
             }
             return out + "\nr1200 ::= \"x\"";
         }(),
         times(20, "a")},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_mask_takes_64_mib_at_most) {
    vocab::token_list const tokens = a_few_thousand_tokens();
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    for (attack const& a : attacks()) {
        auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(a.grammar));
        BOOST_REQUIRE_MESSAGE(net, a.name);
        std::optional<parlance::result<mask::grammar>> prepared;
        measured::cost const preparing =
            measured::on_a_small_stack([&] { prepared.emplace(mask::grammar::prepare(*net)); });
        BOOST_TEST(preparing.bytes <= std::size_t{64} << 20, a.name);
        if (!*prepared) {
            continue;  // an error is an answer
        }
        double slowest = 0;
        std::size_t most = 0;
        errc error = errc::none;
        mask::matcher m{mask::compiled_grammar{**prepared, *index, {.bytes = 32u << 20}}};
        std::vector<std::uint32_t> words(mask::words_for(index->size()));
        std::size_t read = 0;
        for (; read < a.text.size(); ++read) {
            bool go_on = false;
            measured::cost const step = measured::on_a_small_stack([&] {
                m.fill(words);
                error = m.error();
                go_on = error == errc::none && m.accept(std::string_view{a.text}.substr(read, 1));
                error = error == errc::none ? m.error() : error;
            });
            slowest = std::max(slowest, step.milliseconds);
            most = std::max(most, step.bytes);
            if (!go_on) {
                break;
            }
        }
        BOOST_TEST_MESSAGE(a.name << ": prepared in " << preparing.milliseconds << " ms, " << read
                                  << " bytes, slowest " << slowest << " ms, " << most / 1024 << " KiB; "
                                  << describe(error));
        BOOST_TEST((read > 5u || error != errc::none), a.name);
        BOOST_TEST(most <= std::size_t{64} << 20, a.name);
    }
}

// Bytes of a loop that begin something else as well lead into a loop inside the loop, at each place of a token.
BOOST_AUTO_TEST_CASE(masks_over_long_tokens_end) {
    std::pair<std::string_view, std::vector<std::string>> const vocabularies[] = {
        {"80 letters, three of them", long_texts(2000, 80, "xy ")},
        {"80 letters", long_texts(1000, 80, "abcdefghijklmnopqrstuvwxyz")},
        {"one of 80", {times(80, "x")}},
        {"prefixes of one another", long_texts(1000, 1, "xyz", true)},
        {"a run, prefixes of one another", long_texts(1000, 1, "x", true)},
        {"few that are very long", long_texts(100, 1000, "abcdexyz")},
        {"equal ones", std::vector<std::string>(3000, times(40, "xy"))},
        {"code points", long_texts(500, 60, "x\xC3\xA9")}};
    std::string_view const grammars[] = {"root ::= [^!]* \"x\" [^!]{200} \"!\"",
                                         "root ::= [^!]* \"x\" [^!]{20} \"!\"",
                                         "root ::= [^!]* \"x\" [^!]{2,60} \"!\"",
                                         "root ::= ([a-z]{1,30} \" \")* \"!\"",
                                         "root ::= ([^x]* \"x\" [^y]* \"y\")* | .* \"xyx\" .*",
                                         "root ::= ([a-z ]* \"x\" [a-z ]*)* \"!\""};
    for (auto const& [name, texts] : vocabularies) {
        vocab::token_list const tokens = with_all_bytes(texts);
        std::optional<parlance::result<mask::token_index>> index;
        measured::cost const building =
            measured::on_a_small_stack([&] { index.emplace(mask::token_index::build(tokens)); });
        BOOST_REQUIRE_MESSAGE(*index, name);
        BOOST_TEST(building.bytes <= std::size_t{64} << 20, name);
        for (std::string_view const grammar : grammars) {
            auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar));
            mask::matcher m{mask::compiled_grammar{*mask::grammar::prepare(*net), **index}};
            std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
            double slowest = 0;
            for (int place = 0; place < 2; ++place) {
                mask::filled state = mask::filled::failed;
                measured::cost const asked = measured::on_a_small_stack([&] { state = m.fill(words); });
                slowest = std::max(slowest, asked.milliseconds);
                BOOST_TEST(asked.bytes <= std::size_t{64} << 20, name << ", " << grammar);
                BOOST_REQUIRE_MESSAGE(mask::has_tokens(state), name << ", " << grammar);
                for (vocab::token_id id = 0; id < tokens.size(); id += id < 256 ? 1 : 17) {
                    bool const bit = mask::bitmask{words}.test(id);
                    mask::matcher probe = m;
                    bool const read = probe.accept(id);
                    BOOST_REQUIRE_MESSAGE(bit ? read : !read || state == mask::filled::limited,
                                          name << ", " << grammar << ", token " << id);
                }
                BOOST_REQUIRE(m.accept(std::string_view{"x"}));
            }
            BOOST_TEST_MESSAGE(name << ", " << grammar << ": slowest " << slowest << " ms");
        }
    }
}

// A frame that says nothing new over the one below is not pushed (mask/detail/automaton/absorption.hpp): else there is one for each byte.
BOOST_AUTO_TEST_CASE(ambiguous_recursion_keeps_no_more_of_a_longer_text) {
    vocab::token_list const tokens = a_few_thousand_tokens();
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    for (auto const& [grammar, text] : {std::pair{"root ::= (\"a\" | \"b\" | root)*", "ab"},
                                        std::pair{"root ::= s\ns ::= s s | [a-z]", "ab"},
                                        std::pair{"root ::= root \"+\" root | root root | [a-z]", "a+b"}}) {
        auto const compiled = mask::compile_gbnf(grammar, *index);
        BOOST_REQUIRE_MESSAGE(compiled, grammar);
        mask::matcher m{*compiled};
        std::vector<std::uint32_t> words(mask::words_for(index->size()));
        std::size_t kept[2];
        for (std::size_t& memory : kept) {
            for (int i = 0; i < 100; ++i) {
                m.fill(words);
                BOOST_REQUIRE_MESSAGE(m.accept(std::string_view{text}), grammar);
            }
            memory = compiled->memory();
        }
        BOOST_TEST(kept[0] == kept[1], grammar);
    }
}

BOOST_AUTO_TEST_CASE(beside_a_loop_over_all_text_counts_make_no_masks_of_their_own) {
    vocab::token_list const tokens = a_few_thousand_tokens();
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    for (std::string const text : {"root ::= .* \"a\" .{200}", "root ::= .{1,20} \"\\n\" .*",
                                   "root ::= [ab]* \"a\" [ab]{150} | [ab]* \"b\" [ab]{90}"}) {
        auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(text));
        BOOST_REQUIRE_MESSAGE(net, text);
        mask::compiled_grammar const shared{*mask::grammar::prepare(*net), *index};
        mask::matcher m{shared};
        std::vector<std::uint32_t> words(mask::words_for(index->size()));
        std::set<std::vector<std::uint32_t>> masks;
        for (int i = 0; i < 300; ++i) {
            auto const state = m.fill(words);
            BOOST_REQUIRE(mask::has_tokens(state));
            BOOST_REQUIRE(state != mask::filled::limited);
            masks.insert(words);
            BOOST_REQUIRE(m.accept(i == 10 && text[9] == '.' ? "\n" : i % 3 == 0 ? "a" : "b"));
        }
        // of each byte one configuration, and not one of each token that was looked at
        BOOST_TEST(shared.memory() < std::size_t{4} << 20, text << ": " << shared.memory());
        BOOST_TEST(masks.size() < 30u, text << ": " << masks.size());
    }
}

// Tools of a server, say, each with its own arguments.
BOOST_AUTO_TEST_CASE(five_thousand_alternatives_are_within_the_default_limits) {
    std::string grammar = "root ::= call0";
    std::string calls;
    for (int i = 0; i < 5000; ++i) {
        std::string const n = std::to_string(i);
        grammar += i == 0 ? "" : " | call" + n;
        calls += "\ncall" + n + " ::= \"{\" arguments" + n + " \"}\"\narguments" + n + " ::= \"tool" + n +
                 ":\" [a-z]*";
    }
    std::vector<std::string> const tokens{"{", "{tool", "4", "9", ":", "abc", "}", "a}"};
    mask_fixture::setup const s(grammar + calls, tokens);
    mask::matcher m(s.compiled);
    BOOST_TEST(s.allowed(m) == (std::set<std::string>{"{", "{tool"}));
    for (char const* const text : {"{tool", "4", "9", "9", "4"}) {
        BOOST_TEST(m.accept(s.id(text)), text);
    }
    BOOST_TEST(s.allowed(m) == (std::set<std::string>{":"}));
    BOOST_TEST(m.accept(s.id(":")));
    BOOST_TEST(s.allowed(m) == (std::set<std::string>{"abc", "}", "a}"}));
    BOOST_TEST((m.error() == errc::none));
}

BOOST_AUTO_TEST_CASE(a_mask_that_runs_out_of_fuel_is_limited_and_the_next_one_comes_further) {
    std::string grammar = "root ::= r0";
    for (int i = 0; i < 100; ++i) {
        grammar += "\nr" + std::to_string(i) + " ::= \"a\"? r" + std::to_string(i + 1) + " \"b\"?";
    }
    parlance::limits bounds;
    bounds.fuel = 200'000;  // one configuration after the other
    setup s(grammar + "\nr100 ::= \"x\"", {"a", "b", "aa", "x", "ax", "xb"}, mask::trigger::eager(), bounds);
    mask::matcher m{s.compiled};
    std::vector<std::uint32_t> words(1);
    std::size_t calls = 0;
    std::set<std::string> last;
    for (; m.fill(words) != mask::filled::some && calls < 1000; ++calls) {
        BOOST_REQUIRE((m.error() == errc::out_of_fuel));
        std::set<std::string> now = s.texts(words);
        BOOST_REQUIRE(std::includes(now.begin(), now.end(), last.begin(), last.end()));
        last = std::move(now);
    }
    BOOST_TEST(calls > 0u);
    BOOST_TEST((s.texts(words) == std::set<std::string>{"a", "aa", "ax", "x", "xb"}));
    BOOST_TEST((m.error() == errc::none));
}

BOOST_AUTO_TEST_CASE(an_accept_that_runs_out_of_fuel_comes_further_when_it_is_made_again) {
    parlance::limits bounds;
    bounds.fuel = 400'000;
    // ambiguous in frames that do not absorb each other: what is read costs more with each byte
    auto const compiled = mask::compile_gbnf(
        "root ::= [a-c] | (r2 \"b\"?)? \".\"\n"
        "r1 ::= \"\" | r2 \"c\" root | \"a\" r1 \"a\" | r2? r2\n"
        "r2 ::= [ab] | r1? root",
        *mask::token_index::build(mask_fixture::vocabulary({"a", "b", "c", "."})), "root", bounds);
    BOOST_REQUIRE(compiled);
    mask::matcher m{*compiled};
    std::size_t again = 0;
    for (char const c : times(20, "ba") + times(40, "c") + times(4, "a")) {
        BOOST_REQUIRE(mask::has_tokens(m.allowed().state));
        std::size_t calls = 0;
        while (!m.accept(std::string_view{&c, 1})) {
            BOOST_REQUIRE((m.error() == errc::out_of_fuel));
            BOOST_REQUIRE(++calls < 1000u);
        }
        again += calls;
    }
    BOOST_TEST(again > 0u);
}

BOOST_AUTO_TEST_CASE(a_warm_step_allocates_nothing) {
    vocab::token_list const tokens = a_few_thousand_tokens();
    auto const net = parlance::rtn::from_gbnf(
        *parlance::gbnf::compile("root ::= \"[\" (item (\",\" item)*)? \"]\"\n"
                                 "item ::= [ab]{1,50} | root | \"\\\"\" [^\"]* \"\\\"\""));
    mask::matcher m{mask::compiled_grammar{*mask::grammar::prepare(*net), *mask::token_index::build(tokens)}};
    std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
    std::string const text = "[ab,[a,\"" + times(60, "\xC3\xA9x") + "\"],[[[b]]]]";
    std::vector<std::size_t> allocations;
    for (int round = 0; round < 3; ++round) {
        std::size_t const before = measured::calls;
        for (std::size_t i = 0; i < text.size(); ++i) {
            m.fill(words);
            (void)m.allowed();
            BOOST_REQUIRE(m.accept(static_cast<vocab::token_id>(static_cast<std::uint8_t>(text[i]))));
            m.forget();
        }
        allocations.push_back(measured::calls - before);
        m.reset();
    }
    BOOST_TEST(allocations[0] > 0u);
    BOOST_TEST(allocations[2] == 0u);
}

BOOST_AUTO_TEST_CASE(nothing_throws_where_tokens_are_read) {
    static_assert(noexcept(std::declval<mask::matcher&>().fill(std::span<std::uint32_t>{})));
    static_assert(noexcept(std::declval<mask::matcher&>().allowed()));
    static_assert(noexcept(std::declval<mask::matcher&>().accept(vocab::token_id{})));
    static_assert(noexcept(std::declval<mask::matcher&>().accept(std::string_view{})));
    static_assert(noexcept(std::declval<mask::matcher&>().rollback(1)));
    static_assert(noexcept(std::declval<mask::matcher&>().can_stop()));
    setup s("root ::= \"a\"", {"a"});
    mask::matcher m{s.compiled};
    BOOST_TEST(!m.accept(vocab::token_id{0xFFFF'FFFF}));
    BOOST_TEST((m.fill({}) == mask::filled::too_small));
}

BOOST_AUTO_TEST_SUITE_END()
