// test/chat/known/dialects.cpp - documented dialects: texts as their descriptions give them, read and written
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/known/dialects.hpp>
#include "../cut_laws.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <iterator>
#include <ostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_known_dialects)

namespace chat = parlance::chat;
namespace data = boost::unit_test::data;

namespace {

/// written  the grammar writes the text like this, too
struct answer {
    char const* dialect;
    char const* text;
    char const* calls;  // one line each: name and arguments
    bool written = true;
    char const* content = "";
    char const* reasoning = "";
    friend std::ostream& operator<<(std::ostream& out, answer const& a) { return out << a.dialect; }
};

constexpr char const* both = "get {\"city\":\"Bern\",\"days\":3}\nstop {}\n";

answer const answers[] = {
    {"granite4",
     "<tool_call>\n{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}\n</tool_call>\n"
     "<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>",
     both},
    {"granite-20b-fc",
     "<function_call> {\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}\n"
     "<function_call> {\"name\": \"stop\", \"arguments\": {}}",
     both},
    {"ernie45",
     "<think>\nhm\n</think>\n\n<tool_call>\n{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", "
     "\"days\": 3}}\n"
     "</tool_call>\n<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>\n",
     both, false, "", "hm"},
    {"ernie45", "<think>\nhm\n</think>\n\n<response>\nIt is cold.\n</response>\n", "", false, "It is cold.",
     "hm"},
    {"internlm",
     "I look.<|action_start|><|plugin|>\n{\"name\": \"get\", \"parameters\": {\"city\": \"Bern\", \"days\": "
     "3}}"
     "<|action_end|>\n<|action_start|><|plugin|>\n{\"name\": \"stop\", \"parameters\": {}}<|action_end|>",
     both, false, "I look."},
    {"longcat",
     "<longcat_tool_call>\n{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}\n"
     "</longcat_tool_call>\n<longcat_tool_call>\n{\"name\": \"stop\", \"arguments\": "
     "{}}\n</longcat_tool_call>",
     both},
    {"inkling",
     "<|content_invoke_tool_json|>{\"name\": \"get\", \"args\": {\"city\": \"Bern\", \"days\": "
     "3}}<|end_message|>",
     "get {\"city\":\"Bern\",\"days\":3}\n"},
    {"inkling",
     "<|content_thinking|>hm<|end_message|><|message_model|><|content_text|>I look.<|end_message|>"
     "<|message_model|><|content_invoke_tool_json|>{\"name\": \"get\", \"args\": {\"city\": \"Bern\", "
     "\"days\": 3}}<|end_message|><|message_model|><|content_invoke_tool_json|>{\"name\": \"stop\", "
     "\"args\": "
     "{}}<|end_message|><|content_model_end_sampling|>",
     both, false, "I look.", "hm"},
    {"inkling", "<|content_tool_error|>No such place.<|end_message|>", "", false, "No such place."},
    {"granite",
     "<|tool_call|>[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]",
     both},
    {"hunyuan_a13b",
     "<think>\nhm\n</think>\n<tool_calls>[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", "
     "\"days\": 3}}, {\"name\": \"stop\", \"arguments\": {}}]</tool_calls>",
     both, false, "", "hm"},
    {"hunyuan_a13b", "<think>\nhm\n</think>\n<answer>\nIt is cold.\n</answer>", "", false, "It is cold.",
     "hm"},
    {"jamba",
     "<tool_calls>[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]</tool_calls>",
     both},
    {"phi4_mini_json",
     "functools[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]",
     both},
    {"xlam",
     "[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]",
     both},
    {"xlam",
     "<think>\nhm\n</think>\n[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]",
     both, false, "", "hm"},
    {"xlam",
     "```json\n[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]\n```",
     both, false},
    {"xlam",
     "[TOOL_CALLS][{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]",
     both, false},
    {"xlam",
     "<tool_call>[{\"name\": \"get\", \"arguments\": {\"city\": \"Bern\", \"days\": 3}}, "
     "{\"name\": \"stop\", \"arguments\": {}}]</tool_call>",
     both, false},
    {"step3",
     "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"get\">"
     "<steptml:parameter name=\"city\">Bern</steptml:parameter><steptml:parameter name=\"days\">3"
     "</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
     "get {\"city\":\"Bern\",\"days\":3}\n"},
    {"minicpm5",
     "<function name=\"get\"><param name=\"city\">Bern</param><param name=\"days\">3</param></function>\n"
     "<function name=\"stop\"></function>",
     both},
    {"dots",
     "<dots_function_call>\n<invoke name=\"get\"><parameter name=\"city\">Bern</parameter><parameter "
     "name=\"days\">3</parameter></invoke>\n<invoke name=\"stop\"></invoke>\n</dots_function_call>",
     both},
    {"glm47",
     "<tool_call>get<arg_key>city</arg_key><arg_value>Bern</arg_value><arg_key>days</arg_key>"
     "<arg_value>3</arg_value></tool_call>\n<tool_call>stop</tool_call>",
     both},
    {"glm47",
     "<tool_call>get\n<arg_key>city</arg_key>\n<arg_value>Bern</arg_value>\n<arg_key>days</arg_key>\n"
     "<arg_value>3</arg_value>\n</tool_call>",
     "get {\"city\":\"Bern\",\"days\":3}\n", false},
    {"solar_open2",
     "<|tool_call:start|>get<|tool_arg:start|>city<|tool_arg:value|>Bern<|tool_arg:end|><|tool_arg:start|>"
     "days<|tool_arg:value|>3<|tool_arg:end|><|tool_call:end|>",
     "get {\"city\":\"Bern\",\"days\":3}\n"},
    {"hy_v3",
     "<tool_calls>\n<tool_call>get<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Bern</arg_value>\n"
     "<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>\n<tool_call>stop<tool_sep>\n"
     "</tool_call>\n</tool_calls>",
     both},
    {"hy_v3",
     "<think>hm</think>I "
     "look.<tool_calls><tool_call>get<tool_sep><arg_key>city</arg_key><arg_value>Bern</arg_value>"
     "<arg_key>days</arg_key><arg_value>3</arg_value></tool_call></tool_calls>",
     "get {\"city\":\"Bern\",\"days\":3}\n", false, "I look.", "hm"},
    {"hy_v3_opensource",
     "<think:opensource>hm</think:opensource><tool_calls:opensource>\n<tool_call:opensource>get"
     "<tool_sep:opensource>\n<arg_key:opensource>city</arg_key:opensource>\n<arg_value:opensource>Bern"
     "</arg_value:opensource>\n<arg_key:opensource>days</arg_key:opensource>\n<arg_value:opensource>3"
     "</arg_value:opensource>\n</tool_call:opensource>\n<tool_call:opensource>stop<tool_sep:opensource>\n"
     "</tool_call:opensource>\n</tool_calls:opensource>",
     both, false, "", "hm"},
    {"hy_v4",
     "<think:opensource>hm</think:opensource><tool_calls:opensource><tool_call:opensource>get"
     "<arg_key:opensource>city</arg_key:opensource><arg_value:opensource>Bern</arg_value:opensource>"
     "<arg_key:opensource>days</arg_key:opensource><arg_value:opensource>3</arg_value:opensource>"
     "</tool_call:opensource><tool_call:opensource>stop</tool_call:opensource></tool_calls:opensource>",
     both, false, "", "hm"},
    {"k2_horizon",
     "<ifm|tool_calls>\n<ifm|tool_call>get<ifm|arg_key>city</ifm|arg_key><ifm|arg_value>Bern"
     "</ifm|arg_value><ifm|arg_key>days</ifm|arg_key><ifm|arg_value>3</ifm|arg_value></ifm|tool_call>\n"
     "<ifm|tool_call>stop</ifm|tool_call>\n</ifm|tool_calls>",
     both},
    {"k2_horizon",
     "<ifm|think>hm</ifm|think>\n<ifm|tool_calls><ifm|tool_call>get\n<ifm|arg_key>city</ifm|arg_key>\n"
     "<ifm|arg_value>Bern</ifm|arg_value>\n<ifm|arg_key>days</ifm|arg_key>\n<ifm|arg_value>3"
     "</ifm|arg_value>\n</ifm|tool_call></ifm|tool_calls>",
     "get {\"city\":\"Bern\",\"days\":3}\n", false, "", "hm"},
    {"kimi_k3",
     "<|open|>tools<|sep|><|open|>call tool=\"get\" index=\"1\"<|sep|><|open|>argument key=\"city\" "
     "type=\"string\"<|sep|>Bern<|close|>argument<|sep|><|open|>argument key=\"days\" "
     "type=\"number\"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool=\"stop\" "
     "index=\"2\"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
     both},
    {"kimi_k3",
     "<|open|>think<|sep|>hm<|close|>think<|sep|><|open|>response<|sep|>I "
     "look.<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool=\"get\" "
     "index=\"1\"<|sep|><|open|>argument key=\"city\" "
     "type=\"string\"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>"
     "message<|sep|><|end_of_msg|>",
     "get {\"city\":\"3\"}\n", false, "I look.", "hm"},
    {"kimi_k3",
     "<|open|>tools<|sep|><|open|>call tool=\"get\" index=\"1\"<|sep|><|open|>json "
     "type=\"object\"<|sep|>{\"city\": \"Bern\", \"days\": "
     "3}<|close|>json<|sep|><|close|>call<|sep|><|open|>call tool=\"stop\" "
     "index=\"2\"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
     both, false},
    {"kimi_k3",
     "<|open|>tools<|sep|><|open|>call tool=\"get\" index=\"1\"<|sep|><|open|>argument "
     "key=\"city\"<|sep|>Bern<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
     "get {\"city\":\"Bern\"}\n", false},
    {"minimax_m3",
     "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke "
     "name=\"get\">]<]minimax[>[<city>Bern]<]minimax[>[</city>]<]minimax[>[<days>3]<]minimax[>[</"
     "days>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke "
     "name=\"stop\">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
     both},
    {"minimax_m3",
     "<mm:think>hm</mm:think>I look.]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke "
     "name=\"get\">]<]minimax[>[<city>a <b> "
     "c</b>]<]minimax[>[</city>\n]<]minimax[>[<days>3]<]minimax[>[</days>\n]<]minimax[>[</"
     "invoke>\n]<]minimax[>[</tool_call>",
     "get {\"city\":\"a<b>c</b>\",\"days\":3}\n", false, "I look.", "hm"},
    {"minimax_m3",
     "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke "
     "name=\"order\">]<]minimax[>[<user>7]<]minimax[>[</"
     "user>]<]minimax[>[<lines>]<]minimax[>[<item>]<]minimax[>[<sku>b-1]<]minimax[>[</"
     "sku>]<]minimax[>[<count>2]<]minimax[>[</count>]<]minimax[>[</"
     "item>]<]minimax[>[<item>]<]minimax[>[<sku>b-2]<]minimax[>[</sku>]<]minimax[>[</item>]<]minimax[>[</"
     "lines>]<]minimax[>[<to>]<]minimax[>[<name>A]<]minimax[>[</"
     "name>]<]minimax[>[<tags>]<]minimax[>[<item>x]<]minimax[>[</item>]<]minimax[>[<item>y]<]minimax[>[</"
     "item>]<]minimax[>[</tags>]<]minimax[>[</to>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
     "order "
     "{\"user\":7,\"lines\":[{\"sku\":\"b-1\",\"count\":2},{\"sku\":\"b-2\"}],\"to\":{\"name\":\"A\","
     "\"tags\":[\"x\",\"y\"]}}\n"},
    {"minimax_m3",
     "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke "
     "name=\"order\">]<]minimax[>[<note>]<]minimax[>[<a>1]<]minimax[>[</a>]<]minimax[>[<a>2]<]minimax[>[</"
     "a>]<]minimax[>[<b>x]<]minimax[>[</b>]<]minimax[>[</note>]<]minimax[>[<lines>]<]minimax[>[</"
     "lines>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
     "order {\"note\":{\"a\":[1,2],\"b\":\"x\"},\"lines\":[]}\n", false},
    {"muse",
     "<atem:function_calls>\n<atem:invoke name=\"get\">\n<atem:parameter "
     "name=\"city\">Bern</atem:parameter>\n<atem:parameter "
     "name=\"days\">3</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|><|start|>assistant "
     "to=stop<|message|><atem:function_calls>\n<atem:invoke "
     "name=\"stop\">\n</atem:invoke>\n</atem:function_calls>",
     both},
    {"muse",
     " to=self<|message|>hm<|eom|><|start|>assistant to=user<|message|>I look.<|eom|><|start|>assistant "
     "to=get<|message|><atem:function_calls>\n<atem:invoke name=\"get\">\n<atem:parameter "
     "name=\"city\">Bern</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eot|>",
     "get {\"city\":\"Bern\"}\n", false, "I look.", "hm"},
    {"muse", " to=user<|message|>It is cold.<|eot|>", "", false, "It is cold."},
    {"muse", "<|message|>It is cold.<|eot|>", "", false, "It is cold."},
    {"muse",
     " to=self<|message|>hm to=get<|message|><atem:function_calls>\n<atem:invoke "
     "name=\"get\">\n<atem:parameter "
     "name=\"days\">3</atem:parameter>\n</atem:invoke>\n</atem:function_calls>",
     "get {\"days\":3}\n", false, "", "hm"},
    {"muse", " to=get<|message|>{\"days\": 3}", "get {\"days\":3}\n", false},
    {"llama4_pythonic", "[get(city='Bern', days=3), stop()]", both, false},
    {"llama4_pythonic", "<|python_start|>[get(city=\"Bern\", days=3), stop()]<|python_end|>", both},
    {"pythonic", "[get(city='Bern', days=3), stop()]", both, false},
    {"olmo3", "<function_calls>get(city=\"Bern\", days=3)\nstop()</function_calls>", both},
    {"functiongemma", "<start_function_call>call:get{city:<escape>Bern<escape>,days:3}<end_function_call>",
     "get {\"city\":\"Bern\",\"days\":3}\n"},
    {"functiongemma", "<start_function_call>call:get {'city': 'Bern,it's', days: 3}<end_function_call>",
     "get {\"city\":\"Bern,it's\",\"days\":3}\n", false},
    {"deepseek_v3",
     "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get\n```json\n{\"city\": \"Bern\", "
     "\"days\": 3}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>stop\n```json\n{}\n"
     "```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
     both},
    {"deepseek_v31",
     "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{\"city\": \"Bern\", \"days\": 3}"
     "<｜tool▁call▁end｜><｜tool▁call▁begin｜>stop<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
     both},
};

/// Without the white space between tokens; no text of this file has any inside.
std::string compact(std::string text) {
    std::erase_if(text, chat::analysis::is_blank);
    return text;
}

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const made{
        {"get", "",
         parlance::json::parse(R"({"type": "object", "properties": {"city": {"type": "string"},
            "days": {"type": "integer"}}})")
             .value()},
        {"stop", "", boost::json::object{}},
        {"order", "",
         parlance::json::parse(R"({"type": "object", "properties": {"user": {"type": "integer"},
            "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
            "to": {"type": "object", "properties": {"name": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["name"]},
            "note": {}},
            "$defs": {"line": {"type": "object", "properties": {"sku": {"type": "string"},
                "count": {"type": "integer"}}, "required": ["sku"]}}})")
             .value()}};
    return made;
}

}  // namespace

