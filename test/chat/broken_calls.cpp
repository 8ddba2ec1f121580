// test/chat/broken_calls.cpp - a call that breaks takes nothing along of what stands behind it, and is not whole
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include "reading.hpp"
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_broken_calls)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> const tools{
    {"move", "", boost::json::parse(R"({"type": "object", "properties": {"to": {"type": "string"},
                                        "steps": {"type": "integer"}}})")},
    {"rest", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

std::string read(chat::format const& f, std::string_view text) { return reading::read(f, tools, text); }

/// Content, reasoning, calls, and what is left of broken ones.
std::string all_of(chat::format const& f, std::string_view text) {
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    chat::response_parser p(*s, tools);
    auto const sink = [](chat::delta const&) {};
    p.feed(text, sink);
    p.finish(sink);
    return read(f, text) + " / " + std::string(p.malformed());
}

}  // namespace

// Nobody can tell whether it is quoted there, and what is quoted must not be carried out.
BOOST_AUTO_TEST_CASE(a_call_inside_of_a_broken_one_is_none) {
    std::string const quoted = R"(<tool_call>{"name": "rest", "arguments": {}}</tool_call>)";
    for (std::string const& text :
         {R"(<tool_call>{"name": "move", "arguments": {"to": "a "b" )" + quoted + R"("}}</tool_call>)",
          R"(<tool_call>{"name": "move", "arguments": {to where? )" + quoted}) {
        std::string const got = read(formats::json_in_tags(), text);
        BOOST_TEST(got.find("rest") == std::string::npos, text << " gave " << got);
    }
}

// Of what nobody could read something may have been an argument.
BOOST_AUTO_TEST_CASE(text_behind_an_argument_leaves_no_whole_call) {
    auto const f = chat::known::dialect_named("minimax_m3").value();
    std::string const front = "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke "
                              "name=\"move\">]<]minimax[>[<to>home]<]minimax[>[</to>";
    std::string const end = "]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>";
    BOOST_TEST(read(f, front + end) == R"(|| move{"to": "home"})");
    BOOST_TEST(read(f, front + "and ]<]minimax[>[<steps>2]<]minimax[>[</steps>" + end) ==
               R"(|| move{"to": "home?)");
    BOOST_TEST(read(f, front + "and") == R"(|| move{"to": "home?)");
    std::string const next = front.substr(front.find('\n') + 1);
    BOOST_TEST(read(f, front + next + end) == R"(|| move{"to": "home"} move{"to": "home"})");
}

