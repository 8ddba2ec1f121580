// test/chat/written_values.cpp - what a grammar lets through as the value of an argument, and what is read there
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_written_values)

using namespace parlance::chat;
namespace json = parlance::json;

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
    dialect_of_tool const objects(formats::json_in_tags(), types);
    dialect_of_tool const tagged(formats::tagged(), types);
    struct {
        std::string_view key;
        std::string_view good;
        std::string_view bad;
    } const rows[] = {{"n", "3", "1.5"},        {"f", "1.5", "true"},
                      {"b", "true", "1"},       {"m", R"({"k": "v"})", R"({"k": 1})"},
                      {"l", "[1.5]", "[true]"}, {"l", "null", "0"}};
    for (auto const& [key, good, bad] : rows) {
        BOOST_TEST(objects.takes(in_json(key, good)), good);
        BOOST_TEST(!objects.takes(in_json(key, bad)), bad);
        BOOST_TEST(tagged.takes(in_tags(key, good)), good);
        BOOST_TEST(!tagged.takes(in_tags(key, bad)), bad);
        BOOST_TEST(tagged.read(in_tags(key, good)) ==
                   "{\"" + std::string(key) + "\": " + std::string(good) + "}");
    }
    BOOST_TEST(objects.takes(in_json("s", "\"42\"")));
    BOOST_TEST(!objects.takes(in_json("s", "42")));
    BOOST_TEST(tagged.read(in_tags("s", "42")) == R"({"s": "42"})");
    BOOST_TEST(tagged.takes(in_tags("b", "True")));
    for (std::string_view const any : {"1", "\"x\"", "[true]"}) {
        BOOST_TEST(objects.takes(in_json("a", any)), any);
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

BOOST_AUTO_TEST_CASE(arguments_in_tags_are_those_that_a_composed_schema_has) {
    auto const made = [](std::string_view parameters, bool strict = false) {
        tool t{"find", "", parlance::json::parse(parameters).value(), strict};
        std::vector<tool> const tools{t};
        return build_grammar(build_syntax(formats::tagged(), tools, required).value(), tools, required, {},
                             tool_schema_options(), nullptr, {.tools = true});
    };
    std::string const both = "<tool_call>\n<function=find>\n<parameter=city>\nBern\n</parameter>\n"
                             "<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>";
    std::string const none = "<tool_call>\n<function=find>\n</function>\n</tool_call>";
    std::string const wrong = in_tags("days", "soon");
    constexpr std::string_view plain =
        R"("type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"])";
    std::string const listed = "{" + std::string(plain) + "}";
    // Exact.
    for (std::string const& parameters :
         {listed, R"({"$ref": "#/definitions/In", "definitions": {"In": )" + listed + "}}",
          std::string(R"({"allOf": [{"properties": {"city": {"type": "string"}}, "required": ["city"]},
                        {"$ref": "#/$defs/when"}], "$defs": {"when": {"properties": {"days": {"type": "integer"}}}}})")}) {
        auto const g = made(parameters, true);
        BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
        BOOST_TEST(g->widened.empty());
        BOOST_TEST(parlance::mask::matches(g->network, both), parameters);
        BOOST_TEST(!parlance::mask::matches(g->network, none), parameters);
        BOOST_TEST(!parlance::mask::matches(g->network, wrong), parameters);
    }
    // What tags cannot be held to is an error where the tool is strict, and is told otherwise.
    for (auto const& [keyword, more] :
         {std::pair<std::string, std::string>{"anyOf", R"([{"required": ["city"]}, {"required": ["days"]}])"},
          {"oneOf", R"([{"required": ["city"]}, {"required": ["city", "days"]}])"},
          {"minProperties", "2"},
          {"dependentRequired", R"({"city": ["days"]})"},
          {"not", R"({"required": ["days"]})"}}) {
        std::string const parameters = "{" + std::string(plain) + ", \"" + keyword + "\": " + more + "}";
        auto const strict = made(parameters, true);
        BOOST_REQUIRE(!strict);
        BOOST_TEST((strict.error().code == parlance::errc::not_lowerable));
        BOOST_TEST(strict.error().hint.view().starts_with("tool find: /" + keyword + ": "),
                   strict.error().hint.view());
        auto const g = made(parameters);
        BOOST_REQUIRE(g);
        BOOST_TEST(g->widened.size() == 1u);
        BOOST_TEST(parlance::mask::matches(g->network, both), parameters);
    }
    // Properties of alternatives may all be written; those that each requires must be.
    auto const either = made(
        R"({"anyOf": [{"properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"]},
                      {"properties": {"city": {"enum": ["Bern"]}}, "required": ["city"]}]})");
    BOOST_TEST(parlance::mask::matches(either.value().network, both));
    BOOST_TEST(!parlance::mask::matches(either.value().network, none));
    // References that multiply end.
    std::string many = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < 9; ++i) {
        std::string parts;
        for (int k = 0; k < 40; ++k) {
            parts.append(k == 0 ? "" : ", ").append(R"({"$ref": "#/$defs/d)" + std::to_string(i + 1) + "\"}");
        }
        many.append("\"d" + std::to_string(i) + R"(": {"allOf": [)" + parts + "]}, ");
    }
    BOOST_TEST(!made(many + R"("d9": {"properties": {"city": {"type": "string"}}}}})", true).has_value());
    // Values are typed by what they are composed of.
    tool const composed{
        "find", "",
        parlance::json::parse(
            R"({"allOf": [{"properties": {"city": {"type": "string"}}}, {"$ref": "#/$defs/d"}], "$defs": {"d": {"properties": {"days": {"type": "integer"}}}}})")
            .value()};
    std::vector<tool> const tools{composed};
    auto const s = build_syntax(formats::tagged(), tools).value();
    response_parser r(s, tools);
    r.feed("<tool_call>\n<function=find>\n<parameter=city>\n42\n</parameter>\n<parameter=days>\n3\n</"
           "parameter>\n</function>\n</tool_call>",
           [](delta const&) {});
    r.finish([](delta const&) {});
    BOOST_TEST(r.so_far().calls.front().arguments == R"({"city": "42", "days": 3})");
}

BOOST_AUTO_TEST_CASE(arguments_are_an_object_whether_their_schema_says_so_or_not) {
    tool const t{
        "find", "",
        parlance::json::parse(R"({"properties": {"a": {"type": "boolean"}}, "required": ["a"]})").value(),
        true};
    std::vector<tool> const tools{t};
    auto const g =
        build_grammar(build_syntax(formats::json_in_tags(), tools, required).value(), tools, required)
            .value();
    auto const call = [](std::string_view arguments) {
        return "<tool_call>\n{\"name\": \"find\", \"arguments\": " + std::string(arguments) +
               "}\n</tool_call>";
    };
    BOOST_TEST(parlance::mask::matches(g.network, call(R"({"a": true})")));
    for (std::string_view const none : {"443", "null", "\"a\"", "[]", "{}"}) {
        BOOST_TEST(!parlance::mask::matches(g.network, call(none)), none);
    }
}

BOOST_AUTO_TEST_CASE(what_ends_a_value_stands_in_no_string_of_its_json) {
    // Read as the end of the value, it would cut the call short, whoever wrote the text.
    constexpr std::string_view types = R"({"o": {"type": "object", "additionalProperties": true},
        "l": {"type": "array", "items": {"type": "string"}}, "e": {"type": "array", "items": {"enum": ["</parameter>", "x"]}},
        "m": {"type": "object", "properties": {"k": {"type": "string", "maxLength": 40}}}})";
    dialect_of_tool const of(formats::tagged(), types);
    std::string const ends[] = {"</parameter>", "</parameter>\n</function>\n</tool_call>",
                                "</parameter><parameter=l>"};
    for (std::string const& end : ends) {
        std::string const text = json::quoted("a" + end + "b");
        for (auto const& [key, value] : {std::pair<std::string, std::string>{"o", "{\"k\": " + text + "}"},
                                         {"o", "{" + text + ": 1}"},
                                         {"o", "{\"k\": [" + text + "]}"},
                                         {"l", "[" + text + "]"},
                                         {"l", "['a" + end + "']"},
                                         {"m", "{\"k\": " + text + "}"}}) {
            std::string const call = in_tags(key, value);
            auto const wanted = json::parse("{\"" + key + "\": " + value + "}");
            auto const read = json::parse(of.read(call));
            bool const right = wanted && read && *read == *wanted;
            BOOST_TEST((right || !parlance::mask::matches(of.demanded.network, call)), call);
            BOOST_TEST((right || !parlance::mask::matches(of.chosen.network, call)), call);
        }
    }
    BOOST_TEST(!of.takes(in_tags("e", "[\"</parameter>\"]")));
    BOOST_TEST(of.takes(in_tags("e", "[\"x\"]")));
    for (std::string_view const other : {R"({"k": "a < b </p> </param"})", R"({"</p>": ["<parameter"]})"}) {
        BOOST_TEST(of.takes(in_tags("o", other)), other);
    }
    // Where it ends nothing it may stand.
    dialect_of_tool const json_dialect(formats::json_in_tags(), types);
    BOOST_TEST(json_dialect.takes(in_json("l", "[\"a</parameter>\"]")));
}

