// test/hf/jmespath.cpp
// SPDX-License-Identifier: BSL-1.0
#include "../../measured.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include "../../looks.hpp"
#include <parlance/hf/legacy/jmespath.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(hf_legacy_jmespath)

namespace {

using namespace parlance;
using namespace parlance::hf;

std::string eval(std::string_view expression, std::string_view given) {
    auto const compiled = jmespath::compile(expression);
    if (!compiled) {
        return std::string(describe(compiled.error().code));
    }
    auto const got = compiled->search(json::parse(given).value());
    return got ? json::dump(*got) : std::string(describe(got.error().code));
}

}  // namespace

BOOST_AUTO_TEST_CASE(expressions_take_values_apart_and_put_them_together) {
    struct {
        char const* expression;
        char const* given;
        char const* expected;
    } const rows[] = {
        {"a.b[0]", R"({"a": {"b": [7]}})", "7"},
        {"[*].{type: 'function', function: @}", R"([{"n": 1}])",
         R"([{"type": "function", "function": {"n": 1}}])"},
        {"[{f: @}]", "1", R"([{"f": 1}])"},
        {"a[?b > `1`].c | [0]", R"({"a": [{"b": 1, "c": 1}, {"b": 2, "c": 2}]})", "2"},
        {"a[].b[]", R"({"a": [[{"b": [1]}], {"b": [2, 3]}]})", "[1, 2, 3]"},
        {"*.a", R"({"x": {"a": 1}, "y": 2})", "[1]"},
        {"[::-2]", "[0, 1, 2, 3, 4]", "[4, 2, 0]"},
        {"[-9223372036854775808:9223372036854775807:9223372036854775807]", "[1, 2]", "[1]"},
        {"!a && b || c", R"({"b": [], "c": 3})", "3"},
        {"sort_by(@, &k)[*].k", R"([{"k": 2}, {"k": 1}])", "[1, 2]"},
        {"max_by(@, &length(k)).k", R"([{"k": "a"}, {"k": "bb"}])", "\"bb\""},
        {"`\"a\\`b\"`", "null", "\"a`b\""},
        {"'it\\'s'", "null", "\"it's\""},
        {"reverse('\xC3\xA9u')", "null", "\"u\xC3\xA9\""},
        {"to_string(@)", R"({"a": [1, "x"]})", R"("{\"a\":[1,\"x\"]}")"},
        {"sum(@)", "[1, 2.5]", "3.5"},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.expression) { BOOST_TEST(eval(row.expression, row.given) == row.expected); }
    }
}

BOOST_AUTO_TEST_CASE(each_error_has_its_class) {
    struct {
        char const* expression;
        errc code;
    } const rows[] = {
        {"a[", errc::jmespath_syntax},     {"a.[0]", errc::jmespath_syntax},
        {"abs('x')", errc::jmespath_type}, {"map(a, @)", errc::jmespath_type},
        {"abs()", errc::jmespath_arity},   {"nope(@)", errc::jmespath_unknown_function},
        {"[::0]", errc::jmespath_value},   {"[0:99999999999999999999]", errc::jmespath_syntax},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.expression) { BOOST_TEST(eval(row.expression, "[1]") == describe(row.code)); }
    }
    BOOST_TEST(jmespath::compile("a.b ! c").error().at.offset == 4U);
}

