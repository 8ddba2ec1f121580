// test/chat/known/formats.cpp - expressions that several dialects share: each is a format, read as it is written
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_known_formats)

namespace chat = parlance::chat;
namespace forms = parlance::chat::known::forms;
using parlance::chat::known::table;

namespace {

constexpr auto parameters = forms::object_with("parameters");
constexpr auto tagged = "<c>" >> forms::call[forms::name >> forms::tags("<a n=\"", "\">", "</a>")] >> "</c>";
constexpr auto thinking = forms::thought_in("<t>", "</t>") >> forms::tool_call_tags;

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const all{
        {"get", "",
         parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
             "city": {"type": "string"}, "days": {"type": "integer"}}})")
             .value()},
        {"stop", "", parlance::json::parse(R"({"type": "object", "properties": {}})").value()}};
    return all;
}

/// One line for each part of what is read.
std::string read(chat::format const& f, std::string_view answer) {
    auto const s = chat::build_syntax(f, tools()).value();
    chat::response_parser r(s, tools());
    auto const ignore = [](chat::delta const&) {};
    r.feed(answer, ignore);
    r.finish(ignore);
    BOOST_TEST(r.malformed() == "");
    auto const& m = r.so_far();
    std::string out = m.reasoning.empty() ? "" : "thought " + m.reasoning + "\n";
    out += m.content.value_or("").empty() ? "" : "content " + *m.content + "\n";
    for (chat::tool_call const& call : m.calls) {
        auto const arguments = parlance::json::parse(call.arguments);
        out += call.name + " " + (arguments ? parlance::json::dump(*arguments) : call.arguments);
        out += call.whole ? "\n" : " cut\n";
    }
    return out;
}

bool writes(chat::format const& f, std::string_view answer) {
    chat::call_policy exact;
    exact.choice = chat::call_policy::kind::required;
    exact.style = chat::call_style::exact;
    auto const s = chat::build_syntax(f, tools(), exact).value();
    return parlance::mask::matches(chat::build_grammar(s, tools(), exact).value().network, answer);
}

struct sample {
    char const* name;
    chat::format f;
    chat::tool_mode mode;
    std::string answer;
    std::string read;
};

std::vector<sample> samples() {
    using enum chat::tool_mode;
    auto const of = [](auto const& says) { return chat::format_of(says).value(); };
    std::string const get = R"({"name": "get", "arguments": {"city": "Bern", "days": 3}})";
    std::string const stop = R"({"name": "stop", "arguments": {}})";
    std::string const said = "get {\"city\": \"Bern\", \"days\": 3}\n";
    std::string const both = said + "stop {}\n";
    return {
        {"object", of(table<forms::object>), json_native, get, said},
        {"object_with", of(table<parameters>), json_native,
         R"({"name": "get", "parameters": {"city": "Bern", "days": 3}})", said},
        {"tags", of(table<tagged>), tag_with_tagged, "<c>get<a n=\"city\">Bern</a><a n=\"days\">3</a></c>",
         said},
        {"thought_in", of(table<thinking>), json_native, "<t>hm</t><tool_call>\n" + stop + "\n</tool_call>",
         "thought hm\nstop {}\n"},
        {"python_call", of(table<forms::python_call>), tag_with_json, "get(city='Bern', days=3)", said},
        {"tool_call_tags", of(table<forms::tool_call_tags>), json_native,
         "<tool_call>\n" + get + "\n</tool_call>\n<tool_call>\n" + stop + "\n</tool_call>", both},
        {"tool_call_list", of(table<forms::tool_call_list>), json_native,
         "<|tool_call|>[" + get + ", " + stop + "]", both},
        {"python_list", of(table<forms::python_list>), tag_with_json, "[get(city='Bern', days=3), stop()]",
         both},
        {"muse", of(table<forms::muse>), tag_with_tagged,
         " to=get<|message|><atem:function_calls>\n<atem:invoke name=\"get\">\n<atem:parameter "
         "name=\"city\">Bern</atem:parameter>\n<atem:parameter name=\"days\">3</atem:parameter>\n"
         "</atem:invoke>\n</atem:function_calls>",
         said},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_expression_is_a_format_that_reads_what_it_writes) {
    for (sample const& s : samples()) {
        BOOST_TEST_CONTEXT(s.name) {
            BOOST_TEST((s.f.tools.mode() == s.mode));
            BOOST_TEST(read(s.f, s.answer) == s.read);
            BOOST_TEST(writes(s.f, s.answer));
            // and neither another tool nor arguments that the schema does not take
            for (std::string_view const word : {"get", "3"}) {
                std::string other = s.answer;
                if (std::size_t const at = other.find(word); at != std::string::npos) {
                    BOOST_TEST(!writes(s.f, other.replace(at, word.size(), "fly")), other);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_list_says_that_a_message_has_several_calls_and_one_item_that_it_has_one) {
    BOOST_TEST(chat::format_of(table<forms::tool_call_tags>).value().tools.parallel);
    BOOST_TEST(chat::format_of(table<forms::python_list>).value().tools.parallel);
    BOOST_TEST(!chat::format_of(table<forms::object>).value().tools.parallel);
    BOOST_TEST(!chat::format_of(table<forms::python_call>).value().tools.parallel);
}

BOOST_AUTO_TEST_CASE(reasoning_in_front_of_an_answer_may_be_left_out) {
    auto const f = chat::format_of(table<thinking>).value();
    BOOST_TEST((f.reasoning == chat::reasoning_format{chat::reasoning_mode::tag_based, "<t>", "</t>"}));
    BOOST_TEST(read(f, "Well.") == "content Well.\n");
    BOOST_TEST(read(f, "<t>hm</t>Well.") == "thought hm\ncontent Well.\n");
}

BOOST_AUTO_TEST_CASE(messages_are_told_apart_by_whom_they_address) {
    auto const f = chat::format_of(table<forms::muse>).value();
    BOOST_TEST(f.channels.used());
    BOOST_TEST(f.channels.thought() == " to=self<|message|>");
    BOOST_TEST(read(f, " to=self<|message|>hm<|eom|><|start|>assistant to=user<|message|>Well.<|eot|>") ==
               "thought hm\ncontent Well.\n");
    BOOST_TEST(read(f, "<|message|>Well.<|eot|>") == "content Well.\n",
               "whom content addresses may be left out");
}

BOOST_AUTO_TEST_SUITE_END()
