// test/chat/format.cpp - a dialect as plain data: kinds, names, equality, and what a shape says of a text
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/format.hpp>
#include "formats.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_format)

namespace chat = parlance::chat;
using chat::piece;

namespace {

chat::message read(chat::format const& f, std::string_view answer) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools).value();
    chat::response_parser r(s, tools);
    auto const ignore = [](chat::delta const&) {};
    r.feed(answer, ignore);
    r.finish(ignore);
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_table_says_what_kind_of_calls_it_has) {
    using chat::tool_mode;
    BOOST_TEST((chat::tool_format{}.mode() == tool_mode::none));
    for (auto const& make : {formats::json_in_tags, formats::json_array_with_ids, formats::bare_json}) {
        BOOST_TEST((make().tools.mode() == tool_mode::json_native));
    }
    for (auto const& make : {formats::tagged, formats::key_value_tags}) {
        BOOST_TEST((make().tools.mode() == tool_mode::tag_with_tagged));
    }
    // The name in markup, the arguments in one piece, whatever their notation.
    for (auto const& make : {formats::name_in_tag, formats::pythonic, formats::noted, formats::channels}) {
        BOOST_TEST((make().tools.mode() == tool_mode::tag_with_json));
    }
    chat::format f = formats::json_in_tags();
    f.tools.call.front().text = "name: \"";  // no object any more
    BOOST_TEST((f.tools.mode() == tool_mode::tag_with_json));
}

BOOST_AUTO_TEST_CASE(kinds_have_names_of_their_own) {
    using enum chat::reasoning_mode;
    BOOST_TEST(to_string(none) == "NONE");
    BOOST_TEST(to_string(tag_based) == "TAG_BASED");
    BOOST_TEST(to_string(delimiter) == "DELIMITER");
    BOOST_TEST(to_string(forced_open) == "FORCED_OPEN");
    BOOST_TEST(to_string(forced_closed) == "FORCED_CLOSED");
    BOOST_TEST(to_string(tools_only) == "TOOLS_ONLY");
    BOOST_TEST(to_string(chat::content_mode::plain) == "PLAIN");
    BOOST_TEST(to_string(chat::content_mode::always_wrapped) == "ALWAYS_WRAPPED");
    BOOST_TEST(to_string(chat::content_mode::wrapped_with_reasoning) == "WRAPPED_WITH_REASONING");
    BOOST_TEST(to_string(chat::tool_mode::none) == "NONE");
    BOOST_TEST(to_string(chat::tool_mode::json_native) == "JSON_NATIVE");
    BOOST_TEST(to_string(chat::tool_mode::tag_with_json) == "TAG_WITH_JSON");
    BOOST_TEST(to_string(chat::tool_mode::tag_with_tagged) == "TAG_WITH_TAGGED");
}

BOOST_AUTO_TEST_CASE(formats_are_the_same_where_all_members_are) {
    chat::format const base = formats::thinking(formats::tagged());
    BOOST_TEST((base == formats::thinking(formats::tagged())));
    std::function<void(chat::format&)> const changes[] = {
        [](chat::format& f) { f.reasoning.mode = chat::reasoning_mode::forced_open; },
        [](chat::format& f) { f.reasoning.start += ' '; },
        [](chat::format& f) { f.reasoning.anywhere = true; },
        [](chat::format& f) { f.reasoning.calls_end = true; },
        [](chat::format& f) { f.reasoning.spoken = true; },
        [](chat::format& f) { f.content.mode = chat::content_mode::always_wrapped; },
        [](chat::format& f) { f.content.noise.emplace_back("<pad>"); },
        [](chat::format& f) { f.tools.calls.separator.clear(); },
        [](chat::format& f) { f.tools.call.front().is = piece::kind::id; },
        [](chat::format& f) { f.tools.arguments.item_open = "<p="; },
        [](chat::format& f) { f.tools.values.front().back().is = piece::kind::json; },
        [](chat::format& f) { f.tools.parallel = false; },
        [](chat::format& f) { f.tools.fallback = true; },
        [](chat::format& f) { f.tools.whole_open = "<args>"; },
        [](chat::format& f) { f.also.push_back(f.tools); },
        [](chat::format& f) { f.channels.ends.emplace_back("<|end|>"); },
        [](chat::format& f) { f.strict = true; },
        [](chat::format& f) { f.made_id = "call_"; },
        [](chat::format& f) { f.turn_start = "<|bot|>"; },
        [](chat::format& f) { f.turn_end = "<|over|>"; },
        [](chat::format& f) { f.stops.emplace_back("<|over|>"); },
        [](chat::format& f) { f.preserved.emplace_back("<think>"); },
    };
    for (auto const& change : changes) {
        chat::format other = base;
        change(other);
        BOOST_TEST((other != base), &change - changes);
    }
}

