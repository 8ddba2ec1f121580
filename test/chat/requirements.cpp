// test/chat/requirements.cpp - what has hurt users of other libraries, one case each, in the order of their complaints
// SPDX-License-Identifier: BSL-1.0
//
// A  a parse failure must not destroy the turn                         cases 1 to 6
// B  what models really write is read                                  cases 7 to 10
// C  parser and grammar agree                                          cases 11 to 14
// D  schemas of any size, or an error that says what is wrong          cases 15 to 19
// E  reasoning, grammar and tools                                      cases 20 and 21
// F  the contract with callers                                         cases 22 and 23
// G  templates                                                         cases 24 and 25
// Triggers (13, 20 and 21) have more cases in prompt.cpp and test/property/requests.cpp, hostile grammars (19) in test/gbnf/attacks.cpp.

#include "analysis/own_templates.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/trigger.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_requirements)

namespace chat = parlance::chat;
namespace x3 = boost::spirit::x3;
using parlance::errc;
using parlance::mask::matches;

namespace {

std::vector<chat::tool>
tools(std::string_view properties = R"({"path": {"type": "string"}, "text": {"type": "string"},
    "size": {"type": "integer"}})",
      std::string_view required = R"(["path", "text"])") {
    boost::json::object schema{{"type", "object"}};
    schema["properties"] = parlance::json::parse(properties).value();
    schema["required"] = parlance::json::parse(required).value();
    return {{"write", "", schema}, {"stop", "", boost::json::object{}}};
}

namespace forms {

using namespace chat::place;

inline constexpr auto thought = -("<think>\n" >> reasoning >> "\n</think>\n\n");
inline constexpr auto objects = thought >> chat::known::forms::tool_call_tags;
inline constexpr auto lines = thought >>
                              ("<tool_call>\n<function=" >>
                               call[name >> ">\n" >> *("<parameter=" >> key >> ">\n" >> -x3::lit("\n") >>
                                                       value >> "\n</parameter>\n")] >>
                               "</function>\n</tool_call>") %
                                  "\n";
inline constexpr auto bare = call["{\"name\": \"" >> name >> "\", \"parameters\": " >> arguments >> "}"];
inline constexpr auto to_functions = +(" to=functions." >> call[name >> "<|message|>" >> arguments]);

}  // namespace forms

template <auto const& Expression>
chat::format written() {
    return chat::format_of(chat::known::table<Expression>).value();
}

/// Reasoning in tags, calls as objects in tags.
chat::format objects() { return written<forms::objects>(); }
/// Reasoning in tags, calls as <function=NAME> and <parameter=KEY>, each on lines of its own.
chat::format lines() { return written<forms::lines>(); }
/// Objects without any marker.
chat::format bare() { return written<forms::bare>(); }
/// Channels.
chat::format channels() {
    chat::format f = written<forms::to_functions>();
    f.channels = {"<|start|>assistant",
                  "<|channel|>",
                  "to=functions.",
                  "<|message|>",
                  {"<|end|>", "<|return|>", "<|call|>"},
                  "analysis"};
    return f;
}

struct answer {
    chat::message message;
    std::string malformed;
    [[nodiscard]] std::string content() const {
        return std::string(chat::analysis::strip(message.content.value_or("")));
    }
    [[nodiscard]] std::string json(std::size_t i = 0) const { return parlance::json::dump(arguments(i)); }
    [[nodiscard]] std::string text(char const* key) const {
        auto const all = arguments();
        auto const* const value = all.is_object() ? all.get_object().if_contains(key) : nullptr;
        return value == nullptr ? "absent" : std::string(parlance::json::text_of(*value, "no string"));
    }
    [[nodiscard]] boost::json::value arguments(std::size_t i = 0) const {
        BOOST_REQUIRE(i < message.calls.size());
        auto const parsed = parlance::json::parse(message.calls[i].arguments);
        BOOST_REQUIRE_MESSAGE(bool(parsed), message.calls[i].arguments);
        return *parsed;
    }
};

