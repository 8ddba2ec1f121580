// test/json/value.cpp - what is text, members, and equality that allocates nothing
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/value.hpp>
#include "../measured.hpp"
#include <parlance/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>

BOOST_AUTO_TEST_SUITE(json_value)

using namespace parlance;

struct pair {
    char const* a;
    char const* b;
    bool equal;
};
std::ostream& operator<<(std::ostream& out, pair const& p) { return out << p.a << " and " << p.b; }

pair const pairs[] = {
    {"null", "null", true},
    {"null", "false", false},
    {"1", "1", true},
    {"1", "1.0", false},
    {"1.5", "1.5", true},
    {"18446744073709551615", "18446744073709551615", true},
    {R"("a")", R"("\u0061")", true},
    {R"("a")", R"("b")", false},
    {"[]", "{}", false},
    {"[1, [2]]", "[1, [2]]", true},
    {"[1, [2]]", "[1, [3]]", false},
    {"[1]", "[1, 1]", false},
    {R"({"a": 1, "b": {"c": []}})", R"({"b": {"c": []}, "a": 1})", true},
    {R"({"a": 1, "b": 2})", R"({"a": 1, "c": 2})", false},
    {R"({"a": 1})", R"({"a": 1, "b": 2})", false},
    {R"({"a": [{"b": 1}]})", R"({"a": [{"b": 2}]})", false},
};

BOOST_DATA_TEST_CASE(members_are_equal_in_any_order_and_items_in_theirs, pairs) {
    json::value const a = json::parse(sample.a).value();
    json::value const b = json::parse(sample.b).value();
    BOOST_TEST(json::equal(a, b) == sample.equal);
    BOOST_TEST(json::equal(b, a) == sample.equal);
    BOOST_TEST((a == b) == sample.equal);
}

BOOST_AUTO_TEST_CASE(comparing_allocates_nothing) {
    std::string text;
    for (int i = 0; i < 150; ++i) {
        text += R"({"a long name that does not fit into a small string": )";
    }
    text += "1" + std::string(150, '}');
    json::value const a = json::parse(text).value();
    json::value const b = json::parse(text).value();
    std::size_t const before = measured::calls;
    bool const equal = json::equal(a, b);
    BOOST_TEST(measured::calls == before);
    BOOST_TEST(equal);
}

BOOST_AUTO_TEST_CASE(a_member_is_looked_up_in_objects_alone) {
    json::value const v = json::parse(R"({"a": "x", "b": 1})").value();
    BOOST_TEST(json::text_of(*json::member(v, "a")) == "x");
    BOOST_TEST(json::text_of(*json::member(v, "b"), "no text") == "no text");
    BOOST_TEST(json::member(v, "c") == nullptr);
    BOOST_TEST(json::member(*json::member(v, "a"), "a") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
