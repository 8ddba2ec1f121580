// test/chat/cuts.cpp - a call is whole exactly when its own markers closed its arguments, not when the text is over
// SPDX-License-Identifier: BSL-1.0
#include "cut_laws.hpp"
#include "analysis/own_templates.hpp"
#include "analysis/templates.hpp"
#include "formats.hpp"
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_cuts)

namespace chat = parlance::chat;

namespace {

/// text  the call is whole from the first `¦` on, which is not part of it
struct row {
    char const* what;
    std::function<chat::format()> format;
    std::string_view text;
};

row const rows[] = {
    {"an object, its end marker may be missing", formats::json_in_tags,
     "Hi\n<tool_call>\n{\"name\": \"stop\", \"arguments\": {\"n\": 1}}¦\n</tool_call>"},
    {"an object without arguments", formats::json_in_tags, "<tool_call>{\"name\": \"stop\"}¦</tool_call>"},
    {"an object whose arguments are text", formats::json_in_tags,
     "<tool_call>{\"name\":\"stop\",\"arguments\":\"{\\\"k\\\": 1}\"}¦</tool_call>"},
    {"an object in a list", formats::json_array_with_ids,
     "[CALLS][{\"name\": \"stop\", \"arguments\": {}, \"id\": \"x1\"}¦]"},
    {"an object alone", formats::bare_json, "{\"name\": \"stop\", \"parameters\": {\"n\": 1}}¦"},
    {"an object behind a name", formats::name_in_tag, "<calls><call:stop#i1>{\"n\": 1}¦</call></calls>"},
    {"no object behind a name", formats::name_in_tag, "<calls><call:stop#i1></call>¦</calls>"},
    {"tags, the outer of two end markers may be missing", formats::tagged,
     "Sure\n<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n<parameter=n>\n42\n"
     "</parameter>\n</function>¦\n</tool_call>"},
    {"tags, the inner of two end markers is missing", formats::tagged,
     "<tool_call><function=get_weather><parameter=city>Paris</parameter></tool_call>¦"},
    {"tags, the end marker of the last value is missing", formats::tagged,
     "<tool_call><function=get_weather><parameter=city>Paris\n</function>\n</tool_call>¦"},
    {"tags, text instead of an end marker, then the next call", formats::tagged,
     "<tool_call><function=get_weather><parameter=city>Paris</parameter>Done.<tool_call><function=stop>"
     "<parameter=n¦>"},
    {"tags, the next call instead of an end marker", formats::tagged,
     "<tool_call><function=get_weather><parameter=city>Paris</parameter><tool_call>¦<function=stop>"},
    {"tags, an end marker in a value", formats::tagged,
     "<tool_call><function=get_weather><parameter=city>a</parameter>b</parameter></function>¦</tool_call>"},
    {"tags, no arguments", formats::tagged, "<tool_call>\n<function=stop>\n</function>¦\n</tool_call>"},
    {"pairs of key and value", formats::key_value_tags,
     "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>x</arg_value>\n</tool_call>¦"},
    {"pairs, none of them", formats::key_value_tags, "<tool_call>stop\n</tool_call>¦"},
    {"arguments as Python writes them", formats::pythonic, "<|calls|>[stop(n=1, s='x\\'y')¦]<|/calls|>"},
    {"arguments in a notation", formats::noted, "<call>stop {n:1, s:<q>x}<q>, 't': 'it's'}¦</call>"},
    {"a message on a channel", formats::channels,
     "<|channel|>commentary to=functions.stop <|constrain|>json<|message|>{\"a\":1}¦<|call|>"},
    {"a message on a channel, empty", formats::channels,
     "<|channel|>commentary to=functions.stop<|message|><|call|>¦"},
    {"all or nothing", formats::whole_calls_only,
     "<tool_call>\n{\"name\": \"stop\", \"arguments\": {\"n\": 1}}\n</tool_call>¦ and on"},
};

constexpr std::string_view sign = "¦";

std::string shown(std::vector<chat::tool_call> const& calls) {
    std::string out;
    for (chat::tool_call const& c : calls) {
        out += c.name + c.arguments + (c.whole ? "" : "!") + " ";
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_call_is_whole_from_the_marker_on_that_closes_its_arguments) {
    auto const tools = formats::tools();
    for (row const& r : rows) {
        BOOST_TEST_CONTEXT(r.what) {
            std::string text(r.text);
            std::size_t const from = text.find(sign);
            BOOST_REQUIRE(from != std::string::npos);
            text.erase(from, sign.size());
            auto const s = chat::build_syntax(r.format(), tools);
            BOOST_REQUIRE(s);
            chat::response_parser const fresh(*s, tools);
            BOOST_TEST(laws::first_wrong_cut(fresh, text) == "");
            BOOST_TEST(laws::first_broken(fresh, text) == "");
            for (std::size_t at = 0; at <= text.size(); ++at) {
                auto const calls = laws::calls_of(fresh, std::string_view(text).substr(0, at));
                bool const whole = !calls.empty() && calls.front().whole;
                BOOST_TEST(whole == (at >= from), at << ": " << shown(calls));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_is_left_open_as_far_as_it_is_certain) {
    struct {
        std::function<chat::format()> format;
        std::string_view text;
        char const* calls;
        char const* malformed = "";
    } const cuts[] = {
        {formats::tagged, "<tool_call>\n<function=get_weather>\n<parameter=city>\nrm -rf build",
         R"(get_weather{"city": "rm -rf build! )"},
        // the beginning of an end marker is no value
        {formats::tagged, "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</para",
         R"(get_weather{"city": "Paris! )", "\n</para"},
        {formats::tagged, "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</fun",
         R"(get_weather{"city": "Paris! )", "</fun"},
        // what might be text of the value
        {formats::tagged, "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\nDone.",
         R"(get_weather{"city": "Paris! )", "Done."},
        // what a number is, is known at its end
        {formats::tagged,
         "<tool_call>\n<function=get_weather>\n<parameter=city>\nX\n</parameter>\n<parameter=n>\n4",
         R"(get_weather{"city": "X"! )", "n: 4"},
        {formats::tagged, "<tool_call>\n<function=get_wea", "", "get_wea"},
        {formats::key_value_tags, "<tool_call>get_w", "", "get_w"},
        {formats::key_value_tags, "<tool_call>get_weather\n<arg_k", "get_weather! "},
        {formats::name_in_tag, "<calls><call:stop#i1>", "stop! "},
        {formats::name_in_tag, "<calls><call:stop#i1></ca", "stop! "},
        {formats::pythonic, "<|calls|>[stop(s='x\\'y', long_na", R"(stop{"s": "x'y" , ! )", "long_na"},
        {formats::pythonic, "<|calls|>[stop(b=Tru", R"(stop{"b": ! )", "Tru"},
        {formats::noted, "<call>stop{s:<q>x", R"(stop{"s": "x! )"},
        {formats::noted, "<call>stop {s:<q>x<", R"(stop{"s": "x! )", "<"},
        {formats::noted, "<call>stop{s:<q>x<q>,", R"(stop{"s": "x"! )", ""},
        {formats::noted, "<call>stop{s:<q>x</call>", R"(stop{"s": "x</call>! )", ""},
        {formats::channels, "<|channel|>commentary to=functions.stop<|message|>{\"a\": \"b",
         R"(stop{"a": "b! )"},
        {formats::json_in_tags, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": \"b\"}",
         R"(stop{"a": "b"}! )"},
        {formats::json_in_tags, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": \"caf\xC3",
         R"(stop{"a": "caf! )", "\xC3"},
        {formats::whole_calls_only, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": \"b\"}}", ""},
    };
    auto const tools = formats::tools();
    for (auto const& c : cuts) {
        BOOST_TEST_CONTEXT(c.text) {
            auto const s = chat::build_syntax(c.format(), tools);
            BOOST_REQUIRE(s);
            chat::response_parser r(*s, tools);
            BOOST_TEST(shown(laws::calls_of(r, c.text)) == c.calls);
            BOOST_TEST(laws::first_broken(r, c.text) == "");
            auto const ignore = [](chat::delta const&) {};
            r.feed(c.text, ignore);
            r.finish(ignore);
            BOOST_TEST(r.malformed() == c.malformed);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_broke_is_not_whole) {
    auto const tools = formats::tools();
    auto const read = [&](chat::format const& f, std::string_view text) {
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        return shown(laws::calls_of(chat::response_parser(*s, tools), text));
    };
    BOOST_TEST(read(formats::json_in_tags(),
                    "<tool_call>{\"name\": \"stop\", \"arguments\": {\"n\": oops}}</tool_call> ok") ==
               "stop{\"n\": ! ");
    BOOST_TEST(read(formats::channels(),
                    "<|channel|>commentary to=functions.stop<|message|>n: 1<|end|><|channel|>final") ==
               "stop! ");
}

namespace {

/// The tools of verification.
std::vector<chat::tool> tools() {
    auto const parameters = parlance::json::parse(R"({"type": "object", "required": [], "properties": {
        "text": {"type": "string"}, "count": {"type": "integer"}, "ratio": {"type": "number"},
        "flag": {"type": "boolean"}, "list": {"type": "array"}, "nested": {"type": "object"}}})");
    return {{"lookup_item", "finds something", parameters.value()},
            {"send.report-2", "sends something", parameters.value()}};
}

/// Tries the calls that the template wrote for verification, cut off anywhere; how many texts there were.
std::size_t tried(chat::chat_template const& t, chat::dialect const& learned) {
    auto const with = tools();
    auto const s = chat::build_syntax(learned.format, with);
    BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : render(s.error())));
    chat::response_parser const fresh(*s, with);
    std::size_t texts = 0;
    for (chat::claim const& c : chat::verify(t, learned)) {
        if (c.is != chat::verdict::proven || c.wrote.find("lookup_item") == std::string::npos) {
            continue;
        }
        ++texts;
        auto const uncut = laws::calls_of(fresh, c.wrote);
        BOOST_TEST(!uncut.empty(), c.wrote);
        BOOST_TEST(std::ranges::all_of(uncut, &chat::tool_call::whole), c.what << ": " << shown(uncut) << "\n"
                                                                               << c.wrote);
        std::string const wrong = laws::first_wrong_cut(fresh, c.wrote);
        BOOST_TEST(wrong.empty(), c.what << ": " << wrong << "\n" << c.wrote);
    }
    return texts;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_family_of_our_own) {
    for (own::family const& f : own::families) {
        for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
            BOOST_TEST_CONTEXT(f.name << " with " << (*markers)[8].second) {
                auto const t = chat::chat_template::compile(own::written(own::around(f.source), *markers),
                                                            {"<s>", "</s>"});
                BOOST_REQUIRE(t);
                BOOST_TEST(tried(*t, chat::analyze(*t)) >= 9u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_template_of_the_corpus_that_writes_calls) {
    std::size_t texts = 0;
    for (char const* const folder : {"templates", "wild/templates"}) {
        for (auto const& t : corpus::templates_in(folder)) {
            if (t.result.format.tools.mode() != chat::tool_mode::none) {
                BOOST_TEST_CONTEXT(folder << "/" << t.name) { texts += tried(t.compiled, t.result); }
            }
        }
    }
    BOOST_TEST_MESSAGE(texts << " texts with calls");
    BOOST_TEST((corpus::templates().empty() || texts >= 400));
}

BOOST_AUTO_TEST_SUITE_END()
