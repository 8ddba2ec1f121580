// test/chat/slightly_off.cpp - calls with a little more or less around them than their dialect has are the same calls
// SPDX-License-Identifier: BSL-1.0
#include "formats.hpp"
#include "reading.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_slightly_off)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> const tools{
    {"move", "", boost::json::parse(R"({"type": "object", "properties": {"to": {"type": "string"},
                                        "how": {"type": "object"}}})")},
    {"rest", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

std::string read(chat::format const& f, std::string_view text) { return reading::read(f, tools, text); }

std::string const moved = R"(|| move{"to": "x"})";

}  // namespace

BOOST_AUTO_TEST_CASE(braces_behind_arguments_that_close_all_of_their_own_are_none_of_the_content) {
    BOOST_TEST(read(formats::name_in_tag(), R"(<calls><call:move#i1>{"to": "x"}}</call></calls>)") == moved);
    BOOST_TEST(read(formats::name_in_tag(), "<calls><call:move#i1>{\"to\": \"x\"}\n}\n}</call>"
                                            "<call:rest#i2>{}}</call></calls>") == moved + " rest{}");
    BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": {"to": "x"}}})") == moved);
    BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": {"to": "x"}}} Done.)") ==
               " Done." + moved);
    BOOST_TEST(read(formats::channels(),
                    R"(<|channel|>commentary to=functions.move<|message|>{"to": "x"}}<|call|>)") == moved);
    BOOST_TEST(read(formats::tagged(),
                    "<tool_call>\n<function=move>\n<parameter=how>\n{\"a\": [1]}}]\n"
                    "</parameter>\n</function>\n</tool_call>") == R"(|| move{"how": {"a": [1]}})");
    // a string says what it says
    BOOST_TEST(read(formats::tagged(),
                    "<tool_call>\n<function=move>\n<parameter=to>\n{\"a\": [1]}}\n"
                    "</parameter>\n</function>\n</tool_call>") == R"(|| move{"to": "{\"a\": [1]}}"})");
}

