// test/chat/written_values.cpp - what a grammar lets through as the value of an argument, and what is read there
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_written_values)

using namespace parlance::chat;

namespace {

call_policy const required{.choice = call_policy::kind::required};
call_policy const automatic{.choice = call_policy::kind::automatic, .style = call_style::lenient};

tool with(std::string_view properties) {
    boost::json::object schema{{"type", "object"}};
    schema["properties"] = parlance::json::parse(properties).value();
    return {"find", "", std::move(schema)};
}

/// Both grammars of one tool, and its reader.
struct dialect_of_tool {
    std::vector<tool> tools;
    syntax made;
    grammar demanded;
    grammar chosen;

    dialect_of_tool(format const& f, std::string_view properties)
        : tools{with(properties)},
          made(build_syntax(f, tools, required).value()),
          demanded(build_grammar(made, tools, required, {}, tool_schema_options(), nullptr, {.tools = true})
                       .value()),
          chosen(build_grammar(build_syntax(f, tools, automatic).value(), tools, automatic, {},
                               tool_schema_options(), nullptr, {.tools = true})
                     .value()) {}

    [[nodiscard]] bool takes(std::string const& call) const {
        bool const by_demand = parlance::mask::matches(demanded.network, call);
        BOOST_TEST(parlance::mask::matches(chosen.network, call) == by_demand, call);
        return by_demand;
    }
    /// The arguments that are read of a call; empty where it is not whole.
    [[nodiscard]] std::string read(std::string const& call) const {
        response_parser r(made, tools);
        r.feed(call, [](delta const&) {});
        r.finish([](delta const&) {});
        auto const& calls = r.so_far().calls;
        return calls.size() == 1 && calls.front().whole ? calls.front().arguments : std::string();
    }
};

std::string python(std::string_view arguments) {
    return "<|calls|>[find(" + std::string(arguments) + ")]<|/calls|>";
}
std::string in_tags(std::string_view key, std::string_view value) {
    return "<tool_call>\n<function=find>\n<parameter=" + std::string(key) + ">\n" + std::string(value) +
           "\n</parameter>\n</function>\n</tool_call>";
}
std::string in_json(std::string_view key, std::string_view value) {
    return "<tool_call>\n{\"name\": \"find\", \"arguments\": {\"" + std::string(key) +
           "\": " + std::string(value) + "}}\n</tool_call>";
}

constexpr std::string_view narrow_strings = R"({
    "kind": {"enum": ["a b", "c", "d\\e"]},
    "kinds": {"type": "array", "items": {"type": "string", "enum": ["x", "y z"]}},
    "code": {"type": "string", "pattern": "^[A-Z]{2}$"},
    "note": {"type": "string"},
    "maybe": {"anyOf": [{"const": "all"}, {"type": "null"}], "default": null},
    "one": {"oneOf": [{"type": "string", "maxLength": 2}, {"type": "array", "items": {"enum": ["x"]}}]}})";

}  // namespace

