// test/chat/damaged_tag.cpp - calls and arguments whose tags have something missing or another are the same
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/damaged_tag.hpp>
#include "formats.hpp"
#include "reading.hpp"
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_damaged_tag)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> const tools{
    {"move", "", boost::json::parse(R"({"type": "object", "properties": {"to": {"type": "string"},
                                        "how": {"type": "object"}, "steps": {"type": "integer"}}})")},
    {"rest", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

std::string const moved = R"(|| move{"to": "x"})";
std::string const both = R"(|| move{"to": "x", "how": {"a": 1}})";
std::string const second = "<parameter=how>\n{\"a\": 1}\n</parameter>\n";
std::string const end = "</function>\n</tool_call>";

/// <calls>\n<invoke name="NAME">\n<parameter name="KEY">VALUE</parameter>\n</invoke>\n</calls>
chat::format quoted() {
    chat::format f;
    f.tools.calls = {"<calls>\n", "<invoke name=\"", "</invoke>\n", "", "</calls>"};
    f.tools.call = {formats::name, formats::arguments};
    f.tools.arguments = {"\">\n", "<parameter name=\"", "</parameter>\n", "", ""};
    f.tools.values = {{formats::text("\">"), formats::value}};
    f.tools.parallel = true;
    return f;
}

std::string tagged(std::string const& text) { return reading::read(formats::tagged(), tools, text); }
/// With these arguments.
std::string argued(std::string const& inside) {
    return tagged("<tool_call>\n<function=move>\n" + inside + end);
}
std::string invoked(std::string const& call) {
    return reading::read(quoted(), tools, "<calls>\n" + call + "</invoke>\n</calls>");
}
std::string key_value(std::string const& call) {
    return reading::read(formats::key_value_tags(), tools, "<tool_call>" + call + "</tool_call>");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_sign_in_front_of_a_name_may_be_missing_or_another) {
    std::string const to = "<parameter=to>\nx\n</parameter>\n";
    for (std::string const open :
         {"<function move>\n", "<functionmove>\n", "<function move>", "<parameter=move>\n"}) {
        BOOST_TEST(tagged("<tool_call>\n" + open + to + end) == moved, open);
        BOOST_TEST(tagged("Go.\n<tool_call>\n" + open + to + second + end) == "Go.\n" + both, open);
    }
    BOOST_TEST(argued("<parameter to>\nx\n</parameter>\n" + second) == both);
    BOOST_TEST(argued(second + "<parameterto>\nx\n</parameter>\n") ==
               R"(|| move{"how": {"a": 1}, "to": "x"})");
    std::string const other = "<parameter name=\"to\">x</parameter>\n";
    for (std::string const open :
         {"<invoke=\"move\">\n", "<invoke \"move\">\n", "<parameter name=\"move\">\n"}) {
        BOOST_TEST(invoked(open + other) == moved, open);
    }
    BOOST_TEST(invoked("<invoke name=\"move\">\n<parameter=\"to\">x</parameter>\n") == moved);
    // prose about it, and names that no tool has
    for (std::string const said : {"Write <function move> here", "<function move>", "<functionmove> it is",
                                   "<function fly>\n<parameter=to>\nx\n</parameter>\n</function>"}) {
        BOOST_TEST(tagged(said) == said + "||", said);
    }
    BOOST_TEST(tagged("<tool_call>\n<parameter=fly>\n" + to + end).find(" fly{") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_tag_may_be_missing_behind_a_name) {
    BOOST_TEST(tagged("<tool_call>\n<function=move\n<parameter=to\nx\n</parameter>\n" + end) == moved);
    BOOST_TEST(tagged("<tool_call>\n<function=rest\n" + end) == "|| rest{}");
    BOOST_TEST(argued("<parameter=to\nx\n</parameter>\n" + second) == both);
    BOOST_TEST(argued(second + "<parameter=steps\n3</parameter>\n") ==
               R"(|| move{"how": {"a": 1}, "steps": 3})");
    BOOST_TEST(invoked("<invoke name=\"move\"\n<parameter name=\"to\"x</parameter>\n") == moved);
    BOOST_TEST(invoked("<invoke name=\"move\">\n<parameter name=\"to\"x</parameter>\n"
                       "<parameter name=\"how\">{\"a\": 1}</parameter>\n") == both);
    BOOST_TEST(argued("<parameter=to\n/x\n</parameter>\n") == R"(|| move{"to": "/x"})");
    // it may stand behind white space, and attributes are none of the value
    BOOST_TEST(argued("<parameter=to\n>\nx\n</parameter>\n") == moved);
    BOOST_TEST(invoked("<invoke name=\"move\">\n<parameter name=\"to\" type=\"string\">x</parameter>\n") ==
               moved);
    // what no tool has as an argument is not told from its value
    BOOST_TEST(argued("<parameter=from\nx\n</parameter>\n").find("\"from\"") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_value_of_an_argument_may_stand_in_its_tag) {
    BOOST_TEST(argued("<parameter=to=x</parameter>\n" + second) == both);
    BOOST_TEST(argued("<parameter=to=x>\n</parameter>\n" + second) == both);
    BOOST_TEST(argued("<parameter=to=a b\nc\n</parameter>\n") == R"(|| move{"to": "a b\nc"})");
    BOOST_TEST(argued(second + "<parameter=steps=3></parameter>\n") ==
               R"(|| move{"how": {"a": 1}, "steps": 3})");
    // with a value behind the tag, it is a name
    BOOST_TEST(argued("<parameter=to=x>\ny\n</parameter>\n") == R"(|| move{"to=x": "y"})");
    BOOST_TEST(argued("<parameter=from=x>\n</parameter>\n") == R"(|| move{"from=x": ""})");
    std::vector<chat::tool> const sign{
        {"move", "",
         boost::json::parse(R"({"type": "object", "properties": {"to": {}, "to=x": {"type": "string"}}})")}};
    BOOST_TEST(reading::read(formats::tagged(), sign,
                             "<tool_call>\n<function=move>\n<parameter=to=x>\n</parameter>\n" + end) ==
               R"(|| move{"to=x": ""})");
}

BOOST_AUTO_TEST_CASE(arguments_may_be_attributes_of_a_call_that_has_no_others) {
    BOOST_TEST(tagged("<tool_call>\n<function=move to=\"x\">\n" + end) == moved);
    BOOST_TEST(tagged("<tool_call>\n<function=move to=\"x\" steps=\"3\">" + end) ==
               R"(|| move{"to": "x", "steps": 3})");
    BOOST_TEST(invoked("<invoke name=\"move\" to=\"x\">\n") == moved);
    // beside others, and under names that no tool has, they say something of the tag
    BOOST_TEST(tagged("<tool_call>\n<function=move to=\"y\">\n<parameter=to>\nx\n</parameter>\n" + end) ==
               moved);
    BOOST_TEST(tagged("<tool_call>\n<function=move kind=\"y\">\n" + end) == "|| move{}");
}

BOOST_AUTO_TEST_CASE(a_tag_may_say_twice_what_it_is) {
    BOOST_TEST(argued("<parameter=parameter=to>\nx\n</parameter>\n" + second) == both);
    BOOST_TEST(argued("<parameter=parameter=to\nx\n</parameter>\n" + second) == both);
    BOOST_TEST(
        argued("<parameter=to>\nx\n</parameter>\n<parameter=parameter=how>\n{\"a\": 1}\n</parameter>\n") ==
        both);
    BOOST_TEST(argued("<parameter=parameter=from>\nx\n</parameter>\n") ==
               R"(|| move{"parameter=from": "x"})");
    // and ends of arguments may stand among those of the call
    BOOST_TEST(tagged("<tool_call>\n<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n"
                      "</parameter>\n</parameter>\n</tool_call>") == moved);
}

BOOST_AUTO_TEST_CASE(a_marker_behind_the_name_of_a_tool_is_none_of_it) {
    std::string const to = "<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n";
    BOOST_TEST(key_value("move</arg_value>\n" + to) == moved);
    BOOST_TEST(key_value("move<|sep|>" + to) == moved);
    BOOST_TEST(key_value("rest</arg_value>") == "|| rest{}");
    BOOST_TEST(invoked("<invoke name=\"move<|sep|>\">\n<parameter name=\"to\">x</parameter>\n") == moved);
    BOOST_TEST(key_value("fly</arg_value>\n" + to).find(" fly{") == std::string::npos);
    // an argument may stand in a tag of its name
    BOOST_TEST(key_value("move<to>x</to>\n") == moved);
}

BOOST_AUTO_TEST_CASE(the_names_of_a_tool_and_an_argument_may_have_nothing_between) {
    BOOST_TEST(key_value("moveto</arg_key>\n<arg_value>x</arg_value>\n") == moved);
    BOOST_TEST(key_value("moveto</arg_key><arg_value>x</arg_value>\n<arg_key>how</arg_key>\n"
                         "<arg_value>{\"a\": 1}</arg_value>\n") == both);
    BOOST_TEST(key_value("movefrom</arg_key>\n<arg_value>x</arg_value>\n").find("\"from\"") ==
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_value_keeps_what_would_be_damaged_tags) {
    for (std::string const value : {"<parameter to>", "<parameterto>", "<parameter=to=y", "<function move>",
                                    "<parameter=parameter=to>y", "</parameter> <parameter to is",
                                    "move</arg_value>", "<function=move to=\"y\">"}) {
        std::string quoted = value;
        for (std::size_t at = quoted.find('"'); at != quoted.npos; at = quoted.find('"', at + 2)) {
            quoted.insert(at, 1, '\\');
        }
        BOOST_TEST(argued("<parameter=to>\n" + std::string(value) + "\n</parameter>\n") ==
                       R"(|| move{"to": ")" + quoted + R"("})",
                   value);
    }
}

BOOST_AUTO_TEST_CASE(other_signs_are_made_of_tags_in_front_of_names) {
    using chat::detail::with_other_signs;
    using texts = std::vector<std::string>;
    BOOST_TEST((with_other_signs("<a>\n<f=") == texts{"<a>\n<f ", "<a>\n<f"}));
    BOOST_TEST((with_other_signs("<f name=\"") == texts{"<f=\"", "<f \""}));
    for (std::string_view const none : {"", "<a>", "f=", "<=", "<f", "[f=", "<a b=c>"}) {
        BOOST_TEST(with_other_signs(none).empty(), none);
    }
}

BOOST_AUTO_TEST_SUITE_END()