BOOST_AUTO_TEST_CASE(a_message_to_a_tool_is_read_as_generously_as_calls_are_elsewhere) {
    std::string const head = "<|channel|>commentary to=functions.move<|message|>";
    for (std::string const& arguments :
         {std::string(R"({"to": "x"})"), std::string("```json\n{\"to\": \"x\"}\n```"),
          std::string(R"("{\"to\": \"x\"}")")}) {
        BOOST_TEST(read(formats::channels(), head + arguments + "<|call|>") == moved, arguments);
    }
    BOOST_TEST(read(formats::channels(), head + R"({"how": {"a": 1}<|call|>)") ==
               R"(|| move{"how": {"a": 1}})");
    BOOST_TEST(read(formats::channels(), head + "null<|call|>") == "|| move{}");
    BOOST_TEST(read(formats::channels(), head + "<|call|>") == "|| move{}");
    // where nothing ends it, it is not whole
    BOOST_TEST(read(formats::channels(), head + R"({"how": {"a": 1})") == R"(|| move{"how": {"a": 1}?)");
}

BOOST_AUTO_TEST_CASE(a_namespace_in_front_of_a_tool_is_known_where_only_the_name_makes_a_call) {
    for (char const* const name : {"move", "functions.move", "default_api.move"}) {
        BOOST_TEST(read(formats::bare_json(),
                        R"({"name": ")" + std::string(name) + R"(", "parameters": {"to": "x"}})") == moved,
                   name);
    }
    std::string const other = R"({"name": "my.move", "parameters": {"to": "x"}})";
    BOOST_TEST(read(formats::bare_json(), other) == other + "||");
}

BOOST_AUTO_TEST_CASE(a_fence_around_calls_is_none_of_the_content) {
    std::string const call =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    BOOST_TEST(read(formats::json_in_tags(), "```json\n" + call + "\n```") == moved);
    BOOST_TEST(read(formats::json_in_tags(), "```" + call + "```") == moved);
    BOOST_TEST(read(formats::json_in_tags(), "```\n" + call + "\n" + call + "\n```") ==
               moved + R"( move{"to": "x"})");
    BOOST_TEST(read(formats::json_in_tags(), "So:\n\n```xml\n" + call + "\n```\nDone.") ==
               "So:\n\n\n\nDone." + moved);
    std::string const code = "```xml\n<b>a</b>\n``` and ```";
    BOOST_TEST(read(formats::json_in_tags(), code) == code + "||");
}

BOOST_AUTO_TEST_CASE(a_fence_in_front_of_calls_is_content_where_it_has_no_partner) {
    std::string const call =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    chat::format const f = formats::json_in_tags();
    BOOST_TEST(read(f, "```json\n" + call + "\n\n```python\nprint(1)\n```") ==
               "```json\n\n\n```python\nprint(1)\n```" + moved);
    BOOST_TEST(read(f, "```xml\n" + call + "\nmore prose\n```\nEnd.") ==
               "```xml\n\nmore prose\n```\nEnd." + moved);
    BOOST_TEST(read(f, call + "\n```\n" + call + "\nmore") == "```\n\nmore" + moved + R"( move{"to": "x"})");
    BOOST_TEST(read(f, "Hi\n```\n" + call + "\n```xml\n" + call + "\n```") ==
               "Hi\n```\n" + moved + R"( move{"to": "x"})");
    // where the answer ends behind the call, it needs none
    BOOST_TEST(read(f, "```json\n" + call) == moved);
    BOOST_TEST(read(f, "```json\n" + call + "\n```<|im_end|>") == moved);
    BOOST_TEST(read(f, "```json\n" + call + "\n``` \nDone.") == " \nDone." + moved);
    for (std::size_t const cut : {std::size_t{30}, std::size_t{45}}) {
        BOOST_TEST(read(f, "```\n" + call.substr(0, cut)).starts_with("```\n|"), cut);
    }
}

BOOST_AUTO_TEST_CASE(a_tag_of_other_dialects_around_calls_is_none_of_the_content) {
    std::string const object =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    std::string const tags =
        "<tool_call>\n<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n</tool_call>";
    for (std::string const name : {"tool_calls", "function_calls", "tools", "toolcall"}) {
        std::string const open = "<" + name + ">";
        std::string const close = "</" + name + ">";
        for (auto const& [f, call] :
             {std::pair{formats::json_in_tags(), object}, {formats::tagged(), tags}}) {
            BOOST_TEST(read(f, open + "\n" + call + "\n" + close) == moved, name);
            BOOST_TEST(read(f, open + call + "\n" + call + close) == moved + R"( move{"to": "x"})", name);
            BOOST_TEST(read(f, "So: " + open + call + close + " Done.") == "So:  Done." + moved, name);
            BOOST_TEST(read(f, open + "\n" + call) == moved, name);  // the answer ends
            BOOST_TEST(read(f, open + "\n" + call + "\nmore") == open + "\n\nmore" + moved, name);
            for (std::string const& said : {"Write " + open + " around it.", open + "none" + close,
                                            open + open, open + "\n<b>" + close}) {
                BOOST_TEST(read(f, said) == said + "||", said);
            }
        }
    }
    // around a call without its first marker
    std::string const call = tags.substr(tags.find("<function"), tags.find("</tool_call>") - 12);
    BOOST_TEST(read(formats::tagged(), "<toolcall>\n" + call + "</toolcall>") == moved);
    BOOST_TEST(read(formats::tagged(), "```\n" + call + "```") == moved);
}

BOOST_AUTO_TEST_CASE(the_first_marker_in_front_of_a_call_is_no_content_where_it_is_torn) {
    std::string const inner = "<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n</tool_call>";
    std::string const call = "<tool_call>\n" + inner;
    chat::format const f = formats::tagged();
    for (std::string const& torn :
         {std::string("<tool_call\n"), std::string("<tool_call...\n\n"), std::string("<tool_call-ok Now.\n"),
          std::string("<tool_call<tool_calls>\n"), std::string("<tool_call<tool_call\n")}) {
        BOOST_TEST(read(f, torn + call) == moved, torn);
        BOOST_TEST(read(f, torn + inner) == moved, torn);
        BOOST_TEST(read(f, "So: " + torn + call) == "So: " + moved, torn);
        BOOST_TEST(read(f, torn + "none") == torn + "none||", torn);
    }
    for (std::string const said :
         {"Write <tool_call to begin one.", "<tool_call", "a <tool_call\n<b>b</b>"}) {
        BOOST_TEST(read(f, said) == said + "||", said);
    }
    std::string const words = "Use <tool_call for it.\n";
    BOOST_TEST(read(f, words + call) == words + moved);
    // a marker in the namespace of the dialect's own, or with the same first word between bars
    chat::format spaced = formats::tagged();
    spaced.tools.calls = {"<x:calls>\n", "<function=", "</function>\n", "", "</x:calls>"};
    std::string const in_space = inner.substr(0, inner.find("</tool_call>")) + "</x:calls>";
    BOOST_TEST(read(spaced, "<x:call>\n<x:calls>\n" + in_space) == moved);
    BOOST_TEST(read(spaced, "So:\n<x:of it>\n<x:calls>\n" + in_space) == "So:\n" + moved);
    BOOST_TEST(read(spaced, "<x:of it>\nnone") == "<x:of it>\nnone||");
}

BOOST_AUTO_TEST_CASE(tags_of_others_may_stand_around_a_part_of_a_call) {
    std::string const inner = "<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n";
    chat::format const f = formats::tagged();
    BOOST_TEST(read(f, "<function_invocation>\n" + inner + "</function_invocation>") == moved);
    BOOST_TEST(read(f, "<tool_call>\n<function_invocation>\n" + inner +
                           "</function_invocation>\n</tool_call>") == moved);
    BOOST_TEST(read(f, "<tool_call>\n" + inner + "</function_invocation>\n</tool_call>\nDone.") ==
               "\nDone." + moved);
    BOOST_TEST(read(f, "<tool_call>\n" + inner + "</tool_call>\n</function_invocation>\nmore") ==
               "</function_invocation>\nmore" + moved);
    // a name with a marker behind it
    std::string const named = "move\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n";
    for (std::string const name : {"user", "function"}) {
        BOOST_TEST(read(formats::key_value_tags(), "<" + name + ">" + named + "</" + name + ">") == moved,
                   name);
        std::string const said = "<" + name + ">move it</" + name + ">";
        BOOST_TEST(read(formats::key_value_tags(), said) == said + "||", said);
    }
}

BOOST_AUTO_TEST_CASE(tags_around_the_name_of_an_argument_may_be_doubled_or_lost) {
    chat::format const f = formats::key_value_tags();
    std::string const value = "\n<arg_value>x</arg_value>\n</tool_call>";
    for (std::string const& key :
         {std::string("<arg_key><arg_key>to</arg_key>"), std::string("<arg_key>to</arg_key></arg_key>"),
          std::string("<arg_key>to</arg_key>\n</arg_key>"), std::string("to</arg_key>"),
          std::string("<tool_call>to</arg_key>")}) {
        BOOST_TEST(read(f, "<tool_call>move\n" + key + value) == moved, key);
        BOOST_TEST(read(f, "So.\n<tool_call>move\n" + key + value) == "So.\n" + moved, key);
    }
    BOOST_TEST(read(f, "<tool_call>move to</arg_key>" + value) == moved);
    BOOST_TEST(read(f, "<tool_call>move\n<arg_key>to</arg_key>x</arg_value>\n</tool_call>") == moved);
    BOOST_TEST(read(f, "<tool_call>move\n<arg_key>to</arg_key>\nx y</arg_value>\n</tool_call>") ==
               R"(|| move{"to": "x y"})");
    // only the name of an argument that some tool has needs no tag in front
    BOOST_TEST(read(f, "<tool_call>move\nfrom</arg_key>" + value).find("from\":") == std::string::npos);
    // a value keeps what would be a tag of a name
    BOOST_TEST(
        read(f,
             "<tool_call>move\n<arg_key>to</arg_key>\n<arg_value>to</arg_key> x</arg_value>\n</tool_call>") ==
        R"(|| move{"to": "to</arg_key> x"})");
}

BOOST_AUTO_TEST_CASE(an_object_in_a_fence_that_an_answer_begins_with_is_a_call) {
    std::string const object = R"({"name": "move", "arguments": {"to": "x"}})";
    for (chat::format const& f :
         {formats::json_in_tags(), formats::json_array_with_ids(), formats::tagged(),
          formats::key_value_tags(), formats::name_in_tag(), formats::noted(), formats::bare_json()}) {
        for (std::string const fence : {"```json\n", "```\n"}) {
            BOOST_TEST(read(f, fence + object + "\n```") == moved, fence);
            BOOST_TEST(read(f, "\n" + fence + object + "```\n") == moved, fence);
            BOOST_TEST(read(f, fence + "[" + object + ", " + object + "]\n```") ==
                           moved + R"( move{"to": "x"})",
                       fence);
            for (std::string const& other :
                 {std::string(R"({"name": "fly", "arguments": {"to": "x"}})"), std::string(R"({"to": "x"})"),
                  std::string(R"(["move", "rest"])"), std::string("{}"), std::string("move it")}) {
                std::string const said = fence + other + "\n```";
                BOOST_TEST(read(f, said) == said + "||", said);
            }
        }
        // behind text it is an example
        std::string const said = "As in\n```\n" + object + "\n```\nthat is.";
        BOOST_TEST(read(f, said) == said + "||");
    }
    std::string const said = "As in\n```json\n" + object + "\n```\nthat is.";
    BOOST_TEST(read(formats::json_in_tags(), said) == said + "||");
    BOOST_TEST(read(formats::tagged(), said) == said + "||");
}

BOOST_AUTO_TEST_CASE(a_tag_where_a_name_is_expected_is_no_name) {
    for (chat::format const& f : {formats::key_value_tags(), formats::noted()}) {
        std::string const& opener = f.tools.calls.item_open;
        std::string const& closer = f.tools.calls.item_close;
        BOOST_TEST(read(f, opener + "\n<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n" +
                               closer) == moved);
        BOOST_TEST(read(f, opener + "\n<function=rest>\n</function>\n" + closer) == "|| rest{}");
        BOOST_TEST(read(f, opener + "<other=move>" + closer).find("<other=move>{") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(an_object_in_the_tag_of_another_dialect_is_a_call_of_a_known_tool) {
    std::string const object = R"({"name": "move", "arguments": {"to": "x"}})";
    chat::format barred = formats::name_in_tag();
    barred.tools.calls = {"<|calls|>", "<|call|>", "<|end|>", "", "<|ends|>"};
    constexpr std::pair<std::string_view, std::string_view> tags[] = {
        {"<toolcall>", "</toolcall>"},
        {"<tool_calls>", "</tool_calls>"},
        {"<tool-call>", "</tool-call>"},
        {"<|tool_call|>", "<|/tool_call|>"},
        {"<tool>", "</tool>"},
        {"<function_call>", "</function_call>"},
        {"<tool_call id=\"1\">", "</tool_call>"}};
    for (chat::format const& f :
         {formats::json_in_tags(), formats::tagged(), formats::key_value_tags(), formats::noted(), barred}) {
        for (auto const& [opener, closer] : tags) {
            std::string const open(opener);
            std::string const close(closer);
            BOOST_TEST(read(f, open + "\n" + object + "\n" + close) == moved, open);
            BOOST_TEST(read(f, open + "[" + object + "]" + close) == moved, open);
            BOOST_TEST(read(f, "So: " + open + object + close + " Done.") == "So:  Done." + moved, open);
            for (std::string const& said :
                 {"Write " + open + " around {\"name\": \"move\"}.", open + "{\"name\": \"fly\"}" + close,
                  open + "[1, 2]" + close, open + "move it" + close}) {
                BOOST_TEST(read(f, said) == said + "||", said);
            }
        }
    }
    BOOST_TEST(read(barred, "<tool_call>\n" + object + "\n</tool_call>") == moved);
    // the end of another dialect behind an object
    BOOST_TEST(read(formats::json_in_tags(), "<tool_call>\n" + object + "\n</function_call>") == moved);
}

BOOST_AUTO_TEST_CASE(the_signs_around_a_name_in_a_tag_may_be_others) {
    for (char const* const call :
         {R"(<function=move>{"to": "x"}</function>)", R"(<function=move{"to": "x"}</function>)",
          R"(<function=move({"to": "x"})</function>)", R"(<function=move,{"to": "x"}</function>)",
          R"(<function=move[]{"to": "x"}</function>)", R"(<function(move){"to": "x"}</function>)",
          R"(<function/move>{"to": "x"}</function>)", R"(<function=move>{"to": "x"}<function>)",
          R"(<function=move{"to": "x"}>)", R"(<function=move{"to": "x"})"}) {
        std::string const text = call;
        std::string const sign = text.ends_with("}>") ? ">" : "";
        BOOST_TEST(read(formats::bare_json(), text) == sign + moved, text);
        BOOST_TEST(read(formats::bare_json(), "So:\n" + text).ends_with(moved), text);
    }
    for (std::string const said :
         {"<function=move> is a tag", "<function(move) and <function/move>", "<function=fly{\"to\": \"x\"}",
          "<function=movement{\"to\": \"x\"}", "<function=move, that is"}) {
        BOOST_TEST(read(formats::bare_json(), said) == said + "||", said);
    }
}

BOOST_AUTO_TEST_CASE(the_name_in_the_tag_that_ends_an_argument_is_one_of_many) {
    std::string properties;
    for (int i = 0; i < 40; ++i) {
        properties += (i > 0 ? ", \"" : "\"") + ("a" + std::to_string(i)) + R"(": {"type": "string"})";
    }
    std::vector<chat::tool> const many{
        {"move", "",
         boost::json::parse(R"({"type": "object", "properties": {"to": {"type": "string"}, )" + properties +
                            "}}")}};
    auto const call = [](std::string const& value) {
        return "<tool_call>\n<function=move>\n<parameter=to>\n" + value + "\n</function>\n</tool_call>";
    };
    BOOST_TEST(reading::read(formats::tagged(), many, call("x\n</parameter=to>")) == moved);
    BOOST_TEST(reading::read(formats::tagged(), many,
                             call("x\n</parameter=to>\n<parameter=a39>\ny\n</parameter=a39>")) ==
               R"(|| move{"to": "x", "a39": "y"})");
    BOOST_TEST(reading::read(formats::tagged(), many, call("x\n</parameter=other>\n</parameter>")) ==
               R"(|| move{"to": "x\n</parameter=other>"})");
}

BOOST_AUTO_TEST_CASE(several_texts_that_end_turns_are_no_content_behind_calls) {
    std::string const call =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    BOOST_TEST(read(formats::json_in_tags(), call + "<|im_end|>\n<|endoftext|>") == moved);
    // or begin what follows a call
    for (char const* const end : {"<|eom|>", "<|assistant_end|>", "<start_function_response>"}) {
        BOOST_TEST(read(formats::json_in_tags(), call + end) == moved, end);
    }
}

BOOST_AUTO_TEST_CASE(a_call_in_a_thought_that_words_open_and_nothing_closes_is_one) {
    chat::format f = formats::json_in_tags();
    f.reasoning = {chat::reasoning_mode::tag_based, "My thoughts:\n", "[ANSWER]"};
    f.reasoning.spoken = true;
    std::string const call =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    BOOST_TEST(read(f, "My thoughts:\nHm.\n" + call) == "|My thoughts:\nHm.| move{\"to\": \"x\"}");
    BOOST_TEST(read(f, "My thoughts:\nHm: " + call + "?\n[ANSWER]No.") ==
               "No.|My thoughts:\nHm: " + call + "?\n|");
}

BOOST_AUTO_TEST_CASE(a_call_as_python_has_it_is_one_behind_any_marker) {
    for (char const* const call :
         {"<tool_call>\nmove(to=\"x\")\n</tool_call>", "<tool_call>move('x')</tool_call>"}) {
        BOOST_TEST(read(formats::json_in_tags(), call) == moved, call);
        BOOST_TEST(read(formats::key_value_tags(), call) == moved, call);
    }
    BOOST_TEST(read(formats::key_value_tags(), "Hi <tool_call>rest()</tool_call>") == "Hi || rest{}");
    BOOST_TEST(read(formats::bare_json(), "[move(to='x'), rest()]") == moved + " rest{}");
    // no call: an example, and a name that no tool has
    BOOST_TEST(read(formats::bare_json(), "Say [move(to='x')]") == "Say [move(to='x')]||");
    BOOST_TEST(read(formats::bare_json(), "[run(to='x')]") == "[run(to='x')]||");
}

BOOST_AUTO_TEST_CASE(a_call_as_python_has_it_is_none_in_prose) {
    for (std::string const text :
         {"<tool_call>rest() is what I would call</tool_call> ok", "<tool_call>move('x'): no.</tool_call>"}) {
        for (chat::format const& f : {formats::json_in_tags(), formats::key_value_tags()}) {
            BOOST_TEST(!read(f, text).ends_with('}'), read(f, text));
        }
    }
    for (std::string const text :
         {"[rest()](https://example.com) is a link", "[move('x'), run('y')] and so on",
          "[run('y'), move('x')]", "[move(to='x')]: a list", "[rest() or not]"}) {
        BOOST_TEST(read(formats::bare_json(), text) == text + "||", text);
    }
    BOOST_TEST(read(formats::bare_json(), "[move(to='x, (y)'), rest(),]\nSo.") ==
               "So.|| move{\"to\": \"x, (y)\"} rest{}");
    BOOST_TEST(read(formats::json_in_tags(),
                    "<tool_call>move(to='x')</tool_call><tool_call>rest()</tool_call>") == moved + " rest{}");
    for (char const* const end : {"", "\n", "<tool_call>", "</tool>", "<|im_end|>", "\n<|im_end|>\n"}) {
        BOOST_TEST(
            read(formats::json_in_tags(), std::string("<tool_call>move(to=\"x\")") + end).ends_with(moved),
            end);
    }
    // its text flows, and a cut one is a beginning
    BOOST_TEST(read(formats::json_in_tags(), "<tool_call>move(to='x") == R"(|| move{"to": ?)");
}

BOOST_AUTO_TEST_CASE(a_marker_and_the_next_word_of_a_sentence_are_no_call) {
    struct {
        chat::format format;
        std::string marker;
        std::string call;
    } const rows[] = {
        {formats::key_value_tags(), "<tool_call>",
         "move\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n</tool_call>"},
        {formats::pythonic(), "<|calls|>", "[move(to=\"x\")]<|/calls|>"},
        {formats::noted(), "<call>", "move{to:<q>x<q>}</call>"},
    };
    for (auto const& [format, marker, call] : rows) {
        for (std::string const rest : {" now.", " here:", ", then", " tokens (special ones) are", "?"}) {
            std::string const prose = "I write " + marker + rest;
            BOOST_TEST(read(format, prose + "\n" + marker + call).starts_with(prose), prose);
            BOOST_TEST(read(format, prose + "\n" + marker + call).ends_with(moved), prose);
        }
        for (std::string const rest :
             {" here.", ".", "?", " marker: opens a call.", " tokens (special ones) for that."}) {
            std::string const prose = "I write " + marker + rest;
            BOOST_TEST(read(format, prose) == prose + "||");
        }
        // a beginning of a call
        BOOST_TEST(read(format, "Hi " + marker + "mov") == "Hi ||");
        BOOST_TEST(read(format, "Hi " + marker + "my.") == "Hi ||");
    }
}

BOOST_AUTO_TEST_CASE(an_id_may_be_long) {
    for (std::size_t const size : {std::size_t{20}, std::size_t{300}, std::size_t{800}}) {
        BOOST_TEST(read(formats::bare_json(), "{\"id\": \"" + std::string(size, 'i') +
                                                  R"(", "name": "move", "parameters": {"to": "x"}})") ==
                   moved);
    }
}

BOOST_AUTO_TEST_CASE(the_name_of_an_argument_ends_with_any_end_tag) {
    BOOST_TEST(read(formats::key_value_tags(),
                    "<tool_call>move\n<arg_key>to</arg_value>\n<arg_value>x</arg_value>"
                    "\n</tool_call>") == moved);
}

BOOST_AUTO_TEST_CASE(calls_as_python_has_them_may_be_several_between_the_markers_of_one) {
    std::string const both = moved + " rest{}";
    for (chat::format const& f : {formats::json_in_tags(), formats::key_value_tags()}) {
        BOOST_TEST(read(f, "<tool_call>move('x')\nrest()</tool_call>") == both);
        BOOST_TEST(read(f, "<tool_call>\nmove(to='x'), rest()\n</tool_call>") == both);
    }
    std::string const prose = "<tool_call>move('x') and rest()</tool_call>";
    BOOST_TEST(read(formats::json_in_tags(), prose) == prose + "||");
}

BOOST_AUTO_TEST_CASE(an_apostrophe_with_a_backslash_in_a_string_of_json_is_one) {
    std::string const said = R"(|| move{"to": "it's"})";
    BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": {"to": "it\'s"}})") == said);
    BOOST_TEST(read(formats::name_in_tag(), R"(<calls><call:move#i1>{"to": "it\'s"}</call></calls>)") ==
               said);
    BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": "{\"to\": \"it\\'s\"}"})") ==
               said);
}

BOOST_AUTO_TEST_CASE(white_space_in_front_of_an_end_on_a_line_of_its_own_is_none_of_the_value) {
    auto const call = [](std::string const& value) {
        return "<tool_call>\n<function=move>\n  <parameter=to>\n" + value +
               "</parameter>\n</function>\n</tool_call>";
    };
    for (char const* const depth : {"", "  ", "    ", "\t", "\t\t"}) {
        BOOST_TEST(read(formats::tagged(), call("x\n" + std::string(depth))) == moved, depth);
    }
    BOOST_TEST(read(formats::tagged(), call(" x\n  y\n  ")) == R"(|| move{"to": " x\n  y"})");
    // on the same line, or in front of the line end that the format has, it is the value's
    BOOST_TEST(read(formats::tagged(), call("x  ")) == R"(|| move{"to": "x  "})");
    BOOST_TEST(read(formats::tagged(), call("x\n  \n")) == R"(|| move{"to": "x\n  "})");
    BOOST_TEST(read(formats::tagged(), call("<parameter=a>\n  </parameter>\n")) ==
               R"(|| move{"to": "<parameter=a>\n  </parameter>"})");
}

BOOST_AUTO_TEST_CASE(calls_of_several_ways_stand_in_one_fence) {
    std::string const own =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>\n";
    std::string const tags =
        "<tool_call>\n<function=move>\n<parameter=to>\nx\n</parameter>\n</function>\n</tool_call>\n";
    std::string const both = moved + R"( move{"to": "x"})";
    BOOST_TEST(read(formats::json_in_tags(), "```xml\n" + own + tags + "```") == both);
    BOOST_TEST(read(formats::json_in_tags(), "```xml\n" + tags + own + "```") == both);
    BOOST_TEST(read(formats::json_in_tags(), "```xml\n" + own + tags + "So.") == "```xml\n\n\nSo." + both);
}

BOOST_AUTO_TEST_CASE(braces_with_nothing_between_may_be_missing_where_the_opening_marker_is_too) {
    chat::format f = formats::noted();
    f.tools.calls = {"", "<call>call:", "</call>", "", ""};
    for (char const* const open : {"<call>", ""}) {
        BOOST_TEST(read(f, open + std::string("call:rest</call>")) == "|| rest{}", open);
        BOOST_TEST(read(f, open + std::string("call:rest{}</call>")) == "|| rest{}", open);
    }
    BOOST_TEST(read(f, "I call:rest now") == "I call:rest now||");
}

BOOST_AUTO_TEST_CASE(a_list_of_calls_may_be_the_member_of_an_object) {
    for (chat::format const& f :
         {formats::json_in_tags(), formats::json_array_with_ids(), formats::bare_json(), formats::tagged()}) {
        BOOST_TEST(read(f, R"({"tool_calls": [{"name": "move", "arguments": {"to": "x"}}, )"
                           R"({"name": "rest", "arguments": {}}]})") == moved + " rest{}");
        BOOST_TEST(read(f,
                        "{\n  \"tool_calls\": [\n    {\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n"
                        "  ]\n}<|im_end|>") == moved);
        for (std::string const none :
             {R"({"tool_calls": []})", R"({"tool_calls": [{"name": "other", "arguments": {}}]})",
              R"({"tools": [{"name": "move", "arguments": {"to": "x"}}]})"}) {
            BOOST_TEST(read(f, none) == none + "||");
        }
    }
    // each in the shape of a request
    BOOST_TEST(read(formats::json_in_tags(),
                    R"({"tool_calls": [{"id": "a", "type": "function", "function": )"
                    R"({"name": "move", "arguments": "{\"to\": \"x\"}"}}]})") == moved);
}

