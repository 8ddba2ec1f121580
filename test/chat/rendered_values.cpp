// test/chat/rendered_values.cpp - values as templates render them: a grammar lets them through, and they are read back
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_rendered_values)

using namespace parlance::chat;

namespace {

/// One tool, `find`, as a dialect writes it.
struct one_tool {
    std::vector<tool> tools;
    call_policy how{.choice = call_policy::kind::required};
    syntax made;
    grammar demanded;

    one_tool(format const& f, std::string_view properties, std::string_view definitions = "{}")
        : tools{{"find", "",
                 boost::json::object{{"type", "object"},
                                     {"properties", parlance::json::parse(properties).value()},
                                     {"$defs", parlance::json::parse(definitions).value()}}}},
          made(build_syntax(f, tools, how).value()),
          demanded(build_grammar(made, tools, how, {}, tool_schema_options(), nullptr, {}).value()) {}

    [[nodiscard]] bool writes(std::string_view call) const {
        return parlance::mask::matches(demanded.network, std::string(call));
    }
    /// What is read of a call; empty where it is not whole.
    [[nodiscard]] std::string read(std::string_view call) const {
        response_parser r(made, tools);
        r.feed(call, [](delta const&) {});
        r.finish([](delta const&) {});
        auto const& calls = r.so_far().calls;
        return calls.size() == 1 && calls.front().whole ? calls.front().arguments : std::string();
    }
    void check(std::string const& call, std::string_view arguments) const {
        BOOST_TEST(writes(call), call);
        std::string const got = read(call);
        auto const value = parlance::json::parse(got);
        BOOST_TEST((value && *value == parlance::json::parse(arguments).value()), call << " gave " << got);
    }
};

std::string in_tags(std::string_view key, std::string_view value) {
    return "<tool_call>\n<function=find>\n<parameter=" + std::string(key) + ">\n" + std::string(value) +
           "\n</parameter>\n</function>\n</tool_call>";
}

}  // namespace

BOOST_AUTO_TEST_CASE(pythons_strings_in_tags_hold_all_but_what_ends_the_value) {
    one_tool const of(formats::tagged(), R"({"page": {"type": "object"}, "n": {"type": "integer"}})");
    of.check(in_tags("page", "{'body': '<p>1 < 2 && 3 > 2</p>'}"),
             R"({"page": {"body": "<p>1 < 2 && 3 > 2</p>"}})");
    of.check(in_tags("page", "{'body': 'that's <b', \"more\": [\"<<\"]}"),
             R"({"page": {"body": "that's <b", "more": ["<<"]}})");
    of.check(in_tags("page", "{'</p': 'a <'}"), R"({"page": {"</p": "a <"}})");
    for (std::string_view const ends :
         {"{'body': 'a</parameter>'}", "{'body': 'it's </parameter>'}", "{'body': 'a\n<parameter=n>'}"}) {
        BOOST_TEST(!of.writes(in_tags("page", ends)), ends);
    }
}

BOOST_AUTO_TEST_CASE(constants_are_pythons_wherever_a_template_has_a_notation_of_its_own) {
    one_tool const of(formats::noted(),
                      R"({"who": {"type": ["string", "null"]}, "all": {"type": "boolean"}})");
    of.check("<call>find{who:None,all:True}</call>", R"({"who": null, "all": true})");
    of.check("<call>find{who:null,all:false}</call>", R"({"who": null, "all": false})");
    BOOST_TEST(!of.writes("<call>find{all:None}</call>"));
}

BOOST_AUTO_TEST_CASE(lists_of_anything_are_written_item_by_item) {
    auto const f =
        format_of("<- tag(call, \"<c>\" name \">\" (\"<\" key \">\" nested \"</\" key \">\")*) \"</c>\"");
    one_tool const of(*f, R"({"all": {"type": "array"}})");
    of.check("<c>find><all><item>1</item><item>x</item><item><k>true</k></item></all></c>",
             R"({"all": [1, "x", {"k": true}]})");
    of.check("<c>find><all></all></c>", R"({"all": []})");
    of.check("<c>find><all>[1, \"x\"]</all></c>", R"({"all": [1, "x"]})");
}

BOOST_AUTO_TEST_CASE(what_may_be_missing_is_pythons_where_the_schema_lists_types) {
    one_tool const of(formats::tagged(), R"({
        "flag": {"anyOf": [{"type": "boolean"}, {"type": "null"}], "default": null},
        "more": {"anyOf": [{"type": "object"}, {"type": "null"}]},
        "kinds": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}})");
    of.check(in_tags("flag", "True"), R"({"flag": true})");
    of.check(in_tags("flag", "None"), R"({"flag": null})");
    of.check(in_tags("flag", "false"), R"({"flag": false})");
    of.check(in_tags("more", "{'a': [1, None]}"), R"({"more": {"a": [1, null]}})");
    of.check(in_tags("kinds", "['x', 'it's']"), R"({"kinds": ["x", "it's"]})");
    BOOST_TEST(!of.writes(in_tags("flag", "'True'")));
    BOOST_TEST(!of.writes(in_tags("kinds", "[1]")));
}

constexpr std::string_view tree =
    R"({"node": {"type": "object", "properties": {"v": {"type": "string"},
        "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}}, "required": ["v"]}})";