BOOST_DATA_TEST_CASE(an_answer_as_documented_is_read_and_can_be_written, data::make(answers)) {
    auto const f = chat::known::dialect_named(sample.dialect);
    BOOST_REQUIRE(f);
    auto const s = chat::build_syntax(*f, tools());
    BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : s.error().hint.view()));
    chat::response_parser r(*s, tools());
    auto const ignore = [](chat::delta const&) {};
    r.feed(sample.text, ignore);
    r.finish(ignore);
    std::string calls;
    for (chat::tool_call const& c : r.so_far().calls) {
        BOOST_TEST(bool(parlance::json::parse(c.arguments)), c.arguments);
        BOOST_TEST(c.whole);
        calls += c.name + " " + compact(c.arguments) + "\n";
    }
    BOOST_TEST(calls == sample.calls);
    BOOST_TEST(chat::analysis::strip(r.so_far().content.value_or("")) == sample.content);
    BOOST_TEST(chat::analysis::strip(r.so_far().reasoning) == sample.reasoning);
    BOOST_TEST(r.malformed() == "");

    laws::trial how;
    how.pairs = 128;
    BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools()), sample.text, how) == "");
    BOOST_TEST(laws::first_wrong_cut(chat::response_parser(*s, tools()), sample.text) == "");

    auto const g = chat::build_grammar(*s, tools());
    BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : g.error().hint.view()));
    BOOST_TEST((!sample.written || parlance::mask::matches(g->network, sample.text)));
}