BOOST_AUTO_TEST_CASE(a_call_may_be_the_member_of_an_object) {
    for (std::string const key : {"tool_call", "function_call"}) {
        std::string const wrapped = "{\"" + key + R"(": {"name": "move", "arguments": {"to": "x"}}})";
        chat::format const f = formats::bare_json();
        BOOST_TEST(read(f, wrapped) == moved, wrapped);
        BOOST_TEST(read(f, wrapped + "<|im_end|>") == moved, wrapped);
        for (std::string const& none :
             {"{\"" + key + R"(": {"name": "other", "arguments": {}}})", "{\"" + key + R"(": "move"})",
              "As in {\"" + key + R"(": {"name": "move"}})"}) {
            BOOST_TEST(read(f, none) == none + "||", none);
        }
        BOOST_TEST(read(formats::json_in_tags(), "<tool_call>\n" + wrapped + "\n</tool_call>") == moved);
    }
}

BOOST_AUTO_TEST_CASE(an_object_behind_a_marker_may_have_other_members_than_the_dialects) {
    auto const between = [](std::string const& object) {
        return read(formats::json_in_tags(), "<tool_call>\n" + object + "\n</tool_call>");
    };
    // the name of a tool as the key of its arguments
    BOOST_TEST(between(R"({"move": {"to": "x"}})") == moved);
    BOOST_TEST(between(R"({'rest': {}})") == "|| rest{}");
    BOOST_TEST(between(R"({"other": {"to": "x"}})").find("move") == std::string::npos);
    BOOST_TEST(between(R"({"move": "x"})").find("move{") == std::string::npos);
    BOOST_TEST(between(R"({"name": "move", "rest": {"to": "x"}})") == moved);
    BOOST_TEST(between(R"({"arguments": {"to": "x"}, "name": "move"})") == moved);
    // keys of others
    BOOST_TEST(between(R"({"action": "move", "action_input": {"to": "x"}})") == moved);
    BOOST_TEST(between(R"({"function_name": "move", "function_args": {"to": "x"}})") == moved);
    BOOST_TEST(between(R"({"name": "move", "action": "stay", "to": "x"})").starts_with("|| move{"));
    // a name without quotes
    BOOST_TEST(between(R"({"name": move, "arguments": {"to": "x"}})") == moved);
    BOOST_TEST(read(formats::bare_json(), R"({"name": move, "parameters": {"to": "x"}})") == moved);
    std::string const longer = R"({"name": moves, "parameters": {"to": "x"}})";
    BOOST_TEST(read(formats::bare_json(), longer) == longer + "||");
}

