// test/chat/marker_in_value.cpp - the value of an argument may contain any marker of its dialect, its own end among them
// SPDX-License-Identifier: BSL-1.0
#include "cut_laws.hpp"
#include "every_dialect.hpp"
#include "formats.hpp"
#include "written_call.hpp"
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_marker_in_value)

namespace chat = parlance::chat;
using chat::tool_format;

namespace {

std::vector<laws::dialect> const& dialects() {
    static std::vector<laws::dialect> const all = [] {
        std::vector<laws::dialect> out = laws::every_dialect({&own::tags, &own::bars, &own::brackets});
        std::erase_if(out, [](laws::dialect const& d) {
            return d.format.tools.mode() != chat::tool_mode::tag_with_tagged || d.format.channels.used() ||
                   d.format.strict;
        });
        return out;
    }();
    return all;
}

std::vector<chat::tool> const tools{
    {"find_city", "", boost::json::parse(R"({"type": "object", "properties": {"area": {"type": "string"},
                                             "name": {"type": "string"}}, "required": ["area"]})")},
    {"stop", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

std::string core(std::string_view marker) { return std::string(chat::detail::split(marker).core); }

/// Texts that a value may be, of the markers of a dialect.
std::vector<std::string> values_of(tool_format const& t) {
    std::string const end = core(t.arguments.item_close);
    std::string const tag = core(t.arguments.item_open) + "foo" + core(chat::detail::key_close(t));
    std::string const call_end = core(t.calls.item_close);
    std::string const all_end = core(t.calls.item_close + t.calls.close);
    // Where the same marker begins a value and ends it, nothing tells a value in a value.
    bool const paired = tag.find(end) == std::string::npos;
    return {
        "x = \"" + end + "\"\ny = 1",
        tag + "(.*?)" + end + " and on",
        paired ? "<a>\n  " + tag + "5" + end + "\n  " + tag + "6" + end + "\n</a>" : "a",
        "a" + end + "b" + end + " " + end + "c",
        "see " + call_end + " there",
        "see " + all_end + "\nthere",
        "[\"" + end + "\", \"" + all_end + "\"]",
        "a" + end + "b" + all_end + "c",
    };
}

/// What is wrong with a call that has this value, wherever it stands.
std::string misread(chat::response_parser const& fresh, tool_format const& t, std::string const& value,
                    std::size_t pairs) {
    written::arguments const arguments{{"area", value}, {"name", value}};
    std::string const text = written::call(t, "find_city", arguments);
    chat::response_parser r(fresh);
    auto const sink = [](chat::delta const&) {};
    r.feed(text, sink);
    r.finish(sink);
    auto const& calls = r.so_far().calls;
    auto const read = parlance::json::parse(calls.empty() ? std::string() : calls[0].arguments);
    if (calls.size() != 1 || !calls[0].whole || !read ||
        *read != boost::json::parse(written::object(arguments)) || r.so_far().content.value_or("") != "" ||
        !r.malformed().empty()) {
        return text + "\n is read as " + (calls.empty() ? "no call" : calls[0].arguments) + " and " +
               r.so_far().content.value_or("");
    }
    std::string const broken = laws::first_broken(fresh, text, {.pairs = pairs});
    return broken.empty() ? laws::first_wrong_cut(fresh, text) : broken;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_value_keeps_the_markers_of_its_own_dialect) {
    std::size_t tried = 0;
    for (laws::dialect const& d : dialects()) {
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        chat::response_parser const fresh(*s, tools);
        if (!misread(fresh, d.format.tools, "west", 0).empty()) {
            continue;  // it is written otherwise
        }
        for (std::string const& value : values_of(d.format.tools)) {
            std::string const wrong = misread(fresh, d.format.tools, value, 0);
            BOOST_TEST(wrong.empty(), d.name << ": " << wrong);
            ++tried;
        }
    }
    BOOST_TEST_MESSAGE(tried << " values");
    BOOST_TEST(tried >= 80u);
}

BOOST_AUTO_TEST_CASE(what_follows_an_end_marker_tells_whether_it_is_one) {
    struct {
        std::string_view text;
        char const* calls;
        char const* content = "";
        char const* malformed = "";
    } const rows[] = {
        // no end that counts: the first one ends the value, and the call is not whole
        {"<f=find_city><p=area>a</p> b", R"(find_city{"area": "a!)", "", "b"},
        {"<f=find_city><p=area>a</p> b</p> c", R"(find_city{"area": "a!)", "", "b</p> c"},
        {"<f=find_city><p=area>a</f> b", R"(find_city{"area": "a!)", "", "b"},
        // but where the next call shows that it was one
        {"<f=find_city><p=area>a</p> b\n<f=find_city><p=area>c</p></f>",
         R"(find_city{"area": "a"} find_city{"area": "c"})", "b\n"},
        // a call in a value begins none
        {"<f=find_city><p=area>a</p> b <f=stop></f> c</p></f>",
         R"(find_city{"area": "a</p> b <f=stop></f> c"})"},
        {"<f=find_city><p=area>a</p> b <f=stop></f> c", R"(find_city{"area": "a!)", "", "b stop>c"},
        // an argument that no tool has, behind one that was opened in the value
        {"<f=find_city><p=area><p=x>1</p> <p=y>2</p></p></f>",
         R"(find_city{"area": "<p=x>1</p> <p=y>2</p>"})"},
        {"<f=find_city><p=area>1</p> <p=y>2</p></f>", R"(find_city{"area": "1", "y": 2})"},
        // one that some tool has
        {"<f=find_city><p=area>as <p=x></p> <p=name>2</p></f>",
         R"(find_city{"area": "as <p=x>", "name": "2"})"},
        // the end of the call for that of the value
        {"<f=find_city><p=area>a</f>", R"(find_city{"area": "a"})"},
        {"<f=find_city><p=area>a</f> <f=stop></f>", R"(find_city{"area": "a"} stop{})"},
        {"<f=find_city><p=area>a</f> b</p></f>", R"(find_city{"area": "a</f> b"})"},
        // end markers that come again
        {"<f=find_city><p=area>a</p></p></f>", R"(find_city{"area": "a"})"},
        {"<f=find_city><p=area>a</p></p> b</p></f>", R"(find_city{"area": "a</p></p> b"})"},
    };
    chat::format f;
    f.tools.calls = {"", "<f=", "</f>", "", ""};
    f.tools.arguments = {">", "<p=", "</p>", "", ""};
    f.tools.call = {{chat::piece::kind::name, ""}, {chat::piece::kind::arguments, ""}};
    f.tools.values = {{{chat::piece::kind::text, ">"}, {chat::piece::kind::value, ""}}};
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.text) {
            chat::response_parser const fresh(*s, tools);
            chat::response_parser r(fresh);
            auto const sink = [](chat::delta const&) {};
            r.feed(row.text, sink);
            r.finish(sink);
            std::string calls;
            for (chat::tool_call const& c : r.so_far().calls) {
                calls += (calls.empty() ? "" : " ") + c.name + c.arguments + (c.whole ? "" : "!");
            }
            BOOST_TEST(calls == row.calls);
            BOOST_TEST(r.so_far().content.value_or("") == row.content);
            BOOST_TEST(r.malformed() == row.malformed);
            BOOST_TEST(laws::first_broken(fresh, row.text) == "");
            BOOST_TEST(laws::first_wrong_cut(fresh, row.text) == "");
        }
    }
}

