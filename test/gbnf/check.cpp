// test/gbnf/check.cpp - what is wrong, odd or expensive is found, and nothing else
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(gbnf_check)

namespace {

using namespace parlance;
using gbnf::element;
using gbnf::element_kind;
using gbnf::finding_kind;

gbnf::grammar lenient(std::string_view text) {
    gbnf::options how;
    how.allow_undefined = true;
    how.allow_left_recursion = true;
    auto g = gbnf::compile(text, how);
    BOOST_REQUIRE_MESSAGE(g.has_value(), render(g.error(), text));
    return *std::move(g);
}

/// "kind owner" for each finding, cycles spelled out.
std::string findings(std::string_view text) {
    constexpr std::string_view names[] = {"undefined", "unreachable", "unproductive", "left", "nullable"};
    gbnf::grammar const g = lenient(text);
    std::string out;
    for (gbnf::finding const& f : gbnf::check(g).findings) {
        out += out.empty() ? "" : ", ";
        out +=
            std::string(names[static_cast<std::size_t>(f.kind)]) + " " + std::string(g.view().name(f.owner));
        if (!f.cycle.empty()) {
            out += " (" + std::string(gbnf::cycle_text(g, f.cycle).view()) + ")";
        }
    }
    return out;
}

constexpr auto clean = gbnf::compile<"root ::= a+\na ::= [a-z] | \"(\" a \")\"">();
static_assert(gbnf::check(clean).clean());
static_assert(gbnf::check(clean).configurations == 2);
static_assert(gbnf::valid(clean));

}  // namespace

BOOST_AUTO_TEST_CASE(findings_by_kind) {
    struct sample {
        std::string_view text, findings;
    };
    sample const samples[] = {
        {"root ::= \"a\"", ""},
        {"root ::= (\"a\"?)*", "nullable root"},
        {"root ::= (\"a\"*)*", "nullable root"},
        {"root ::= (\"a\"*)+ b\nb ::= \"\" | \"x\"", "nullable root"},
        {"root ::= (\"a\"*)?", ""},
        {"root ::= (\"a\"*){1}", ""},
        {"root ::= (\"a\"*){2}", "nullable root"},
        {"root ::= \"x\" (e f){3,}\ne ::= f?\nf ::= \"\"", "nullable root"},
        {"root ::= a | \"x\"", "undefined a"},
        {"root ::= a{0} \"x\"", "undefined a"},
        {"root ::= \"a\"\nb ::= c\nc ::= (b)? \"c\"", "unreachable b, unreachable c, left b (b -> c -> b)"},
        {"root ::= \"a\" root", "unproductive root"},
        {"root ::= \"a\" | b\nb ::= \"b\" (c | b)\nc ::= \"c\" c", "unproductive b, unproductive c"},
        {"root ::= \"a\" | b?\nb ::= \"b\" b", "unproductive b"},
        {"root ::= b*\nb ::= \"b\" b{0}", ""},
        {"root ::= b+\nb ::= root", "unproductive root, unproductive b, left root (root -> b -> root)"},
        {"root ::= root \"a\" | \"b\"", "left root (root -> root)"},
        {"root ::= (a | \"x\")*\na ::= root \"y\"", "left root (root -> a -> root)"},
        {"root ::= a b\na ::= a \"1\" | \"x\"\nb ::= c\nc ::= b | \"y\"",
         "left a (a -> a), left b (b -> c -> b)"},
        {"root ::= <[1]>* <x>+ !<[2]>", ""},
    };
    for (sample const& s : samples) {
        BOOST_TEST(findings(s.text) == s.findings, s.text << "\n" << findings(s.text));
    }
}