BOOST_AUTO_TEST_CASE(arguments_in_a_list_of_one_are_those) {
    auto const with = [](std::string const& arguments) {
        return read(formats::json_in_tags(),
                    R"(<tool_call>{"name": "move", "arguments": )" + arguments + "}</tool_call>");
    };
    BOOST_TEST(with(R"([{"to": "x"}])") == moved);
    BOOST_TEST(with(R"([ {"how": {"a": [{"b": "]}"}]}} ])") == R"(|| move{"how": {"a": [{"b": "]}"}]}})");
    BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": [{"to": "x"}]})") == moved);
    for (std::string const others : {R"([{"to": "x"}, {"to": "y"}])", R"([[{"to": "x"}]])", R"(["x"])"}) {
        BOOST_TEST(with(others) == "|| move{}?", others);
    }
    // that of another member is none
    BOOST_TEST(
        read(formats::json_in_tags(), R"(<tool_call>{"name": "move", "how": [{"to": "x"}]}</tool_call>)") ==
        R"(|| move{"how": [{"to": "x"}]})");
}

BOOST_AUTO_TEST_CASE(short_arguments_may_stand_in_front_of_the_name) {
    BOOST_TEST(read(formats::bare_json(), R"({"parameters": {"to": "x"}, "name": "move"})") == moved);
    BOOST_TEST(read(formats::bare_json(),
                    R"({"type": "function", "arguments": {"to": "x"}, "name": "move"})") == moved);
    BOOST_TEST(read(formats::bare_json(),
                    R"({"parameters": {"how": {"a": "}, {", "name": "move"}}, "name": "move"})") ==
               R"(|| move{"how": {"a": "}, {", "name": "move"}})");
    // an answer in JSON
    std::string const text(2'000, 'x');
    for (std::string const& answer : {std::string(R"({"parameters": {"to": "x"}, "name": "run"})"),
                                      std::string(R"({"parameters": {"to": "x"}, "id": 1, "n": "move"})"),
                                      std::string(R"({"parameters": {"how": {}, "name": "move"}, "n": 1})"),
                                      R"({"parameters": {"to": ")" + text + R"("}, "name": "move"})"}) {
        BOOST_TEST(read(formats::bare_json(), answer) == answer + "||");
    }
}

BOOST_AUTO_TEST_CASE(a_number_may_be_written_as_other_languages_have_it) {
    for (auto const& [number, json] :
         {std::pair("01", "1"), std::pair("+1", "1"), std::pair(".5", "0.5"), std::pair("0x10", "16"),
          std::pair("-0.5", "-0.5"), std::pair("0", "0")}) {
        std::string const called = std::string(R"(|| move{"how": {"a": )") + json + "}}";
        std::string const object = std::string(R"({"how": {"a": )") + number + "}}";
        BOOST_TEST(read(formats::bare_json(), R"({"name": "move", "parameters": )" + object + "}") == called);
        BOOST_TEST(read(formats::json_in_tags(), "<tool_call>\n{\"name\": \"move\", \"arguments\": " +
                                                     object + "}\n</tool_call>") == called);
        BOOST_TEST(read(formats::name_in_tag(), "<calls><call:move#i1>" + object + "</call></calls>") ==
                   called);
    }
}

BOOST_AUTO_TEST_CASE(arguments_may_stand_in_tags_of_their_names) {
    auto const tagged = [](std::string const& inside) {
        return read(formats::tagged(),
                    "<tool_call>\n<function=move>\n" + inside + "\n</function>\n</tool_call>");
    };
    BOOST_TEST(tagged("<to>x</to>") == moved);
    BOOST_TEST(tagged("<to>\nx\n</to>") == moved);
    BOOST_TEST(tagged("<to>x</to>\n<how>{\"a\": 1}</how>") == R"(|| move{"to": "x", "how": {"a": 1}})");
    BOOST_TEST(read(formats::key_value_tags(), "<tool_call>move\n<to>x</to>\n</tool_call>") == moved);
    // an end in the value is text, unless something follows that shows that it is one
    BOOST_TEST(tagged("<to><how>x</how> </to>b</to>") == R"(|| move{"to": "<how>x</how> </to>b"})");
    BOOST_TEST(tagged("<other>x</other>").find("move{\"") == std::string::npos);
    BOOST_TEST(read(formats::tagged(), "<tool_call>\n<function=move>\n<to>x</to>").find("}") ==
               std::string::npos);
    // or as one object in a tag
    for (std::string const word : {"arguments", "parameters"}) {
        BOOST_TEST(tagged("<" + word + ">{\"to\": \"x\"}</" + word + ">") == moved, word);
        BOOST_TEST(tagged("<" + word + ">\n{\"to\": \"x\"}\n</" + word + ">") == moved, word);
    }
}

BOOST_AUTO_TEST_CASE(an_argument_may_begin_on_the_line_of_a_value_that_nothing_ends) {
    auto const tagged = [](std::string const& value) {
        return read(formats::tagged(),
                    "<tool_call>\n<function=move>\n<parameter=to>" + value + "\n</function>\n</tool_call>");
    };
    std::string const both = R"(|| move{"to": "x", "how": {"a": 1}})";
    BOOST_TEST(tagged("x<parameter=how>{\"a\": 1}</parameter>") == both);
    BOOST_TEST(tagged("\nx<parameter=how>\n{\"a\": 1}\n</parameter>") == both);
    BOOST_TEST(tagged("x<parameter=how>{\"a\": 1}") == both);
    BOOST_TEST(read(formats::key_value_tags(),
                    "<tool_call>move\n<arg_key>to</arg_key>\n<arg_value>x<arg_key>how</arg_key>\n"
                    "<arg_value>{\"a\": 1}</arg_value>\n</tool_call>") == both);
    // text about it
    for (std::string const value :
         {"Write <parameter=how> here", "`<parameter=how>` is one", "Is it <parameter=how>?",
          "a <parameter=how>b</parameter> c", "a<parameter=other>b", "a<parameter=how"}) {
        BOOST_TEST(tagged("\n" + value + "\n</parameter>") == R"(|| move{"to": ")" + value + R"("})");
    }
}

BOOST_AUTO_TEST_CASE(text_for_a_tool_is_the_one_argument_that_it_must_be) {
    auto const tool = [](char const* name, char const* parameters) {
        return chat::tool{name, "", boost::json::parse(parameters)};
    };
    std::vector<chat::tool> const several{
        tool("run", R"({"type": "object", "properties": {"code": {"type": "string"}}})"),
        tool("seek", R"({"type": "object", "required": ["what"], "properties": {"most": {"type": "integer"},
                         "what": {"type": "string"}}})"),
        tool("count", R"({"type": "object", "properties": {"to": {"type": "integer"}}})"),
        tool("join",
             R"({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}})")};
    auto const to = [&](std::string const& name, std::string const& text) {
        return reading::read(formats::channels(), several,
                             "<|channel|>commentary to=functions." + name + " code<|message|>" + text);
    };
    BOOST_TEST(to("run", "print(\"a\")\nprint(1)<|call|>") ==
               "|| run{\"code\": \"print(\\\"a\\\")\\nprint(1)\"}");
    BOOST_TEST(to("run", "nullify(1)<|call|>") == "|| run{\"code\": \"nullify(1)\"}");
    BOOST_TEST(to("seek", "the west<|call|>") == R"(|| seek{"what": "the west"})");
    BOOST_TEST(to("run", R"({"code": "a"}<|call|>)") == R"(|| run{"code": "a"})");
    BOOST_TEST(to("run", R"({"code<|call|>)").find("{\"code\": \"{") == std::string::npos);
    BOOST_TEST(to("run", "null<|call|>") == "|| run{}");
    BOOST_TEST(to("run", "<|call|>") == "|| run{}");
    // where nothing ends it, more might have followed
    BOOST_TEST(to("run", "print(1").ends_with("?"));
    for (char const* const name : {"count", "join"}) {
        BOOST_TEST(to(name, "three<|call|>").ends_with("?"), name);
    }
}

