// test/chat/response_parser.cpp - answers in every family of formats, whole, cut anywhere and cut off
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/response_parser.hpp>
#include "formats.hpp"
#include "laws.hpp"
#include <parlance/chat/check.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include <type_traits>
#include <utility>

BOOST_AUTO_TEST_SUITE(chat_response_parser)

namespace chat = parlance::chat;

namespace {

std::string show(chat::message const& m, std::string_view malformed = {}) {
    std::string out = "[" + m.content.value_or("") + "]";
    if (!m.reasoning.empty()) {
        out += " reasoning[" + m.reasoning + "]";
    }
    for (auto const& c : m.calls) {
        out += " " + c.id + (c.id.empty() ? "" : ":") + c.name + c.arguments;
    }
    return malformed.empty() ? out : out + " malformed[" + std::string(malformed) + "]";
}

/// Those of the formats, and one whose arguments are called as labels of a call are.
std::vector<chat::tool> known_tools() {
    auto out = formats::tools();
    auto parameters = parlance::json::parse(
        R"({"type": "object", "properties": {"id": {"type": "string"}, "type": {"type": "string"}}})");
    out.push_back({"find", "finds it", parameters.value()});
    return out;
}

/// Reads `pieces` and checks that the deltas make the message.
std::string read(chat::format const& f, std::vector<std::string_view> const& pieces,
                 std::string_view tail = {}) {
    auto const tools = known_tools();
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    chat::response_parser r(*s, tools);
    r.prime(tail);
    chat::message put_together;
    std::size_t open = 0;
    auto const sink = [&](chat::delta const& d) {
        switch (d.kind) {
        case chat::delta_kind::reasoning: put_together.reasoning += d.text; break;
        case chat::delta_kind::content:
            put_together.content = put_together.content.value_or("") + std::string(d.text);
            break;
        case chat::delta_kind::call_begin:
            BOOST_TEST(d.index == put_together.calls.size());
            BOOST_TEST(open++ == 0u);
            put_together.calls.push_back({std::string(d.id), std::string(d.text), {}});
            break;
        case chat::delta_kind::arguments:
            BOOST_TEST(open == 1u);
            put_together.calls.at(d.index).arguments += d.text;
            break;
        case chat::delta_kind::call_end:
            BOOST_TEST(open-- == 1u);
            if (!d.id.empty()) {
                put_together.calls.at(d.index).id = d.id;
            }
            break;
        case chat::delta_kind::malformed: break;
        }
    };
    for (std::string_view const piece : pieces) {
        r.feed(piece, sink);
    }
    r.finish(sink);
    BOOST_TEST(show(r.so_far()) == show(put_together));
    return show(r.so_far(), r.malformed());
}

struct row {
    std::function<chat::format()> format;
    std::string_view text;
    std::string_view wanted;
    std::string_view tail = {};
};

row const rows[] = {
    {formats::json_in_tags, "Hello", "[Hello]"},
    {formats::json_in_tags, "", "[]"},
    {formats::json_in_tags, "<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>",
     "[] stop{}"},
    {formats::json_in_tags,
     "Hi\n<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"P\xc3\xa9\", \"n\": "
     "1.50}}\n</tool_call>",
     "[Hi] get_weather{\"city\": \"P\xc3\xa9\", \"n\": 1.50}"},
    {formats::json_in_tags,
     "<tool_call>{\"arguments\":{\"a\":[{\"b\":\"}\"}]},\"x\":1,\"name\":\"zz\"}</tool_call>\n"
     "<tool_call>{\"name\":\"stop\"}</tool_call>",
     "[] zz{\"a\":[{\"b\":\"}\"}]} stop{} malformed[\"x\": 1]"},
    // Where no arguments came an object under another key is the arguments.  What is left over is told.
    {formats::json_in_tags, R"(<tool_call>{"name": "stop", "parameters": {"n": 1}}</tool_call>)",
     "[] stop{\"n\": 1}"},
    {formats::json_in_tags, R"(<tool_call>{"input": {"n": 1}, "name": "stop"}</tool_call>)",
     "[] stop{\"n\": 1}"},
    {formats::json_in_tags, R"(<tool_call>{"name": "stop", "kwargs": "{\"n\": \"\\n\"}"}</tool_call>)",
     "[] stop{\"n\": \"\\n\"}"},
    {formats::json_in_tags,
     R"(<tool_call>{"name": "stop", "parameters": {"n": 1}, "arguments": {"n": 2}}</tool_call>)",
     "[] stop{\"n\": 2} malformed[\"parameters\": {\"n\": 1}]"},
    {formats::json_in_tags,
     R"(<tool_call>{"name": "stop", "arguments": {"n": 2}, "arguments": {"n": 3}, "a": [1]}</tool_call>)",
     "[] stop{\"n\": 2} malformed[{\"n\": 3}, \"a\": [1]]"},
    {formats::json_in_tags,
     R"(<tool_call>{"name": "stop", "meta": {"m": 0}, "args": {"n": 1}, "note": "x"}</tool_call>)",
     "[] stop{\"n\": 1} malformed[\"meta\": {\"m\": 0}, \"note\": \"x\"]"},
    {formats::json_in_tags,
     R"(<tool_call>{"type": "function", "id": "c1", "name": "stop", "index": 0, "arguments": null}</tool_call>)",
     "[] c1:stop{}"},
    // An id that the model wrote is kept, whether its dialect has ids or not; unless it is an argument.
    {formats::json_in_tags,
     R"(<tool_call>{"name": "stop", "arguments": {"id": "a"}, "id": "c\u0031"}</tool_call>)",
     R"([] c1:stop{"id": "a"})"},
    {formats::json_in_tags,
     R"(<tool_call>{"call_id": "c1", "type": "function", "function": {"name": "stop", "arguments": {}}}</tool_call>)",
     "[] c1:stop{}"},
    {formats::json_in_tags,
     R"(<tool_call>{"name": "stop", "tool_call_id": "c1", "x": 1, "arguments": {"n": 1}}</tool_call>)",
     R"([] c1:stop{"n": 1} malformed["x": 1])"},
    {formats::json_in_tags, R"(<tool_call>{"name": "find", "id": "a", "type": "b", "index": 3}</tool_call>)",
     R"([] find{"id": "a", "type": "b"})"},
    {formats::json_in_tags, R"(<tool_call>{"name": "stop", "id": 7, "arguments": {}}</tool_call>)",
     "[] stop{}"},
    {formats::bare_json, R"({"type": "function", "id": "c1", "name": "stop", "arguments": {}})",
     "[] c1:stop{}"},
    {formats::json_in_tags, R"(<tool_call>{"name": "stop", "arguments": [1]}</tool_call>)",
     "[] stop{} malformed[[1]]"},
    {formats::json_in_tags, R"(<tool_call>{"name": "stop", "parameters": {"city": "cut of)",
     "[] stop{\"city\": \"cut of"},
    {formats::bare_json, R"({"name": "stop", "arguments": {"n": 1}})", "[] stop{\"n\": 1}"},
    // In Python's strings a backslash begins an escape, whatever the quote.
    {formats::pythonic, R"(<|calls|>[stop(a='x\ny\'s \d',b="\"q\" \\n")]<|/calls|>)",
     R"([] stop{"a": "x\ny's \\d", "b": "\"q\" \\n"})"},
    {formats::pythonic, "<|calls|>[stop(a='cut of", R"([] stop{"a": "cut of)"},
    {formats::json_in_tags, "<tool_call>{\"name\":\"stop\",\"arguments\":\"{\\\"k\\\": 1}\"}</tool_call>",
     "[] stop{\"k\": 1}"},
    {formats::json_in_tags, "<tool_call>\n{\"name\": \"stop\", \"arguments\": {\"city\": \"cut of",
     "[] stop{\"city\": \"cut of"},
    {formats::json_in_tags, "use <tool_cal and a < b", "[use <tool_cal and a < b]"},
    {formats::json_array_with_ids,
     "[CALLS][{\"name\": \"stop\", \"arguments\": {}, \"id\": \"x1\"}, {\"id\": \"x2\", \"name\": \"stop\", "
     "\"arguments\": {\"n\": 2}}]",
     "[] x1:stop{} x2:stop{\"n\": 2}"},
    {formats::bare_json, "{\"name\": \"stop\", \"parameters\": {\"n\": 1}}", "[] stop{\"n\": 1}"},
    {formats::bare_json, "{\"name\": \"Bob\", \"age\": 3}", "[{\"name\": \"Bob\", \"age\": 3}]"},
    {formats::bare_json, "Use {braces}", "[Use {braces}]"},
    {formats::name_in_tag, "a<calls><call:stop#i1>{\"n\": 1}</call><call:stop#i2>{}</call></calls>",
     "[a] i1:stop{\"n\": 1} i2:stop{}"},
    {formats::tagged,
     "Sure\n<tool_call>\n<function=get_weather>\n<parameter=city>\nPa\"r\nis\n</"
     "parameter>\n<parameter=n>\n42\n"
     "</parameter>\n</function>\n</tool_call>",
     "[Sure\n] get_weather{\"city\": \"Pa\\\"r\\nis\", \"n\": 42}"},
    {formats::tagged, "<tool_call>\n<function=stop>\n</function>\n</tool_call>", "[] stop{}"},
    {formats::tagged,
     "<tool_call><function=get_weather><parameter=city>  in </parameter></function></tool_call>",
     "[] get_weather{\"city\": \"  in \"}"},
    {[] { return formats::thinking(formats::json_in_tags()); }, "<think>\nhm\n</think>\n\nHi",
     "[Hi] reasoning[hm]"},
    {[] { return formats::thinking(formats::json_in_tags()); }, "hm\n</think>\n\nHi", "[Hi] reasoning[hm]",
     "<think>\n"},
    {[] { return formats::thinking(formats::json_in_tags()); }, "no thoughts", "[no thoughts]"},
    // A thought that the prompt has closed at once, and one that the model opens all the same.
    {[] { return formats::thinking(formats::json_in_tags()); }, "<think>\nhm\n</think>\n\nHi",
     "[Hi] reasoning[hm]", "<think>\n\n</think>\n\n"},
    {[] { return formats::thinking(formats::json_in_tags()); },
     "<think>\n\n</think>\n\n<think></think><think>\nhm\n</think>\n\nHi", "[Hi] reasoning[hm]"},
    {[] { return formats::thinking(formats::json_in_tags()); }, "<think>\n\n</think>\n\n<think> is a tag",
     "[<think> is a tag]"},
    {[] { return formats::thinking(formats::tagged()); },
     "<think>\na <tool_call> in thought\n</think>\n\n<tool_call>\n<function=stop>\n</function>\n</tool_call>",
     "[] reasoning[a <tool_call> in thought] stop{}"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_answer_gives_content_reasoning_and_calls) {
    for (auto const& r : rows) {
        BOOST_TEST(read(r.format(), {r.text}, r.tail) == r.wanted);
    }
}