answer read(chat::format const& f, std::string_view text, std::vector<chat::tool> const& with = tools()) {
    auto const s = chat::build_syntax(f, with);
    BOOST_REQUIRE(s);
    chat::response_parser r(*s, with);
    auto const ignore = [](chat::delta const&) {};
    r.feed(text, ignore);
    r.finish(ignore);
    return {r.so_far(), std::string(r.malformed())};
}

chat::grammar grammar(chat::format const& f, std::vector<chat::tool> const& with = tools(),
                      chat::call_policy::kind choice = chat::call_policy::kind::automatic) {
    chat::call_policy policy;
    policy.choice = choice;
    auto const s = chat::build_syntax(f, with, policy);
    BOOST_REQUIRE(s);
    auto g = chat::build_grammar(*s, with, policy);
    BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : g.error().hint.view()));
    return *std::move(g);
}

constexpr std::string_view call =
    "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"a\", \"text\": \"b\"}}\n</tool_call>";
constexpr std::string_view path_and_text = R"({"path": "a", "text": "b"})";

}  // namespace

// A. A parse failure must not destroy the turn.

BOOST_AUTO_TEST_CASE(case_01_text_between_thinking_and_a_call_is_content) {
    auto const a = read(objects(), "<think>\nhm\n</think>\n\nI write it.\n" + std::string(call));
    BOOST_TEST(a.message.reasoning == "hm");
    BOOST_TEST(a.content() == "I write it.");
    BOOST_TEST(a.json() == path_and_text);
}

BOOST_AUTO_TEST_CASE(case_02_white_space_between_markers_does_not_break_calls) {
    for (char const* const text :
         {"<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=text>\nb\n</"
          "parameter>\n"
          "</function>\n</tool_call>",
          "<tool_call><function=write><parameter=path>a</parameter><parameter=text>b</parameter></function></"
          "tool_call>",
          "\n\n<tool_call>\n\n<function=write>\n\n<parameter=path>\na\n</parameter>\n\n<parameter=text>\nb\n"
          "</parameter>\n\n</function>\n\n</tool_call>\n\n",
          "  <tool_call> <function=write> <parameter=path>a</parameter> <parameter=text>b</parameter> "
          "</function> "
          "</tool_call>"}) {
        auto const a = read(lines(), text);
        BOOST_TEST(a.json() == path_and_text, text);
        BOOST_TEST(a.content() == "", text);
    }
}

BOOST_AUTO_TEST_CASE(case_03_a_stray_marker_of_reasoning_does_not_discard_the_answer) {
    auto const a = read(objects(), "<think>\nhm\n</think>\n\nIt is done.\n<think>");
    BOOST_TEST(a.message.reasoning == "hm");
    BOOST_TEST(a.content().starts_with("It is done."));
}

BOOST_AUTO_TEST_CASE(case_04_bytes_that_are_not_utf8_are_kept) {
    for (std::size_t at = 0; at <= call.size(); ++at) {
        std::string text(call);
        text.insert(at, 1, '\xFF');
        auto const a = read(objects(), text);
        BOOST_TEST((!a.message.calls.empty() || !a.content().empty() || !a.malformed.empty()));
    }
    BOOST_TEST(read(objects(), "a \xFF b").content() == "a \xFF b");
}

BOOST_AUTO_TEST_CASE(case_05_an_answer_without_a_channel_or_with_half_a_header_is_content) {
    BOOST_TEST(read(channels(), "Just text.").content() == "Just text.");
    BOOST_TEST(read(channels(), "<|channel|>final<|message|>Text.<|return|>").content() == "Text.");
    BOOST_TEST(read(channels(), "<|message|>Text.<|return|>").content() == "Text.");
    BOOST_TEST(read(channels(), "<|channel|>Text that goes on.").content().find("Text that goes on.") !=
               std::string::npos);
    auto const a = read(channels(), "<|channel|>analysis<|message|>hm<|end|>Text.");
    BOOST_TEST(a.message.reasoning == "hm");
    BOOST_TEST(a.content() == "Text.");
}