BOOST_AUTO_TEST_CASE(a_name_and_an_object_that_an_answer_begins_with_are_a_call) {
    for (chat::format const& f : {formats::json_in_tags(), formats::json_array_with_ids(), formats::tagged(),
                                  formats::key_value_tags(), formats::name_in_tag()}) {
        for (std::string const name :
             {"move", "functions.move", "functions.move:0", "move:12", "move[ARGS]", "move "}) {
            BOOST_TEST(read(f, name + R"({"to": "x"})") == moved, name);
        }
        BOOST_TEST(read(f, "move{\"to\": \"x\"}\nmove{\"to\": \"x\"}<|im_end|>") ==
                   moved + R"( move{"to": "x"})");
        for (std::string const none :
             {R"(other{"to": "x"})", R"(So move{"to": "x"})", R"(move {to})", R"(moves{"to": "x"})",
              R"(move: {"to": "x"})", R"(move is a tool.)", R"(move[0]{"to": "x"})"}) {
            BOOST_TEST(read(f, none) == none + "||", none);
        }
    }
}

BOOST_AUTO_TEST_CASE(of_calls_that_an_answer_begins_with_the_markers_in_front_may_be_missing) {
    chat::format f = formats::name_in_tag();
    f.tools.calls = {"<calls>", "<call>", "</call>", "", "</calls>"};
    f.tools.call = {formats::name, formats::text("<args>"), formats::arguments};
    std::string const call = R"(move<args>{"to": "x"})";
    BOOST_TEST(read(f, call) == moved);
    BOOST_TEST(read(f, "functions.move:0" + call.substr(4) + "</calls>\n" + call + "</call></calls>") ==
               moved + R"( move{"to": "x"})");
    BOOST_TEST(read(f, "move<args> is") == "move<args> is||");
    BOOST_TEST(read(f, "fly<args>{\"to\": \"x\"}") == "fly<args>{\"to\": \"x\"}||");
}