BOOST_AUTO_TEST_CASE(every_dialect_has_an_answer_here) {
    for (chat::known::dialect const& d : chat::known::dialects) {
        BOOST_TEST(std::any_of(std::begin(answers), std::end(answers),
                               [&](answer const& a) { return a.dialect == d.name; }),
                   d.name);
    }
    BOOST_TEST(!chat::known::dialect_named("no such dialect"));
}

BOOST_AUTO_TEST_CASE(members_that_come_again_are_lists_in_the_order_of_their_names) {
    auto const f = chat::known::dialect_named("minimax_m3").value();
    std::vector<chat::tool> const with{
        {"f", "", boost::json::parse(R"({"properties": {"a": {"type": "object"}}})")}};
    auto const s = chat::build_syntax(f, with).value();
    auto const read = [&](std::string_view members) {
        std::string const ns = "]<]minimax[>[";
        std::string value;
        for (char const c : members) {
            value += c == '<' ? ns + c : std::string(1, c);
        }
        chat::response_parser r(s, with);
        auto const ignore = [](chat::delta const&) {};
        r.feed(ns + "<tool_call>\n" + ns + "<invoke name=\"f\">" + ns + "<a>" + value + ns + "</a>" + ns +
                   "</invoke>\n" + ns + "</tool_call>",
               ignore);
        r.finish(ignore);
        return r.so_far().calls.at(0).arguments;
    };
    BOOST_TEST(read("<z>1</z><b><item>x</item></b><z>2</z>") == R"({"a": {"z": [1, 2], "b": ["x"]}})");
    BOOST_TEST(read("<z>1</z> <b> </b>\n") == R"({"a": {"z": 1, "b": " "}})");
    BOOST_TEST(read("<z>1</z>, <b></b>").starts_with("{\"a\": \"]<]"));
    // linear: with a search for each name this would take minutes
    std::string text;
    std::vector<chat::detail::nested_member> members;
    for (std::size_t i = 0; i < 400'000; ++i) {
        std::size_t const begin = text.size();
        std::string const name = std::to_string(i);
        text += name + ":1";
        std::size_t const end = begin + name.size();
        members.push_back({{begin, text.size()}, {begin, end}, {end + 1, text.size()}});
    }
    chat::detail::nested_reader const reader(text, members, with[0].parameters);
    BOOST_TEST(boost::json::parse(reader.read("a")).as_object().size() == 400'000u);
}

BOOST_AUTO_TEST_CASE(a_nested_value_of_a_schema_of_many_parts_is_read_by_a_few_hundred_of_them) {
    std::string const text = "item:1";
    chat::detail::nested_member const members[] = {{{0, 6}, {0, 4}, {5, 6}}};
    auto const read = [&](std::size_t count, boost::json::value const& part, char const* last = "object") {
        boost::json::array parts(count, part);
        parts.push_back(boost::json::object{{"type", last}});
        boost::json::value const parameters{{"properties", {{"a", {{"$ref", "#/$defs/a"}}}}},
                                            {"$defs", {{"a", {{"anyOf", parts}}}}}};
        return chat::detail::nested_reader(text, members, parameters).read("a");
    };
    // What is no list by its schema is an object, where that is found.
    BOOST_TEST(read(250, {{"type", "null"}}) == R"({"item": 1})");
    BOOST_TEST(read(260, {{"type", "null"}}) == "[1]");
    BOOST_TEST(read(120, {{"type", boost::json::array(8, "null")}}) == R"({"item": 1})");
    BOOST_TEST(read(130, {{"type", boost::json::array(8, "null")}}) == "[1]");
    // Of references to itself there are as many ways as their number to the power of the depth.
    BOOST_TEST(read(4, {{"$ref", "#/$defs/a"}}, "null") == "[1]");
}

BOOST_AUTO_TEST_CASE(markup_that_is_addressed_to_the_user_begins_no_call) {
    std::vector<chat::tool> const with{
        {"user_data", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};
    chat::format const f = chat::format_of(chat::known::table<chat::known::forms::muse>).value();
    chat::syntax const s = chat::build_syntax(f, with).value();
    std::regex const pattern(chat::call_trigger_of(f, s).pattern);
    std::string const call = "<atem:function_calls>";
    struct {
        std::string text;
        bool begins;
    } const samples[] = {
        {" to=user_data<|message|>", true},
        {"<|message|>I look. ", true},
        {"", true},
        {" to=self<|message|>hm<|eom|><|start|>assistant to=user_data<|message|>", true},
        {" to=self<|message|>hm to=user_data<|message|>", true},
        {" to=user<|message|>I look.<|eom|><|start|>assistant<|message|>", true},
        {" to=user<|message|>You could write ", false},
        {" to=self<|message|>I could write ", false},
        {" to=user<|message|>I look.<|eom|><|start|>assistant to=user<|message|>", false},
        {"<|message|>I look.<|eom|><|start|>assistant to=self<|message|>", false},
    };
    for (auto const& sample : samples) {
        BOOST_TEST(std::regex_search(sample.text + call, pattern) == sample.begins, sample.text);
        // As it is read.
        chat::response_parser r(s, with);
        auto const sink = [](chat::delta const&) {};
        r.feed(sample.text + call +
                   "\n<atem:invoke name=\"user_data\">\n</atem:invoke>\n</atem:function_calls>",
               sink);
        r.finish(sink);
        BOOST_TEST(r.so_far().calls.empty() != sample.begins, sample.text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