// Where more markers end a call, the first of them in front of the end of an argument is of a call in the value.
BOOST_AUTO_TEST_CASE(a_value_keeps_a_call_that_is_whole_but_for_its_last_marker) {
    auto const f = chat::format_of(std::string_view(
        "<- \"<c><f=\" tag(call, name \">\" (\"<p=\" key \">\" value \"</p>\")*) \"</f></c>\""));
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    auto const s = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(s);
    for (std::string const value :
         {"<f=x> <p=y>1</p> </f> ", "<p=y>1</p></f>", "as <p=x", "<f=x><p=y>1</p>\n</f>"}) {
        std::string const text = written::call(f->tools, "find_city", {{"area", value}});
        chat::response_parser const fresh(*s, tools);
        chat::response_parser r(fresh);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        BOOST_REQUIRE(r.so_far().calls.size() == 1);
        BOOST_TEST(r.so_far().calls[0].arguments == written::object({{"area", value}}));
        BOOST_TEST(r.so_far().calls[0].whole, text);
        BOOST_TEST(laws::first_broken(fresh, text) == "");
        BOOST_TEST(laws::first_wrong_cut(fresh, text) == "");
    }
}

BOOST_AUTO_TEST_CASE(thousands_of_end_markers_are_read_in_linear_time) {
    parlance::limits bounds;
    bounds.fuel = 100'000;  // what a byte takes comes on top of it
    for (char const* const name : {"minicpm5", "glm47", "dots"}) {
        auto const f = *chat::known::dialect_named(name);
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        std::string const mark = "MARK";
        std::string const call = written::call(f.tools, "find_city", {{"area", mark}});
        std::string const front = call.substr(0, call.find(mark));
        std::string const end = core(f.tools.arguments.item_close);
        std::string const call_end = core(f.tools.calls.item_close);
        std::string const behind = call.substr(front.size() + mark.size());
        auto const times = [](std::string const& text) {
            std::string out;
            for (std::size_t i = 0; i < 4000; ++i) {
                out += text;
            }
            return out;
        };
        struct {
            std::string text;
            std::size_t calls;
            bool whole;
        } const rows[] = {
            {front + times(" x" + end + " y") + behind, 1, true},
            {front + times(" x" + end + " y"), 1, false},
            {front + times(" x" + call_end + " y") + behind, 1, true},
            {front + times(" x" + call_end + " y"), 1, false},
            {front + times(end) + "y" + times(end), 1, false},
            {front + times(call_end) + "y" + times(call_end), 1, false},
            {times(front + "x" + end + " y "), 4000, true},
            {times(front + "x" + call_end + " y "), 4000, true},
        };
        for (auto const& row : rows) {
            chat::response_parser r(*s, tools, {}, bounds);
            auto const sink = [](chat::delta const&) {};
            r.feed(row.text, sink);
            r.finish(sink);
            BOOST_TEST_CONTEXT(name << ": " << row.text.substr(0, 160)) {
                BOOST_TEST(r.so_far().calls.size() == row.calls);
                BOOST_TEST((!r.so_far().calls.empty() && r.so_far().calls[0].whole) == row.whole);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(strings_of_json_keep_what_would_be_markup_elsewhere) {
    chat::format f = formats::json_in_tags();
    f.content.noise = {"<|im_start|>", "<|im_end|>"};
    auto const syntax = chat::build_syntax(f, {}, {}, {.reasoning_apart = true, .json = true}).value();
    std::vector<chat::tool> const none;
    struct {
        std::string_view said;
        std::string_view content;
    } const rows[] = {
        {"{\"a\":\"<|im_start|>\\\"<|im_end|> {\"}<|im_end|>", "{\"a\":\"<|im_start|>\\\"<|im_end|> {\"}"},
        {"<|im_start|>[\"<|im_start|>\", 1<|im_start|>]", "[\"<|im_start|>\", 1]"},
        {"so: \"<|im_start|>{}", "so: \"{}"},
        {"{\"a\":\"cut <|im_st", "{\"a\":\"cut <|im_st"},
        {"```json\n{\"a\":\"<|im_start|>\"}\n```", "{\"a\":\"<|im_start|>\"}"},
        {"{\"a\":1}\n```", "{\"a\":1}\n```"},
    };
    for (auto const& row : rows) {
        for (std::size_t size = 1; size <= row.said.size(); ++size) {
            chat::response_parser answer(syntax, none);
            for (std::size_t at = 0; at < row.said.size(); at += size) {
                answer.feed(row.said.substr(at, size), [](chat::delta const&) {});
            }
            answer.finish([](chat::delta const&) {});
            BOOST_TEST(answer.so_far().content.value_or("") == row.content);
        }
    }
}

// Where the closing tag has the name of the argument in it, the name may have the end of a tag in it.
BOOST_AUTO_TEST_CASE(a_name_may_contain_what_ends_the_tag_that_it_stands_in) {
    std::vector<chat::tool> const odd{{"put", "", boost::json::parse(R"({"type": "object", "properties": {
        "a>b": {"type": "string"}, "n": {"type": "integer"}}})")}};
    auto const f = chat::known::dialect_named("minimax_m3").value();
    auto const s = chat::build_syntax(f, odd);
    BOOST_REQUIRE(s);
    std::string const mark = "]<]minimax[>[";
    for (std::string const& value : {std::string("x"), std::string(), std::string("x</a>b>"),
                                     "x" + mark + "</a>", "x" + mark + "</a>c"}) {
        chat::response_parser r(*s, odd);
        std::string const text = mark + "<tool_call>\n" + mark + "<invoke name=\"put\">" + mark + "<a>b>" +
                                 value + mark + "</a>b>" + mark + "<n>1" + mark + "</n>" + mark +
                                 "</invoke>\n" + mark + "</tool_call>";
        auto const ignore = [](chat::delta const&) {};
        r.feed(text, ignore);
        r.finish(ignore);
        BOOST_REQUIRE(r.so_far().calls.size() == 1u);
        BOOST_TEST(r.so_far().calls.front().whole, text);
        BOOST_TEST(r.so_far().calls.front().arguments == "{\"a>b\": \"" + value + "\", \"n\": 1}");
    }
}

// Models quote attributes, and an argument's name may have quotes.
BOOST_AUTO_TEST_CASE(quotes_around_a_name_are_part_of_it_where_an_argument_is_called_so) {
    std::vector<chat::tool> const quoted{
        {"put", "", boost::json::parse(R"({"type": "object", "properties": {"\"q\"": {}, "city": {}}})")}};
    auto const arguments = [&](chat::format const& f, std::string_view text) {
        auto const s = chat::build_syntax(f, quoted).value();
        chat::response_parser r(s, quoted);
        auto const ignore = [](chat::delta const&) {};
        r.feed(text, ignore);
        r.finish(ignore);
        BOOST_REQUIRE(r.so_far().calls.size() == 1u);
        return r.so_far().calls.front().arguments;
    };
    BOOST_TEST(arguments(chat::known::dialect_named("minimax_m3").value(),
                         "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"put\">]<]minimax[>[<\"q\">1"
                         "]<]minimax[>[</\"q\">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>") ==
               R"({"\"q\"": 1})");
    BOOST_TEST(
        arguments(formats::tagged(),
                  "<tool_call>\n<function=put>\n<parameter=\"q\">\n1\n</parameter>\n<parameter=\"city\">\n"
                  "1\n</parameter>\n<parameter='other'>\n1\n</parameter>\n</function>\n</tool_call>") ==
        R"({"\"q\"": 1, "city": 1, "other": 1})");
}

BOOST_AUTO_TEST_SUITE_END()
