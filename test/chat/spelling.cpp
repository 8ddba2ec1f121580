// test/chat/spelling.cpp - what a grammar lets through is read as it was meant, where its spelling leaves room for doubt
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include <parlance/chat/check.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_spelling)

using namespace parlance::chat;

namespace {

call_policy const required{.choice = call_policy::kind::required};

/// A tool all of whose properties are required.
tool tool_of(std::string name, std::string_view properties) {
    boost::json::object schema{{"type", "object"}, {"properties", parlance::json::parse(properties).value()}};
    boost::json::array names;
    for (auto const& each : schema["properties"].get_object()) {
        names.emplace_back(each.key());
    }
    schema["required"] = std::move(names);
    return {std::move(name), "", std::move(schema)};
}

struct dialect_of_tools {
    std::vector<tool> tools;
    syntax made;
    grammar written;

    dialect_of_tools(format const& f, std::vector<tool> with)
        : tools(std::move(with)),
          made(build_syntax(f, tools, required).value()),
          written(build_grammar(made, tools, required).value()) {}
    dialect_of_tools(std::string_view text, std::vector<tool> with)
        : dialect_of_tools(format_of(text).value(), std::move(with)) {}

    [[nodiscard]] bool takes(std::string const& text) const {
        return parlance::mask::matches(written.network, text);
    }
    /// What is read, as `NAME ARGUMENTS`, with what is wrong with it.
    [[nodiscard]] std::string read(std::string const& text) const {
        response_parser r(made, tools);
        r.feed(text, [](delta const&) {});
        r.finish([](delta const&) {});
        std::string out;
        for (tool_call const& call : r.so_far().calls) {
            out += call.name + " " + call.arguments + (call.whole ? "" : " cut") +
                   check(call, tools).value_or("");
        }
        return out;
    }
};

constexpr std::string_view lines =
    R"(root <- "<<call " tag(call, name ("\n" key " := " value)*) "\n<<end>>")";
std::string in_lines(std::string_view arguments) {
    return "<<call set\n" + std::string(arguments) + "\n<<end>>";
}
std::string in_tags(std::string_view key, std::string_view value) {
    return "<tool_call>\n<function=set>\n<parameter=" + std::string(key) + ">\n" + std::string(value) +
           "\n</parameter>\n</function>\n</tool_call>";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_value_that_ends_with_its_line_has_no_line_end_in_it) {
    dialect_of_tools const of(lines, {tool_of("set", R"({"o": {"type": "object"}, "e": {"enum": ["x"]}})")});
    for (char const* const bad :
         {"o := {\n\"a\": \"x\"}\ne := x", "o := {'a': 'b\nc'}\ne := x", "o := {\"a\": [\n1]}\ne := x"}) {
        BOOST_TEST(!of.takes(in_lines(bad)), bad);
    }
    BOOST_TEST(!of.takes("<<call set\no := {}\ne := x <<end>>"), "the blank would be the value's");
    for (char const* const good :
         {"o := {\"a\": \"x\"}\ne := x", "o := {'a': 'b\\nc', \"d\": [1, 2]}\ne := x"}) {
        BOOST_TEST(of.takes(in_lines(good)), good);
        BOOST_TEST(of.read(in_lines(good)).starts_with("set {\"o\": {"), of.read(in_lines(good)));
        BOOST_TEST(of.read(in_lines(good)).ends_with("}, \"e\": \"x\"}"), of.read(in_lines(good)));
    }
}

BOOST_AUTO_TEST_CASE(what_begins_the_next_argument_ends_no_value_in_the_middle_of_a_line) {
    dialect_of_tools const of(R"(root <- "[[" tag(call, name "]]" ("\n- " key ": " value)*) "\n[[/]]")",
                              {tool_of("set", R"({"d": {"type": "string"}, "n": {"type": "integer"}})")});
    std::string const call = "[[set]]\n- d: 2026-01-31\n- n: -5\n[[/]]";
    BOOST_TEST(of.takes(call));
    BOOST_TEST(of.read(call) == R"(set {"d": "2026-01-31", "n": -5})");
    BOOST_TEST(!of.takes("[[set]]\n- d: 2026-01-31\n- n: -5\n[[/]\n]"), "it is not the marker");
}

BOOST_AUTO_TEST_CASE(a_value_that_ends_at_a_blank_has_none_in_it) {
    dialect_of_tools const of(
        R"(root <- "<<" tag(call, name (" " key "=" value)*) ">>")",
        {tool_of("set",
                 R"({"l": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3},
                            "m": {"type": "object", "additionalProperties": {"type": "integer"}}})")});
    std::string const good = "<<set l=[1,2] m={'a':1,'b':2}>>";
    BOOST_TEST(of.takes(good));
    BOOST_TEST(of.read(good) == R"(set {"l": [1,2], "m": {"a": 1, "b": 2}})");
    for (char const* const bad : {"<<set l=[1, 2] m={}>>", "<<set l=[1,2] m={'a': 1}>>",
                                  "<<set l=[1,2] m={'a':1, 'b':2}>>", "<<set l=[1,2] m={\"a\": 1}>>"}) {
        BOOST_TEST(!of.takes(bad), bad);
    }
}

BOOST_AUTO_TEST_CASE(what_may_stand_in_any_object_ends_no_object) {
    constexpr std::string_view attributes = R"(root <- "<" tag(call, name (" " key "=\"" value "\"")*) "/>")";
    dialect_of_tools const of(attributes, {tool_of("set", R"({"n": {"type": ["integer", "object"]}})")});
    BOOST_TEST(of.takes("<set n=\"5\"/>"));
    BOOST_TEST(of.read("<set n=\"5\"/>") == R"(set {"n": 5})");
    BOOST_TEST(!of.takes("<set n=\"{\"a\": 1}\"/>"));
    std::vector<tool> const object{tool_of("set", R"({"o": {"type": "object"}})")};
    auto const s = build_syntax(format_of(attributes).value(), object, required);
    auto const g = build_grammar(s.value(), object, required);
    BOOST_REQUIRE(!g);
    BOOST_TEST(g.error().hint.view().starts_with("tool set: /properties/o: "), g.error().hint.view());
}

