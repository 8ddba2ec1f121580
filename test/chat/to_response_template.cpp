// test/chat/to_response_template.cpp - the JSON of a response template, and what such templates have no words for
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/to_response_template.hpp>
#include "formats.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_to_response_template)

namespace chat = parlance::chat;
using chat::piece;

namespace {

boost::json::value made(chat::format const& f) {
    auto const spec = chat::to_response_template(f);
    BOOST_REQUIRE_MESSAGE(bool(spec), (spec ? "" : spec.error().hint.view()));
    return *spec;
}

boost::json::value field(chat::format const& f, char const* name) {
    boost::json::value const spec = made(f);
    auto const* const at = spec.at("fields").as_object().if_contains(name);
    return at != nullptr ? *at : boost::json::value();
}

boost::json::value json(std::string_view text) { return parlance::json::parse(text).value(); }

chat::format chatml() {
    chat::format f = formats::thinking(formats::json_in_tags());
    f.turn_start = "<|im_start|>assistant\n";
    f.turn_end = "<|im_end|>\n";
    return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_template_says_whose_turn_it_is_and_where_it_begins) {
    auto const spec = made(chatml());
    BOOST_TEST(spec.at("version") == boost::json::value(1));
    BOOST_TEST(spec.at("defaults") == json(R"({"role": "assistant"})"));
    BOOST_TEST(spec.at("start_anchor") == boost::json::value("<|im_start|>assistant"));
    // where no text opens the turn, nothing of a prompt is the answer's
    auto const open = made(formats::json_in_tags()).as_object();
    BOOST_TEST(!open.contains("start_anchor"));
    BOOST_TEST(open.at("start_anchor_pattern") == boost::json::value("\\Z"));
}

BOOST_AUTO_TEST_CASE(reasoning_stands_between_its_markers_and_content_ends_with_the_turn) {
    BOOST_TEST(field(chatml(), "reasoning_content") ==
               json(R"({"open": "<think>", "close_pattern": "<\\/think>\\s*"})"));
    BOOST_TEST(field(formats::json_in_tags(), "reasoning_content") == boost::json::value());
    chat::format f = chatml();
    f.stops = {"<|stop|>"};
    f.content.noise = {"<|pad|>"};
    BOOST_TEST(field(f, "content") == json(R"({"close": ["<|stop|>", "<|im_end|>", "<|pad|>"]})"));
    f.content = {chat::content_mode::always_wrapped, "<say>\n", "\n</say>", {}};
    BOOST_TEST(field(f, "content") == json(R"({"open": "<say>", "close": "</say>"})"));
    f.reasoning.calls_end = true;  // a call ends it, and is read as one
    BOOST_TEST(field(f, "reasoning_content").at("close_pattern") ==
               boost::json::value("<\\/think>\\s*|(?=<tool_call>)"));
}

BOOST_AUTO_TEST_CASE(calls_have_their_name_arguments_and_id_where_the_dialect_has_them) {
    BOOST_TEST(
        field(formats::json_in_tags(), "tool_calls").at("transform") ==
        json(
            R"({"type": "function", "function": {"name": "{content.name}", "arguments": "{content.arguments}"}})"));
    auto const listed = field(formats::json_array_with_ids(), "tool_calls");
    BOOST_TEST(listed.at("transform_each") == boost::json::value(true));
    BOOST_TEST(
        listed.at("transform") ==
        json(
            R"({"type": "function", "function": {"name": "{name}", "arguments": "{arguments}"}, "id": "{id}"})"));
    auto const named = field(formats::name_in_tag(), "tool_calls");
    BOOST_TEST(named.at("open_pattern") ==
               boost::json::value(R"(\s*(?:<calls>\s*)?<call:(?P<name>[^\n]+?)#(?P<id>[^\n]+?)>\s*)"));
    BOOST_TEST(named.at("transform").at("id") == boost::json::value("{id}"));
    BOOST_TEST(field(chat::format{}, "tool_calls") == boost::json::value());
    chat::format other = formats::bare_json();
    other.tools.calls.item_open = "<c>";
    BOOST_TEST(field(other, "tool_calls").at("transform").at("function").at("arguments") ==
               boost::json::value("{content.parameters}"));
}

BOOST_AUTO_TEST_CASE(tagged_arguments_are_texts) {
    auto const calls = field(formats::key_value_tags(), "tool_calls");
    BOOST_TEST(calls.at("content") == boost::json::value("xml-inline"));
    BOOST_TEST(calls.at("content_args").at("tag_pattern") ==
               boost::json::value(
                   R"(<arg_key>(?P<key>[^\n]+?)<\/arg_key>\s*<arg_value>(?P<value>.*?)<\/arg_value>)"));
    auto const noted = field(formats::noted(), "tool_calls");
    BOOST_TEST(noted.at("content") == boost::json::value("json"));
    BOOST_TEST(noted.at("content_args") ==
               json(R"({"unquoted_keys": true, "string_delims": [["<q>", "<q>"]]})"));
}

BOOST_AUTO_TEST_CASE(what_templates_cannot_say_is_refused) {
    struct {
        chat::format f;
        std::function<void(chat::format&)> change;
        std::string_view why;
    } const samples[] = {
        {chatml(), [](chat::format& f) { f.reasoning.start.clear(); },
         "reasoning that begins or ends without a marker"},
        {chatml(), [](chat::format& f) { f.tools.calls.item_open.clear(); }, "calls without a marker"},
        {formats::bare_json(), [](chat::format&) {}, "calls without a marker"},
        {formats::pythonic(), [](chat::format&) {}, "arguments that are not written as JSON"},
        {formats::tagged(),
         [](chat::format& f) {
             f.tools.values.front().insert(f.tools.values.front().end(),
                                           {formats::text("</"), {piece::kind::key, {}}});
         },
         "arguments whose names stand again behind their values"},
        {formats::name_in_tag(),
         [](chat::format& f) {
             f.tools.call = {formats::name, formats::arguments, formats::text("#"), formats::id};
         },
         "parts of a call behind its arguments"},
        {chatml(),
         [](chat::format& f) { f.channels = {"<next>", "", " to=", "<text>", {"<end>"}, "self", "user"}; },
         "messages that only their recipients tell apart"},
        {chatml(),
         [](chat::format& f) { f.content = {chat::content_mode::always_wrapped, "\n", "</say>", {}}; },
         "content that begins or ends without a marker"},
    };
    for (auto const& sample : samples) {
        chat::format f = sample.f;
        sample.change(f);
        auto const spec = chat::to_response_template(f);
        BOOST_REQUIRE_MESSAGE(!spec, sample.why);
        BOOST_TEST((spec.error().code == parlance::errc::not_lowerable));
        BOOST_TEST(spec.error().hint.view() == sample.why);
    }
}

BOOST_AUTO_TEST_SUITE_END()