// However the markup of a call is damaged, whoever reads the answer sees all that it says.
BOOST_AUTO_TEST_CASE(nothing_that_a_broken_call_says_is_lost) {
    std::string const head = "<tool_call>\n<function=move>\n";
    std::string const end = "</function>\n</tool_call>";
    struct {
        chat::format format;
        std::string text;
        std::vector<std::string> words;
    } const rows[] = {
        // the name of an argument whose value is damaged, or has no end
        {formats::tagged(),
         head + "<parameter=steps>\n3\n</parameter>\n</func>tion>\n</tool_call>",
         {"steps", "3"}},
        {formats::tagged(), head + "<parameter=steps>\n3", {"steps", "3"}},
        {formats::key_value_tags(),
         "<tool_call>move\n<arg_key>to</arg_key>\n<arg_valu=e>home</arg_value>\n</tool_call>",
         {"to", "home"}},
        {formats::key_value_tags(), "<tool_call>move\n<arg_key>to</arg_key>\n</tool_call>", {"to"}},
        {formats::noted(), "<call>move{steps:3</call", {"steps", "3"}},
        // a name that does not end
        {formats::tagged(), head + "<parameter=steps 3 home\n" + end, {"steps", "home"}},
        {formats::key_value_tags(),
         "<tool_call>move\n<arg_key>to</arg_kvalue>home</arg_value>\n</tool_call>",
         {"to", "home"}},
        // attributes beside arguments, and in front of a damaged end
        {formats::tagged(), "<tool_call>\n<function=move to=\"home\">\n</func\n</tool_call>", {"to", "home"}},
        {formats::tagged(),
         "<tool_call>\n<function=move to=\"home\">\n<parameter=steps>\n3\n</parameter>\n" + end,
         {"to", "home", "steps", "3"}},
        // what a notation has begun
        {formats::pythonic(), "<|calls|>[move(to=\"x\", st}eps=3)]<|/calls|>", {"st", "eps", "3"}},
        {formats::pythonic(), "<|calls|>[move(to\"='home', steps=3)]<|/calls|>", {"home", "steps"}},
        // what has come into the name of a recipient, and one that has lost the sign in front
        {formats::channels(),
         "<|channel|>commentary to=functions}.move<|message|>{\"steps\": 3}<|call|>",
         {"functions", "move", "3"}},
        {formats::channels(),
         "<|channel|>commentary to=functions.mo ve x<|message|>{\"steps\": 3}<|call|>",
         {"mo", "ve x", "3"}},
        {formats::channels(),
         "<|channel|>commenta=functions.move<|message|>{\"steps\": 3}<|call|>",
         {"functions.move", "3"}},
    };
    for (auto const& [format, text, words] : rows) {
        std::string const got = all_of(format, text);
        for (std::string const& word : words) {
            BOOST_TEST(got.find(word) != std::string::npos, word << " of " << text << " gave " << got);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_follows_a_broken_call_in_a_thought_is_not_lost) {
    chat::format const f = formats::thinking(formats::json_in_tags());
    std::string const got =
        all_of(f, "<think>Hm.\n<tool_call>\n{\"name\": \"move\", \"arguments\"{\"to\": \"home\"}}");
    BOOST_TEST(got.find("home") != std::string::npos, got);
}

// Its value is not that of another one.
BOOST_AUTO_TEST_CASE(a_name_that_does_not_end_takes_nothing_from_the_next_argument) {
    std::string const torn = "<tool_call>move\n<arg_key>to</arg_kvalue>home</arg_value>\n";
    std::string const next = "<arg_key>steps</arg_key>\n<arg_value>3</arg_value>\n</tool_call>";
    std::string const got = all_of(formats::key_value_tags(), torn + next);
    BOOST_TEST(got.find(R"("to": 3)") == std::string::npos, got);
    BOOST_TEST(got.find(R"("to": "3")") == std::string::npos, got);
    std::string const again = "<tool_call>move\n" + next;
    BOOST_TEST(read(formats::key_value_tags(), torn + "</tool_call>\n" + again) ==
               R"(|| move? move{"steps": 3})");
}

// Nor does what stands in front of it for a torn marker.
BOOST_AUTO_TEST_CASE(a_call_behind_a_torn_marker_is_no_part_of_it) {
    chat::format f = formats::tagged();
    f.tools.calls = {"<x:calls>\n", "<x:call name=\"", "</x:call>\n", "", "</x:calls>"};
    f.tools.arguments = {"\">\n", "<x:arg name=\"", "</x:arg>\n", "", ""};
    f.tools.values = {{formats::text("\">"), formats::value}};
    std::string const move = "<x:call name=\"move\">\n<x:arg name=\"to\">x</x:arg>\n</x:call>\n</x:calls>";
    std::string const got = all_of(f, "<x:\n<x:call name=\"rest\"/>\n" + move);
    BOOST_TEST(got.find("rest") != std::string::npos, got);
    BOOST_TEST(got.find("move{\"to\": \"x\"}") != std::string::npos, got);
}

BOOST_AUTO_TEST_CASE(a_call_that_breaks_off_in_its_name_and_begins_anew_is_made_once) {
    std::string const moved = R"(|| move{"to": "x"})";
    struct {
        chat::format format;
        std::string front;
        std::string behind;
    } const rows[] = {
        {formats::json_in_tags(), "<tool_call>\n{\"name\": \"",
         "\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>"},
        {formats::json_array_with_ids(), "[CALLS][{\"name\": \"",
         "\", \"arguments\": {\"to\": \"x\"}, \"id\": \"i1\"}]"},
        {formats::name_in_tag(), "<calls><call:", "#i1>{\"to\": \"x\"}</call></calls>"},
        {formats::tagged(),
         "<tool_call>\n<function=", ">\n<parameter=to>\nx\n</parameter>\n</function>\n</tool_call>"},
        {formats::key_value_tags(), "<tool_call>",
         "\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n</tool_call>"},
        {formats::pythonic(), "<|calls|>[", "(to=\"x\")]<|/calls|>"},
        {formats::noted(), "<call>", "{to:<q>x<q>}</call>"},
    };
    for (auto const& [format, front, behind] : rows) {
        for (char const* const torn : {"mo", "my_mov", "other"}) {
            BOOST_TEST(read(format, front + torn + front + "move" + behind) == moved, front << torn);
            BOOST_TEST(read(format, "Hi " + front + torn + front + "move" + behind) == "Hi " + moved);
        }
        BOOST_TEST(read(format, front + "mo" + front + "mo") == "||");
    }
    // of each of several, what is in one list
    std::string const one = "<call:move#i1>{\"to\": \"x\"}</call>";
    BOOST_TEST(read(formats::name_in_tag(), "<calls><call:mo<call:" + one.substr(6) + "</calls>") == moved);
    // prose
    std::string const prose = "Is <tool_call> mo ";
    BOOST_TEST(read(formats::key_value_tags(), prose + "<tool_call>rest</tool_call>") == prose + "|| rest{}");
}

// A name without arguments ends where the next call begins.
BOOST_AUTO_TEST_CASE(a_call_without_arguments_may_be_one_of_a_list) {
    auto const f = chat::format_of(R"(<- "<|all|>[" one (", " one)* "]"
        one <- "<|do|>" tag(call, name "\n" ("<arg=" key ">" value "</arg>\n")*))");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    BOOST_TEST(read(*f, "<|all|>[<|do|>rest\n, <|do|>move\n<arg=to>home</arg>\n]") ==
               R"(|| rest{} move{"to": "home"})");
}

BOOST_AUTO_TEST_CASE(a_marker_in_a_string_ends_no_call) {
    chat::format f;
    f.channels = {"<|start|>assistant", "<|channel|>",           "to=functions.",
                  "<|message|>",        {"<|end|>", "<|call|>"}, "analysis"};
    f.tools.calls = {"", " to=functions.", "", "", ""};
    f.tools.call = {{chat::piece::kind::name, {}},
                    {chat::piece::kind::text, "<|message|>"},
                    {chat::piece::kind::arguments, {}}};
    std::string const call = "<|channel|>commentary to=functions.move<|message|>{\"to\": \"home\"";
    BOOST_TEST(read(f, call + ", \"steps\": \"<|channel|>\"}<|call|>") ==
               R"(|| move{"to": "home", "steps": "<|channel|>"})");
}

BOOST_AUTO_TEST_CASE(text_for_nobody_that_is_known_is_content) {
    auto const f = chat::known::dialect_named("muse").value();
    std::string const more = "<|eom|><|start|>assistant to=user<|message|>There.<|eot|>";
    BOOST_TEST(read(f, " to=aside<|message|>On my way. " + more) == "On my way. There.||");
    BOOST_TEST(read(f, " to=move<|message|>On my way. " + more) == "There.|| move?");
    BOOST_TEST(read(f, " to=aside<|message|>{\"to\": \"home\"}" + more) == R"(There.|| aside{"to": "home"})");
}

// As templates write what is empty.
BOOST_AUTO_TEST_CASE(an_empty_object_or_list_is_an_empty_element) {
    constexpr std::pair<std::string_view, std::string_view> rows[] = {
        {R"({"type": "object", "properties": {}})", ""},
        {R"({"type": "object", "properties": {}, "additionalProperties": false})", ""},
        {R"({"type": "object", "properties": {}, "required": []})", "]<]minimax[>[<a>1]<]minimax[>[</a>"},
        {R"({"type": "array"})", ""},
        {R"({"type": "array"})", "]<]minimax[>[<item>1]<]minimax[>[</item>"},
    };
    auto const f = chat::known::dialect_named("minimax_m3").value();
    for (auto const& [schema, members] : rows) {
        std::string const parameters =
            R"({"type": "object", "required": ["all"], "properties": {"all": )" + std::string(schema) + "}}";
        std::vector<chat::tool> const one{{"put", "", boost::json::parse(parameters)}};
        chat::call_policy required;
        required.choice = chat::call_policy::kind::required;
        auto const s = chat::build_syntax(f, one, required);
        BOOST_REQUIRE(s);
        auto const g = chat::build_grammar(*s, one, required);
        BOOST_REQUIRE(g);
        parlance::mask::npda run{parlance::mask::network_machine{g->network}};
        std::string const text =
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"put\">]<]minimax[>[<all>" +
            std::string(members) + "]<]minimax[>[</all>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>";
        std::size_t at = 0;
        while (at < text.size() && run.accept(static_cast<std::uint8_t>(text[at]))) {
            ++at;
        }
        BOOST_TEST(at == text.size(), schema << ": " << text.substr(0, at));
    }
}

BOOST_AUTO_TEST_SUITE_END()
