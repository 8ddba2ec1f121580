// test/jinja/long_texts.cpp - what is done quickly, or piece by piece, is what the plain way does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(jinja_long_texts)

namespace {

constexpr std::string_view pieces[] = {"a",          "b",      "foo",    "\u00e9", "\u4e2d", "\U0001F600",
                                       " ",          "  ",     "\n",     "\t",     "\"",     "\\",
                                       "\x01",       "\u00a0", "\u3000", "\u2028", "<b>",    "</b>",
                                       "<!-- x -->", "&amp;",  "&lt;",   "&",      "\u30fe", "\u2031"};

/// A text of at least `size` bytes.
std::string some(std::mt19937& random, std::size_t size) {
    std::string out;
    std::size_t const kinds = 1 + random() % std::size(pieces);
    while (out.size() < size) {
        out += pieces[random() % kinds];
    }
    return out;
}

/// What a template makes of t.
std::string made_of(std::string const& t, std::string_view expression) {
    auto const compiled =
        parlance::jinja::compiled_template::compile("{{ " + std::string(expression) + " }}");
    return compiled.value().render({{"t", t}}, {}).value().text;
}

/// The code points of a text.
std::vector<std::string> code_points(std::string_view s) {
    std::vector<std::string> out;
    for (char const c : s) {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
            out.emplace_back();
        }
        out.back() += c;
    }
    return out;
}

bool is_space(std::string const& c) {
    return c == " " || c == "\n" || c == "\t" || c == "\u00a0" || c == "\u3000" || c == "\u2028";
}

std::vector<std::string> words(std::string_view s) {
    std::vector<std::string> out;
    bool inside = false;
    for (std::string const& c : code_points(s)) {
        if (is_space(c)) {
            inside = false;
            continue;
        }
        if (!inside) {
            out.emplace_back();
        }
        inside = true;
        out.back() += c;
    }
    return out;
}

