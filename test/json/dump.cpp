// test/json/dump.cpp - JSON as Python's json.dumps spells it
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/number.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

BOOST_AUTO_TEST_SUITE(json_dump)

namespace data = boost::unit_test::data;

struct spelled {
    double value;
    char const* text;
    friend std::ostream& operator<<(std::ostream& out, spelled const& s) { return out << s.text; }
};
spelled const floats[] = {
    {1.0, "1.0"},
    {0.1, "0.1"},
    {1e15, "1000000000000000.0"},
    {1e16, "1e+16"},
    {1e-4, "0.0001"},
    {1e-5, "1e-05"},
    {1.5e-7, "1.5e-07"},
    {123456789012345680.0, "1.2345678901234568e+17"},
    {-0.0, "-0.0"},
    {5e-324, "5e-324"},
    {1e100, "1e+100"},
    {1234.5, "1234.5"},
};
BOOST_DATA_TEST_CASE(floats_are_printed_as_repr, data::make(floats)) {
    std::string out;
    parlance::json::append_python_float(out, sample.value);
    BOOST_TEST(out == sample.text);
}

BOOST_AUTO_TEST_CASE(a_text_is_quoted_as_dump_quotes_it) {
    std::string const text = "a \"b\" \\ \n \x01 \xC3\xA9";
    BOOST_TEST(parlance::json::quoted(text) == parlance::json::dump(parlance::json::value(text)));
    BOOST_TEST(parlance::json::quoted("\"") == R"("\"")");
}

BOOST_AUTO_TEST_CASE(one_line_has_spaces_after_commas_and_colons) {
    auto const v = parlance::json::parse(R"({"b":[1,2.0,"x"],"a":{},"n":null,"t":true})");
    BOOST_TEST(parlance::json::dump(*v) == R"({"b": [1, 2.0, "x"], "a": {}, "n": null, "t": true})");
}

BOOST_AUTO_TEST_CASE(indent_puts_every_item_on_a_line_and_leaves_empty_containers_alone) {
    auto const v = parlance::json::parse(R"({"b":[1,[]],"a":{}})");
    parlance::json::dump_options how;
    how.indent = 2;
    BOOST_TEST(parlance::json::dump(*v, how) == "{\n  \"b\": [\n    1,\n    []\n  ],\n  \"a\": {}\n}");
    how.indent = 0;
    BOOST_TEST(parlance::json::dump(*v, how) == "{\n\"b\": [\n1,\n[]\n],\n\"a\": {}\n}");
}

BOOST_AUTO_TEST_CASE(keys_can_be_sorted_and_separators_chosen) {
    auto const v = parlance::json::parse(R"({"b":1,"a":[1,2]})");
    parlance::json::dump_options how;
    how.sort_keys = true;
    how.item = ",";
    how.key = ":";
    BOOST_TEST(parlance::json::dump(*v, how) == R"({"a":[1,2],"b":1})");
}

BOOST_AUTO_TEST_CASE(only_what_json_dumps_escapes_is_escaped) {
    boost::json::value const v = "a/\"\\\n\x01\x7F<>&'\xC3\xA9\xF0\x9F\x98\x80";
    BOOST_TEST(parlance::json::dump(v) == "\"a/\\\"\\\\\\n\\u0001\x7F<>&'\xC3\xA9\xF0\x9F\x98\x80\"");
    parlance::json::dump_options how;
    how.ensure_ascii = true;
    BOOST_TEST(parlance::json::dump(v, how) == R"("a/\"\\\n\u0001\u007f<>&'\u00e9\ud83d\ude00")");
}

BOOST_AUTO_TEST_CASE(what_is_infinite_is_read_again) {
    for (std::string_view const text : {"[1e400]", "[-1e400]"}) {
        auto const value = parlance::json::parse(text).value();
        auto const again = parlance::json::parse(parlance::json::dump(value));
        BOOST_TEST((again && *again == value));
    }
}

BOOST_AUTO_TEST_SUITE_END()