BOOST_AUTO_TEST_CASE(behind_the_end_of_a_thought_that_the_prompt_has_opened_there_may_be_another) {
    chat::format const f = formats::thinking(formats::json_in_tags());
    BOOST_TEST(read(f, "</think><think>more</think>Hi") == "Hi|more|");
    BOOST_TEST(read(f, "</think><think>\nmore\n</think>\n\nHi") == "Hi|more|");
    BOOST_TEST(read(f, "</think>\n\n<think>\nmore") == "|more|");
    BOOST_TEST(read(f, "</think><think>one</think>\n<think>two</think>Hi") == "Hi|one\ntwo|");
    // closed again
    BOOST_TEST(read(f, "</think>\n</think>\n\nHi") == "Hi||");
    // an answer may be about the marker
    BOOST_TEST(read(f, "</think><think> is a tag.") == "<think> is a tag.||");
    BOOST_TEST(read(f, "</think>The </think> tag.") == "The </think> tag.||");
}

BOOST_AUTO_TEST_CASE(calls_in_a_thought_that_ends_behind_them_and_with_the_answer_are_made) {
    chat::format f = formats::thinking(formats::json_in_tags());
    f.stops = {"<|over|>"};
    std::string const call =
        "<tool_call>\n{\"name\": \"move\", \"arguments\": {\"to\": \"x\"}}\n</tool_call>";
    std::string const made = R"(|hm| move{"to": "x"})";
    for (char const* const end :
         {"\n</think>", "</think>\n\n", "\n</think>\n\n<|over|>", "\n</think></think>"}) {
        BOOST_TEST(read(f, "<think>\nhm" + call + end) == made, end);
    }
    BOOST_TEST(read(f, "<think>\nhm\n" + call + "\n" + call + "\n</think>") == made + R"( move{"to": "x"})");
    // what follows tells that they were only thought of, and so does text in front of the end
    BOOST_TEST(read(f, "<think>\nhm" + call + "\n</think>\n\nHi") == "Hi|hm" + call + "|");
    BOOST_TEST(read(f, "<think>\nhm" + call + "\n</think>" + call) == "|hm" + call + R"(| move{"to": "x"})");
    BOOST_TEST(read(f, "<think>\nhm" + call + " or not</think>") == "|hm" + call + " or not|");
    BOOST_TEST(read(f, "<think>\nhm" + call + " or " + call + "\n</think>") ==
               "|hm" + call + " or " + call + "|");
    // an end behind a call is none of the content
    BOOST_TEST(read(f, "<think>\nhm\n</think>\n\n" + call + "\n</think>") == made);
}