BOOST_AUTO_TEST_CASE(strings_that_a_schema_narrows_stand_in_either_of_pythons_quotes) {
    dialect_of_tool const of(formats::pythonic(), narrow_strings);
    struct {
        char const* arguments;
        char const* read;
    } const good[] = {{"kind='a b'", R"({"kind": "a b"})"},
                      {"kind=\"a b\"", R"({"kind": "a b"})"},
                      {"kind=\"d\\\\e\"", R"({"kind": "d\\e"})"},
                      {"kinds=['x', \"y z\"]", R"({"kinds": ["x", "y z"]})"},
                      {"code='AB', note='it's'", R"({"code": "AB", "note": "it's"})"},
                      {"maybe=None", R"({"maybe": null})"},
                      {"maybe=null", R"({"maybe": null})"},
                      {"maybe='all'", R"({"maybe": "all"})"},
                      {"one='ab'", R"({"one": "ab"})"},
                      {"one=['x']", R"({"one": ["x"]})"}};
    for (auto const& [arguments, read] : good) {
        BOOST_TEST(of.takes(python(arguments)), arguments);
        BOOST_TEST(parlance::json::parse(of.read(python(arguments))).value() ==
                       parlance::json::parse(std::string_view(read)).value(),
                   of.read(python(arguments)));
    }
    for (char const* const arguments : {"kind='a'", "kind='a b", "kinds=['z']", "code='Ab'", "code='AB'x",
                                        "kind='d\\e'", "maybe='any'", "kind=a b", "one='abc'", "one=['y']"}) {
        BOOST_TEST(!of.takes(python(arguments)), arguments);
    }
}

BOOST_AUTO_TEST_CASE(lists_and_dictionaries_in_tags_may_be_pythons_whoever_demands_the_call) {
    dialect_of_tool const of(formats::tagged(), R"({
        "kinds": {"type": "array", "items": {"type": "string", "enum": ["x", "y z"]}},
        "names": {"type": "array", "items": {"type": "string"}},
        "where": {"type": "object", "properties": {"city": {"type": "string"}, "n": {"type": "integer"}}}})");
    struct {
        std::string_view key;
        std::string_view value;
        char const* read;
    } const good[] = {{"kinds", "['x', 'y z']", R"({"kinds": ["x", "y z"]})"},
                      {"kinds", "[\"x\"]", R"({"kinds": ["x"]})"},
                      {"names", "['it's', 'b']", R"({"names": ["it's", "b"]})"},
                      {"where", "{'city': 'Bern', 'n': 3}", R"({"where": {"city": "Bern", "n": 3}})"}};
    for (auto const& [key, value, read] : good) {
        std::string const call = in_tags(key, value);
        BOOST_TEST(of.takes(call), call);
        BOOST_TEST(parlance::json::parse(of.read(call)).value() ==
                       parlance::json::parse(std::string_view(read)).value(),
                   of.read(call));
    }
    for (auto const& [key, value] : {std::pair("kinds", "['z']"), std::pair("kinds", "['x'"),
                                     std::pair("where", "{'city': 3}"), std::pair("names", "[a]")}) {
        BOOST_TEST(!of.takes(in_tags(key, value)), value);
    }
}

BOOST_AUTO_TEST_CASE(types_are_known_by_the_names_that_programming_languages_have) {
    constexpr std::string_view types = R"({"s": {"type": "STRING"}, "n": {"type": "Integer"},
        "f": {"type": "float"}, "b": {"type": "Boolean"}, "m": {"type": "HashMap", "properties": {"k": {"type": "char"}}},
        "l": {"type": ["ArrayList", "NoneType"], "items": {"type": "double"}}, "a": {"type": "any"}})";
    dialect_of_tool const json(formats::json_in_tags(), types);
    dialect_of_tool const tagged(formats::tagged(), types);
    struct {
        std::string_view key;
        std::string_view good;
        std::string_view bad;
    } const rows[] = {{"n", "3", "1.5"},        {"f", "1.5", "true"},
                      {"b", "true", "1"},       {"m", R"({"k": "v"})", R"({"k": 1})"},
                      {"l", "[1.5]", "[true]"}, {"l", "null", "0"}};
    for (auto const& [key, good, bad] : rows) {
        BOOST_TEST(json.takes(in_json(key, good)), good);
        BOOST_TEST(!json.takes(in_json(key, bad)), bad);
        BOOST_TEST(tagged.takes(in_tags(key, good)), good);
        BOOST_TEST(!tagged.takes(in_tags(key, bad)), bad);
        BOOST_TEST(tagged.read(in_tags(key, good)) ==
                   "{\"" + std::string(key) + "\": " + std::string(good) + "}");
    }
    BOOST_TEST(json.takes(in_json("s", "\"42\"")));
    BOOST_TEST(!json.takes(in_json("s", "42")));
    BOOST_TEST(tagged.read(in_tags("s", "42")) == R"({"s": "42"})");
    BOOST_TEST(tagged.takes(in_tags("b", "True")));
    for (std::string_view const any : {"1", "\"x\"", "[true]"}) {
        BOOST_TEST(json.takes(in_json("a", any)), any);
    }
    // However many there are.
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many.append(many.empty() ? "{" : ", ").append("\"p" + std::to_string(i) + R"(": {"type": "int"})");
    }
    dialect_of_tool const large(formats::json_in_tags(), many + "}");
    BOOST_TEST(large.takes(in_json("p99", "3")));
    BOOST_TEST(!large.takes(in_json("p99", "true")));
    BOOST_TEST(!large.takes(in_json("other", "3")));
}

BOOST_AUTO_TEST_SUITE_END()
