// test/json/parse.cpp - strict JSON in, exact values out, a place for every error
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>

BOOST_AUTO_TEST_SUITE(json_parse)

namespace data = boost::unit_test::data;
using parlance::errc;

struct number {
    char const* text;
    double value;
    friend std::ostream& operator<<(std::ostream& out, number const& n) { return out << n.text; }
};
number const numbers[] = {
    {"0.1", 0.1},
    {"1e16", 1e16},
    {"123456789012345680.0", 123456789012345680.0},
    {"2.2250738585072011e-308", 2.2250738585072011e-308},
    {"5e-324", 5e-324},
    {"1e999", std::numeric_limits<double>::infinity()},
    {"-1e999", -std::numeric_limits<double>::infinity()},
    {"1e-999", 0.0},
    {"18446744073709551616", 18446744073709551616.0},
};
BOOST_DATA_TEST_CASE(doubles_are_the_nearest_ones, data::make(numbers)) {
    auto const parsed = parlance::json::parse(sample.text);
    BOOST_TEST_REQUIRE(parsed.has_value());
    BOOST_TEST(parsed->as_double() == sample.value);
}

BOOST_AUTO_TEST_CASE(integers_stay_integers_while_they_fit) {
    BOOST_TEST(parlance::json::parse("9223372036854775807")->as_int64() == INT64_MAX);
    BOOST_TEST(parlance::json::parse("-9223372036854775808")->as_int64() == INT64_MIN);
    BOOST_TEST(parlance::json::parse("18446744073709551615")->as_uint64() == UINT64_MAX);
}

BOOST_AUTO_TEST_CASE(the_last_of_equal_keys_wins_at_the_place_of_the_first) {
    auto const parsed = parlance::json::parse(R"({"a": 1, "b": 2, "a": {"c": 3}})");
    BOOST_TEST_REQUIRE(parsed.has_value());
    auto const& members = parsed->as_object();
    BOOST_TEST(members.size() == 2U);
    BOOST_TEST(std::string(members.begin()->key()) == "a");
    BOOST_TEST(members.at("a").at("c").as_int64() == 3);
}

// Long containers move to larger storage piece by piece.
BOOST_AUTO_TEST_CASE(long_containers_keep_their_order_and_the_last_of_equal_keys) {
    std::string array = "[";
    std::string object = "{";
    for (int i = 0; i < 9000; ++i) {
        array += (i == 0 ? "" : ",") + std::to_string(i);
        object += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + std::to_string(i);
    }
    auto const items = parlance::json::parse(array + "]");
    auto const members = parlance::json::parse(object + ",\"7\":-1}");
    BOOST_TEST_REQUIRE((items.has_value() && members.has_value()));
    BOOST_TEST_REQUIRE(items->as_array().size() == 9000U);
    BOOST_TEST_REQUIRE(members->as_object().size() == 9000U);
    auto member = members->as_object().begin();
    for (int i = 0; i < 9000; ++i, ++member) {
        BOOST_TEST_REQUIRE(items->at(static_cast<std::size_t>(i)).as_int64() == i);
        BOOST_TEST_REQUIRE(std::string(member->key()) == std::to_string(i));
        BOOST_TEST_REQUIRE(member->value().as_int64() == (i == 7 ? -1 : i));
    }
}

BOOST_AUTO_TEST_CASE(escapes_and_pairs_of_surrogates_become_utf8) {
    auto const parsed = parlance::json::parse(R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")");
    BOOST_TEST_REQUIRE(parsed.has_value());
    BOOST_TEST(std::string(parsed->as_string()) == "\"\\/\b\f\n\r\t\xC3\xA9\xF0\x9F\x98\x80");
}

struct refused {
    char const* text;
    errc code;
    std::size_t offset;
    friend std::ostream& operator<<(std::ostream& out, refused const& r) { return out << r.text; }
};
refused const mistakes[] = {
    {"", errc::json_syntax, 0},
    {"[1,]", errc::json_syntax, 3},
    {"{\"a\":1,}", errc::json_syntax, 7},
    {"01", errc::json_syntax, 1},
    {"1.", errc::json_syntax, 2},
    {"1e", errc::json_syntax, 2},
    {"+1", errc::json_syntax, 0},
    {"nul", errc::json_syntax, 0},
    {"NaN", errc::json_syntax, 0},
    {"1 2", errc::json_syntax, 2},
    {"[1", errc::json_syntax, 2},
    {"{\"a\" 1}", errc::json_syntax, 5},
    {"{a:1}", errc::json_syntax, 1},
    {"'a'", errc::json_syntax, 0},
    {"\"a", errc::json_syntax, 2},
    {"\"\\x\"", errc::json_syntax, 1},
    {"\"\\ud800\"", errc::json_syntax, 1},
    {"\"a\nb\"", errc::json_syntax, 2},
    {"\"\xC3\x28\"", errc::invalid_utf8, 1},
    {"// c\n1", errc::json_syntax, 0},
};
BOOST_DATA_TEST_CASE(what_is_not_json_is_refused_where_it_begins, data::make(mistakes)) {
    auto const parsed = parlance::json::parse(sample.text);
    BOOST_TEST_REQUIRE(!parsed.has_value());
    BOOST_TEST((parsed.error().code == sample.code));
    BOOST_TEST(parsed.error().at.offset == sample.offset);
}

BOOST_AUTO_TEST_CASE(nesting_and_size_are_bounded) {
    parlance::limits bounds;
    bounds.nesting = 3;
    BOOST_TEST(parlance::json::parse("[[[1]]]", bounds).has_value());
    BOOST_TEST((parlance::json::parse("[[[[1]]]]", bounds).error().code == errc::nested_too_deep));
    BOOST_TEST((parlance::json::parse(std::string(100'000, '[')).error().code == errc::nested_too_deep));
    bounds.source_bytes = 4;
    BOOST_TEST((parlance::json::parse("[1,2]", bounds).error().code == errc::source_too_large));
}

// Each is a million bytes: a look is due every 100 microseconds, in which none of these does 50'000 bytes.
BOOST_AUTO_TEST_CASE(what_is_long_is_looked_at_on_its_way) {
    std::string const a(1'000'000, 'a');
    std::string const one(1'000'000, '1');
    std::string const blank(1'000'000, ' ');
    for (std::string const& text :
         {"\"" + a + "\"", one, "-0." + one, "1e" + one, "[" + blank + "]", "[1," + blank + "2]"}) {
        std::size_t const looks = looks_of([&](parlance::limits bounds) {
            bounds.source_bytes = 2'000'000;
            BOOST_TEST(parlance::json::parse(text, bounds).has_value(), text.substr(0, 4));
        });
        BOOST_TEST(looks > 20, text.substr(0, 4));
    }
}

BOOST_AUTO_TEST_CASE(long_numbers_are_the_nearest_double) {
    for (std::size_t const digits : {1000U, 1024U, 1025U, 5000U}) {
        std::string const text = "-1." + std::string(digits, '2') + "e-3";
        BOOST_TEST(parlance::json::parse(text)->get_double() == -1.2222222222222222e-3, digits);
        std::string const zeros = "1" + std::string(digits, '0');
        BOOST_TEST(parlance::json::parse(zeros + "e-" + std::to_string(digits))->get_double() == 1.0, digits);
        BOOST_TEST(std::isinf(parlance::json::parse(zeros)->get_double()), digits);
    }
}

BOOST_AUTO_TEST_SUITE_END()