BOOST_AUTO_TEST_CASE(values_in_pythons_way_are_those_that_the_schema_allows) {
    struct {
        char const* schema;
        char const* good;
        char const* bad;
    } const rows[] = {
        {R"({"type": "array", "items": {"enum": ["a", "b"]}, "const": ["a", "b"]})", "[\"a\", \"b\"]",
         "['a']"},
        {R"({"type": "object", "properties": {"a": {"type": "integer"}}, "minProperties": 1})", "{\"a\": 1}",
         "{}"},
        {R"({"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 1})", "{\"a\": 1}",
         "{'a': 1, 'b': 1}"},
        {R"({"type": "object", "properties": {"a": {}}, "required": ["a", "c"], "additionalProperties": true})",
         "{\"a\": 1, \"c\": 2}", "{'a': 1}"},
        {R"({"type": "array", "items": {"type": "integer"}, "prefixItems": [{"type": "string"}]})",
         "[\"x\", 1]", "[1]"},
        {R"({"type": "array", "items": {"type": "integer"}, "contains": {"const": 7}})", "[7]", "[1]"},
        {R"({"type": "array", "items": {"type": "integer"}, "allOf": [{"minItems": 1}]})", "[1]", "[]"}};
    for (auto const& [schema, good, bad] : rows) {
        std::string const properties = R"({"k": )" + std::string(schema) + "}";
        for (format const& f : {formats::tagged(), formats::pythonic()}) {
            dialect_of_tool const of(f, properties);
            auto const call = [&](std::string_view value) {
                return f.tools.mode() == tool_mode::tag_with_tagged ? in_tags("k", value)
                                                                    : python("k=" + std::string(value));
            };
            BOOST_TEST(of.takes(call(good)), schema);
            BOOST_TEST(!of.takes(call(bad)), schema);
        }
    }
}

