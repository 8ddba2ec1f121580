// test/rtn/regex.cpp - regular expressions by the texts they stand for
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/regex.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/work.hpp>
#include "../measured.hpp"
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ostream>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_regex)

using namespace parlance;
using rtn::regex_match;
using texts = std::vector<std::string_view>;
namespace data = boost::unit_test::data;

namespace {

struct sample {
    std::string_view pattern;
    texts yes;
    texts no;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.pattern; }
};

sample const searched[] = {
    {"", {"", "a"}, {}},
    {"a", {"a", "bab"}, {"", "b"}},
    {"^a|b$", {"ax", "xb", "ab"}, {"xa", "bx", ""}},
    {"^$", {""}, {"a"}},
    {"^(a|b)*c{2,3}$", {"cc", "abccc"}, {"c", "cccc", "ccx"}},
    {"^a{3}$", {"aaa"}, {"aa", "aaaa"}},
    {"^a{2,}$", {"aa", "aaaaa"}, {"a"}},
    {"^a{,2}$", {"a{,2}"}, {"a", "aa"}},
    {"^[^a-c]+?$", {"xyz", "\xC3\xA9"}, {"", "xa"}},
    {"^[]a]", {}, {"a", "]", ""}},
    {"^[^]$", {"a", "\n"}, {"", "ab"}},
    {"^[a\\-z]$", {"a", "-", "z"}, {"b"}},
    {"^[\\d.]+$", {"1.2", "."}, {"a"}},
    {"^.$", {"a", "\xF0\x9F\x98\x80"}, {"\n", "\r", "\xE2\x80\xA8", ""}},
    {"^\\w\\s\\S\\D\\W$", {"a bc-"}, {"a bca"}},
    {"^\\u00e9\\x41\\u{1F600}\\ud83d\\ude00$",
     {"\xC3\xA9"
      "A\xF0\x9F\x98\x80\xF0\x9F\x98\x80"},
     {"e"}},
    {"^\\/\\.\\-\\_$", {"/.-_"}, {"/x-_"}},
    {"^\\t\\cJ\\0$", {std::string_view("\t\n\0", 3)}, {"\t\n"}},
    {"^(?:a)(?<n>b)(?P<m>c)$", {"abc"}, {"ab"}},
    {"^(?!no)[a-z]+$", {"yes", "on"}, {"no", "nope"}},
    {"^(?=.*\\d)(?=.*[a-z]).{2,}$", {"a1", "1a", "xx1"}, {"aa", "11", "a"}},
    {"^(?:(?!ab).)*$", {"", "ba", "aa"}, {"ab", "xabx"}},
    {"(?<!a)b|x(?=y)", {"b", "cb", "xy", "abb"}, {"ab", "x", ""}},
    {"(?<=a)b", {"ab", "cabc"}, {"b", "ba", "bb"}},
    {"^[a-z-]+(?<!-)$", {"a", "a-b"}, {"", "a-", "-"}},
    {"^.*(?<!\\.tmp)$", {"", "a.tm", ".tmpx"}, {".tmp", "a.tmp", ".tmp.tmp"}},
    {"^(?:(?!-)[a-z-]{1,5}(?<!-)\\.)+[a-z]{2,}$", {"a-b.com", "a.b.cd"}, {"a-.com", "-a.com", "abcdef.com"}},
    {"(?<=^|,)b(?=,|$)", {"b", "a,b", "b,a", "a,b,c"}, {"ab", "a,bc", ""}},
    {"(?<!\\w)x\\b(?<=[a-z])", {"x", "a x", "-x-"}, {"ax", "xa", ""}},
    {"^(?=a.*(?<!b)$)", {"a", "abc"}, {"b", "ab"}},
    {"(?<=a+)b(?<=aab)c", {"aabc", "xaaabc"}, {"abc", "aab"}},
    {"^a(?=^b)", {}, {"ab", "b"}},
    {"x(?!^)y|^(?=^z)", {"xy", "z"}, {"x", "az"}},
    {"x(?=y)", {"xy", "xxy"}, {"x", "yx"}},
    {"(^a|b)c", {"ac", "bc", "xbc"}, {"xac"}},
    {"a$b", {}, {"ab", "a"}},
    {"^\\p{L}+$", {"a", "\xC3\xA9\xD0\xAF\xE4\xBA\xBA"}, {"1", "a1", ""}},
    {"^[\\p{Lu}\\p{Nd}_]\\P{Lu}$", {"Aa", "1a", "_1"}, {"aa", "AA"}},
    {"^\\p{Script=Greek}\\p{sc=Cyrl}$", {"\xCE\xB1\xD0\xB0"}, {"\xD0\xB0\xCE\xB1", "ab"}},
    {"^\\pL\\p{General_Category=Decimal_Number}$", {"a1"}, {"1a"}},
    {"(?m)^b$",
     {"b", "a\nb", "a\nb\rc", "b\nc",
      "\xE2\x80\xA8"
      "b"},
     {"ab", "a\nbc", "", "bb"}},
    {"^a(?m:$\\s^)b$", {"a\nb", "a\rb"}, {"a b", "ab", "a\nb\n"}},
    {"(?m)^(?-m)[a-z]+$", {"a", "1\nb"}, {"a\n1", "1b"}},
    {"^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$",
     {"\xF0\x9F\x98\x80", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", "1"},
     {"a", ""}},
    {"^\\p{Emoji}\\P{Emoji}$", {"\xE2\x98\x80x"}, {"x\xE2\x98\x80"}},
    {"^\\p{Alphabetic}\\p{White_Space}$", {"\xC3\xA9\xE3\x80\x80", "x "}, {"1 ", "xx"}},
    {"^\\p{Uppercase}\\p{Lower}$", {"\xE2\x92\xB6\xE2\x93\x90", "Aa"}, {"aA"}},  // letters in circles
    {"^\\p{ID_Start}\\p{XID_Continue}*$", {"x_1", "\xD0\xB6"}, {"1x", "x-"}},
    {"^\\P{AHex}\\p{space}$", {"g\t"}, {"f\t", "gg"}},
    {"^\\p{Noncharacter_Code_Point}$", {"\xF4\x8F\xBF\xBF", "\xEF\xBF\xBE"}, {"a"}},  // the last of all
    {"^\\p{scx=Hira}\\p{Script_Extensions=Thai}$",
     {"\xE3\x83\xBC\xE0\xB8\x81"},
     {"\xE0\xB8\x81\xE3\x83\xBC"}},
    {"^\\p{Script=Hiragana}$", {"\xE3\x81\x82"}, {"\xE3\x83\xBC"}},  // both scripts have the long vowel sign
    {"\\bfoo\\b", {"foo", "a foo.", "-foo-"}, {"food", "afoo", "foo_"}},
    {"^a\\Bb\\b", {"ab", "ab c"}, {"abc", "a b"}},
    {"\\b$", {"a", " a"}, {"", "a "}},
    {"^\\b(?=a\\b).", {"a", "a b"}, {"ab", " a"}},
    {"\\Aab\\Z", {"ab"}, {"xab", "abx"}},
    {"(?i)^a[b-c]\\x44$", {"abd", "ABD", "aCd"}, {"add", "ab"}},
    {"^(?:(?i)a)b$", {"ab", "Ab"}, {"aB"}},
    {"^(?i:a)b(?s:.)$", {"Abx", "ab\n"}, {"ABx"}},
    {"(?i)^[^a]$", {"b", "\n"}, {"a", "A"}},
    {"^\\v\\f\\r$", {"\v\f\r"}, {"\v\f\n", "vfr"}},
    {"^[\\b\\v-\\r]+$", {"\b", "\v\f\r"}, {"b", "\t", "v"}},
    {"^[a-\\d]+$", {"a", "-", "7", "a-7"}, {"b", ""}},
    {"^[\\d-z]+$", {"1", "-", "z"}, {"a", "y"}},
    {"^\\p{Any}\\p{ASCII}$", {"\xC3\xA9z", "\xF4\x8F\xBF\xBF\x7F"}, {"z\xC3\xA9", ""}},
    {"^\\P{ASCII}$", {"\xC2\x80", "\xC3\xA9"}, {"a", "\x7F"}},
};

}  // namespace

