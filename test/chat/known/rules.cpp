// test/chat/known/rules.cpp - what is known of dialects by properties of their templates
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/known/rules.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <boost/json/object.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_known_rules)

namespace chat = parlance::chat;
namespace data = boost::unit_test::data;

namespace {

/// The same as expressions of X3.
namespace forms {

using namespace chat::known::forms;

inline constexpr auto think_tags = -("<think>" >> reasoning >> "</think>");
inline constexpr auto channels =
    ("<|channel|>" >> (lit("analysis") | channel) >> -("to=functions." >> name) >> "<|message|>" >> content >>
     (lit("<|end|>") | "<|return|>" | "<|call|>")) %
    "<|start|>assistant";
inline constexpr auto thought_channel =
    *("<|channel>thought\n" >> reasoning >> "<channel|>" | content | "<channel|>");
inline constexpr auto python_section = "<|tool_call_start|>" >> python_list >> "<|tool_call_end|>";
inline constexpr auto tool_list = think_tags >> python_section;
inline constexpr auto python_calls = think_tags >> (python_section | python_list);
inline constexpr auto mcp_tools =
    ("<use_mcp_tool>\n<server_name>tool-python</server_name>\n<tool_name>" >>
     call[name >> "</tool_name>\n<arguments>\n" >> arguments] >> "\n</arguments>\n</use_mcp_tool>") %
    "\n";

inline constexpr auto tags_behind_text = -lit("\n") >> tool_call_tags;

}  // namespace forms

struct sample {
    std::string_view rule;
    parlance::peg::arena_view expression;
    friend std::ostream& operator<<(std::ostream& to, sample const& s) { return to << s.rule; }
};

template <auto const& Expression>
constexpr auto& table = chat::known::table<Expression>;

sample const samples[] = {
    {"think tags", table<forms::think_tags>},        {"channels", table<forms::channels>},
    {"addressed messages", table<forms::muse>},      {"thought channel", table<forms::thought_channel>},
    {"tool list", table<forms::tool_list>},          {"python calls", table<forms::python_calls>},
    {"MCP tools", table<forms::mcp_tools>},          {"tool_call tags", table<forms::tags_behind_text>},
    {"tool_call list", table<forms::tool_call_list>}};

}  // namespace

BOOST_DATA_TEST_CASE(a_rule_says_what_the_same_expression_says, data::make(samples)) {
    auto const rules = chat::known::rules();
    auto const rule = std::ranges::find(rules, sample.rule, &chat::known::rule::name);
    BOOST_REQUIRE((rule != rules.end()));
    auto const text = chat::format_of(rule->says);
    auto const expression = chat::format_of(sample.expression);
    BOOST_REQUIRE((text && expression));
    BOOST_TEST((*text == *expression));
}