BOOST_AUTO_TEST_CASE(case_06_a_word_after_a_call_and_an_unknown_argument_leave_the_call_alone) {
    auto const after = read(objects(), std::string(call) + " Done.");
    BOOST_TEST(after.json() == path_and_text);
    BOOST_TEST(after.content() == "Done.");
    auto const unknown = read(lines(), "<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n"
                                       "<parameter=mode>\nfast\n</parameter>\n</function>\n</tool_call>");
    BOOST_TEST(unknown.json() == R"({"path": "a", "mode": "fast"})");
}

// B. What models really write is read.

BOOST_AUTO_TEST_CASE(case_07_arguments_come_in_any_order) {
    auto const a = read(
        lines(), "<tool_call>\n<function=write>\n<parameter=size>\n3\n</parameter>\n<parameter=text>\nb\n"
                 "</parameter>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>");
    BOOST_TEST(a.json() == R"({"size": 3, "text": "b", "path": "a"})");
    auto const b = read(
        objects(), R"(<tool_call>{"arguments": {"text": "b", "path": "a"}, "name": "write"}</tool_call>)");
    BOOST_TEST(b.json() == R"({"text": "b", "path": "a"})");
    BOOST_TEST(b.message.calls[0].name == "write");
}

BOOST_AUTO_TEST_CASE(case_08_a_missing_line_end_before_a_closing_marker_swallows_nothing) {
    auto const a =
        read(lines(), "<tool_call>\n<function=write>\n<parameter=path>\na</parameter>\n<parameter=text>\nb"
                      "</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=stop>\n</function>\n"
                      "</tool_call>");
    BOOST_TEST(a.message.calls.size() == 2u);
    BOOST_TEST(a.json() == path_and_text);
    // A closing marker that is missing altogether: the call's own ends the value.
    auto const b =
        read(lines(), "<tool_call>\n<function=write>\n<parameter=path>\na\n</function>\n</tool_call>");
    BOOST_TEST(b.text("path") == "a");
}

BOOST_AUTO_TEST_CASE(case_09_a_mention_of_a_bracket_or_a_marker_in_prose_is_prose) {
    for (char const* const text :
         {"Use [1] and {x}, a < b.", "if a <", "{\"a\": 1} is JSON.", "[TOOL", "tool_call>"}) {
        BOOST_TEST(read(objects(), text).content() == text);
        BOOST_TEST(read(lines(), text).content() == text);
        BOOST_TEST(read(bare(), text).content() == text);
    }
    BOOST_TEST(read(bare(), R"({"name": "Bob", "age": 3})").content() == R"({"name": "Bob", "age": 3})");
}

BOOST_AUTO_TEST_CASE(case_10_tagged_values_get_the_type_that_the_schema_says) {
    auto const with = tools(R"({"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "c": {"const": "x"},
        "e": {"enum": ["red", "blue"]}, "l": {"type": "array", "items": {"type": "object"}}, "n": {"type": "number"}})",
                            "[]");
    auto const a = read(lines(),
                        "<tool_call>\n<function=write>\n<parameter=a>\ntext\n</parameter>\n<parameter=c>\nx\n"
                        "</parameter>\n<parameter=e>\nred\n</parameter>\n<parameter=l>\n[{\"k\": 1}]\n"
                        "</parameter>\n<parameter=n>\n1.50\n</parameter>\n</function>\n</tool_call>",
                        with);
    BOOST_TEST(a.text("a") == "text");
    BOOST_TEST(a.text("c") == "x");
    BOOST_TEST(a.text("e") == "red");
    BOOST_TEST(a.arguments().at("l").as_array().size() == 1u);
    BOOST_TEST(a.message.calls[0].arguments.find("1.50") != std::string::npos);
}

// C. Parser and grammar agree.

