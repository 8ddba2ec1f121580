// test/chat/any_values.cpp - JSON of calls with comments, quotes and commas that JSON does not have so is what was meant
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/any_values.hpp>
#include "formats.hpp"
#include "reading.hpp"
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_any_values)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> const tools{
    {"move", "", boost::json::parse(R"({"type": "object", "properties": {"to": {"type": "string"},
                                        "how": {"type": "object"}, "steps": {"type": "integer"}}})")},
    {"rest", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

/// In objects of several dialects; what is read of all of them, or of the first that is read otherwise.
std::string argued(std::string const& arguments) {
    std::string const first =
        reading::read(formats::json_in_tags(), tools,
                      "<tool_call>\n{\"name\": \"move\", \"arguments\": " + arguments + "}\n</tool_call>");
    std::string const bare =
        reading::read(formats::bare_json(), tools, "{\"name\": \"move\", \"parameters\": " + arguments + "}");
    std::string const named =
        reading::read(formats::name_in_tag(), tools, "<calls><call:move#i1>" + arguments + "</call></calls>");
    return bare != first ? bare : named != first ? named : first;
}
std::string moved(std::string const& arguments) { return "|| move" + arguments; }

/// Whether it makes no whole call in a dialect that marks where calls end.
bool is_broken(std::string const& arguments) {
    std::string const got =
        reading::read(formats::json_in_tags(), tools,
                      "<tool_call>\n{\"name\": \"move\", \"arguments\": " + arguments + "}\n</tool_call>");
    return got.ends_with('?') || got.find(" move{") == std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(comments_in_arguments_are_left_out) {
    BOOST_TEST(argued(R"({"to": "x" /* there */})") == moved(R"({"to": "x" })"));
    BOOST_TEST(argued("{\"to\": \"x\", // there\n\"steps\": 3 // and\n}") ==
               moved("{\"to\": \"x\", \n\"steps\": 3 \n}"));
    BOOST_TEST(argued("{ // all\n\"to\": /* ** */ \"x\"}") == moved("{ \n\"to\":  \"x\"}"));
    BOOST_TEST(argued("{\"to\": \"x\", // there\n}") == moved("{\"to\": \"x\" \n}"));
    BOOST_TEST(argued(R"({"how": {"a": [1 /* one */, 2]}})") == moved(R"({"how": {"a": [1 , 2]}})"));
    // not in strings, and none that nothing ends
    BOOST_TEST(argued(R"({"to": "http://x /* y */"})") == moved(R"({"to": "http://x /* y */"})"));
    BOOST_TEST(is_broken(R"({"to": "x" /* there})"));
    // nor longer ones than can be held back
    auto const with = [](std::size_t letters) {
        return "{\"to\": \"x\" /*" + std::string(letters, 'c') + "*/}";
    };
    BOOST_TEST(argued(with(512)) == moved(R"({"to": "x" })"));
    BOOST_TEST(is_broken(with(513)));
}

BOOST_AUTO_TEST_CASE(a_comma_may_be_missing_in_front_of_a_key) {
    BOOST_TEST(argued(R"({"to": "x" "steps": 3})") == moved(R"({"to": "x" , "steps": 3})"));
    BOOST_TEST(argued("{\"steps\": 3\n\"to\": \"x\"}") == moved("{\"steps\": 3\n, \"to\": \"x\"}"));
    BOOST_TEST(argued(R"({"how": {"a": 1 "b": {}} "to": "x"})") ==
               moved(R"({"how": {"a": 1 , "b": {}} , "to": "x"})"));
    BOOST_TEST(is_broken(R"({"to": "x" "steps"})"));
    BOOST_TEST(is_broken(R"({"how": {"a": [1 2]}})"));
}

BOOST_AUTO_TEST_CASE(a_string_may_stand_between_three_quotes) {
    BOOST_TEST(argued("{\"to\": \"\"\"a\n\"b\" c\"\"\"}") == moved(R"({"to": "a\n\"b\" c"})"));
    BOOST_TEST(argued(R"({"to": """""", "steps": 3})") == moved(R"({"to": "", "steps": 3})"));
    BOOST_TEST(argued(R"({"to": """a\tb\"""", "steps": 3})") == moved(R"({"to": "a\tb\"", "steps": 3})"));
    BOOST_TEST(argued(R"({"to": "", "steps": 3})") == moved(R"({"to": "", "steps": 3})"));
    BOOST_TEST(is_broken(R"({"to": """a"})"));
}

BOOST_AUTO_TEST_CASE(a_quote_that_cannot_end_a_string_is_a_letter_of_it) {
    BOOST_TEST(argued(R"({"to": "say "hi" there"})") == moved(R"({"to": "say \"hi\" there"})"));
    BOOST_TEST(argued(R"~({"to": "print("a")", "steps": 3})~") ==
               moved(R"~({"to": "print(\"a\")", "steps": 3})~"));
    BOOST_TEST(argued(R"~({"to": "f("a", "b", 1, c)"})~") == moved(R"~({"to": "f(\"a\", \"b\", 1, c)"})~"));
    BOOST_TEST(argued(R"({"how": {"a": "b "c"\nd"}})") == moved(R"({"how": {"a": "b \"c\"\nd"}})"));
    BOOST_TEST(argued(R"({"to": "a "b" c < d {e} f"})") == moved(R"({"to": "a \"b\" c < d {e} f"})"));
    // one that may be the end is
    for (std::string const good : {R"({"to": "a, b: c} {", "steps": 3})", R"({"to": "{", "how": {"a": "b"}})",
                                   R"({"to": "a\"b\" c", "how": {"a": ["b", "c"], "d": "e"}})",
                                   R"({"how": {"a": "b" , "c" : "d" } })"}) {
        BOOST_TEST(argued(good) == moved(good), good);
    }
    std::string const key(200, 'k');
    std::string const other = R"({"to": "x", ")" + key + R"(": 1})";
    BOOST_TEST(argued(other) == moved(other));
}

// What is no string goes on up to the end otherwise, and takes along what stands there.
BOOST_AUTO_TEST_CASE(a_quote_in_front_of_what_is_no_text_ends_a_string) {
    for (char const* const broken : {R"({"to": "x" + "y"})", R"({"to": "x" steps: 3})", R"({"to": "x": "y"})",
                                     R"({"to": "x" ["y"]})", R"({"to": "a "b" {"name": "rest"}"})",
                                     R"({"to": "a "b" <tool_call> c"})", "{\"to\": \"x\"\nand more \"}"}) {
        BOOST_TEST(is_broken(broken), broken);
    }
    std::string const call = R"(<tool_call>{"name": "rest", "arguments": {}}</tool_call>)";
    std::string const got = reading::read(
        formats::json_in_tags(), tools, R"(<tool_call>{"name": "move", "arguments": {"to": "x" and)" + call);
    BOOST_TEST(got.find("rest\\\"") == std::string::npos, got);
}

BOOST_AUTO_TEST_CASE(the_value_of_a_tagged_argument_may_be_such_an_object) {
    auto const how = [](std::string const& value) {
        return reading::read(formats::tagged(), tools,
                             "<tool_call>\n<function=move>\n<parameter=how>\n" + value +
                                 "\n</parameter>\n</function>\n</tool_call>");
    };
    BOOST_TEST(how(R"({"a": 1})") == moved(R"({"how": {"a": 1}})"));
}

// Nobody is told what stands there.
BOOST_AUTO_TEST_CASE(members_that_are_no_arguments_may_have_all_this_too) {
    for (std::string const value : {R"({"a": "b "c" d" "e": 1})", "[1 /* one */, 2]"}) {
        BOOST_TEST(reading::read(formats::json_in_tags(), tools,
                                 "<tool_call>\n{\"type\": " + value +
                                     ", \"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>")
                           .find(R"( move{"to": "x"})") != std::string::npos,
                   value);
    }
}

BOOST_AUTO_TEST_SUITE_END()