BOOST_AUTO_TEST_CASE(calls_stand_as_the_list_says) {
    chat::format f;
    f.tools.calls = {"<all>", "<one>", "</one>", "; ", "</all>"};
    f.tools.call = {formats::name, formats::text("|"), formats::arguments};
    f.tools.parallel = true;
    std::string const item = "<one>stop|{\"n\": 1}</one>";
    for (std::size_t count = 1; count <= 3; ++count) {
        std::string answer = "Well.<all>" + item;
        for (std::size_t i = 1; i < count; ++i) {
            answer += "; " + item;
        }
        auto const m = read(f, answer + "</all>");
        BOOST_TEST(m.content.value_or("") == "Well.");
        BOOST_TEST(m.calls.size() == count);
        for (auto const& call : m.calls) {
            BOOST_TEST((call == chat::tool_call{"", "stop", "{\"n\": 1}", true}));
        }
    }
}

BOOST_AUTO_TEST_CASE(ids_are_what_the_pieces_say_or_made) {
    chat::format f = formats::name_in_tag();
    std::string const two = "<calls><call:stop#7>{}</call><call:stop#9>{}</call></calls>";
    BOOST_TEST(read(f, two).calls[1].id == "9");
    // the position of the call is none in markup, and is one in an object
    f.tools.call[2].is = piece::kind::index;
    BOOST_TEST(read(f, two).calls[1].id == "");
    f.tools.call = {formats::text("{\"name\": \""),
                    formats::name,
                    formats::text("\", \"n\": "),
                    {piece::kind::index},
                    formats::text(", \"arguments\": "),
                    formats::arguments,
                    formats::text("}")};
    f.tools.calls = {"", "<call>", "</call>", "", ""};
    BOOST_TEST(read(f, R"(<call>{"name": "stop", "n": 7, "arguments": {}}</call>)").calls[0].id == "7");
    // the text between, name and index included
    f = formats::name_in_tag();
    f.tools.call = {{piece::kind::id_begin}, formats::name,      formats::text("#"), {piece::kind::index},
                    {piece::kind::id_end},   formats::text(">"), formats::arguments};
    BOOST_TEST(read(f, two).calls[1].id == "stop#9");
    BOOST_TEST(read(f, two).calls[1].name == "stop");
    // made ones have the number of the call among those that bring none, from 1
    f = formats::json_in_tags();
    f.made_id = "made-";
    std::string const none = R"(<tool_call>{"name": "stop", "arguments": {}}</tool_call>)";
    std::string const own = R"(<tool_call>{"id": "x", "name": "stop", "arguments": {}}</tool_call>)";
    auto const calls = read(f, none + own + none).calls;
    BOOST_REQUIRE(calls.size() == 3u);
    BOOST_TEST(calls[0].id == "made-1");
    BOOST_TEST(calls[1].id == "x");
    BOOST_TEST(calls[2].id == "made-2");
}

BOOST_AUTO_TEST_CASE(a_thought_begins_with_its_channel_or_with_whom_it_addresses) {
    chat::channel_format c = formats::channels().channels;
    BOOST_TEST(c.used());
    BOOST_TEST(c.thought() == "<|channel|>analysis<|message|>");
    BOOST_TEST(read(formats::channels(), c.thought() + "hm").reasoning == "hm");
    c.channel.clear();
    c.recipient = " to=";
    c.reasoning = "self";
    BOOST_TEST(c.thought() == " to=self<|message|>");
    c.message.clear();
    BOOST_TEST(!c.used());
    BOOST_TEST(!chat::channel_format{}.used());
}

BOOST_AUTO_TEST_SUITE_END()