BOOST_AUTO_TEST_CASE(every_split_gives_the_same_message) {
    for (auto const& r : rows) {
        for (std::size_t cut = 1; cut < r.text.size(); ++cut) {
            BOOST_TEST(read(r.format(), {r.text.substr(0, cut), r.text.substr(cut)}, r.tail) == r.wanted);
        }
        std::vector<std::string_view> bytes;
        for (std::size_t i = 0; i < r.text.size(); ++i) {
            bytes.push_back(r.text.substr(i, 1));
        }
        BOOST_TEST(read(r.format(), bytes, r.tail) == r.wanted);
    }
}

BOOST_AUTO_TEST_CASE(any_prefix_gives_a_message_and_nothing_is_thrown) {
    for (auto const& r : rows) {
        for (std::size_t cut = 0; cut < r.text.size(); ++cut) {
            BOOST_CHECK_NO_THROW(read(r.format(), {r.text.substr(0, cut)}, r.tail));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_copy_goes_on_apart) {
    auto const tools = known_tools();
    auto const f = formats::json_in_tags();
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    auto const ignore = [](chat::delta const&) {};
    chat::response_parser a(*s, tools);
    a.feed("one ", ignore);
    chat::response_parser b = a;
    a.feed("two", ignore);
    b.feed("three", ignore);
    a.finish(ignore);
    b.finish(ignore);
    BOOST_TEST(*a.so_far().content == "one two");
    BOOST_TEST(*b.so_far().content == "one three");
}

BOOST_AUTO_TEST_CASE(one_that_was_moved_from_is_empty_and_can_be_assigned_to) {
    auto const tools = known_tools();
    auto const f = formats::json_in_tags();
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    auto const never = [](chat::delta const&) { BOOST_ERROR("a delta of nothing"); };
    chat::response_parser a(*s, tools);
    a.feed("one ", [](chat::delta const&) {});
    chat::response_parser const b = std::move(a);
    a.prime("<think>");  // NOLINT: that is what is asked
    a.feed("two", never);
    auto const here = a.here();
    a.rollback(here);
    a.finish(never);
    BOOST_TEST((a.so_far() == chat::message()));
    BOOST_TEST(a.held() == 0u);
    BOOST_TEST(a.malformed().empty());
    chat::response_parser const empty = a;
    BOOST_TEST((empty.so_far() == chat::message()));
    a = b;
    a.feed("three", [](chat::delta const&) {});
    BOOST_TEST(*a.so_far().content == "one three");
    a = empty;
    BOOST_TEST((a.so_far() == chat::message()));
}

BOOST_AUTO_TEST_CASE(a_response_goes_back_to_a_mark_anywhere) {
    auto const tools = known_tools();
    auto const ignore = [](chat::delta const&) {};
    for (auto const& r : rows) {
        auto const s = chat::build_syntax(r.format(), tools);
        BOOST_REQUIRE(s);
        for (std::size_t at = 0; at <= r.text.size(); ++at) {
            chat::response_parser a(*s, tools);
            a.prime(r.tail);
            a.feed(r.text.substr(0, at), ignore);
            auto const before = a.so_far();
            std::string const lost(a.malformed());
            auto const mark = a.here();
            a.feed("<tool_call>{\"name\": \"x\", \"arguments\": {\"y\": 1}}</tool_call>\xC3 what", ignore);
            a.finish(ignore);
            a.rollback(mark);
            BOOST_TEST((a.so_far() == before));
            BOOST_TEST(a.malformed() == lost);
            a.feed(r.text.substr(at), ignore);
            a.finish(ignore);
            BOOST_TEST(show(a.so_far(), a.malformed()) == r.wanted);
        }
    }
}

namespace {

std::string read_by(chat::response_policy const& policy, std::string_view text) {
    auto const tools = known_tools();
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    chat::response_parser const fresh(*s, tools, policy);
    BOOST_TEST(laws::first_broken(fresh, text) == "");
    chat::response_parser r = fresh;
    auto const ignore = [](chat::delta const&) {};
    r.feed(text, ignore);
    r.finish(ignore);
    return show(r.so_far(), r.malformed());
}

chat::response_policy policy(void (*change)(chat::response_policy&)) {
    chat::response_policy out;
    change(out);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_call_of_an_unknown_tool_is_a_call_unless_the_policy_says_otherwise) {
    std::string_view const text = "a<tool_call>{\"name\": \"zz\", \"arguments\": {\"n\": 1}}</tool_call>"
                                  "<tool_call>{\"name\": \"stop\", \"arguments\": {}}</tool_call>";
    BOOST_TEST(read_by({}, text) == "[a] zz{\"n\": 1} stop{}");
    auto const refused = policy([](chat::response_policy& p) { p.accept_unknown = false; });
    BOOST_TEST(read_by(refused, text) ==
               "[a] stop{} malformed[{\"name\": \"zz\", \"arguments\": {\"n\": 1}}]");
    auto const shown = policy([](chat::response_policy& p) {
        p.accept_unknown = false;
        p.unknown_tool = chat::stray_text::content;
    });
    BOOST_TEST(read_by(shown, text) == "[a{\"name\": \"zz\", \"arguments\": {\"n\": 1}}] stop{}");
}

BOOST_AUTO_TEST_CASE(a_bad_call_loses_nothing_and_spoils_no_other) {
    std::string_view const text = "a<tool_call>{\"nam\": 1}</tool_call>"
                                  "<tool_call>{\"name\": \"stop\", \"arguments\": {}}</tool_call>";
    BOOST_TEST(read_by({}, text) == "[a] stop{} malformed[{\"nam\": 1}]");
    auto const shown = policy([](chat::response_policy& p) { p.bad_call = chat::stray_text::content; });
    BOOST_TEST(read_by(shown, text) == "[a{\"nam\": 1}] stop{}");
    // One that was announced stays, as far as it came.
    BOOST_TEST(read_by({}, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"n\": oops}}</tool_call>") ==
               "[] stop{\"n\":  malformed[oops}}]");
}

BOOST_AUTO_TEST_CASE(a_name_that_was_cut_off_is_no_call) {
    BOOST_TEST(read_by({}, "a<tool_call>{\"name\": \"sto") == "[a] malformed[{\"name\": \"sto]");
    BOOST_TEST(read_by({}, "a<tool_call>{\"name\": \"stop\"") == "[a] stop");
    BOOST_TEST(read_by({}, "a\n<tool_call>\n") == "[a] malformed[\n<tool_call>\n]");
}

BOOST_AUTO_TEST_CASE(text_behind_a_call_is_content_unless_the_policy_says_otherwise) {
    std::string_view const text = "a<tool_call>{\"name\": \"stop\"}</tool_call> and b";
    BOOST_TEST(read_by({}, text) == "[a and b] stop{}");
    auto const refused = policy([](chat::response_policy& p) { p.text_after = chat::stray_text::malformed; });
    BOOST_TEST(read_by(refused, text) == "[a] stop{} malformed[and b]");
}

BOOST_AUTO_TEST_CASE(a_missing_end_is_left_open_or_closed) {
    std::string_view const text = "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": [\"b\\";
    auto const closed = policy([](chat::response_policy& p) { p.close_at_end = true; });
    BOOST_TEST(read_by({}, text) == "[] stop{\"a\": [\"b\\");
    BOOST_TEST(read_by(closed, text) == "[] stop{\"a\": [\"b\\\\\"]}");
    BOOST_TEST(read_by({}, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": tru") ==
               "[] stop{\"a\": tru");
    BOOST_TEST(read_by(closed, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": tru") ==
               "[] stop{\"a\": true}");
    // Nothing is made up to close it.
    BOOST_TEST(read_by(closed, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": 1,") ==
               "[] stop{\"a\": 1,");
    // An end marker that is missing is no loss when the call is whole.
    BOOST_TEST(read_by({}, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": 1}}") ==
               "[] stop{\"a\": 1}");
}

BOOST_AUTO_TEST_CASE(arguments_are_json_whatever_the_model_wrote_into_strings) {
    BOOST_TEST(read_by({}, "<tool_call>{\"name\": \"stop\", \"arguments\": {\"a\": \"x\ny \\' \xFF \\u12 "
                           "\\ud83d\"}}</tool_call>") ==
               "[] stop{\"a\": \"x\\ny ' \xEF\xBF\xBD \\\\u12 \\ufffd\"}");
}

BOOST_AUTO_TEST_CASE(what_the_prompt_has_begun_is_not_told_again) {
    auto const tools = known_tools();
    auto const s = chat::build_syntax(formats::thinking(formats::json_in_tags()), tools);
    BOOST_REQUIRE(s);
    for (std::string_view const tail : {"<think>\n", "<think>\n\n</think>\n\n"}) {
        chat::response_parser r(*s, tools);
        r.prime(tail);
        BOOST_TEST(show(r.so_far()) == "[]");
        std::string told;
        r.feed("text", [&](chat::delta const& d) { told += d.text; });
        r.finish([&](chat::delta const& d) { told += d.text; });
        BOOST_TEST(told == "text");
        bool const inside = tail.size() < 10;
        BOOST_TEST(show(r.so_far()) == (inside ? "[] reasoning[text]" : "[text]"));
    }
}

BOOST_AUTO_TEST_CASE(an_end_of_thought_that_ends_answers_too_makes_no_thought_of_an_answer) {
    chat::format f = formats::json_in_tags();
    f.reasoning = {chat::reasoning_mode::tag_based, "/think\n", "<|end|>\n"};
    f.turn_end = "<|end|>\n";
    f.content.noise = {"<|end|>"};
    auto const tools = known_tools();
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    struct row {
        std::string_view text;
        std::string_view read;
    };
    for (row const r : {row{"\nCold.<|end|>\n", "[\nCold.\n]"}, row{"Cold.<|end|>", "[Cold.]"},
                        row{"/think\nhm<|end|>\nCold.<|end|>", "[Cold.] reasoning[hm]"}}) {
        chat::response_parser p(*s, tools);
        auto const ignore = [](chat::delta const&) {};
        p.feed(r.text, ignore);
        p.finish(ignore);
        BOOST_TEST(show(p.so_far()) == r.read);
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_breaks_the_schema_of_a_strict_tool_is_never_whole) {
    auto tools = formats::tools();
    tools.push_back({"put", "",
                     parlance::json::parse(R"({"type": "object", "required": ["n"], "properties": {
        "n": {"type": "integer"}}, "additionalProperties": false})")
                         .value()});
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    // In the dialect's way, and in others that only are read.
    for (std::string const front : {"<tool_call>\n", "", "["}) {
        for (std::string_view const arguments : {R"({"n": 1})", R"({"n": "1"})", R"({"m": 1})", "{}"}) {
            std::string const text = front + R"({"name": "put", "arguments": )" + std::string(arguments) +
                                     "}" +
                                     (front == "["  ? "]"
                                      : front == "" ? ""
                                                    : "\n</tool_call>");
            for (bool const strict : {false, true}) {
                tools.back().strict = strict;
                chat::response_parser r(*s, tools);
                bool told = false;
                auto const sink = [&](chat::delta const& d) {
                    told = d.kind == chat::delta_kind::call_end ? d.whole : told;
                };
                r.feed(text, sink);
                r.finish(sink);
                BOOST_TEST_CONTEXT(text << (strict ? ", strict" : "")) {
                    BOOST_REQUIRE(r.so_far().calls.size() == 1u);
                    bool const whole = !strict || arguments == R"({"n": 1})";
                    chat::tool_call const& call = r.so_far().calls.front();
                    BOOST_TEST(call.whole == whole);
                    BOOST_TEST(told == whole);
                    BOOST_TEST(call.arguments == arguments);
                    auto const wrong = chat::check(call, tools);
                    BOOST_TEST(wrong.has_value() == (arguments != R"({"n": 1})"));
                    BOOST_TEST((!wrong || wrong->find("cut off") == std::string::npos));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_model_that_says_the_same_marker_again_and_again_loses_nothing) {
    auto const tools = formats::tools();
    for (std::string_view const between : {"", " ", "\n"}) {
        std::string often;
        for (int i = 0; i < 3000; ++i) {
            often.append("<tool_call>").append(between);
        }
        auto const s = chat::build_syntax(formats::thinking(formats::json_in_tags()), tools).value();
        chat::response_parser r(s, tools);
        auto const ignore = [](chat::delta const&) {};
        r.feed("<think>\n" + often + "\n</think>\n\nAnswer", ignore);
        r.finish(ignore);
        BOOST_TEST(r.so_far().content.value_or("") == "Answer");
        BOOST_TEST(r.so_far().reasoning.size() >= often.size() - between.size());
    }
}

BOOST_AUTO_TEST_CASE(all_digits_and_names_of_a_call_of_a_strict_tool_are_judged) {
    std::vector<chat::tool> tools{{"put", "",
                                   parlance::json::parse(R"({"type": "object", "properties": {
        "n": {"type": "integer", "multipleOf": 3}}})")
                                       .value(),
                                   true}};
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    struct {
        std::string arguments;
        std::string_view said;  // nothing: it is whole
    } const calls[] = {
        {R"({"n": 99999999999999999999999999})", ""},
        {R"({"n": 10000000000000000000000000})", "multipleOf 3"},
        {R"({"n": 3e100001})", "could not be checked"},
        {R"({"n": 3, "n": 6})", ""},
    };
    for (auto const& call : calls) {
        chat::response_parser r(*s, tools);
        auto const ignore = [](chat::delta const&) {};
        r.feed("<tool_call>\n{\"name\": \"put\", \"arguments\": " + call.arguments + "}\n</tool_call>",
               ignore);
        r.finish(ignore);
        BOOST_REQUIRE(r.so_far().calls.size() == 1u);
        BOOST_TEST(r.so_far().calls.front().whole == call.said.empty(), call.arguments);
        auto const wrong = chat::check(r.so_far().calls.front(), tools);
        BOOST_TEST(wrong.has_value() == !call.said.empty(), call.arguments);
        BOOST_TEST((wrong.value_or("").find(call.said) != std::string::npos), wrong.value_or(""));
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_was_cut_off_and_closed_is_told_as_cut_off) {
    std::vector<chat::tool> tools{
        {"put", "", parlance::json::parse(R"({"type": "object", "required": ["n"]})").value(), true}};
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    chat::response_policy closing;
    closing.close_at_end = true;
    for (std::string_view const end : {"", "}}\n</tool_call>"}) {
        chat::response_parser r(*s, tools, closing);
        bool refused = false;
        auto const note = [&](chat::delta const& d) { refused = refused || d.refused; };
        r.feed("<tool_call>\n{\"name\": \"put\", \"arguments\": {\"m\": [1]" + std::string(end), note);
        r.finish(note);
        BOOST_TEST(refused == !end.empty(), "streams say so, too");
        BOOST_REQUIRE(r.so_far().calls.size() == 1u);
        chat::tool_call const& call = r.so_far().calls.front();
        BOOST_TEST(call.arguments == R"({"m": [1]})");
        BOOST_TEST(!call.whole);
        BOOST_TEST(call.refused == !end.empty());
        std::string const wrong = chat::check(call, tools).value();
        BOOST_TEST((wrong.find(end.empty() ? "was cut off" : "missing: n") != std::string::npos), wrong);
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_judged_is_no_whole_call_of_a_strict_tool) {
    std::vector<chat::tool> tools{{"put", "",
                                   parlance::json::parse(R"({"type": "object", "properties": {
        "n": {"type": "integer"}, "l": {"type": "array"}}})")
                                       .value(),
                                   true}};
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    for (std::size_t const depth : {100u, 199u, 300u}) {
        std::string const list = std::string(depth, '[') + std::string(depth, ']');
        for (std::string_view const n : {"1", "\"no\""}) {
            chat::response_parser r(*s, tools);
            auto const ignore = [](chat::delta const&) {};
            r.feed("<tool_call>\n{\"name\": \"put\", \"arguments\": {\"n\": " + std::string(n) +
                       ", \"l\": " + list + "}}\n</tool_call>",
                   ignore);
            r.finish(ignore);
            BOOST_REQUIRE(r.so_far().calls.size() == 1u);
            BOOST_TEST((!r.so_far().calls.front().whole || n == "1"), depth);
            BOOST_TEST((r.so_far().calls.front().whole || n != "1" || depth > 100), depth);
        }
    }
}

BOOST_AUTO_TEST_CASE(calls_of_one_answer_share_what_judging_short_arguments_may_take) {
    std::string definitions;
    for (int i = 0; i < 9; ++i) {  // each is two of the next: a thousand looks in all
        std::string const next = R"({"$ref": "#/$defs/d)" + std::to_string(i + 1) + "\"}";
        definitions += "\"d" + std::to_string(i) + R"(": {"allOf": [)" + next + ", " + next + "]}, ";
    }
    std::vector<chat::tool> const tools{
        {"put", "",
         parlance::json::parse(R"({"$ref": "#/$defs/d0", "$defs": {)" + definitions + R"("d9": true}})")
             .value(),
         true}};
    auto const s = chat::build_syntax(formats::json_in_tags(), tools);
    BOOST_REQUIRE(s);
    std::string answer;
    for (int i = 0; i < 60; ++i) {
        answer += "<tool_call>\n{\"name\": \"put\", \"arguments\": {}}\n</tool_call>\n";
    }
    auto const ignore = [](chat::delta const&) {};
    chat::response_parser whole(*s, tools);
    whole.feed(answer, ignore);
    whole.finish(ignore);
    BOOST_REQUIRE(whole.so_far().calls.size() == 60u);
    BOOST_TEST(whole.so_far().calls.front().whole);
    BOOST_TEST(whole.so_far().calls.back().refused);

    chat::response_parser half(*s, tools);
    half.feed(std::string_view(answer).substr(0, answer.size() / 2), ignore);
    chat::response_parser copy = half;
    for (char const& byte : answer.substr(answer.size() / 2)) {
        copy.feed(std::string_view(&byte, 1), ignore);
    }
    copy.finish(ignore);
    BOOST_TEST((copy.so_far() == whole.so_far()));
}

// The syntax and the tools must outlive the response.
using list_of_tools = std::vector<parlance::chat::tool>;
static_assert(
    std::is_constructible_v<parlance::chat::response_parser, parlance::chat::syntax const&, list_of_tools&>);
static_assert(
    std::is_constructible_v<parlance::chat::response_parser, parlance::chat::syntax&, list_of_tools const&>);
static_assert(
    !std::is_constructible_v<parlance::chat::response_parser, parlance::chat::syntax, list_of_tools&>);
static_assert(
    !std::is_constructible_v<parlance::chat::response_parser, parlance::chat::syntax const&, list_of_tools>);

BOOST_AUTO_TEST_SUITE_END()