BOOST_AUTO_TEST_CASE(what_ends_generation_is_none_of_a_thought_where_the_answer_ends) {
    for (bool const callable : {true, false}) {
        chat::format f = callable ? formats::json_in_tags() : chat::format();
        f = formats::thinking(f);
        f.stops = {"<|over|>", "[e~["};
        BOOST_TEST(read(f, "<think>\nhm<|over|>") == "|hm|");
        BOOST_TEST(read(f, "<think>\nhm[e~[\n<|over|>\n") == "|hm|");
        BOOST_TEST(read(f, "<think>\nhm <|over|> hm") == "|hm <|over|> hm|");
        BOOST_TEST(read(f, "<think>\nhm <|over|></think>Hi") == "Hi|hm <|over|>|");
    }
}

BOOST_AUTO_TEST_CASE(the_header_of_an_answer_is_left_out_with_its_role) {
    chat::format f = formats::bare_json();
    f.turn_start = "<|header|>assistant<|/header|>\n\n";
    f.content.noise = {"<|header|>", "<|/header|>"};
    BOOST_TEST(read(f, f.turn_start + R"({"name": "move", "parameters": {"to": "x"}})") == moved);
    BOOST_TEST(read(f, R"({"name": "move", "parameters": {"to": "x"}})" + f.turn_start) == moved);
    BOOST_TEST(read(f, f.turn_start + "An assistant.") == "An assistant.||");
}

BOOST_AUTO_TEST_CASE(what_ends_generation_shows_that_the_last_argument_is_over) {
    auto const read_with_stops = [](chat::format f, std::string_view text) {
        f.stops = {"<|over|>", "[e~["};
        return read(f, text);
    };
    std::string const tag = "<tool_call>\n<function=move>\n<parameter=to>\nx\n</parameter>\n";
    BOOST_TEST(read_with_stops(formats::tagged(), tag + "<|over|>") == moved);
    BOOST_TEST(read_with_stops(formats::tagged(), tag + "[e~[\n<|over|>\n") == moved);
    std::string const pair = "<tool_call>move\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n";
    BOOST_TEST(read_with_stops(formats::key_value_tags(), pair + "<|over|>") == moved);
    // cut off, or a text of the value
    BOOST_TEST(read_with_stops(formats::tagged(), tag) == R"(|| move{"to": "x?)");
    BOOST_TEST(
        read_with_stops(formats::tagged(), tag + "<|over|> y\n</parameter>\n</function>\n</tool_call>") ==
        R"(|| move{"to": "x\n</parameter>\n<|over|> y"})");
}

BOOST_AUTO_TEST_CASE(the_header_of_a_message_ends_the_one_in_front_of_it) {
    std::string const thought = "<|channel|>analysis<|message|>hm";
    BOOST_TEST(read(formats::channels(), thought + "<|channel|>final<|message|>Hi") == "Hi|hm|");
    BOOST_TEST(read(formats::channels(),
                    thought + R"(<|channel|>commentary to=functions.move<|message|>{"to": "x"})" +
                        "<|call|>") == R"(|hm| move{"to": "x"})");
    BOOST_TEST(read(formats::channels(), "<|channel|>final<|message|>Hi" + thought) == "Hi|hm|");
    // a mention of it is none
    BOOST_TEST(read(formats::channels(), thought + " <|channel|> final<|end|>") == "|hm <|channel|> final|");
    BOOST_TEST(read(formats::channels(), thought + "<|channel|>final<|end|>") == "|hm<|channel|>final|");
}

BOOST_AUTO_TEST_CASE(the_recipient_in_a_header_may_have_a_blank_in_front_or_a_word_joined_to_it) {
    std::string const head = "<|channel|>commentary to=";
    std::string const body = R"(<|message|>{"to": "x"}<|call|>)";
    for (char const* const whom : {"functions.move", " functions.move", " move", "functions.movejson",
                                   "functions.movecommentary", "functions.movejson <|constrain|>json"}) {
        BOOST_TEST(read(formats::channels(), head + whom + body) == moved, whom);
    }
    BOOST_TEST(read(formats::channels(), head + " user<|message|>Hi<|end|>") == "Hi||");
    // nobody's tool, and somebody's
    BOOST_TEST(read(formats::channels(), head + "functions.gojson" + body) == R"(|| gojson{"to": "x"})");
    BOOST_TEST(read(formats::channels(), head + "functions.movejson2" + body) ==
               R"(|| movejson2{"to": "x"})");
    std::vector<chat::tool> more = tools;
    more.push_back({"movejson", "", tools.front().parameters});
    BOOST_TEST(reading::read(formats::channels(), more, head + "functions.movejson" + body) ==
               R"(|| movejson{"to": "x"})");
}

BOOST_AUTO_TEST_CASE(the_last_brace_of_a_notation_may_be_missing_in_front_of_the_end_of_its_call) {
    BOOST_TEST(read(formats::noted(), "<call>move{to:<q>x<q></call>") == moved);
    BOOST_TEST(read(formats::noted(), "<call>move{how:{a:1},to:<q>x<q></call>") ==
               R"(|| move{"how": {"a": 1}, "to": "x"})");
    BOOST_TEST(read(formats::noted(), "<call>move{to:<q>x<q></call><call>rest{}</call>") ==
               moved + " rest{}");
    BOOST_TEST(read(formats::noted(), "<call>move{to:a<b}</call>") == R"(|| move{"to": "a<b"})");
    BOOST_TEST(read(formats::noted(), "<call>move{to:<q></call><q>}</call>") ==
               R"(|| move{"to": "</call>"})");
    BOOST_TEST(read(formats::noted(), "<call>move{to:<q>x<q>").ends_with('?'));
    BOOST_TEST(read(formats::noted(), "<call>move{how:{a:1</call>").ends_with('?'));
}