BOOST_AUTO_TEST_CASE(what_is_referred_to_has_the_notation_of_its_dialect) {
    constexpr std::string_view properties = R"({"top": {"$ref": "#/$defs/node"}})";
    constexpr std::string_view read = R"({"top": {"v": "a", "kids": [{"v": "b", "kids": []}, {"v": "c"}]}})";
    one_tool const noted(formats::noted(), properties, tree);
    noted.check("<call>find{top:{v:<q>a<q>,kids:[{v:<q>b<q>,kids:[]},{v:<q>c<q>}]}}</call>", read);
    BOOST_TEST(!noted.writes("<call>find{top:{kids:[]}}</call>"));
    BOOST_TEST(!noted.writes("<call>find{top:{v:<q>a<q>,kids:[1]}}</call>"));
    one_tool const tagged(formats::tagged(), properties, tree);
    tagged.check(in_tags("top", "{'v': 'a', 'kids': [{'v': 'b', 'kids': []}, {'v': 'c'}]}"), read);
    one_tool const pythonic(formats::pythonic(), properties, tree);
    pythonic.check("<|calls|>[find(top={'v': 'a', 'kids': [{'v': 'b', 'kids': []}, {'v': 'c'}]})]<|/calls|>",
                   read);
}

BOOST_AUTO_TEST_CASE(members_of_any_name_have_the_notation_of_their_dialect) {
    constexpr std::string_view properties =
        R"({"counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "more": {"anyOf": [{"type": "object"}, {"type": "null"}]}})";
    constexpr std::string_view read = R"({"counts": {"a": 1, "b_2": 2}})";
    one_tool const noted(formats::noted(), properties);
    noted.check("<call>find{counts:{a:1,b_2:2}}</call>", read);
    BOOST_TEST(!noted.writes("<call>find{counts:{a:<q>x<q>}}</call>"));
    one_tool const tagged(formats::tagged(), properties);
    tagged.check(in_tags("counts", "{'a': 1, 'b_2': 2}"), read);
    BOOST_TEST(!tagged.writes(in_tags("counts", "{'a': 'x'}")));
    auto const f =
        format_of("<- tag(call, \"<c>\" name \">\" (\"<\" key \">\" nested \"</\" key \">\")*) \"</c>\"");
    one_tool const nested(*f, properties);
    // As elements their names could come twice, which makes a list of them: these are JSON.
    nested.check("<c>find><counts>{\"a\": 1, \"b_2\": 2}</counts></c>", read);
    BOOST_TEST(!nested.writes("<c>find><counts><a>1</a><a>2</a></counts></c>"));
    nested.check("<c>find><more><a>1</a></more></c>", R"({"more": {"a": 1}})");
    BOOST_TEST(!nested.writes("<c>find><counts><a>x</a></counts></c>"));
}

BOOST_AUTO_TEST_CASE(counted_lists_and_what_one_schema_wraps_have_the_notation_of_their_dialect) {
    constexpr std::string_view properties =
        R"({"few": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
            "top": {"allOf": [{"$ref": "#/$defs/node"}], "description": "The first."}})";
    one_tool const tagged(formats::tagged(), properties, tree);
    tagged.check(in_tags("few", "['a', 'b']"), R"({"few": ["a", "b"]})");
    tagged.check(in_tags("top", "{'v': 'a'}"), R"({"top": {"v": "a"}})");
    BOOST_TEST(!tagged.writes(in_tags("few", "[]")));
    BOOST_TEST(!tagged.writes(in_tags("few", "['a', 'b', 'c']")));
    one_tool const noted(formats::noted(), properties, tree);
    noted.check("<call>find{few:[<q>a<q>],top:{v:<q>a<q>}}</call>", R"({"few": ["a"], "top": {"v": "a"}})");
    auto const f =
        format_of("<- tag(call, \"<c>\" name \">\" (\"<\" key \">\" nested \"</\" key \">\")*) \"</c>\"");
    one_tool const nested(*f, properties, tree);
    nested.check("<c>find><top><v>a</v></top></c>", R"({"top": {"v": "a"}})");
}

BOOST_AUTO_TEST_CASE(names_of_arguments_may_have_blanks_in_them) {
    one_tool const of(formats::tagged(), R"({"the place": {"type": "string"}, "the": {"type": "string"}})");
    of.check(in_tags("the place", "Bern"), R"({"the place": "Bern"})");
    of.check(in_tags("the", "Bern"), R"({"the": "Bern"})");
    // Whatever else stands behind a name is not of it.
    BOOST_TEST(of.read(in_tags("the place\" type=\"string", "Bern")).empty());
    BOOST_TEST(of.read(in_tags("the type=\"string\"", "Bern")) == R"({"the": "Bern"})");
}

BOOST_AUTO_TEST_CASE(a_line_end_may_stand_between_arguments_that_have_nothing_between_them) {
    format f = formats::key_value_tags();
    f.tools.arguments.item_close = "</arg_value>";
    one_tool const of(f, R"({"city": {"type": "string"}, "days": {"type": "integer"}})");
    std::string const city = "<tool_call>find\n<arg_key>city</arg_key>\n<arg_value>Bern</arg_value>";
    std::string const days = "<arg_key>days</arg_key>\n<arg_value>3</arg_value></tool_call>";
    of.check(city + days, R"({"city": "Bern", "days": 3})");
    of.check(city + "\n" + days, R"({"city": "Bern", "days": 3})");
}

BOOST_AUTO_TEST_SUITE_END()
