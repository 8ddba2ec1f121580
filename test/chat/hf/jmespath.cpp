// test/chat/hf/jmespath.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/hf/jmespath.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

namespace {

using namespace parlance;
using namespace parlance::chat::hf;

std::string eval(std::string_view expression, std::string_view given) {
    auto const compiled = jmespath::compile(expression);
    if (!compiled) {
        return std::string(describe(compiled.error().code));
    }
    auto const got = compiled->search(json::parse(given).value());
    return got ? json::dump(*got) : std::string(describe(got.error().code));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chat_hf_jmespath)

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
    std::string deep(100'000, '(');
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
    BOOST_TEST(eval(pipes, "1") == describe(errc::out_of_fuel), "2^40 values");
    std::string dots = "a";
    for (int i = 0; i < 5000; ++i) {
        dots += ".a";
    }
    BOOST_TEST(eval(dots, "{}") == "null", "a long path is not a deep one");
}

BOOST_AUTO_TEST_SUITE_END()