BOOST_AUTO_TEST_CASE(the_word_for_the_kind_of_a_call_may_be_missing_in_front_of_its_marker) {
    chat::format f;
    f.tools.calls = {"<|calls|>", "<|call|>function<|sep|>", "<|end|>", "", "<|/calls|>"};
    f.tools.call = {formats::name, formats::text("\n"), formats::arguments};
    f.tools.parallel = true;
    std::string const behind = "move\n{\"to\": \"x\"}<|end|>";
    BOOST_TEST(read(f, "<|calls|><|call|>function<|sep|>" + behind + "<|/calls|>") == moved);
    BOOST_TEST(read(f, "<|calls|><|call|><|sep|>" + behind + "<|/calls|>") == moved);
    BOOST_TEST(read(f, "So: <|calls|><|call|><|sep|>" + behind +
                           "<|call|><|sep|>rest\n{}<|end|><|/calls|>") == "So: " + moved + " rest{}");
}

BOOST_AUTO_TEST_CASE(a_namespace_behind_the_names_of_tags_may_be_missing) {
    chat::format f = formats::key_value_tags();
    f.tools.calls = {"<calls:x>\n", "<call:x>", "</call:x>\n", "", "</calls:x>"};
    f.tools.arguments = {"\n", "<key:x>", "</value:x>\n", "", ""};
    f.tools.values = {{formats::text("</key:x>\n<value:x>"), formats::value}};
    BOOST_TEST(
        read(f, "<calls:x>\n<call:x>move\n<key:x>to</key:x>\n<value:x>x</value:x>\n</call:x>\n</calls:x>") ==
        moved);
    std::string const call = "<call>move\n<key>to</key>\n<value>x</value>\n</call>\n";
    BOOST_TEST(read(f, "<calls>\n" + call + "</calls>") == moved);
    BOOST_TEST(read(f, "So: <calls>\n" + call + "</calls>") == "So: " + moved);
    BOOST_TEST(read(f, "<calls>\n<call>is how.") == "<calls>\n<call>is how.||");
}

BOOST_AUTO_TEST_CASE(an_id_between_two_markers_may_be_missing) {
    chat::format f;
    f.tools.calls = {"<|calls|>", "<|call|>", "<|end|>", "", "<|/calls|>"};
    f.tools.call = {formats::id, formats::text("<|name|>"), formats::name, formats::text("<|args|>"),
                    formats::arguments};
    f.tools.parallel = true;
    std::string const behind = "<|name|>move<|args|>{\"to\": \"x\"}<|end|>";
    BOOST_TEST(read(f, "<|calls|><|call|>i1" + behind + "<|/calls|>") == moved);
    BOOST_TEST(read(f, "<|calls|><|call|>" + behind + "<|/calls|>") == moved);
    BOOST_TEST(read(f, "<|calls|><|call|>" + behind + "<|call|><|name|>rest<|args|>{}<|end|><|/calls|>") ==
               moved + " rest{}");
    BOOST_TEST(read(f, "Write <|call|> first.") == "Write <|call|> first.||");
}

BOOST_AUTO_TEST_CASE(the_names_of_all_arguments_may_stand_in_front_of_their_values) {
    auto const called = [](std::string const& inside) {
        return read(formats::key_value_tags(), "<tool_call>move\n" + inside + "</tool_call>");
    };
    std::string const to = "<arg_key>to</arg_key>\n";
    std::string const how = "<arg_key>how</arg_key>\n";
    std::string const x = "<arg_value>x</arg_value>\n";
    std::string const one = "<arg_value>{\"a\": 1}</arg_value>\n";
    std::string const both = R"(|| move{"to": "x", "how": {"a": 1}})";
    BOOST_TEST(called(to + x + how + one) == both);
    BOOST_TEST(called(to + how + x + one) == both);
    BOOST_TEST(called(how + to + one + x) == R"(|| move{"how": {"a": 1}, "to": "x"})");
    // there are not as many of the one as of the others, or no tool has such an argument
    BOOST_TEST(called(to + how + x).ends_with('?'));
    BOOST_TEST(called(to + how + x + one + x).ends_with('?'));
    BOOST_TEST(called(to + "<arg_key>where</arg_key>\n" + x + one).ends_with('?'));
    BOOST_TEST(called(to + how).ends_with('?'));
}

BOOST_AUTO_TEST_CASE(the_last_braces_of_an_object_may_be_missing_where_the_answer_ends) {
    for (chat::format f : {formats::bare_json(), formats::json_in_tags()}) {
        f.stops = {"<|eot|>"};
        std::string const begin = formats::bare_json().tools == f.tools ? "" : "<tool_call>\n";
        std::string const key = begin.empty() ? "parameters" : "arguments";
        std::string const call = begin + R"({"name": "move", ")" + key + R"(": {"to": "x")";
        for (char const* const behind :
             {"}}<|eot|>", "}<|eot|>", "<|eot|>", "}\n<|eot|>", "}<|eot|><|eot|>\n"}) {
            BOOST_TEST(read(f, call + behind) == moved);
        }
        // it may go on, or was cut off
        BOOST_TEST(read(f, call + "}") == moved + "?");
        BOOST_TEST(read(f, call + "} <|eot|> is one.").ends_with(moved + "?"));
        BOOST_TEST(read(f, call + ", \"how<|eot|>").find("?") != std::string::npos, call);
    }
}

BOOST_AUTO_TEST_CASE(the_opening_quote_of_a_string_in_a_notation_may_be_missing) {
    BOOST_TEST(read(formats::noted(), "<call>move{to:x<q>}</call>") == moved);
    BOOST_TEST(read(formats::noted(), "<call>move{to:a b 3<q>,how:{a:c<q>}}</call>") ==
               R"(|| move{"to": "a b 3", "how": {"a": "c"}})");
    BOOST_TEST(read(formats::noted(), "<call>move{how:{a:[<q>b<q>,c<q>]}}</call>") ==
               R"(|| move{"how": {"a": ["b", "c"]}})");
    BOOST_TEST(read(formats::noted(), "<call>move{to:<q>}<q>,how:{a:<q>,<q>}}</call>") ==
               R"(|| move{"to": "}", "how": {"a": ","}})");
}

BOOST_AUTO_TEST_CASE(behind_the_name_of_an_argument_another_sign_may_stand_for_the_colon) {
    for (std::string const inside : {"to=<q>x<q>", "to=\"x\"", "to='x'"}) {
        BOOST_TEST(read(formats::noted(), "<call>move{" + inside + "}</call>") == moved, inside);
        BOOST_TEST(read(formats::noted(), "<call>move{how:{a:1}," + inside + "}</call>") ==
                       R"(|| move{"how": {"a": 1}, "to": "x"})",
                   inside);
    }
    // in a value it is a letter, and behind what is no name of an argument
    BOOST_TEST(read(formats::noted(), "<call>move{to:how=1}</call>") == R"(|| move{"to": "how=1"})");
    BOOST_TEST(read(formats::noted(), "<call>move{from=1}</call>").find("\"from\"") == std::string::npos);
    BOOST_TEST(read(formats::noted(), "<call>move{how:{to=1}}</call>").find("\"to\"") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