BOOST_AUTO_TEST_CASE(depth_and_effort_are_bounded) {
    std::string deep(50'000, '(');
    BOOST_TEST((jmespath::compile(deep).error().code == errc::nested_too_deep));
    std::string chain = "a";
    for (int i = 0; i < 5000; ++i) {
        chain += "[*]";
    }
    BOOST_TEST((jmespath::compile(chain).error().code == errc::nested_too_deep));
    std::string references;
    for (int i = 0; i < 5000; ++i) {
        references += "& ";
    }
    BOOST_TEST(!jmespath::compile(references + "a"));
    std::string pipes = "[@, @]";
    for (int i = 0; i < 40; ++i) {
        pipes += " | [@, @]";
    }
    BOOST_TEST(eval(pipes, "1") == describe(errc::out_of_memory_budget), "2^40 values");
    std::string dots = "a";
    for (int i = 0; i < 5000; ++i) {
        dots += ".a";
    }
    BOOST_TEST(eval(dots, "{}") == "null", "a long path is not a deep one");
}

BOOST_AUTO_TEST_CASE(what_is_made_on_the_way_is_bounded) {
    struct {
        char const* expression;
        errc code;
    } const rows[] = {
        {"join(@[0], @)", errc::out_of_memory_budget},  // 1000 texts with 1000 bytes between any two
        {"[].[@, @, @, @] | [].[@, @, @, @]", errc::out_of_memory_budget},
        {"map(&to_string([@, @, @, @, @, @, @, @]), @)", errc::out_of_memory_budget},
        {"[*].{a: @, b: @, c: @, d: @}", errc::out_of_memory_budget},
        {"merge({a: @}, {b: @}, {c: @}, {d: @})", errc::out_of_memory_budget},
        {"sort_by([*].{k: @, l: @, m: @}, &k)", errc::out_of_memory_budget},
        {"length(@)", errc::none},
        {"[0]", errc::none},
    };
    json::value given = json::array{};
    for (int i = 0; i < 1000; ++i) {
        given.get_array().emplace_back(std::string(1000, 'x'));
    }
    limits few;
    few.allocated_bytes = 3'500'000;
    for (auto const& row : rows) {
        auto const got = jmespath::compile(row.expression, few)->search(given);
        BOOST_TEST_CONTEXT(row.expression) {
            BOOST_TEST(((got ? errc::none : got.error().code) == row.code),
                       describe(got ? errc::none : got.error().code));
        }
    }
    std::string nested = "@";
    for (int i = 0; i < 60; ++i) {
        nested = "[" + nested + ", " + (i < 10 ? nested : std::string("@")) + "]";
    }
    auto const wide = jmespath::compile(nested);
    BOOST_TEST((!wide || !wide->search(given)), "the limits as they are stop it, too");
    BOOST_TEST((jmespath::compile(std::string(100'000, ' ') + "a").error().code == errc::source_too_large));
}

BOOST_AUTO_TEST_CASE(functions_answer_as_the_specification_says) {
    struct {
        char const* expression;
        char const* expected;
    } const rows[] = {
        {"abs(`-3`)", "3"},
        {"avg(`[1, 2]`)", "1.5"},
        {"ceil(`1.2`)", "2"},
        {"contains('abc', 'b')", "true"},
        {"ends_with('abc', 'bc')", "true"},
        {"floor(`1.8`)", "1"},
        {"join(', ', `[\"a\", \"b\"]`)", "\"a, b\""},
        {"keys(`{\"a\": 1}`)", "[\"a\"]"},
        {"length('abc')", "3"},
        {"map(&a, `[{\"a\": 1}, {}]`)", "[1, null]"},
        {"max(`[1, 3, 2]`)", "3"},
        {"max_by(`[{\"a\": 1}, {\"a\": 2}]`, &a)", "{\"a\": 2}"},
        {"merge(`{\"a\": 1}`, `{\"a\": 2, \"b\": 3}`)", "{\"a\": 2, \"b\": 3}"},
        {"min(`[3, 1]`)", "1"},
        {"min_by(`[{\"a\": 1}, {\"a\": 2}]`, &a)", "{\"a\": 1}"},
        {"not_null(`null`, 'x')", "\"x\""},
        {"reverse(`[1, 2]`)", "[2, 1]"},
        {"sort(`[2, 1]`)", "[1, 2]"},
        {"sort_by(`[{\"a\": 2}, {\"a\": 1}]`, &a)[0].a", "1"},
        {"starts_with('abc', 'ab')", "true"},
        {"sum(`[1, 2]`)", "3"},
        {"to_array('a')", "[\"a\"]"},
        {"to_number('1.5')", "1.5"},
        {"to_string(`[1]`)", "\"[1]\""},
        {"type('a')", "\"string\""},
        {"values(`{\"a\": 1}`)", "[1]"},
    };
    static_assert(std::size(rows) == 26, "all of them");
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.expression) { BOOST_TEST(eval(row.expression, "null") == row.expected); }
    }
}

BOOST_AUTO_TEST_CASE(what_nests_needs_no_large_stack) {
    auto const times = [](std::size_t n, std::string_view what) {
        std::string out;
        for (; n > 0; --n) {
            out += what;
        }
        return out;
    };
    boost::json::value deep = 1;
    for (int i = 0; i < 190; ++i) {
        deep = boost::json::array{std::move(deep)};
    }
    for (std::size_t const n : {std::size_t{90}, std::size_t{190}, std::size_t{5000}}) {
        for (std::string const& expression :
             {times(n, "[*]"), times(n, "[?@]"), times(n, "[::-1]"), times(n, "[]"), times(n, "[[*]]."),
              times(n, "[") + "@" + times(n, "]"), times(n, "(") + "@" + times(n, ")"),
              times(n, "{a:") + "@" + times(n, "}"), times(n, "not_null(") + "@" + times(n, ")"),
              times(n, "map(&") + "@" + times(n, ",@)"), times(n, "!") + "@"}) {
            measured::on_a_small_stack([&] {
                if (auto const compiled = jmespath::compile(expression)) {
                    static_cast<void>(compiled->search(deep));
                }
            });
        }
    }
    BOOST_TEST(eval(times(3, "[*]"), "[[[1, 2]]]") == "[[[1, 2]]]");
    BOOST_TEST(eval("[*][?@>`1`][0]", "[[1], [2, 3]]") == "[[], []]");
    BOOST_TEST(eval("[*][?@>`1`] | [1][0]", "[[1], [2, 3]]") == "2");
}

BOOST_AUTO_TEST_CASE(a_long_expression_is_looked_at_on_its_way) {
    for (char const* const piece : {"a.", "!", "[0]", "[]", "a||", "`1`||", "{a:a}||"}) {
        std::string text = "a||";
        while (text.size() < 50'000) {
            text.append(piece);
        }
        text.append(text.back() == ']' ? "" : "a");
        std::size_t const looks = looks_of(
            [&](parlance::limits const& bounds) { static_cast<void>(jmespath::compile(text, bounds)); });
        BOOST_TEST(looks > 20, piece);
    }
}

BOOST_AUTO_TEST_CASE(what_is_done_with_long_values_is_looked_at_on_its_way) {
    // `n`, `o` and `t` have 65'536 numbers, members and letters
    std::string items = "0";
    std::string members = R"("0": 0)";
    for (int i = 1; i < 65'536; ++i) {
        items += ", 0";
        members += ", \"" + std::to_string(i) + "\": 0";
    }
    json::value const given = json::parse("{\"n\": [" + items + "], \"o\": {" + members + "}, \"t\": \"" +
                                          std::string(65'536, 'a') + "\"}")
                                  .value();
    auto const looks = [&](std::string_view expression) {
        counting asked;
        static_cast<void>(jmespath::compile(expression).value().search(given, asked));
        return asked.looks;
    };
    struct {
        char const* expression;
        char const* without;  // copies as much, and frees it
    } const rows[] = {
        {"type(sum(n))", "type(n)"},
        {"type(avg(n))", "type(n)"},
        {"type(reverse(n))", "type(n)"},
        {"type(to_string(n))", "type(n)"},
        {"contains(n, `1`)", "type(n)"},
        {"type(keys(o))", "type(o)"},
        {"type(values(o))", "type(o)"},
        {"type(merge(o))", "type(o)"},
        {"type(to_string(o))", "type(o)"},
        {"type(reverse(t))", "type(t)"},
        {"length(t)", "type(t)"},
        {"contains(t, 'ab')", "type(t)"},
        {"n == n", "[n, n]"},
        {"o != o", "[o, o]"},
        {"!n", "n"},
        {"n && t", "n"},
        {"not_null(n, n, abs(t))", "[n, n]"},
    };
    for (auto const& row : rows) {
        BOOST_TEST(looks(row.expression) > looks(row.without) + 20, row.expression);
    }
}

BOOST_AUTO_TEST_CASE(long_texts_are_compared_searched_and_written_in_pieces) {
    std::string const a(40'000, 'a');
    std::string accents;
    for (int i = 0; i < 9'000; ++i) {
        accents += "\xC3\xA9x";
    }
    json::object const given{{"a", a}, {"b", a + "b"}, {"c", a}, {"e", accents}};
    auto const holds = [&](std::string_view expression) {
        return jmespath::compile(expression).value().search(given).value() == json::value(true);
    };
    BOOST_TEST(holds("a == c"));
    BOOST_TEST(holds("a != b"));
    BOOST_TEST(holds("sort([b, c, a]) == [a, a, b]"));
    BOOST_TEST(holds("contains(b, 'aab') && !contains(a, 'ab') && contains(b, a) && contains(a, '')"));
    BOOST_TEST(holds("contains('abababac', 'ababac') && !contains('ababab', 'ababac')"));
    // texts of Thue and Morse, which differ, have one hash modulo a power of two, whatever the base is
    std::string thue = "a";
    std::string morse = "b";
    while (thue.size() < 2048) {
        std::string const longer = thue + morse;
        morse += thue;
        thue = longer;
    }
    auto const has = [&](std::string const& text, std::string const& part) {
        json::object const both{{"t", text}, {"p", part}};
        return jmespath::compile("contains(t, p)").value().search(both).value() == json::value(true);
    };
    BOOST_TEST(!has(thue, morse));
    BOOST_TEST(!has("x" + thue + "y" + thue, morse));
    BOOST_TEST(has(thue + morse, morse));
    std::mt19937 random(1);
    auto const some = [&](std::size_t most) {
        std::string out(random() % most, 'a');
        for (char& c : out) {
            c = random() % 3 == 0 ? 'b' : 'a';
        }
        return out;
    };
    for (int i = 0; i < 2000; ++i) {
        std::string const text = some(40);
        std::string const part = some(8);
        BOOST_TEST(has(text, part) == (text.find(part) != text.npos), text + " " + part);
    }
    BOOST_TEST(holds("reverse(reverse(e)) == e && starts_with(reverse(e), 'x\xC3\xA9x')"));
    json::value const written = jmespath::compile("to_string([e, b, `{}`])").value().search(given).value();
    BOOST_TEST(
        (json::parse(json::text_of(written)).value() == json::array{accents, a + "b", json::object{}}));
}

BOOST_AUTO_TEST_SUITE_END()
