// test/hf/regex.cpp
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/hf/regex.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(hf_regex)

namespace {

using namespace parlance;
using namespace parlance::hf;
using texts = std::vector<std::string>;

/// Group 0 of every match, then of the first match all other groups; "-" for those that took no part.
texts all(std::string_view pattern, std::string_view text) {
    regex const r = regex::compile(pattern).value();
    texts out;
    auto const matches = r.all(text);
    auto const of = [&](text_span g) {
        return g.matched() ? std::string(text.substr(g.begin, g.end - g.begin)) : std::string("-");
    };
    for (auto const& m : matches) {
        out.push_back(of(m.groups[0]));
    }
    for (std::size_t i = 1; !matches.empty() && i < matches[0].groups.size(); ++i) {
        out.push_back(of(matches[0].groups[i]));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(matches_are_those_of_python) {
    struct {
        char const* pattern;
        char const* text;
        texts expected;
        bool linear;
    } const rows[] = {
        {"a|ab", "ab", {"a"}, true},
        {"(a|ab)(c|bcd)(d*)", "abcd", {"abcd", "a", "bcd", ""}, true},
        {"(?:|a)", "a", {"", "a", ""}, true},
        {"a*", "baac", {"", "aa", "", ""}, true},
        {"<t>(.*?)</t>", "<t>a\nb</t><t></t>", {"<t>a\nb</t>", "<t></t>", "a\nb"}, true},
        {"<t>(.*?)(?:</t>|$)", "<t>open\n", {"<t>open", "open"}, true},
        {"$", "a\n", {"", ""}, true},
        {"\\Z", "a\n", {""}, true},
        {"^\\w", "a\nb", {"a"}, true},
        {"a{2}b{,2}c{1,}", "aabbcc", {"aabbcc"}, true},
        {"{.*}", "x{y}", {"{y}"}, true},
        {"[^][]+", "ab]c", {"ab", "c"}, true},
        {"\\s+", "a\xC2\xA0\x1C\xE3\x80\x80z", {"\xC2\xA0\x1C\xE3\x80\x80"}, true},
        {"\\w+", "\xC2\xAB\xC3\xA9t\xC3\xA9\xC2\xBB", {"\xC3\xA9t\xC3\xA9"}, true},
        {"(x)?y", "y", {"y", "-"}, true},
        {"\\<\\|a", "<|a", {"<|a"}, true},
        {"(?<=n:)(\\w+)", "n:foo", {"foo", "foo"}, false},
        {"(?:(?!<e>).)+", "ab<e>", {"ab", "e>"}, false},
        {"<(?P<t>\\w)>.*?</(?P=t)>", "<a></b></a>", {"<a></b></a>", "a"}, false},
        {"(?i)ab", "AB", {"AB"}, false},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.pattern << " on " << row.text) {
            BOOST_TEST(all(row.pattern, row.text) == row.expected, boost::test_tools::per_element());
            BOOST_TEST(regex::compile(row.pattern)->linear() == row.linear);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_python_does_not_know_is_an_error_and_says_where) {
    struct {
        char const* pattern;
        std::size_t at;
    } const rows[] = {{"(a", 2},      {"ab\\Qc", 2}, {"a(?R)", 1}, {"\\h", 0},
                      {"(*FAIL)", 0}, {"[a", 2},     {"a\\", 1}};
    for (auto const& row : rows) {
        auto const r = regex::compile(row.pattern);
        BOOST_TEST_CONTEXT(row.pattern) {
            BOOST_REQUIRE(!r);
            BOOST_TEST((r.error().code == errc::regex_syntax));
            BOOST_TEST(r.error().at.offset == row.at);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_would_backtrack_for_ever_gives_up) {
    std::string const text(30'000, 'a');
    for (char const* const pattern : {"(?=a)(?:a|a)*(?=b)", "(?:(?!b)a)*?(?=c)", "(a+)+\\1(?=b)"}) {
        regex const r = regex::compile(pattern).value();
        BOOST_TEST(!r.linear());
        BOOST_TEST((r.search(text).is == regex_match::verdict::limit), pattern);
    }
    regex const linear = regex::compile("(a+)+b").value();
    BOOST_TEST((linear.search(text).is == regex_match::verdict::none));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_code_points_are_characters_of_their_own) {
    BOOST_TEST(all("<(.)>", "<\xFF>") == (texts{"<\xFF>", "\xFF"}), boost::test_tools::per_element());
    BOOST_TEST(all("\\w", "\xFF").empty());
    BOOST_TEST(all("[^a]", "\xC3") == texts{"\xC3"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_search_is_looked_at_on_its_way) {
    auto const looks = [](char const* pattern, std::string const& text) {
        regex const r = regex::compile(pattern).value();
        return looks_of([&](parlance::limits const& bounds) {
            parlance::work paid(bounds);
            static_cast<void>(r.search(text, paid));
        });
    };
    BOOST_TEST(looks("b", std::string(1'000'000, 'a')) > 20);         // skips
    BOOST_TEST(looks("(a|[^b])*b", std::string(100'000, 'a')) > 20);  // steps
    BOOST_TEST(looks("(a|a)*(?=b)", std::string(100, 'a')) > 100);    // backtracks, for 40 ms
}

// The room that PCRE2 moves what it has saved to is paid for, and looked at, as it is taken.
BOOST_AUTO_TEST_CASE(memory_of_a_search_is_paid_for) {
    std::string pattern = "\\A(?:a(?=a)|b)*a\\Z|";
    std::string const text(2000, 'a');
    auto const searched = [&](std::uint64_t fuel) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        parlance::work paid(bounds);
        regex_match::verdict const is = regex::compile(pattern).value().search(text, paid).is;
        return std::pair(is, fuel - paid.left());
    };
    constexpr std::uint64_t enough = 50'000'000;
    auto const [found, steps] = searched(enough);
    BOOST_TEST((found == regex_match::verdict::match));
    for (int i = 0; i < 200; ++i) {
        pattern += "(x)";  // what is saved holds all groups
    }
    auto const [again, all] = searched(enough);
    BOOST_TEST((again == regex_match::verdict::match));
    BOOST_TEST(steps > 0u);
    BOOST_TEST(all > 2 * steps);
    BOOST_TEST((searched(all - steps / 2).first == regex_match::verdict::limit));
}

BOOST_AUTO_TEST_SUITE_END()