BOOST_AUTO_TEST_CASE(grammars_of_values_in_tags_can_run_out_of_anything) {
    std::vector<tool> const tools{
        with(R"({"k": {"type": "object", "additionalProperties": {"type": "integer"}}})")};
    auto const s = build_syntax(formats::tagged(), tools, required).value();
    std::size_t failed = 0;
    for (std::uint64_t fuel = 500; fuel < 50'000; fuel += 1 + fuel / 20) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        failed += build_grammar(s, tools, required, bounds).has_value() ? 0 : 1;
    }
    BOOST_TEST(failed > 10u);
    // What is composed without end is told, in little time.
    std::string parts;
    for (int i = 0; i < 1000; ++i) {
        parts.append(i == 0 ? "" : ", ")
            .append(i % 2 == 0 ? R"({"$ref": "#/$defs/a"})" : R"({"$ref": "#/$defs/b"})");
    }
    tool const t{
        "find", "",
        json::parse(
            R"({"allOf": [)" + parts +
            R"(], "$defs": {"a": {"properties": {"x": {"type": "string"}}}, "b": {"properties": {"x": {"maxLength": 3}}}}})")
            .value(),
        true};
    std::vector<tool> const many{t};
    auto const g = build_grammar(build_syntax(formats::tagged(), many, required).value(), many, required);
    BOOST_REQUIRE(!g);
    BOOST_TEST((g.error().code == parlance::errc::not_lowerable));
}

BOOST_AUTO_TEST_SUITE_END()