BOOST_AUTO_TEST_CASE(case_11_what_ends_a_value_is_exactly_its_marker) {
    auto const g = grammar(lines(), tools(R"({"text": {"type": "string"}})", R"(["text"])"));
    auto const with = [](std::string_view value) {
        return "<tool_call>\n<function=write>\n<parameter=text>\n" + std::string(value) +
               "\n</parameter>\n</function>\n</tool_call>";
    };
    for (char const* const fine : {"a<</p>more", "</paramete>", "<", "</parameter", "a\n\nb", "\\ \" '"}) {
        BOOST_TEST(matches(g.network, with(fine)), fine);
        auto const a = read(lines(), with(fine), tools(R"({"text": {"type": "string"}})", R"(["text"])"));
        BOOST_TEST(a.text("text") == fine);
    }
    BOOST_TEST(!matches(g.network, with("a\n</parameter>\n</parameter>")));
    auto const json = grammar(objects());
    for (char const* const wrong : {"a\nb", "\\ ", "\\x"}) {
        BOOST_TEST(!matches(json.network, "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"" +
                                              std::string(wrong) + "\", \"text\": \"\"}}\n</tool_call>"));
    }
}

BOOST_AUTO_TEST_CASE(case_12_descriptions_have_no_say) {
    auto plain = tools();
    auto wordy = tools();
    wordy[0].description = "writes </tool_call> \"{[( \\ \n |> and function";
    wordy[0].parameters.at("properties").at("path").as_object()["description"] =
        "<parameter=path>\n</think>\"";
    for (auto const& f : {objects(), lines()}) {
        auto const s = chat::build_syntax(f, plain);
        auto const t = chat::build_syntax(f, wordy);
        BOOST_REQUIRE(s && t);
        BOOST_TEST(s->trigger == t->trigger);
        BOOST_TEST(grammar(f, plain).network.states.size() == grammar(f, wordy).network.states.size());
    }
}

BOOST_AUTO_TEST_CASE(case_13_every_trigger_begins_what_the_grammar_reads) {
    for (auto const& d : chat::known::dialects) {
        auto const f = d.make();
        auto const s = chat::build_syntax(f, tools());
        BOOST_REQUIRE(s);
        BOOST_TEST(!s->triggers.empty(), d.name);
        auto const trigger = chat::call_trigger_of(f, *s);
        BOOST_TEST(!trigger.pattern.empty(), d.name);
        BOOST_TEST(bool(parlance::mask::trigger::pattern(trigger.pattern)), trigger.pattern);
    }
}

BOOST_AUTO_TEST_CASE(case_14_an_unfinished_text_is_not_complete_and_nothing_breaks) {
    auto const g = grammar(objects());
    for (std::size_t n = 0; n + 3 < call.size(); n += 5) {
        BOOST_TEST(!matches(g.network, call.substr(0, n)));
        read(objects(), call.substr(0, n));
    }
    BOOST_TEST(matches(g.network, call));
}

// D. Schemas of any size, or an error that says what is wrong.

BOOST_AUTO_TEST_CASE(case_15_large_lengths_are_no_problem) {
    auto const g = grammar(objects(), tools(R"({"path": {"type": "string", "maxLength": 100000},
        "text": {"type": "array", "items": {"type": "integer"}, "maxItems": 5000}})",
                                            "[]"));
    BOOST_TEST(matches(g.network, "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"" +
                                      std::string(3000, 'x') + "\", \"text\": [1, 2]}}\n</tool_call>"));
}

