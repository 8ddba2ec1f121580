// test/schema/options.cpp - each option by texts that are taken with it and not without, or the other way round
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/options.hpp>
#include "vocabulary.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(schema_options)

namespace {

namespace json = parlance::json;
namespace mask = parlance::mask;
namespace schema = parlance::schema;

bool takes(std::string_view source, schema::options const& how, std::string_view text) {
    static mask::token_index const tokens = schema_vocabulary::bytes_and();
    auto const net = schema::compile(json::parse(source).value(), how);
    BOOST_REQUIRE_MESSAGE(net.has_value(), source);
    mask::matcher m(mask::compile(*net, tokens).value());
    return m.accept(text) && m.can_stop();
}

constexpr std::string_view pair =
    R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"boolean"}},
    "required":["a"],"additionalProperties":false})";

}  // namespace

BOOST_AUTO_TEST_CASE(white_space) {
    struct {
        schema::spaces where;
        std::string_view text;
        bool taken;
    } const rows[] = {
        {schema::spaces::compact, R"({"a":1,"b":true})", true},
        {schema::spaces::compact, R"({"a": 1})", false},
        {schema::spaces::bounded, R"({"a": 1, "b": true})", true},
        {schema::spaces::bounded, "{\n    \"a\": 1\n}", true},
        {schema::spaces::bounded, "{\n\n\"a\": 1}", false},
        {schema::spaces::bounded, R"({"a" :1})", false},
        {schema::spaces::json, "{ \t\n\n \"a\" \r\n : 1 }", true},
        {schema::spaces::json, "{\f\"a\":1}", false},
    };
    for (auto const& row : rows) {
        schema::options how;
        how.whitespace = row.where;
        BOOST_TEST(takes(pair, how, row.text) == row.taken, row.text);
    }
}

BOOST_AUTO_TEST_CASE(white_space_by_patterns) {
    schema::options how;
    how.whitespace = schema::spaces::pattern;
    how.space_inside = "\\n *| ?";
    how.space_behind_key = " ";
    BOOST_TEST(takes(pair, how, "{\n  \"a\": 1, \"b\": true}"));
    BOOST_TEST(!takes(pair, how, R"({"a":1})"));
    BOOST_TEST(!takes(pair, how, R"({  "a": 1})"));
    how.space_inside = "x";
    auto const refused = schema::compile(json::parse(pair).value(), how);
    BOOST_TEST(!refused.has_value());  // no white space
}

BOOST_AUTO_TEST_CASE(order_of_properties) {
    schema::options how;
    BOOST_TEST(takes(pair, how, R"({"a":1,"b":true})"));
    BOOST_TEST(!takes(pair, how, R"({"b":true,"a":1})"));
    how.properties = schema::order::any;
    BOOST_TEST(takes(pair, how, R"({"a":1,"b":true})"));
    BOOST_TEST(takes(pair, how, R"({"b":true,"a":1})"));
    BOOST_TEST(!takes(pair, how, R"({"b":true})"));
    BOOST_TEST(!takes(pair, how, R"({"a":1,"a":1})"));
}

BOOST_AUTO_TEST_CASE(what_no_additional_properties_mean) {
    constexpr std::string_view open = R"({"type":"object","properties":{"a":{"type":"integer"}}})";
    schema::options how;
    BOOST_TEST(takes(open, how, R"({"a":1,"other":[]})"));
    how.additional_properties = false;
    BOOST_TEST(takes(open, how, R"({"a":1})"));
    BOOST_TEST(!takes(open, how, R"({"a":1,"other":[]})"));
    constexpr std::string_view said = R"({"type":"object","additionalProperties":true})";
    BOOST_TEST(takes(said, how, R"({"other":[]})"));
}

BOOST_AUTO_TEST_CASE(digits_of_numbers) {
    schema::options how;
    BOOST_TEST(takes(R"({"type":"number"})", how, "123456789.5"));
    how.number_digits = 6;
    BOOST_TEST(takes(R"({"type":"number"})", how, "1234.5"));
    BOOST_TEST(!takes(R"({"type":"number"})", how, "123456789.5"));
    BOOST_TEST(takes(R"({"type":"integer","multipleOf":5})", how, "123456785"));
}

BOOST_AUTO_TEST_CASE(separators) {
    schema::options how;
    how.whitespace = schema::spaces::compact;
    how.item_separator = ", ";
    how.key_separator = ": ";
    BOOST_TEST(takes(pair, how, R"({"a": 1, "b": true})"));
    BOOST_TEST(!takes(pair, how, R"({"a":1,"b":true})"));
}

BOOST_AUTO_TEST_CASE(relaxations) {
    constexpr std::string_view backwards = R"({"type":"string","pattern":"(a)\\1"})";
    BOOST_TEST(!schema::compile(json::parse(backwards).value()).has_value());
    schema::options how;
    how.relaxed.patterns = true;
    BOOST_TEST(takes(backwards, how, R"("ab")"));
    schema::options names;
    constexpr std::string_view any = R"({"type":"object"})";
    BOOST_TEST(!takes(any, names, R"({"x":1,"x":2})"));
    names.relaxed.repeated_names = true;
    BOOST_TEST(takes(any, names, R"({"x":1,"x":2})"));
}

BOOST_AUTO_TEST_CASE(documents_are_asked_for_by_address) {
    boost::json::value const other = {{"type", "integer"}};
    schema::options how;
    std::string asked;
    how.documents = [&](std::string_view uri) {
        asked = uri;
        return uri == "http://example.com/int" ? &other : nullptr;
    };
    BOOST_TEST(takes(R"({"$ref":"http://example.com/int"})", how, "12"));
    BOOST_TEST(asked == "http://example.com/int");
    BOOST_TEST(
        !schema::compile(json::parse(R"({"$ref":"http://example.com/none"})").value(), how).has_value());
}

BOOST_AUTO_TEST_CASE(in_any_order_no_property_comes_twice) {
    schema::options how;
    how.whitespace = schema::spaces::compact;
    how.properties = schema::order::any;
    for (int const required : {0, 1, 3, 5, 8, 11}) {
        for (int const optional : {1, 2, 3, 4, 6, 10}) {
            std::string properties;
            std::string needed;
            std::string text = "{";
            for (int i = 0; i < required + optional; ++i) {
                std::string const name = "\"" + std::string(1, static_cast<char>('a' + i)) + "\"";
                properties.append(i == 0 ? "" : ",").append(name).append(":{\"type\":\"integer\"}");
                if (i < required) {
                    needed.append(i == 0 ? "" : ",").append(name);
                    text.append(name).append(":1,");
                }
            }
            std::string const last(1, static_cast<char>('a' + required + optional - 1));
            std::string const once = "\"" + last + "\":1";
            for (char const* const bounds : {"", ",\"minProperties\":1", ",\"maxProperties\":30"}) {
                std::string const whole = R"({"type":"object","additionalProperties":false,"properties":{)" +
                                          properties + "},\"required\":[" + needed + "]" + bounds + "}";
                BOOST_TEST(takes(whole, how, text + once + "}"), whole);
                BOOST_TEST(!takes(whole, how, text + once + "," + once + "}"), whole);
                std::string const first = text.substr(1) + "}";  // what is required behind it
                std::string const rest = required == 0 ? "}" : "," + first.substr(0, first.size() - 2) + "}";
                BOOST_TEST(takes(whole, how, "{" + once + rest), whole);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
