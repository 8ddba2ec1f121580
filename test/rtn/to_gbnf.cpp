// test/rtn/to_gbnf.cpp - a network printed as people write grammars, and read again
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include "../measured.hpp"
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(rtn_to_gbnf)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;

namespace {

std::string printed(std::string_view pattern) {
    return rtn::to_gbnf(rtn::from_regex(pattern).value()).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(repetitions_and_options_are_written_as_such) {
    BOOST_TEST(printed("ab*") == "root ::= \"a\" \"b\"*\n");
    BOOST_TEST(printed("a*b") == "root ::= \"a\"* \"b\"\n");
    BOOST_TEST(printed("ab?") == "root ::= \"a\" \"b\"?\n");
    BOOST_TEST(printed("a?bc") == "root ::= \"a\"? \"bc\"\n");
    BOOST_TEST(printed("x[ab]?[ab]?[ab]?") == "root ::= \"x\" [ab]{0,3}\n");
    BOOST_TEST(printed("-?[0-9]+") == "root ::= \"-\"? [0-9]+\n");
    BOOST_TEST(printed("a*(b|cd)") == "root ::= \"a\"* (\"b\" | \"cd\")\n");
    BOOST_TEST(printed("(ab)*") == "root ::= (\"ab\")*\n");
    BOOST_TEST(printed("a?b?") == "root ::= \"a\"? \"b\"?\n");
}

BOOST_AUTO_TEST_CASE(what_random_patterns_match_their_grammars_match) {
    std::mt19937 noise(7);
    auto const choose = [&](std::uint32_t n) { return noise() % n; };
    auto const pattern = [&](auto const& self, int depth) -> std::string {
        switch (choose(depth > 3 ? 2 : 7)) {
        case 0: return std::string(1, static_cast<char>('a' + choose(3)));
        case 1: return "[ab]";
        case 2: return self(self, depth + 1) + self(self, depth + 1);
        case 3: return "(" + self(self, depth + 1) + "|" + self(self, depth + 1) + ")";
        case 4: return "(" + self(self, depth + 1) + ")*";
        case 5: return "(" + self(self, depth + 1) + ")?";
        default: return "(" + self(self, depth + 1) + "){1,3}";
        }
    };
    std::size_t matched = 0;
    for (int round = 0; round < 400; ++round) {
        auto const p = pattern(pattern, 0);
        auto const net = rtn::from_regex(p).value();
        auto const text = rtn::to_gbnf(net).value();
        gbnf::options how;
        how.allow_left_recursion = false;
        auto const again = gbnf::compile(text, how);
        BOOST_REQUIRE_MESSAGE(again, p << " is printed as\n" << text);
        auto const back = rtn::from_gbnf(*again).value();
        for (int tries = 0; tries < 30; ++tries) {
            std::string word;
            for (auto n = choose(7); n > 0; --n) {
                word += static_cast<char>('a' + choose(3));
            }
            bool const wanted = mask::matches(net.view(), word);
            matched += wanted;
            BOOST_REQUIRE_MESSAGE(mask::matches(back.view(), word) == wanted, p << " and \"" << word
                                                                                << "\"; printed as\n"
                                                                                << text);
        }
    }
    BOOST_TEST(matched > 500u);
}

BOOST_AUTO_TEST_CASE(what_ends_alike_is_written_once_however_long_it_is) {
    std::string const tail(300, 'x');
    rtn::builder b;
    rtn::rule_id const root = b.add_rule();
    for (std::string_view const head : {"a", "b"}) {
        b.accept(b.literal(b.literal(b.entry(root), head), tail));
    }
    BOOST_TEST(rtn::to_gbnf(std::move(b).finish()).value() == "root ::= [ab] \"" + tail + "\"\n");
}

BOOST_AUTO_TEST_CASE(what_leads_to_no_end_is_left_out) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule();
    rtn::state_id const dead = b.literal(b.entry(root), "lost");
    b.bytes(dead, 'x', 'x', dead);
    b.accept(b.literal(b.entry(root), "found"));
    BOOST_TEST(rtn::to_gbnf(std::move(b).finish()).value() == "root ::= \"found\"\n");
}

BOOST_AUTO_TEST_CASE(optional_classes_by_the_hundred_end_in_an_error_soon) {
    std::string text = "root ::=";
    for (int i = 0; i < 500; ++i) {
        text += std::string(" [") + static_cast<char>('a' + i % 26) + static_cast<char>('A' + i / 26) + "]?";
    }
    auto const net = rtn::from_gbnf(gbnf::compile(text).value()).value();
    parlance::limits little;
    little.fuel = 5'000'000;
    auto const refused = rtn::to_gbnf(net, little);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == parlance::errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(thousands_of_rules_are_printed_within_the_default_limits) {
    constexpr int many = 3000;
    std::string text = "root ::= r0";
    for (int i = 1; i < many; ++i) {
        text += " | r" + std::to_string(i);
    }
    for (int i = 0; i < many; ++i) {
        std::string const n = std::to_string(i);
        text += "\nr" + n + " ::= \"k" + n + "\" r" + std::to_string((i + 1) % many) + "? [0-9]";
    }
    auto const net = rtn::from_gbnf(gbnf::compile(text).value());
    BOOST_REQUIRE(net.has_value());
    auto const out = rtn::to_gbnf(*net);
    BOOST_REQUIRE_MESSAGE(out.has_value(), parlance::describe(out.error().code));
    BOOST_TEST(gbnf::compile(*out).has_value());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_for_ends_at_once) {
    // many ways that begin and end differently, which are put together in every way that is shorter
    std::string text = "root ::= (\"z\"";
    for (int i = 0; i < 120; ++i) {
        std::string const n = std::to_string(i);
        text += " | \"" + std::string(1, static_cast<char>('a' + i % 26)) + n + "\"? \"" + n + "\"?";
    }
    auto const net = *rtn::from_gbnf(*gbnf::compile(text + ")*"));
    struct noting {
        mutable std::size_t allocations = 0;  // before the last look
        [[nodiscard]] bool stop_requested() const { return allocations = measured::calls, false; }
    };
    for (std::uint64_t fuel = 500'000; fuel < 5'000'000; fuel += 500'000) {
        noting looks;
        parlance::limits bounds;
        bounds.fuel = fuel;
        bounds.stop = looks;
        auto const printed = rtn::to_gbnf(net, bounds);
        BOOST_REQUIRE(!printed);
        BOOST_TEST((printed.error().code == parlance::errc::out_of_fuel));
        BOOST_TEST(measured::calls - looks.allocations < 600u, fuel);
    }
}

namespace {

/// A grammar as it is printed: `root ::= ` and what stands here.
std::string printed_grammar(std::string const& root) {
    return rtn::to_gbnf(rtn::from_gbnf(gbnf::compile("root ::= " + root).value()).value()).value();
}

/// One rule, which some function writes.
template <class Write>
rtn::network one_rule(Write write) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("numbers");
    write(b, b.entry(root));
    return std::move(b).finish();
}

/// What a network is refused with, and the hint.
struct refusal {
    parlance::errc code = parlance::errc::none;
    std::string hint;
};
refusal refused(rtn::network const& net, parlance::limits const& bounds = {}) {
    auto const out = rtn::to_gbnf(net, bounds);
    return out ? refusal{} : refusal{out.error().code, std::string(out.error().hint.view())};
}

}  // namespace

BOOST_AUTO_TEST_CASE(characters_are_written_as_gbnf_writes_them) {
    struct sample {
        char const* grammar;
        char const* printed;
    };
    sample const samples[] = {
        {R"("\"\\\n\r\t")", R"("\"\\\n\r\t")"},
        {R"("\x00\x1F\x7F")", R"("\x00\x1F\x7F")"},
        {R"("\xE9\u20AC\U0001F600")", R"("\xE9\u20AC\U0001F600")"},
        {R"([\u0400-\u04FF]+)", R"([\u0400-\u04FF]+)"},
        {R"([a\u20AC-\u20AF\U0001F600-\U0001F64F])", R"([a\u20AC-\u20AF\U0001F600-\U0001F64F])"},
        {R"([^\u20AC])", R"([^\u20AC])"},
        {R"([^a\n])", R"([^\na])"},
        {R"([\]\[^"a-c-])", R"(["\[\]\x5Ea-c-])"},
        {R"([,-/])", R"([,-/])"},
        {R"([\-])", R"("-")"},
        {R"([+--])", R"([+-\x2D])"},
        {R"(<[3]> "a" !<[4]>)", R"(<[3]> "a" !<[4]>)"},
        {R"("")", R"("")"},
    };
    for (sample const& s : samples) {
        BOOST_TEST(printed_grammar(s.grammar) == std::string("root ::= ") + s.printed + "\n");
    }
}

BOOST_AUTO_TEST_CASE(what_a_list_repeats_is_a_rule_of_its_own) {
    std::string const text = printed("[a-z]+=value;(, [a-z]+=value;)*");
    std::size_t const first = text.find("=value;");
    BOOST_REQUIRE(first != std::string::npos);
    BOOST_TEST(text.find("=value;", first + 1) == std::string::npos, text);
    BOOST_TEST(printed("(a?)*") == "root ::= \"a\"*\n");
    BOOST_TEST(printed("(a*b?)*") == "root ::= [ab]*\n");
    BOOST_TEST(printed("(a{1,3})?") == printed("a{0,3}"));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_code_points_are_refused_with_their_rule) {
    using rtn::builder;
    using rtn::state_id;
    struct sample {
        char const* what;
        void (*write)(builder& b, state_id from);
    };
    sample const samples[] = {
        {"the second byte of a code point",
         [](builder& b, state_id from) { b.accept(b.literal(from, "\x80")); }},
        {"an overlong one", [](builder& b, state_id from) { b.accept(b.literal(from, "\xC0\x80")); }},
        {"one beyond the last",
         [](builder& b, state_id from) { b.accept(b.literal(from, "\xF5\x80\x80\x80")); }},
        {"a beginning", [](builder& b, state_id from) { b.accept(b.literal(from, "\xE2\x82")); }},
        {"a letter behind a beginning",
         [](builder& b, state_id from) { b.accept(b.literal(from, "\xE2\x82z")); }},
        {"a rule behind a beginning",
         [](builder& b, state_id from) {
             state_id const end = b.add_state();
             rtn::rule_id const other = b.add_rule("other");
             b.accept(b.literal(b.entry(other), "\x80"));
             b.call(b.literal(from, "\xC3"), other, end);
             b.accept(end);
         }},
    };
    for (sample const& s : samples) {
        refusal const why = refused(one_rule(s.write));
        BOOST_TEST((why.code == parlance::errc::not_lowerable), s.what);
        BOOST_TEST(why.hint.find("UTF-8") != std::string::npos, s.what << ": " << why.hint);
    }
}

BOOST_AUTO_TEST_CASE(code_points_are_put_together_from_bytes_in_whatever_states_they_stand) {
    // U+20AC, U+20AD and U+2100 to U+213F, by way of epsilon edges and states of their own
    rtn::network const net = one_rule([](rtn::builder& b, rtn::state_id from) {
        rtn::state_id const end = b.add_state();
        rtn::state_id const lead = b.literal(from, "\xE2");
        rtn::state_id const second = b.add_state();
        rtn::state_id const inner = b.add_state();
        b.bytes(lead, 0x82, 0x82, second);
        b.epsilon(second, inner);
        b.bytes(inner, 0xAC, 0xAD, end);
        b.bytes(b.literal(lead, "\x84"), 0x80, 0xBF, end);
        b.accept(end);
    });
    BOOST_TEST(rtn::to_gbnf(net).value() == "root ::= [\\u20AC\\u20AD\\u2100-\\u213F]\n");
}

BOOST_AUTO_TEST_CASE(increments_in_several_places_are_written_once_for_every_number) {
    // an "a" counts, and so does a "b" that an "x" follows; a "c" does not
    auto const counted = [](std::uint32_t low, std::uint32_t high) {
        rtn::builder b;
        rtn::rule_id const root = b.add_rule("root");
        rtn::rule_id const numbers = b.add_rule("numbers");
        rtn::state_id const entry = b.entry(numbers);
        rtn::state_id const one = b.literal(entry, "a");
        rtn::state_id const other = b.literal(entry, "bx");
        b.increment(one, entry);
        b.increment(other, entry);
        b.bytes(entry, 'c', 'c', entry);
        b.accept(entry);
        rtn::state_id const end = b.add_state();
        b.counted_call(b.entry(root), {numbers, low, high}, end);
        b.accept(b.literal(end, "."));
        return std::move(b).finish();
    };
    struct sample {
        std::uint32_t low;
        std::uint32_t high;
    };
    for (sample const bounds : {sample{0, 2}, {2, 3}, {3, rtn::unbounded}, {20, 22}}) {
        rtn::network const net = counted(bounds.low, bounds.high);
        std::string const text = rtn::to_gbnf(net).value();
        auto const again = rtn::from_gbnf(gbnf::compile(text).value()).value();
        for (std::uint32_t count = 0; count < 25; ++count) {
            std::string word;
            for (std::uint32_t i = 0; i < count; ++i) {
                word += i % 3 == 0 ? "a" : i % 3 == 1 ? "cbx" : "bxcc";
            }
            bool const within = count >= bounds.low && count <= bounds.high;
            BOOST_TEST(mask::matches(net.view(), word + ".") == within, text << word);
            BOOST_TEST(mask::matches(again.view(), word + ".") == within, text << word);
            BOOST_TEST(!mask::matches(again.view(), word + "b."), text << word);
        }
    }
    parlance::limits few;
    few.rules = 50;
    BOOST_TEST((refused(counted(2, 100), few).code == parlance::errc::too_many_rules));
    BOOST_TEST((refused(counted(100, rtn::unbounded), few).code == parlance::errc::too_many_rules));
    BOOST_TEST((refused(counted(0xFFFF'0000, rtn::unbounded)).code == parlance::errc::too_many_rules));
}

BOOST_AUTO_TEST_CASE(a_counter_that_goes_on_in_many_ways_has_all_of_them) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    rtn::rule_id const numbers = b.add_rule("numbers");
    rtn::state_id const entry = b.entry(numbers);
    b.accept(entry);
    for (char c = 'a'; c <= 'z'; ++c) {
        rtn::state_id const way = b.add_state();
        b.epsilon(entry, way);
        b.increment(b.literal(way, std::string(1, c)), entry);
    }
    rtn::state_id const end = b.add_state();
    b.counted_call(b.entry(root), {numbers, 1, 2}, end);
    b.accept(end);
    rtn::network const net = std::move(b).finish();
    auto const again = rtn::from_gbnf(gbnf::compile(rtn::to_gbnf(net).value()).value()).value();
    for (std::string_view const text : {"", "a", "z", "qr", "zz", "abc", "A", "aA"}) {
        BOOST_TEST(mask::matches(again.view(), text) == mask::matches(net.view(), text), text);
    }
    BOOST_TEST(mask::matches(again.view(), "pz"));
}

BOOST_AUTO_TEST_CASE(what_means_nothing_in_a_grammar_is_refused) {
    refusal const stray = refused(one_rule([](rtn::builder& b, rtn::state_id from) {
        rtn::state_id const next = b.literal(from, "a");
        b.increment(next, from);
        b.accept(next);
    }));
    BOOST_TEST((stray.code == parlance::errc::not_lowerable));
    BOOST_TEST(stray.hint.find("increment") != std::string::npos, stray.hint);
    refusal const endless =
        refused(one_rule([](rtn::builder& b, rtn::state_id from) { b.bytes(from, 'a', 'a', from); }));
    BOOST_TEST((endless.code == parlance::errc::not_lowerable));
    BOOST_TEST(endless.hint.find("leads nowhere") != std::string::npos, endless.hint);
}

BOOST_AUTO_TEST_CASE(names_that_gbnf_does_not_have_are_written_with_dashes) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("the root");
    std::string const names[] = {"value of /a/b", "-- x --", "root", "  ", std::string(80, 'n')};
    for (std::string const& name : names) {
        rtn::rule_id const r = b.add_rule(name);
        rtn::state_id const end = b.literal(b.entry(r), "x" + name);
        b.call(end, r, end);  // so that it is a rule of its own
        b.bytes(end, 'y', 'y', end);
        b.accept(end);
        rtn::state_id const behind = b.add_state();
        b.call(b.entry(root), r, behind);
        b.accept(behind);
    }
    std::string const text = rtn::to_gbnf(std::move(b).finish()).value();
    BOOST_TEST(text.starts_with("root ::= "), text);
    for (std::string const& name :
         {std::string("value-of-a-b"), std::string("x"), std::string("rule"), std::string(60, 'n')}) {
        BOOST_TEST(text.find("\n" + name + " ::= ") != std::string::npos, name << " in\n" << text);
    }
    BOOST_TEST(gbnf::compile(text).has_value());
}

BOOST_AUTO_TEST_CASE(whatever_is_left_of_means_a_grammar_is_whole_or_there_is_none) {
    auto const net = *rtn::from_gbnf(
        *gbnf::compile("root ::= (item (\",\" [a-z\\u00E0-\\u00FF]{1,30} | <[3]> item){2,5})? list\n"
                       "item ::= \"x\" [0-9]+ | \"\\u20AC\" item? | \"y\" list\n"
                       "list ::= \"(\" (item list?)* \")\" | \"ab\" \"cd\"* | [^\\n]{3,7}"));
    std::string const whole = rtn::to_gbnf(net).value();
    std::size_t refusals = 0;
    bool good = false;
    for (std::uint64_t fuel = 0; !good && fuel < 1'000'000; fuel += 1 + fuel / 50) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        auto const out = rtn::to_gbnf(net, bounds);
        good = out.has_value();
        refusals += !good;
        BOOST_TEST((good ? *out == whole : out.error().code == parlance::errc::out_of_fuel), fuel);
    }
    BOOST_TEST(good);
    BOOST_TEST(refusals > 50u);
    std::size_t short_of_memory = 0;
    for (std::size_t bytes = 0; bytes < 200'000; bytes += 1 + bytes / 20) {
        parlance::limits bounds;
        bounds.allocated_bytes = bytes;
        auto const out = rtn::to_gbnf(net, bounds);
        short_of_memory += !out;
        BOOST_TEST((out ? *out == whole : out.error().code == parlance::errc::out_of_memory_budget), bytes);
    }
    BOOST_TEST(short_of_memory > 10u);
    // what is asked only while it frees what it made has its grammar
    auto const said =
        stopped_at_each_look([&](parlance::limits const& bounds) { return refused(net, bounds).code; });
    auto const is_cancelled = [](parlance::errc e) { return e == parlance::errc::cancelled; };
    BOOST_TEST(std::ranges::is_partitioned(said, is_cancelled));
    BOOST_TEST(std::ranges::count_if(said, is_cancelled) > 10);
    for (parlance::errc const last : said) {
        BOOST_TEST((is_cancelled(last) || last == parlance::errc::none));
    }
}

BOOST_AUTO_TEST_SUITE_END()