BOOST_AUTO_TEST_CASE(case_16_a_pattern_without_anchors_may_match_anywhere) {
    auto const g =
        grammar(objects(), tools(R"({"path": {"type": "string", "pattern": "[0-9]{2}"}})", R"(["path"])"));
    auto const with = [](char const* path) {
        return std::string("<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"") + path +
               "\"}}\n</tool_call>";
    };
    BOOST_TEST(matches(g.network, with("a12b")));
    BOOST_TEST(!matches(g.network, with("a1b2")));
}

BOOST_AUTO_TEST_CASE(case_17_a_schema_that_cannot_be_enforced_is_an_error_that_names_the_tool) {
    auto const with = tools(R"({"path": {"type": "string", "pattern": "(?=a)b\\1"}})", "[]");
    auto const s = chat::build_syntax(objects(), with);
    BOOST_REQUIRE(s);
    auto const g = chat::build_grammar(*s, with);
    BOOST_REQUIRE(!g);
    BOOST_TEST(std::string(g.error().hint.view()).find("write") != std::string::npos, g.error().hint.view());
}

BOOST_AUTO_TEST_CASE(case_18_many_optional_arguments_do_not_explode) {
    std::string properties = "{";
    for (int i = 0; i < 60; ++i) {
        properties += (i == 0 ? "\"p" : ", \"p") + std::to_string(i) + R"(": {"type": "string"})";
    }
    auto const with = tools(properties + "}", "[]");
    for (auto const& f : {objects(), lines()}) {
        BOOST_TEST(grammar(f, with).network.states.size() < 40'000u);
    }
}

BOOST_AUTO_TEST_CASE(case_19_deeply_nested_answers_do_not_exhaust_the_stack) {
    std::string const deep(60'000, '[');
    auto const a = read(objects(), "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": " + deep);
    BOOST_TEST(a.message.calls.size() <= 1u);
    read(lines(), "<tool_call>\n<function=write>\n<parameter=size>\n" + deep + "\n</parameter>");
}

// E. Reasoning, grammar and tools.

BOOST_AUTO_TEST_CASE(case_20_a_call_quoted_in_reasoning_is_no_call) {
    auto const a = read(objects(), "<think>\nI could write " + std::string(call) + "\n</think>\n\nNo need.");
    BOOST_TEST(a.message.calls.empty());
    BOOST_TEST(a.content() == "No need.");
    auto const g = grammar(objects(), tools(), chat::call_policy::kind::required);
    BOOST_TEST(matches(g.network, "<think>\n{ anything < goes\n</think>\n\n" + std::string(call)));
}

BOOST_AUTO_TEST_CASE(case_21_the_constraint_does_not_need_reasoning_in_front) {
    auto const g = grammar(objects(), tools(), chat::call_policy::kind::required);
    BOOST_TEST(matches(g.network, call));
    BOOST_TEST(!matches(g.network, "no"));
}

// F. The contract with callers.

BOOST_AUTO_TEST_CASE(case_22_a_named_tool_is_not_silently_any_tool) {
    chat::call_policy policy;
    policy.choice = chat::call_policy::kind::required;
    policy.named = "stop";
    auto const with = tools();
    auto const s = chat::build_syntax(objects(), with, policy);
    BOOST_REQUIRE(s);
    auto const g = chat::build_grammar(*s, with, policy);
    BOOST_REQUIRE(g);
    BOOST_TEST(!matches(g->network, call));
    BOOST_TEST(matches(g->network, "<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>"));
}

BOOST_AUTO_TEST_CASE(case_23_values_stream_while_they_are_open) {
    for (auto const& f : {objects(), lines()}) {
        auto const with = tools();
        auto const s = chat::build_syntax(f, with);
        BOOST_REQUIRE(s);
        chat::response_parser r(*s, with);
        std::size_t said = 0;
        auto const count = [&](chat::delta const& d) {
            said += d.kind == chat::delta_kind::arguments ? d.text.size() : 0;
        };
        r.feed(f.tools.mode() == chat::tool_mode::json_native
                   ? "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \""
                   : "<tool_call>\n<function=write>\n<parameter=path>\n",
               count);
        for (int i = 0; i < 100; ++i) {
            r.feed("0123456789", count);
        }
        BOOST_TEST(said > 950u);
    }
}

// G. Templates.

BOOST_AUTO_TEST_CASE(case_24_what_a_template_refuses_is_told_in_its_own_words) {
    std::string source = own::written(own::around(own::objects), own::tags);
    source.insert(
        0,
        "{% if messages[0].role == 'system' %}{{ raise_exception('No system message, please') }}{% endif %}");
    auto const t = chat::chat_template::compile(source, {"<s>", "</s>"}).value();
    auto const learned = chat::analyze(t);  // probes that raise show nothing, and harm nothing
    BOOST_TEST((learned.format.tools.mode() == chat::tool_mode::json_native));
    chat::inputs in;
    in.messages.push_back({"system", "Be brief.", {}, {}, {}, {}, {}});
    auto const refused = t.render(in);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == errc::jinja_raised));
    BOOST_TEST(std::string(refused.error().hint.view()).find("No system message, please") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(case_25_what_was_read_renders_to_what_was_written) {
    for (own::family const& family : own::families) {
        auto const t =
            chat::chat_template::compile(own::written(own::around(family.source), own::tags), {"<s>", "</s>"})
                .value();
        auto const learned = chat::analyze(t);
        chat::inputs in;
        in.tools = tools();
        in.add_generation_prompt = false;
        in.messages.push_back({"user", "Write it.", {}, {}, {}, {}, {}});
        in.messages.push_back({"assistant",
                               "So:",
                               {},
                               "hm",
                               {{"abcdefgh1", "write", R"({"path": "a", "text": "b"})"}},
                               {},
                               {}});
        std::string const written = t.render(in).value();
        std::string_view text = written;
        text.remove_prefix(text.rfind(learned.format.turn_start) + learned.format.turn_start.size());
        text.remove_suffix(learned.format.turn_end.size());
        in.messages.back() = read(learned.format, text, in.tools).message;
        BOOST_TEST(t.render(in).value() == written, family.name);
    }
}

// More that was found by trying.

BOOST_AUTO_TEST_CASE(white_space_inside_values_is_the_values) {
    auto const a =
        read(lines(),
             "<tool_call>\n<function=write>\n<parameter=path>\n    indented\n\n</parameter>\n</function>\n"
             "</tool_call>");
    BOOST_TEST(a.text("path") == "    indented\n");
}
BOOST_AUTO_TEST_CASE(arguments_as_a_string_of_json_are_arguments) {
    auto const a = read(
        objects(),
        R"(<tool_call>{"name": "write", "arguments": "{\"path\": \"a\", \"text\": \"b\"}"}</tool_call>)");
    BOOST_TEST(a.json() == path_and_text);
}
BOOST_AUTO_TEST_CASE(a_raw_line_end_in_a_json_string_still_gives_json) {
    auto const a =
        read(objects(), "<tool_call>{\"name\": \"write\", \"arguments\": {\"path\": \"a\nb\"}}</tool_call>");
    BOOST_TEST(a.text("path") == "a\nb");
}
BOOST_AUTO_TEST_CASE(fences_around_a_call_do_not_hide_it) {
    auto const a = read(objects(), "```json\n" + std::string(call) + "\n```");
    BOOST_TEST(a.json() == path_and_text);
}
BOOST_AUTO_TEST_CASE(a_fence_around_json_that_was_asked_for_is_left_out) {
    auto const s = chat::build_syntax(objects(), {}, {}, {true, true});
    BOOST_REQUIRE(s);
    for (char const* const text : {"```json\n{\"a\": 1}\n```", "```\n{\"a\": 1}\n```", "{\"a\": 1}",
                                   "<think>\nhm\n</think>\n\n```json\n{\"a\": 1}\n```"}) {
        chat::response_parser r(*s, {});
        auto const ignore = [](chat::delta const&) {};
        r.feed(text, ignore);
        r.finish(ignore);
        BOOST_TEST(r.so_far().content.value_or("") == "{\"a\": 1}", text);
    }
}
BOOST_AUTO_TEST_CASE(an_argument_given_twice_is_still_one_call) {
    auto const a = read(
        lines(), "<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=path>\nb\n"
                 "</parameter>\n</function>\n</tool_call>");
    BOOST_TEST(a.text("path") == "b");
}
BOOST_AUTO_TEST_CASE(reasoning_and_content_lose_the_white_space_that_is_the_formats) {
    auto const a = read(objects(), "<think>\nhm\n</think>\n\nYes.");
    BOOST_TEST(a.message.reasoning == "hm");
    BOOST_TEST(a.message.content.value_or("") == "Yes.");
}

BOOST_AUTO_TEST_SUITE_END()