BOOST_AUTO_TEST_CASE(costs_grow_with_what_is_live) {
    struct sample {
        std::string_view text;
        std::uint32_t configurations;
    };
    sample const samples[] = {
        {"root ::= \"abc\"", 1},
        {"root ::= \"a\" | \"b\" | \"c\"", 3},
        {"root ::= \"a\"? \"b\"? \"c\"", 3},
        {"root ::= \"a\"? \"b\"?", 3},  // and the end
        {"root ::= x x\nx ::= \"a\" | \"b\" | \"\"", 7},
        {"root ::= \"(\" x\nx ::= y | z\ny ::= \"1\" | \"2\"\nz ::= y | \"3\"", 5},
        {"root ::= root | \"a\"", 0xFFFF'FFFF},
    };
    for (sample const& s : samples) {
        BOOST_TEST(gbnf::check(lenient(s.text)).configurations == s.configurations, s.text);
    }
    std::string doubling = "root ::= r0";
    for (int i = 0; i < 200; ++i) {
        doubling +=
            "\nr" + std::to_string(i) + " ::= r" + std::to_string(i + 1) + " | r" + std::to_string(i + 1);
    }
    doubling += "\nr200 ::= \"x\"";
    BOOST_TEST(gbnf::check(lenient(doubling)).configurations == 0xFFFF'FFFF);  // 2^200, saturated
    BOOST_TEST(gbnf::check(lenient("root ::= \"é\" x\nx ::= [a]")).states == 2u * 2 + 2 + 1 + 1);
}

BOOST_AUTO_TEST_CASE(the_report_is_for_people) {
    gbnf::grammar const g = lenient("root ::= a | (b?)*\na ::= a \"x\"\nc ::= \"c\"");
    BOOST_TEST(gbnf::render(gbnf::check(g), g) ==
               "b: never defined\n"
               "c: not reachable from the root\n"
               "a: can never match a finite text\n"
               "a: left recursion: a -> a\n"
               "root: repeats something that can match nothing\n"
               "about 16 states, up to 4294967295 configurations at once\n");
}

BOOST_AUTO_TEST_CASE(tables_that_make_no_sense_are_told_apart) {
    using enum element_kind;
    struct sample {
        std::vector<element> rows;
        bool valid;
    };
    sample const samples[] = {
        {{{end, 0}}, true},
        {{{character, 'a'}, {end, 0}}, true},
        {{{character, 'a'}}, false},
        {{{end, 0}, {end, 0}}, false},
        {{{rule_ref, 0}, {end, 0}}, true},
        {{{rule_ref, 1}, {end, 0}}, false},
        {{{range_upper, 'a'}, {end, 0}}, false},
        {{{character_alt, 'a'}, {end, 0}}, false},
        {{{character, 'b'}, {range_upper, 'a'}, {end, 0}}, false},
        {{{character, 'a'}, {range_upper, 'b'}, {range_upper, 'c'}, {end, 0}}, false},
        {{{character, 0x110000}, {end, 0}}, false},
        {{{character, 0xD800}, {end, 0}}, false},
        {{{any, 0}, {character_alt, 'a'}, {end, 0}}, false},
        {{{token_text, 0}, {end, 0}}, false},
        {{{token_not, 77}, {end, 0}}, true},
        {{{repeat, 0}, {repeat_upper, 1}, {any, 0}, {end, 0}}, true},
        {{{repeat, 0}, {repeat_upper, 1}, {end, 0}}, false},
        {{{repeat, 0}, {repeat_upper, 1}, {alt, 0}, {any, 0}, {end, 0}}, false},
        {{{repeat, 0}, {any, 0}, {end, 0}}, false},
        {{{repeat, 0}}, false},
        {{{repeat, 2}, {repeat_upper, 1}, {any, 0}, {end, 0}}, false},
        {{{repeat_upper, 2}, {any, 0}, {end, 0}}, false},
        {{{repeat, gbnf::unbounded}, {repeat_upper, gbnf::unbounded}, {any, 0}, {end, 0}}, false},
        {{{repeat, 0}, {repeat_upper, 1}, {repeat, 0}, {repeat_upper, 1}, {any, 0}, {end, 0}}, false},
        {{}, true},  // undefined
    };
    for (sample const& s : samples) {
        auto const size = static_cast<std::uint32_t>(s.rows.size());
        gbnf::grammar const g{s.rows, {0, size}, {'r'}, {0, 1}, {1}, 0};
        BOOST_TEST(gbnf::valid(g) == s.valid, "sample " << &s - samples);
    }
    gbnf::grammar g = *gbnf::compile("root ::= a\na ::= <x>");
    BOOST_TEST(gbnf::valid(g));
    auto const broken = [&](auto change) {
        gbnf::grammar copy = g;
        change(copy);
        return !gbnf::valid(copy);
    };
    BOOST_TEST(broken([](auto& t) { t.root = 2; }));
    BOOST_TEST(broken([](auto& t) { t.first.back() = 100; }));
    BOOST_TEST(broken([](auto& t) { t.first[1] = 100; }));
    BOOST_TEST(broken([](auto& t) { t.names.pop_back(); }));
    BOOST_TEST(broken([](auto& t) { t.names.back() = 100; }));
    BOOST_TEST(broken([](auto& t) { t.tokens.back() = 100; }));
    BOOST_TEST(broken([](auto& t) { t = {}; }));
}

BOOST_AUTO_TEST_CASE(random_tables_are_checked_or_refused_without_harm) {
    std::mt19937 engine{11};
    auto const random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine() % below); };
    int valid = 0;
    for (int round = 0; round < 20'000; ++round) {
        gbnf::grammar g;
        std::uint32_t const rules = 1 + random(4);
        for (std::uint32_t r = 0; r < rules; ++r) {
            g.first.push_back(static_cast<std::uint32_t>(g.elements.size()));
            g.names.push_back(static_cast<std::uint32_t>(g.text.size()));
            if (random(3) != 0) {
                g.text.push_back(static_cast<char>('a' + r));
            }
            for (std::uint32_t n = random(6); n > 0; --n) {
                g.elements.push_back({static_cast<element_kind>(random(14)), random(rules + 1)});
            }
            g.elements.push_back({element_kind::end, 0});
        }
        g.first.push_back(static_cast<std::uint32_t>(g.elements.size()));
        g.names.push_back(static_cast<std::uint32_t>(g.text.size()));
        if (gbnf::valid(g)) {
            ++valid;
            BOOST_TEST(gbnf::check(g).states > 0u);
        }
    }
    BOOST_TEST(valid > 500);
}

BOOST_AUTO_TEST_SUITE_END()