BOOST_DATA_TEST_CASE(a_search_finds_what_the_expression_says, data::make(searched)) {
    auto const a = rtn::regex(sample.pattern, regex_match::search);
    BOOST_REQUIRE_MESSAGE(a, render(a.error()));
    for (std::string_view const text : sample.yes) {
        BOOST_TEST(a->accepts(text), "refused: " << text);
    }
    for (std::string_view const text : sample.no) {
        BOOST_TEST(!a->accepts(text), "accepted: " << text);
    }
}

BOOST_DATA_TEST_CASE(a_text_by_itself_is_found_as_all_texts_are, data::make(searched)) {
    parlance::work spent{parlance::limits{}};
    auto const a = rtn::nondeterministic_regex(sample.pattern, regex_match::search, 20'000, spent);
    BOOST_REQUIRE_MESSAGE(a, render(a.error()));
    for (std::string_view const text : sample.yes) {
        BOOST_TEST(a->accepts(text, spent).value(), "refused: " << text);
    }
    for (std::string_view const text : sample.no) {
        BOOST_TEST(!a->accepts(text, spent).value(), "accepted: " << text);
    }
    BOOST_TEST(!a->accepts("\xFF", spent).value());
}

BOOST_AUTO_TEST_CASE(of_ways_through_a_pattern_those_that_others_cover_are_left_out) {
    // as sets of all ways these have a state for every set of the last dozens of dots
    struct row {
        std::string_view pattern;
        std::size_t most;
        std::vector<std::string> yes;
        std::vector<std::string> no;
    };
    std::string const part = std::string(63, 'a') + '.';
    row const rows[] = {
        {"^(.{1,63}\\.)+[a-z]+$",
         200,
         {"a.b", "a..b", part + part + "c", part + "1.c"},
         {"ab", "a.", 'a' + part + "c", ".b"}},
        {"^((.{1,63}\\.)+(?![0-9]*$)[a-z0-9-]+\\.?)$",
         400,
         {"a.b", "a.1b.", part + "c"},
         {"a.1", "a.1.2", 'a' + part + "c"}},
        {"^(?:\\S{1,40} ?){1,}#$", 300, {"a#", "a b#", "##"}, {"", "a", " #"}},
    };
    for (row const& r : rows) {
        auto const a = rtn::regex(r.pattern, regex_match::search);
        BOOST_REQUIRE_MESSAGE(a, r.pattern << ": " << (a ? std::string() : render(a.error())));
        BOOST_TEST(a->states() <= r.most, r.pattern);
        for (std::string const& text : r.yes) {
            BOOST_TEST(a->accepts(text), text);
        }
        for (std::string const& text : r.no) {
            BOOST_TEST(!a->accepts(text), text);
        }
    }
}

BOOST_AUTO_TEST_CASE(covered_ways_change_no_answer) {
    // another engine, on random texts over the letters that the patterns tell apart
    std::string_view const patterns[] = {"^(.{1,20}\\.)+[ab]{1,3}$", "^(?:[ab]{1,9}c?){2,8}(?!b)[ab]*$",
                                         "^(a{0,12}[ab.]{1,15}\\.)+b+$", "(.{3,18}a){2}(?=[bc]{2})"};
    std::mt19937 random(7);
    for (std::string_view const pattern : patterns) {
        auto const a = rtn::regex(pattern, regex_match::search);
        BOOST_REQUIRE(a);
        std::regex const other{std::string(pattern)};
        parlance::work spent{parlance::limits{}};
        auto const single = rtn::nondeterministic_regex(pattern, regex_match::search, 20'000, spent);
        BOOST_REQUIRE(single);
        int compared = 0;
        for (int i = 0; i < 3000; ++i) {
            std::string text(random() % 40, 'a');
            for (char& c : text) {
                c = "aabbc."[random() % 6];
            }
            parlance::work paid{parlance::limits{}};
            BOOST_TEST(single->accepts(text, paid).value() == a->accepts(text), pattern << ": " << text);
            try {
                BOOST_TEST(a->accepts(text) == std::regex_search(text, other), pattern << ": " << text);
                ++compared;
            } catch (std::regex_error const&) {  // libc++'s gives up on some
            }
        }
        BOOST_TEST(compared > 1500, pattern << ": " << compared);
    }
}

BOOST_AUTO_TEST_CASE(a_whole_match_covers_the_text) {
    auto const a = rtn::regex("ab*", regex_match::whole);
    BOOST_REQUIRE(a);
    BOOST_TEST(a->accepts("abb"));
    BOOST_TEST(!a->accepts("xabb"));
    BOOST_TEST(!a->accepts("abbx"));
    BOOST_TEST(a->states() == 2u);
}

BOOST_AUTO_TEST_CASE(what_is_not_regular_or_not_clear_is_refused) {
    for (std::string_view const pattern :
         {"(a)\\1",       "\\p{Nonsense}", "\\p{L",   "(?x)a",     "(?i)\xC3\xA9", "(?<=a\\b)b",
          "(?<!(?=a)b)c", "a**",           "a++",     "(a",        "a)",           "[a",
          "[b-a]",        "a{2,1}",        "*a",      "\\",        "\\c1",         "\\c",
          "\\u{12",       "\\u{1234567}",  "\\p{^L}", "[\\p{^L}]", "(?<name",      "(?i)[\xC3\xA9]",
          "\\q",          "\\u12",         "\xC3",    "^*"}) {
        auto const a = rtn::regex(pattern, regex_match::search);
        BOOST_TEST(!a.has_value(), pattern);
        bool const coded = a.error().code == errc::not_lowerable || a.error().code == errc::invalid_utf8;
        BOOST_TEST(coded, pattern << ": " << render(a.error()));
    }
}

BOOST_AUTO_TEST_CASE(hostile_expressions_end_inside_the_budget) {
    std::string const deep = std::string(5000, '(') + std::string(5000, ')');
    for (std::string_view const pattern :
         {std::string_view("(a*)*(a*)*(a*)*b"), std::string_view("(.*a){25}"),
          std::string_view("(a|b)*a(a|b){40}"), std::string_view("((a{1000}){1000}){1000}"),
          std::string_view("(x+x+)+y"), std::string_view(deep)}) {
        auto const a = rtn::regex(pattern, regex_match::search, 2000);
        if (!a) {
            bool const coded =
                a.error().code == errc::too_many_states || a.error().code == errc::not_lowerable;
            BOOST_TEST(coded);
        }
    }
    BOOST_TEST(rtn::regex("(x+x+)+y", regex_match::search)->states() < 10u);
}

BOOST_AUTO_TEST_CASE(automata_form_a_boolean_algebra) {
    auto const a = *rtn::regex("^[ab]*$", regex_match::search);
    auto const b = *rtn::regex("aa", regex_match::search);
    auto const both = *rtn::intersection(a, b, 1000);
    auto const one = *rtn::either(a, b, 1000);
    auto const without = *rtn::difference(a, b, 1000);
    auto const none = rtn::complement(a);
    for (std::string_view const text : {"", "a", "aa", "baab", "caac", "c", "abab"}) {
        BOOST_TEST(both.accepts(text) == (a.accepts(text) && b.accepts(text)), text);
        BOOST_TEST(one.accepts(text) == (a.accepts(text) || b.accepts(text)), text);
        BOOST_TEST(without.accepts(text) == (a.accepts(text) && !b.accepts(text)), text);
        BOOST_TEST(none.accepts(text) == !a.accepts(text), text);
        BOOST_TEST(rtn::minimized(both).accepts(text) == both.accepts(text), text);
    }
    BOOST_TEST(rtn::minimized(*rtn::intersection(a, none, 1000)).empty());
    BOOST_TEST(!rtn::intersection(*rtn::regex("^.{50}$", regex_match::search), b, 20).has_value());
}

BOOST_AUTO_TEST_CASE(a_bounded_class_is_recognised) {
    work spent{limits{}};
    auto const c = rtn::as_bounded_class("^[a-z]{2,5}$", spent);
    BOOST_REQUIRE(c.has_value());
    BOOST_TEST(c->least == 2u);
    BOOST_TEST(c->most == 5u);
    BOOST_TEST(!rtn::as_bounded_class("^[a-z]{2,5}", spent).has_value());
    BOOST_TEST(!rtn::as_bounded_class("^(ab){2,5}$", spent).has_value());
}

namespace {

std::string times(std::size_t n, std::string_view what) {
    std::string out;
    for (; n > 0; --n) {
        out += what;
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(groups_and_look_aheads_nest_on_a_small_stack) {
    for (std::string_view const open : {"(", "(?:", "(?=", "(a|"}) {
        for (std::size_t const deep : {std::size_t{190}, std::size_t{5000}}) {
            std::string const pattern = times(deep, open) + "b" + times(deep, open == "(?=" ? ")" : ")*");
            errc why = errc::none;
            measured::on_a_small_stack([&] {
                auto const made = rtn::regex(pattern, regex_match::search);
                why = made ? errc::none : made.error().code;
            });
            BOOST_TEST((deep == 190 || why == errc::not_lowerable), open);
            BOOST_TEST((deep != 190 || why != errc::not_lowerable), open);
        }
    }
}

// Of states there are few; what they are made of is what costs.
BOOST_AUTO_TEST_CASE(members_of_subsets_are_paid_for) {
    auto const code = [](std::string const& pattern) {
        return rtn::regex(pattern, regex_match::whole).error().code;
    };
    BOOST_TEST((code(times(3000, "a?") + times(3000, "a")) == errc::out_of_fuel));
    BOOST_TEST((code(times(8000, "[a-z]?") + "a") == errc::out_of_fuel));
    std::string looks;
    for (char c = 'a'; c <= 'z'; ++c) {
        looks += std::string("(?=.*") + c + ")";
    }
    BOOST_TEST((code(looks + ".*") != errc::none));
}

BOOST_AUTO_TEST_CASE(a_text_by_itself_is_paid_for) {
    parlance::limits few;
    parlance::work spent{parlance::limits{}};
    auto const a =
        rtn::nondeterministic_regex("(?=.{0,300}b)(.{0,300}a){20}", regex_match::search, 20'000, spent);
    BOOST_REQUIRE_MESSAGE(a, render(a.error()));
    std::string const text(2000, 'a');
    few.fuel = 100'000;
    parlance::work little(few);
    BOOST_TEST((a->accepts(text, little).error().code == errc::out_of_fuel));
    few = {};
    few.allocated_bytes = 20'000;
    parlance::work again(few);
    for (int i = 0; i < 20; ++i) {
        BOOST_TEST(!a->accepts(text, again).value());  // what it took is free again
    }
    few.allocated_bytes = 1000;
    parlance::work narrow(few);
    BOOST_TEST((a->accepts(text, narrow).error().code == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(patterns_can_share_a_budget) {
    parlance::work spent{parlance::limits{}};
    std::size_t made = 0;
    for (; made < 10'000 && rtn::regex("^(a|b|i)*a(a|b){9}$", regex_match::search, 20'000, spent); ++made) {}
    BOOST_TEST(made > 10);
    BOOST_TEST(made < 10'000);
    BOOST_TEST((spent.why() == errc::out_of_fuel || spent.why() == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(a_pattern_that_cannot_be_paid_for_is_refused_wherever_that_shows) {
    for (std::string_view const pattern : {".*[a-z]+\\d?", "(?=[^a]+)\\p{L}{2,3}(x|[yz])*$"}) {
        bool read = false;
        for (std::uint64_t fuel = 0; !read; fuel += fuel < 2000 ? 1 : 500) {
            parlance::limits few;
            few.fuel = fuel;
            auto const a = rtn::regex(pattern, regex_match::search, 1000, few);
            BOOST_REQUIRE((a || a.error().code == errc::out_of_fuel));
            read = a.has_value();
        }
    }
}

BOOST_AUTO_TEST_CASE(properties_of_one_pattern_are_a_thousand_at_most) {
    std::string few = "[";
    std::string many = "[";
    for (int i = 0; i < 1001; ++i) {
        few += i < 500 ? "\\p{L}" : "";
        many += "\\p{L}";
    }
    BOOST_TEST(rtn::regex(few + "]", regex_match::whole).has_value());
    BOOST_TEST((rtn::regex(many + "]", regex_match::whole).error().code == errc::not_lowerable));
}

BOOST_AUTO_TEST_CASE(a_pattern_stops_when_it_is_asked_to) {
    struct at_once {
        bool stop_requested() const { return true; }
    } const stop;
    parlance::limits bounds;
    bounds.stop = stop;
    BOOST_TEST((rtn::regex("a", regex_match::whole, 100, bounds).error().code == errc::cancelled));
}

BOOST_AUTO_TEST_CASE(a_table_with_rows_of_ten_thousand_letters_is_paid_for_while_it_moves) {
    std::string pattern;
    for (char32_t i = 0; i < 3500; ++i) {
        pattern += '[';
        pattern += utf8::encode(0x4E00 + i).view();
        pattern += '-';
        pattern += utf8::encode(0x4E80 + i).view();
        pattern += utf8::encode(0x3000 + i).view();
        pattern += ']';
    }
    auto const cost = measured::on_a_small_stack(
        [&] { BOOST_TEST(!rtn::regex(pattern, regex_match::whole, 20'000, limits{})); });
    BOOST_TEST(cost.bytes < std::size_t{64} << 20);
}

BOOST_AUTO_TEST_SUITE_END()