std::string joined(std::vector<std::string> const& parts, std::string_view between) {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out.append(i == 0 ? "" : between).append(parts[i]);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(texts_are_split_at_white_space_of_any_length) {
    std::mt19937 random(3);
    for (int round = 0; round < 150; ++round) {
        std::string const t = some(random, random() % 300);
        std::vector<std::string> const expected = words(t);
        BOOST_TEST(made_of(t, "t.split() | join('|')") == joined(expected, "|"));
        BOOST_TEST(made_of(t, "t.rsplit() | join('|')") == joined(expected, "|"));
    }
}

BOOST_AUTO_TEST_CASE(long_texts_are_changed_code_point_by_code_point) {
    std::mt19937 random(4);
    for (std::size_t const size : {10u, 4095u, 4096u, 4097u, 9000u}) {
        std::string const t = some(random, size);
        std::vector<std::string> const all = code_points(t);
        BOOST_TEST(made_of(t, "t | length") == std::to_string(all.size()));
        BOOST_TEST(made_of(t, "(t | upper) == (t | list | map('upper') | join)") == "True");
        BOOST_TEST(made_of(t, "(t | lower) == (t | list | map('lower') | join)") == "True");
        BOOST_TEST(made_of(t, "t[::-1]") == joined({all.rbegin(), all.rend()}, ""));
        std::size_t const half = all.size() / 2;
        auto const middle = all.begin() + static_cast<std::ptrdiff_t>(half);
        BOOST_TEST(made_of(t, "t[" + std::to_string(half) + ":]") == joined({middle, all.end()}, ""));
        BOOST_TEST(made_of(t, "t[:" + std::to_string(half) + "]") == joined({all.begin(), middle}, ""));
        BOOST_TEST(made_of(t, "t[-1] == t | last and t | last == (t | list)[-1]") == "True");
        BOOST_TEST(made_of(t, "t.center(20000, '\u00e9')").size() == t.size() + 2 * (20000 - all.size()));
    }
}

BOOST_AUTO_TEST_CASE(long_texts_are_quoted_as_short_ones) {
    std::mt19937 random(5);
    for (std::size_t const size : {10u, 4095u, 4096u, 4097u, 20'000u}) {
        for (int round = 0; round < 20; ++round) {
            std::string const t = some(random, size);
            BOOST_TEST(made_of(t, "t | tojson") == parlance::json::dump(boost::json::value(t)));
            BOOST_TEST(made_of(t, "(t | tojson | from_json) == t") == "True");
            BOOST_TEST(made_of(t, "(t | tojson(ensure_ascii=true) | from_json) == t") == "True");
        }
    }
}

BOOST_AUTO_TEST_CASE(tags_are_stripped_and_white_space_collapses) {
    std::mt19937 random(6);
    for (int round = 0; round < 150; ++round) {
        std::string t = some(random, random() % 300);
        std::string const source = t;
        for (std::string_view const tag : {"<!-- x -->", "<b>", "</b>"}) {
            for (std::size_t at = t.find(tag); at != t.npos; at = t.find(tag)) {
                t.erase(at, tag.size());
            }
        }
        std::string expected;
        t = joined(words(t), " ");
        for (std::size_t i = 0; i < t.size(); ++i) {
            bool const and_sign = t.compare(i, 5, "&amp;") == 0;
            bool const less = t.compare(i, 4, "&lt;") == 0;
            expected += less ? '<' : t[i];
            i += and_sign ? 4 : less ? 3 : 0;
        }
        BOOST_TEST(made_of(source, "t | striptags") == expected, source);
    }
}

BOOST_AUTO_TEST_CASE(a_quotient_and_a_remainder_are_what_defines_them) {
    std::mt19937 random(7);
    auto const number = [&](std::size_t digits) {
        std::string out = "1";
        int const kind = static_cast<int>(random() % 3);
        while (out.size() < digits) {
            out += static_cast<char>('0' + (kind == 0 ? random() % 10 : kind == 1 ? 0 : 9));
        }
        return out;
    };
    for (int round = 0; round < 300; ++round) {
        std::string a = number(1 + random() % 120);
        std::string b = number(1 + random() % 90);
        if (round % 4 == 0) {  // limbs of zeros and of ones
            a = "(2**" + std::to_string(32 * (2 + random() % 5)) + "-" + std::to_string(random() % 3) + ")";
            b = "(2**" + std::to_string(32 * (1 + random() % 4)) + "-2**" + std::to_string(random() % 32) +
                "+" + std::to_string(random() % 2) + ")";
        }
        a = (random() % 2 == 0 ? "-" : "") + a;
        std::string const source = "{% set a = " + a + " %}{% set b = " + b +
                                   " %}{{ (a // b) * b + a % b == a and 0 <= a % b and a % b < b }}"
                                   "{{ (a // -b) * -b + a % -b == a and 0 >= a % -b and a % -b > -b }}";
        auto const compiled = parlance::jinja::compiled_template::compile(source);
        BOOST_TEST(compiled.value().render({}, {}).value().text == "TrueTrue", source);
    }
}

BOOST_AUTO_TEST_CASE(integers_are_read_and_written_in_every_base) {
    BOOST_TEST(made_of("", "((2**100) | string | int) == 2**100") == "True");
    BOOST_TEST(made_of("", "'%x' % (2**100 - 1)") == std::string(25, 'f'));
    BOOST_TEST(made_of("", "('%x' % (7**80)) | int(base=16) == 7**80") == "True");
    BOOST_TEST(made_of("", "('%o' % (7**80)) | int(base=8) == 7**80") == "True");
    BOOST_TEST(made_of("", "('{:b}'.format(7**80)) | int(base=2) == 7**80") == "True");
    BOOST_TEST(made_of("", "('1' ~ '0' * 50) | int == 10**50") == "True");
    BOOST_TEST(made_of("", "'1_000_000' | int, '1_0.5_0' | float, '1__0' | float") == "(1000000, 10.5, 0.0)");
}

// What one operation needs for itself is free again behind it, and counted while it lasts.
BOOST_AUTO_TEST_CASE(what_an_operation_needs_for_itself_is_given_back) {
    auto const within = [](std::string_view expression, std::size_t bytes) {
        std::string const source =
            "{% set l = range(1000) | list %}{% for i in range(100) %}{% set _ = " + std::string(expression) +
            " %}{% endfor %}";
        parlance::jinja::render_options how;
        how.limits.allocated_bytes = bytes;
        auto const compiled = parlance::jinja::compiled_template::compile(source);
        auto const made = compiled.value().render({}, how);
        BOOST_TEST((made || made.error().code == parlance::errc::out_of_memory_budget));
        return made.has_value();
    };
    BOOST_TEST(within("l | tojson | length", 1'000'000));
    BOOST_TEST(!within("l | tojson | length", 100'000));
    BOOST_TEST(!within("l | sort | length", 1'000'000));
}

BOOST_AUTO_TEST_SUITE_END()