BOOST_AUTO_TEST_CASE(a_marker_without_brackets_begins_a_call_of_tagged_arguments) {
    dialect_of_tools const of(R"(root <- "@" tag(call, name ("|" key "=" json-value)*) "@")",
                              {tool_of("set", R"({"n": {"type": "integer"}})"), tool_of("stop", "{}")});
    BOOST_TEST(of.takes("@set|n=5@"));
    BOOST_TEST(of.read("@set|n=5@") == R"(set {"n": 5})");
    BOOST_TEST(of.read("@stop@") == "stop {}");
    BOOST_TEST(of.read("@set theory is hard") == "");
}

BOOST_AUTO_TEST_CASE(blanks_alone_may_tell_names_from_values) {
    dialect_of_tools const of(R"(root <- "<c>" tag(call, name ("\t" key "\t" value)*) "</c>")",
                              {tool_of("set", R"({"n": {"type": "integer"}, "x y": {"type": "string"}})")});
    BOOST_TEST(of.takes("<c>set\tn\t5\tx y\tv w</c>"));
    BOOST_TEST(of.read("<c>set\tn\t5\tx y\tv w</c>") == R"(set {"n": 5, "x y": "v w"})");
}

BOOST_AUTO_TEST_CASE(a_string_that_looks_like_what_its_schema_refuses_is_a_string) {
    struct {
        char const* schema;
        char const* text;
        char const* value;
    } const all[] = {
        {R"({"enum": ["1", 2]})", "1", "\"1\""},
        {R"({"enum": ["1", 2]})", "2", "2"},
        {R"({"enum": ["1", 1]})", "1", "1"},
        {R"({"enum": ["true", false]})", "true", "\"true\""},
        {R"({"enum": ["None", 5]})", "None", "\"None\""},
        {R"({"type": ["string", "integer"], "pattern": "^[0-9]+$", "minimum": 100})", "1", "\"1\""},
        {R"({"type": ["string", "integer"], "pattern": "^[0-9]+$", "minimum": 100})", "100", "100"},
        {R"({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "array", "maxItems": 0}]})", "[1, 2]",
         "\"[1, 2]\""},
        {R"({"anyOf": [{"$ref": "#/$defs/few"}, {"type": "string"}]})", "7", "\"7\""},
        {R"({"anyOf": [{"$ref": "#/$defs/few"}, {"type": "string"}]})", "2", "2"}};
    for (auto const& [schema, text, value] : all) {
        tool with = tool_of("set", R"({"e": )" + std::string(schema) + "}");
        with.parameters.get_object()["$defs"] =
            boost::json::object{{"few", boost::json::object{{"type", "integer"}, {"maximum", 3}}}};
        dialect_of_tools const of(formats::tagged(), {with});
        BOOST_TEST(of.takes(in_tags("e", text)), schema << " " << text);
        BOOST_TEST(of.read(in_tags("e", text)) == R"(set {"e": )" + std::string(value) + "}", schema);
    }
}

BOOST_AUTO_TEST_CASE(names_of_arguments_may_have_blanks_and_what_ends_others) {
    for (char const* const key : {"x y", "a>b", "a:b", "it's", "a=b", "x type=\"y\""}) {
        std::string const quoted = parlance::json::quoted(key);
        dialect_of_tools const tagged(formats::tagged(),
                                      {tool_of("set", "{" + quoted + R"(: {"type": "string"}})")});
        BOOST_TEST(tagged.takes(in_tags(key, "v")), key);
        BOOST_TEST(tagged.read(in_tags(key, "v")) == "set {" + quoted + ": \"v\"}");
        dialect_of_tools const of(lines, {tool_of("set", "{" + quoted + R"(: {"type": "string"}})")});
        BOOST_TEST(of.takes(in_lines(std::string(key) + " := v")), key);
        BOOST_TEST(of.read(in_lines(std::string(key) + " := v")) == "set {" + quoted + ": \"v\"}");
    }
    // Any other name ends where names end.
    dialect_of_tools const of(formats::tagged(), {tool_of("set", R"({"x y": {"type": "string"}})")});
    BOOST_TEST(of.read(in_tags("x type=\"string\"", "v")).starts_with(R"(set {"x": "v"})"));
}

BOOST_AUTO_TEST_CASE(names_of_tools_may_have_blanks_and_what_ends_others) {
    std::string_view const with_id =
        R"(root <- "<c>" tag(call, tag(id, "fn." name ":" ordinal) "<a>" arguments) "</c>")";
    for (char const* const name : {"look up", "ns:tool", "a:1", "it's"}) {
        tool const named = tool_of(name, R"({"k": {"type": "integer"}})");
        std::string const called = std::string(name) + R"( {"k": 1})";
        dialect_of_tools const of(with_id, {named, tool_of("ns", "{}")});
        std::string const call = "<c>fn." + std::string(name) + R"(:0<a>{"k": 1}</c>)";
        BOOST_TEST(of.takes(call), call);
        BOOST_TEST(of.read(call) == called);
        dialect_of_tools const channels(formats::channels(), {named});
        std::string const headed = "<|channel|>commentary to=functions." + std::string(name) +
                                   R"( <|constrain|>json<|message|>{"k": 1}<|call|>)";
        BOOST_TEST(channels.takes(headed), headed);
        BOOST_TEST(channels.read(headed) == called);
    }
}

BOOST_AUTO_TEST_CASE(what_python_cannot_spell_is_an_error_where_it_is_required) {
    format const f = formats::pythonic();
    std::vector<tool> with{tool_of("set", R"({"a[b]": {"type": "string"}, "c": {"type": "integer"}})")};
    auto const s = build_syntax(f, with, required);
    auto const g = build_grammar(s.value(), with, required);
    BOOST_REQUIRE(!g);
    BOOST_TEST((g.error().code == parlance::errc::not_lowerable));
    BOOST_TEST(g.error().hint.view() ==
               "tool set: /properties/a[b]: no argument can be called so in this format");
    auto const widened =
        build_grammar(s.value(), with, required, {}, tool_schema_options(), nullptr, {.tools = true});
    BOOST_TEST((widened && widened->widened.size() == 1u));
    // Optional, it is not written.
    with.front().parameters.get_object()["required"] = boost::json::array{"c"};
    dialect_of_tools const of(f, with);
    BOOST_TEST(of.takes("<|calls|>[set(c=1)]<|/calls|>"));
    BOOST_TEST(!of.takes("<|calls|>[set(a[b]='x', c=1)]<|/calls|>"));
}

BOOST_AUTO_TEST_CASE(no_trigger_begins_what_the_grammar_refuses) {
    std::vector<tool> const with{tool_of("set", R"({"k": {"type": "string"}})"), tool_of("stop", "{}")};
    call_policy const automatic{.choice = call_policy::kind::automatic};
    auto const s = build_syntax(formats::tagged(), with, automatic);
    auto const g = build_grammar(s.value(), with, automatic);
    std::vector<std::string> named;
    for (std::string const& trigger : g.value().triggers) {
        if (trigger.starts_with("<function=")) {
            named.push_back(trigger);
        }
    }
    BOOST_TEST(
        (named == std::vector<std::string>{"<function=set>\n<parameter=", "<function=stop>\n</function>"}));
}

BOOST_AUTO_TEST_SUITE_END()
