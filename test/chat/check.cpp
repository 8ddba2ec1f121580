// test/chat/check.cpp - calls that do not fit their tool, and arguments whose types alone are wrong
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/check.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_check)

using namespace parlance::chat;

namespace {

tool const& find() {
    static tool const made{"find", "",
                           parlance::json::parse(R"({"type": "object", "properties": {
            "n": {"type": "integer", "minimum": 1}, "text": {"type": "string"}, "kind": {"enum": ["a", "b"]},
            "flag": {"type": ["boolean", "null"]}, "box": {"type": "object", "properties": {"x": {"type": "number"}}},
            "all": {"type": "array", "items": {"$ref": "#/$defs/whole"}}, "either": {"type": ["string", "integer"]}},
            "required": ["n", "text"], "additionalProperties": false, "$defs": {"whole": {"type": "integer"}}})")
                               .value()};
    return made;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_call_is_said_in_a_sentence) {
    struct {
        char const* arguments;
        char const* said;
    } const rows[] = {
        {R"({"n": "x", "text": ""})", "at /n: \"x\" is not of type integer."},
        {R"({"n": 1})", "wrong: missing: text."},
        {R"({"n": 0, "text": ""})", "at /n: 0 does not satisfy minimum 1."},
        {R"({"n": 1, "text": "", "kind": "c"})", "at /kind: \"c\" is not one of [\"a\", \"b\"]."},
        {R"({"n": 1, "text": "", "more": 1})", "at /more: there is no such argument."},
        {R"({"n": 1, "text": "", "all": [1, "2"]})", "at /all/1: \"2\" is not of type integer."},
        {R"([1])", "its arguments are not a JSON object."},
        {R"({"n": 1,)", "is not valid JSON"},
    };
    for (auto const& row : rows) {
        auto const wrong = check({"", "find", row.arguments}, find());
        BOOST_REQUIRE_MESSAGE(wrong.has_value(), row.arguments);
        BOOST_TEST(wrong->starts_with("The call of find "), *wrong);
        BOOST_TEST((wrong->find(row.said) != std::string::npos), *wrong);
    }
    BOOST_TEST(!check({"", "find", R"({"n": 1, "text": ""})"}, find()));
    BOOST_TEST(check({"", "find", R"({"n": 1, "text": ""})", false}, find()).value() ==
               "The call of find was cut off. Write it again, whole.");
    std::vector<tool> const all{find()};
    BOOST_TEST(check({"", "seek", "{}"}, all).value() == "There is no tool 'seek'. There are: find.");
    BOOST_TEST(!check({"", "open", R"({"x": 1})"},
                      tool{"open", "", parlance::json::parse(R"({"$ref": "u"})").value()}));
}

BOOST_AUTO_TEST_CASE(values_get_the_types_that_the_schema_asks_for) {
    struct {
        char const* given;
        char const* typed;
    } const rows[] = {
        {R"({"n": "42"})", R"({"n": 42})"},
        {R"({"n": " 42 "})", R"({"n": 42})"},
        {R"({"text": 42})", R"({"text": "42"})"},
        {R"({"flag": "True"})", R"({"flag": true})"},
        {R"({"flag": "None"})", R"({"flag": null})"},
        {R"({"box": "{\"x\": \"1.5\"}"})", R"({"box": {"x": 1.5}})"},
        {R"({"all": "[1, 2]"})", R"({"all": [1, 2]})"},
        {R"({"all": ["1", 2]})", R"({"all": [1, 2]})"},
        // what stays: no such value, a type that is allowed, nothing known
        {R"({"n": "4.5"})", R"({"n": "4.5"})"},
        {R"({"n": "many"})", R"({"n": "many"})"},
        {R"({"either": "42"})", R"({"either": "42"})"},
        {R"({"kind": "1"})", R"({"kind": "1"})"},
        {R"({"other": "42"})", R"({"other": "42"})"},
        // what is no other value is as it was written
        {R"({"n": "42", "other": 12345678901234567890123, "box": {"x": "1.50"}, "all":[ "1" ,2e0]})",
         R"({"n": 42, "other": 12345678901234567890123, "box": {"x": 1.50}, "all":[ 1 ,2e0]})"},
        {R"({"text": 1.50, "box": "{\"x\": \"0.12345678901234567890\", \"y\": 1E2}"})",
         R"({"text": "1.50", "box": {"x": 0.12345678901234567890, "y": 1E2}})"},
        {R"( {"n": "1", "n": "2", "a\"}]": [{"n": "1", "b": "}\\"}], "all": ["3"], "text": "\u00e9"} )",
         R"( {"n": 1, "n": 2, "a\"}]": [{"n": "1", "b": "}\\"}], "all": [3], "text": "\u00e9"} )"},
        {R"({"n":1.0e0 , "text" : "a"})", R"({"n":1.0e0 , "text" : "a"})"},
        {R"({"n": "4)", R"({"n": "4)"},
    };
    for (auto const& row : rows) {
        BOOST_TEST(typed_arguments(row.given, find()) == row.typed);
    }
    message m;
    m.calls = {{"", "find", R"({"n": "42"})"},
               {"", "find", R"({"n": "42"})", false},
               {"", "seek", R"({"n": "42"})"}};
    type_arguments(m, std::vector<tool>{find()});
    BOOST_TEST(m.calls[0].arguments == R"({"n": 42})");
    BOOST_TEST(m.calls[1].arguments == R"({"n": "42"})");
    BOOST_TEST(m.calls[2].arguments == R"({"n": "42"})");
}

BOOST_AUTO_TEST_CASE(all_values_of_one_schema_get_its_types_however_they_are_nested) {
    tool const t{
        "f", "",
        parlance::json::parse(R"({"properties": {"a": {"items": {"$ref": "#/$defs/e"}}}, "$defs": {"e": {
                     "anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/e"}}]}}})")
            .value()};
    std::string given = "{\"a\": [\"7\"";
    std::string typed = "{\"a\": [7";
    for (int i = 0; i < 2000; ++i) {
        given += ", \"42\", \"x\", \"[1]\"";
        typed += ", 42, \"x\", [1]";
    }
    BOOST_TEST((typed_arguments(given + "]}", t) == typed + "]}"));
}

BOOST_AUTO_TEST_SUITE_END()
