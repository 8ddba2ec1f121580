// test/chat/many_tools.cpp - what a grammar costs with the number of tools, and tools whose schemas cannot be had exactly
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_many_tools)

using namespace parlance::chat;
using parlance::mask::matches;

namespace {

call_policy const required{.choice = call_policy::kind::required};

std::vector<tool> many(std::size_t count, std::size_t optional) {
    std::vector<tool> out;
    for (std::size_t i = 0; i < count; ++i) {
        boost::json::object properties{{"path", {{"type", "string"}}}};
        for (std::size_t k = 0; k < optional; ++k) {
            properties["p" + std::to_string(k)] = {{"type", "integer"}, {"minimum", i}};
        }
        out.push_back(
            {"tool_" + std::to_string(i), "",
             boost::json::object{{"type", "object"}, {"properties", properties}, {"required", {"path"}}}});
    }
    return out;
}

grammar grammar_of(format const& f, std::vector<tool> const& tools) {
    return build_grammar(build_syntax(f, tools, required).value(), tools, required).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(four_thousand_tools_of_ten_arguments_are_within_the_limits) {
    std::vector<tool> const tools = many(4000, 9);
    for (format const& f : {formats::json_in_tags(), formats::tagged()}) {
        auto const s = build_syntax(f, tools, required);
        BOOST_REQUIRE(s);
        auto const g = build_grammar(*s, tools, required);
        BOOST_REQUIRE_MESSAGE(g, (g ? "" : render(g.error())));
        auto const prepared = parlance::mask::grammar::prepare(g->network);
        BOOST_TEST(bool(prepared), (prepared ? "" : render(prepared.error())));
    }
}

BOOST_AUTO_TEST_CASE(a_grammar_grows_as_the_number_of_tools) {
    for (format const& f :
         {formats::json_in_tags(), formats::tagged(), formats::key_value_tags(), formats::pythonic()}) {
        auto const states = [&](std::size_t count) {
            return static_cast<double>(grammar_of(f, many(count, 5)).network.view().state_count());
        };
        BOOST_TEST(states(800) < 4.6 * states(200));
    }
}

BOOST_AUTO_TEST_CASE(a_prompt_that_shows_every_argument_of_four_thousand_tools_is_within_the_default_limits) {
    auto const t = chat_template::compile(R"({%- for tool in tools %}
{{- '\n<function>\n<name>' ~ tool.function.name ~ '</name>' }}
{%- if tool.function.description is defined %}{{ '\n<description>' ~ (tool.function.description | trim) }}{% endif %}
{%- for name, fields in tool.function.parameters.properties | items %}
    {{- '\n<parameter>\n<name>' ~ name ~ '</name>' }}
    {%- if fields.type is defined %}{{ '\n<type>' ~ (fields.type | string) ~ '</type>' }}{% endif %}
    {%- for key in fields.keys() | reject("in", ["type", "description"]) %}
        {{- '\n<' ~ key ~ '>' ~ (fields[key] | string) ~ '</' ~ key ~ '>' }}
    {%- endfor %}
    {{- '\n</parameter>' }}
{%- endfor %}
{%- endfor %}
{%- for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %})")
                       .value();
    inputs in;
    in.messages.push_back({"user", "Hi", {}, {}, {}, {}, {}});
    in.tools = many(4000, 9);
    auto const prompt = t.render(in);
    BOOST_REQUIRE_MESSAGE(prompt, (prompt ? "" : render(prompt.error())));
    BOOST_TEST(prompt->find("<name>tool_3999</name>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(few_tools_take_optional_arguments_in_any_order_and_many_in_that_of_the_schema) {
    auto const call = [](char const* first, char const* second) {
        return std::string("<tool_call>\n<function=tool_3>\n<parameter=path>\nx\n</parameter>\n<parameter=")
            .append(first)
            .append(">\n7\n</parameter>\n<parameter=")
            .append(second)
            .append(">\n7\n</parameter>\n</function>\n</tool_call>");
    };
    grammar const few = grammar_of(formats::tagged(), many(4, 5));
    BOOST_TEST(matches(few.network, call("p1", "p4")));
    BOOST_TEST(matches(few.network, call("p4", "p1")));
    BOOST_TEST(!matches(few.network, call("p4", "p4")));
    grammar const some = grammar_of(formats::tagged(), many(400, 5));
    BOOST_TEST(matches(some.network, call("p1", "p4")));
    BOOST_TEST(!matches(some.network, call("p4", "p1")));
    BOOST_TEST(matches(grammar_of(formats::tagged(), many(400, 2)).network, call("p1", "p0")));
}

BOOST_AUTO_TEST_CASE(a_tool_with_many_optional_arguments_takes_any_of_them_in_the_order_of_the_schema) {
    std::string const head = "<tool_call>\n<function=tool_0>\n";
    std::string const tail = "</function>\n</tool_call>";
    auto const argument = [](std::size_t k) {
        return "<parameter=p" + std::to_string(k) + ">\n7\n</parameter>\n";
    };
    std::string const path = "<parameter=path>\nx\n</parameter>\n";
    grammar const g = grammar_of(formats::tagged(), many(1, 300));
    BOOST_TEST(matches(g.network, head + path + tail));
    for (std::size_t first = 0; first < 300; first += 23) {
        for (std::size_t second = 0; second < 300; second += 31) {
            bool const taken = matches(g.network, head + path + argument(first) + argument(second) + tail);
            BOOST_TEST(taken == (first < second), first << " and then " << second);
        }
    }
    BOOST_TEST(!matches(g.network, head + argument(3) + tail));
    auto const states = [](std::size_t optional) {
        return static_cast<double>(
            grammar_of(formats::tagged(), many(1, optional)).network.view().state_count());
    };
    BOOST_TEST(states(1200) < 4.6 * states(300));
}

BOOST_AUTO_TEST_CASE(nested_objects_with_many_optional_members_do_not_explode) {
    boost::json::object inner;
    for (int i = 0; i < 40; ++i) {
        inner["m" + std::to_string(i)] = {{"type", "integer"}};
    }
    std::vector<tool> const with{
        {"f",
         "",
         {{"type", "object"}, {"properties", {{"x", {{"type", "object"}, {"properties", inner}}}}}}}};
    grammar const g = grammar_of(formats::pythonic(), with);
    BOOST_TEST(g.network.view().state_count() < 40'000u);
}

BOOST_AUTO_TEST_CASE(equal_arguments_are_one_rule_whatever_describes_them) {
    auto const states = [](char const* other) {
        auto const both =
            boost::json::object{{"a", {{"type", "string"}, {"maxLength", 9}, {"description", "one"}}},
                                {"b", {{"type", "string"}, {other, 9}, {"description", "another"}}}};
        return grammar_of(formats::tagged(),
                          {{"f", "", {{"type", "object"}, {"properties", both}, {"required", {"a", "b"}}}}})
            .network.view()
            .state_count();
    };
    BOOST_TEST(states("maxLength") < states("minLength"));
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_had_exactly_is_widened_and_says_so) {
    auto const with = [](char const* properties, bool strict = false) {
        boost::json::object schema{{"type", "object"}};
        schema["properties"] = parlance::json::parse(std::string_view(properties)).value();
        tool t{"f", "", std::move(schema)};
        t.strict = strict;
        return std::vector<tool>{t};
    };
    for (format const& f : {formats::json_in_tags(), formats::tagged()}) {
        auto const made = [&](std::vector<tool> const& tools) {
            return build_grammar(build_syntax(f, tools, required).value(), tools, required, {},
                                 tool_schema_options(), nullptr, {.tools = true});
        };
        auto const call = [&](char const* key, std::string const& value) {
            return f.tools.mode() == tool_mode::json_native
                       ? std::string("<tool_call>\n{\"name\": \"f\", \"arguments\": {\"") + key +
                             "\": " + value + "}}\n</tool_call>"
                       : std::string("<tool_call>\n<function=f>\n<parameter=") + key + ">\n" + value +
                             "\n</parameter>\n</function>\n</tool_call>";
        };
        auto const number = made(with(R"({"n": {"type": "float"}})")).value();
        BOOST_TEST(matches(number.network, call("n", "1.5")));
        BOOST_TEST(!matches(number.network, call("n", "true")));
        BOOST_REQUIRE(number.widened.size() == 1u);
        BOOST_TEST(number.widened.front().starts_with("tool f: /properties/n/type: "),
                   number.widened.front());

        auto const set = made(with(
            R"({"a": {"prefixItems": [{"type": "integer"}, {"const": 2}], "minItems": 2, "type": "array", "uniqueItems": true}})"));
        BOOST_TEST(matches(set.value().network, call("a", "[1, 2]")));
        BOOST_TEST(!matches(set.value().network, call("a", "[true]")));
        BOOST_TEST(set.value().widened.size() >= 1u);

        auto const open = made(with(R"({"a": {"$ref": "#/$defs/none"}, "b": {"type": "boolean"}})")).value();
        BOOST_TEST(matches(open.network, call("a", "[1, {}]")));
        BOOST_TEST(matches(open.network, call("b", "true")));
        BOOST_TEST(!matches(open.network, call("b", "1")));

        auto const negated =
            made(with(R"({"a": {"not": {"type": "nothing"}, "type": "integer"}, "b": {"properties": 3}})"))
                .value();
        BOOST_TEST(matches(negated.network, call("a", "4")));
        BOOST_TEST(!matches(negated.network, call("a", "null")));

        BOOST_TEST(made(with(R"({"n": {"type": "integer"}})")).value().widened.empty());
        BOOST_TEST((made(with(R"({"n": {"type": "float"}})", true)).error().code ==
                    parlance::errc::invalid_keyword));
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_enforced_is_said_once_and_of_which_tool) {
    std::vector<tool> tools{many(1, 0).front(), many(2, 0).back()};
    char const* const types[] = {"integer", "null"};
    for (std::size_t i = 0; i < tools.size(); ++i) {
        tools[i].parameters.at("properties").as_object()["a"] = {{"type", {"string", types[i]}},
                                                                 {"format", "of our own"}};
    }
    format const encoded =
        format_of(R"(<- "<c>" tag(call, "{\"name\": \"" name "\", \"arguments\": " encoded "}") "</c>")")
            .value();
    for (format const& f : {formats::json_in_tags(), formats::tagged(), encoded}) {
        std::vector<std::string> const notes = grammar_of(f, tools).notes;
        for (std::string const said : {"tool_0", "tool_1"}) {
            BOOST_TEST(std::ranges::count(notes, "tool " + said + ": /properties/a/format: not enforced") ==
                       1);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_enforced_is_said_of_each_tool_that_has_it_once) {
    auto const with = [](std::size_t count) {
        std::vector<tool> tools = many(count, 0);
        for (tool& t : tools) {
            t.parameters.at("properties").as_object()["a"] = {{"type", "string"}, {"format", "of our own"}};
        }
        return tools;
    };
    format const encoded =
        format_of(R"(<- "<c>" tag(call, "{\"name\": \"" name "\", \"arguments\": " encoded "}") "</c>")")
            .value();
    for (format const& f :
         {formats::json_in_tags(), formats::tagged(), formats::bare_json(), formats::pythonic(), encoded}) {
        for (std::size_t const count : {2u, 40u}) {
            std::vector<std::string> const notes = grammar_of(f, with(count)).notes;
            BOOST_TEST(notes.size() == count);
            for (std::size_t i = 0; i < count; ++i) {
                BOOST_TEST(std::ranges::count(notes, "tool tool_" + std::to_string(i) +
                                                         ": /properties/a/format: not enforced") == 1);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_encoded_in_a_string_is_not_left_to_matchers) {
    format const f =
        format_of(std::string_view(
                      R"(<- "<c>" tag(call, "{\"name\": \"" name "\", \"arguments\": " encoded "}") "</c>")"))
            .value();
    auto const made = [&](std::string_view schema, bool strict) {
        tool t{"f", "", parlance::json::parse(schema).value()};
        t.strict = strict;
        std::vector<tool> const tools{t};
        return build_grammar(build_syntax(f, tools, required).value(), tools, required, {},
                             tool_schema_options(), nullptr, {.tools = true});
    };
    auto const call = [](std::string const& arguments) {
        return R"(<c>{"name": "f", "arguments": )" + parlance::json::quoted(arguments) + "}</c>";
    };
    // no matcher looks into strings for items that repeat
    constexpr std::string_view set = R"({"type": "object", "properties": {"a": {"type": "array",
        "uniqueItems": true, "items": {"type": "integer"}}}})";
    auto const widened = made(set, false).value();
    BOOST_TEST(widened.widened.size() >= 1u);
    BOOST_TEST(matches(widened.network, call(R"({"a": [1, 2]})")));
    BOOST_TEST(!made(set, true).has_value());
    // nor for names: of many required ones none may be missing
    std::string many = R"({"type": "object", "additionalProperties": false, "properties": {)";
    std::string names;
    std::string all = "{";
    for (int n = 0; n < 12; ++n) {
        std::string const key = "\"k" + std::to_string(n) + '"';
        std::string const comma = n == 0 ? "" : ", ";
        many += comma + key + R"(: {"type": "integer"})";
        names += comma + key;
        all += comma + key + ": 1";
    }
    auto const counted = made(many + "}, \"required\": [" + names + "]}", false).value();
    BOOST_TEST(counted.widened.empty());
    BOOST_TEST(matches(counted.network, call(all + "}")));
    std::string const repeated = all.substr(0, all.rfind(',')) + R"(, "k0": 1})";
    BOOST_TEST(!matches(counted.network, call(repeated)));
}

// Each argument could take all that one schema may.
BOOST_AUTO_TEST_CASE(arguments_that_lead_to_one_large_graph_of_definitions_are_bounded_together) {
    constexpr int size = 500;
    boost::json::object properties;
    boost::json::object definitions;
    for (int i = 0; i < size; ++i) {
        std::string const next = "#/$defs/d" + std::to_string((i + 1) % size);
        definitions["d" + std::to_string(i)] = {{"type", "object"},
                                                {"properties", {{"n", {{"$ref", next}}}}}};
        properties["a" + std::to_string(i)] = {{"$ref", next}};
    }
    std::vector<tool> const tools{
        {"f", "",
         boost::json::object{{"type", "object"}, {"properties", properties}, {"$defs", definitions}}}};
    auto const s = build_syntax(formats::tagged(), tools, required);
    BOOST_REQUIRE(s);
    auto const exact = build_grammar(*s, tools, required);
    BOOST_REQUIRE(!exact);
    BOOST_TEST((exact.error().code == parlance::errc::out_of_fuel), render(exact.error()));
    auto const wide = build_grammar(*s, tools, required, {}, tool_schema_options(), nullptr, {.tools = true});
    BOOST_REQUIRE_MESSAGE(wide, (wide ? "" : render(wide.error())));
    BOOST_TEST(!wide->widened.empty());
}

BOOST_AUTO_TEST_CASE(tools_share_what_their_definitions_are_and_not_only_what_they_are_called) {
    auto const with = [](char const* name, char const* type) {
        return tool{
            name, "",
            boost::json::object{{"type", "object"},
                                {"properties", {{"a", {{"$ref", "#/$defs/title"}}}}},
                                {"required", {"a"}},
                                {"$defs", {{"title", {{"type", type}}}, {"more", {{"type", "null"}}}}}}};
    };
    std::vector<tool> const tools{with("f", "integer"), with("g", "boolean"), with("h", "integer")};
    auto const g = grammar_of(formats::tagged(), tools);
    auto const call = [](std::string const& name, std::string const& value) {
        return "<tool_call>\n<function=" + name + ">\n<parameter=a>\n" + value +
               "\n</parameter>\n</function>\n</tool_call>";
    };
    for (char const* const name : {"f", "h"}) {
        BOOST_TEST(matches(g.network, call(name, "1")));
        BOOST_TEST(!matches(g.network, call(name, "true")));
    }
    BOOST_TEST(matches(g.network, call("g", "true")));
    BOOST_TEST(!matches(g.network, call("g", "1")));
}

BOOST_AUTO_TEST_SUITE_END()