BOOST_AUTO_TEST_CASE(every_rule_can_be_read) {
    for (chat::known::rule const& r : chat::known::rules()) {
        if (!r.says.empty()) {
            BOOST_TEST(bool(chat::format_of(r.says)), r.name);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_only_read_is_beside_the_dialects_own_way) {
    struct row {
        std::string_view rule;
        std::string_view text;
        std::string_view calls;
    };
    constexpr row rows[] = {
        {"python tag", "<|python_tag|>{\"name\": \"get\", \"parameters\": {\"a\": 1}}", "get{\"a\": 1}"},
        {"python tag", "<|python_tag|>search.call(query=\"x\")", "search{\"query\": \"x\"}"},
        {"named calls", "[TOOL_CALLS]get[ARGS]{\"a\": 1}[TOOL_CALLS]get[CALL_ID]q1[ARGS]{}",
         "get{\"a\": 1}get{}"},
        {"python markers", "<|python_start|>[get(a=1)]<|python_end|>", "get{\"a\": 1}"},
        {"python markers around objects",
         "<|python_start|>{\"name\": \"get\", \"parameters\": {\"a\": 1}}; {\"name\": \"get\", "
         "\"parameters\": "
         "{}}<|python_end|>",
         "get{\"a\": 1}get{}"},
    };
    std::vector<chat::tool> const tools{{"get", "", boost::json::object{{"type", "object"}}}};
    for (row const& r : rows) {
        auto const rules = chat::known::rules();
        auto const rule = std::ranges::find(rules, r.rule, &chat::known::rule::name);
        BOOST_REQUIRE((rule != rules.end()));
        BOOST_TEST(!rule->reason.empty());
        auto f = chat::format_of(
                     "<- \"<own>\" tag(call, \"{\\\"name\\\": \\\"\" name \"\\\", \\\"arguments\\\": \" "
                     "arguments \"}\") \"</own>\"")
                     .value();
        auto const own = f.tools;
        chat::known::add(*rule, f);
        BOOST_TEST((f.tools == own));
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        chat::response_parser p(*s, tools);
        auto const sink = [](chat::delta const&) {};
        p.feed(r.text, sink);
        p.finish(sink);
        std::string calls;
        for (chat::tool_call const& c : p.so_far().calls) {
            calls += c.name + c.arguments;
        }
        BOOST_TEST(calls == r.calls);
        BOOST_TEST(p.so_far().content.value_or("") == "");
    }
}

BOOST_AUTO_TEST_CASE(all_ways_of_a_rule_are_read_beside_one_that_was_learned) {
    auto const rules = chat::known::rules();
    auto const rule = std::ranges::find(rules, "python calls", &chat::known::rule::name);
    BOOST_REQUIRE((rule != rules.end()));
    auto learned = chat::format_of(
        R"(<- "<|tool_call_start|>[" one (", " one)* "]<|tool_call_end|>"
           one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))");
    BOOST_REQUIRE_MESSAGE(bool(learned), (learned ? "" : render(learned.error())));
    chat::known::add(*rule, *learned);
    std::vector<chat::tool> const tools{{"find", "", boost::json::object{{"type", "object"}}}};
    auto const s = chat::build_syntax(*learned, tools);
    BOOST_REQUIRE(s);
    for (std::string_view const text :
         {R"(<|tool_call_start|>[{"name": "find", "arguments": {"a": "b"}}]<|tool_call_end|>)",
          "<|tool_call_start|>[find(a='b')]<|tool_call_end|>", "[find(a='b')]"}) {
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        BOOST_TEST(r.so_far().content.value_or("") == "", text);
        BOOST_REQUIRE_MESSAGE(r.so_far().calls.size() == 1, text);
        BOOST_TEST(r.so_far().calls[0].arguments == R"({"a": "b"})", text);
    }
}

BOOST_AUTO_TEST_CASE(what_a_template_tells_in_words_is_written_and_what_it_shows_is_read) {
    std::vector<chat::tool> const tools{{"get", "", boost::json::object{{"type", "object"}}}};
    auto const rules = chat::known::rules();
    auto const rule = std::ranges::find(rules, "functools", &chat::known::rule::name);
    BOOST_REQUIRE((rule != rules.end()));
    auto f = chat::format_of(
                 "<- tag(call, \"{\\\"name\\\": \\\"\" name \"\\\", \\\"arguments\\\": \" arguments \"}\")")
                 .value();
    chat::known::add(*rule, f);
    BOOST_TEST(f.tools.calls.open == "functools[");
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    for (std::string_view const text :
         {"functools[{\"name\": \"get\", \"arguments\": {}}]", "{\"name\": \"get\", \"arguments\": {}}"}) {
        chat::response_parser p(*s, tools);
        auto const sink = [](chat::delta const&) {};
        p.feed(text, sink);
        p.finish(sink);
        BOOST_TEST(p.so_far().calls.size() == 1u);
        BOOST_TEST(p.so_far().content.value_or("") == "");
    }
}

BOOST_AUTO_TEST_CASE(words_in_front_of_a_thought_and_of_the_answer_tell_them_apart) {
    auto const rules = chat::known::rules();
    auto const rule = std::ranges::find(rules, "thought in words", &chat::known::rule::name);
    BOOST_REQUIRE((rule != rules.end()));
    chat::format f;
    chat::known::add(*rule, f);
    auto const s = chat::build_syntax(f, {});
    BOOST_REQUIRE(s);
    struct row {
        std::string_view text;
        std::string_view thought;
        std::string_view said;
    };
    for (row const& r :
         {row{"Here is my thought process:\nHere is a thing.\n\nHere is my response:\nCold.",
              "Here is a thing.", "Cold."},
          row{"Here's my thought process: Hm. Here's my response: Cold.", "Hm.", "Cold."},
          row{"Here is my thought: cold.", "", "Here is my thought: cold."}, row{"Cold.", "", "Cold."}}) {
        chat::response_parser p(*s, {});
        auto const sink = [](chat::delta const&) {};
        p.feed(r.text, sink);
        p.finish(sink);
        BOOST_TEST(chat::analysis::strip(p.so_far().reasoning) == r.thought);
        BOOST_TEST(chat::analysis::strip(p.so_far().content.value_or("")) == r.said);
    }
}

BOOST_AUTO_TEST_CASE(thought_that_a_template_shows_only_in_a_form_of_its_own_is_known) {
    constexpr std::string_view source =
        "{% set inner = '<|inner_prefix|>' %}{% set outer = '<|inner_suffix|>' %}{% for m in messages %}"
        "{% if m.role == 'assistant' %}<|assistant_start|>{% if m.content is mapping %}{{ inner + "
        "m.content.thought "
        "+ outer + m.content.text }}{% else %}{{ m.content }}{% endif %}{% else %}<|user|>{{ m.content }}{% "
        "endif %}"
        "{% endfor %}{% if add_generation_prompt %}<|assistant_start|>{% endif %}";
    auto const t = chat::chat_template::compile(source);
    BOOST_REQUIRE(t);
    auto const learned = chat::analyze(*t);
    BOOST_TEST(learned.format.reasoning.start == "<|inner_prefix|>");
    BOOST_TEST(learned.format.reasoning.end == "<|inner_suffix|>");
}

BOOST_AUTO_TEST_CASE(tags_around_an_answer_are_no_part_of_it) {
    struct {
        std::vector<std::string_view> rules;
        std::string_view text;
    } const rows[] = {
        {{"answer tags"}, "<think>\nhm\n</think>\n<answer>\nCold.\n</answer>"},
        {{"think tags", "response tags"}, "<think>hm</think><response>\nCold.\n</response>"},
        {{"think tags", "response tags"}, "<think>hm</think>Cold."},
        {{"think tags", "answer markers"}, "<think>hm</think><|START_TEXT|>Cold.<|END_TEXT|>"},
        {{"think tags", "answer markers"}, "<think>hm</think>\n<|START_RESPONSE|>Cold.<|END_RESPONSE|>"},
    };
    for (auto const& row : rows) {
        chat::format f;
        for (std::string_view const name : row.rules) {
            auto const rule = std::ranges::find(chat::known::rules(), name, &chat::known::rule::name);
            BOOST_REQUIRE((rule != chat::known::rules().end()));
            chat::known::add(*rule, f);
        }
        auto const s = chat::build_syntax(f, {});
        BOOST_REQUIRE(s);
        chat::response_parser p(*s, {});
        auto const sink = [](chat::delta const&) {};
        p.feed(row.text, sink);
        p.finish(sink);
        BOOST_TEST(chat::analysis::strip(p.so_far().reasoning) == "hm", row.text);
        BOOST_TEST(chat::analysis::strip(p.so_far().content.value_or("")) == "Cold.", row.text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
