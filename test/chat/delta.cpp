// test/chat/delta.cpp - steps of an answer: put together they are the message, however the answer was cut
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/delta.hpp>
#include "formats.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_delta)

namespace chat = parlance::chat;
using kind = chat::delta_kind;

namespace {

/// A delta that outlives its sink.
struct step {
    kind is;
    std::size_t index;
    std::string text;
    std::string id;
    bool whole;
    friend bool operator==(step const&, step const&) = default;
};

struct story {
    std::vector<step> steps;
    chat::message told;
    std::string malformed;

    [[nodiscard]] std::string all(kind is) const {
        std::string out;
        for (step const& s : steps) {
            out += s.is == is ? s.text : "";
        }
        return out;
    }
};

story read(chat::format const& f, std::vector<std::string_view> const& pieces) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools).value();
    chat::response_parser r(s, tools);
    story out;
    auto const sink = [&](chat::delta const& d) {
        out.steps.push_back({d.kind, d.index, std::string(d.text), std::string(d.id), d.whole});
    };
    for (std::string_view const piece : pieces) {
        r.feed(piece, sink);
    }
    r.finish(sink);
    out.told = r.so_far();
    out.malformed = r.malformed();
    return out;
}

bool ends_inside_a_code_point(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        auto const next = parlance::utf8::decode(text.substr(at));
        if (!next.valid) {
            return true;
        }
        at += next.length;
    }
    return false;
}

struct sample {
    chat::format f;
    std::string text;
    std::size_t calls;
};

std::vector<sample> samples() {
    std::string const bern = R"({"city": "Bérn 🌧", "n": 2})";
    return {
        {formats::thinking(formats::json_in_tags()),
         "<think>\nwarm… ☀\n</think>\n\nÇa va.\n<tool_call>\n{\"name\": \"get_weather\", \"arguments\": " +
             bern + "}\n</tool_call>\n<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>",
         2},
        {formats::json_array_with_ids(),
         "Ça va.[CALLS][{\"name\": \"get_weather\", \"arguments\": " + bern +
             ", \"id\": \"é1\"}, {\"name\": \"stop\", \"arguments\": {}, \"id\": \"é2\"}]",
         2},
        {formats::name_in_tag(),
         "Ça va.<calls><call:get_weather#1>" + bern + "</call><call:stop#2>{}</call></calls>", 2},
        {formats::tagged(),
         "Ça va.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nBérn 🌧\n</parameter>\n</function>\n"
         "</tool_call>",
         1},
        {formats::pythonic(), "Ça va.<|calls|>[get_weather(city='Bérn 🌧', n=2), stop()]<|/calls|>", 2},
        {formats::channels(),
         "<|channel|>analysis<|message|>warm… ☀<|end|><|start|>assistant<|channel|>commentary "
         "to=functions.get_weather<|message|>" +
             bern + "<|call|>",
         1},
        {formats::json_in_tags(), "Ça va <tool_call>{\"nom\": \"é🌧\"}</tool_call> où ?", 0},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(whatever_the_cut_deltas_make_the_message_and_end_between_code_points) {
    for (sample const& s : samples()) {
        std::string_view const text = s.text;
        story const whole = read(s.f, {text});
        BOOST_TEST(whole.told.calls.size() == s.calls, text);
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            story const got = read(s.f, {text.substr(0, cut), text.substr(cut)});
            BOOST_TEST_CONTEXT(text << ", cut at " << cut) {
                BOOST_TEST((got.told == whole.told));
                BOOST_TEST(got.all(kind::content) == whole.told.content.value_or(""));
                BOOST_TEST(got.all(kind::reasoning) == whole.told.reasoning);
                BOOST_TEST(got.all(kind::malformed) == whole.malformed);
                std::vector<chat::tool_call> calls;
                for (step const& each : got.steps) {
                    BOOST_TEST(!ends_inside_a_code_point(each.text), each.text);
                    if (each.is == kind::call_begin) {
                        BOOST_TEST(each.index == calls.size(), "in the order of appearance");
                        calls.push_back({each.id, each.text, "", false});
                    } else if (each.is == kind::arguments) {
                        BOOST_TEST(!each.text.empty());
                        calls.at(each.index).arguments += each.text;
                    } else if (each.is == kind::call_end) {
                        calls.at(each.index).whole = each.whole;
                        calls.at(each.index).id += each.id;  // which was told at the beginning, or is now
                    }
                }
                BOOST_TEST((calls == whole.told.calls));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(
    an_id_comes_with_the_name_where_it_stands_in_front_of_the_arguments_and_else_at_the_end) {
    auto const ids = [](story const& told) {
        std::string out;
        for (step const& s : told.steps) {
            out += s.is == kind::call_begin ? "begin " + s.id + ";"
                   : s.is == kind::call_end ? "end " + s.id + ";"
                                            : "";
        }
        return out;
    };
    BOOST_TEST(ids(read(formats::name_in_tag(), {"<calls><call:stop#a1>{}</call></calls>"})) ==
               "begin a1;end ;");
    BOOST_TEST(ids(read(formats::json_array_with_ids(),
                        {R"([CALLS][{"name": "stop", "argume)", R"(nts": {"n": 1}, "id": "a1"}])"})) ==
               "begin ;end a1;");
}

BOOST_AUTO_TEST_CASE(the_end_of_a_call_says_whether_its_arguments_are_complete) {
    std::string const call = R"(<tool_call>{"name": "stop", "arguments": {"n": 12}}</tool_call>)";
    // The object that the call is goes on behind its arguments, up to the second brace.
    for (std::size_t size = call.find("12"); size <= call.size(); ++size) {
        story const told = read(formats::json_in_tags(), {std::string_view(call).substr(0, size)});
        auto const end = std::ranges::find(told.steps, kind::call_end, &step::is);
        BOOST_REQUIRE((end != told.steps.end()));
        BOOST_TEST(end->whole == (size >= call.find("}}") + 2), size);
        BOOST_TEST(end->text.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_text_ends_inside_a_code_point_only_where_the_models_does) {
    std::string_view const half = "\xE2\x82";
    BOOST_TEST(ends_inside_a_code_point(half));
    story const cut_off = read(formats::json_in_tags(), {"a", half});
    BOOST_TEST(cut_off.all(kind::content) == "a\xE2\x82");
    story const goes_on = read(formats::json_in_tags(), {"a", half, "\xAC"});
    BOOST_TEST((goes_on.steps ==
                std::vector<step>{{kind::content, 0, "a", "", true}, {kind::content, 0, "€", "", true}}));
}

BOOST_AUTO_TEST_CASE(what_is_part_of_nothing_else_is_told_as_malformed) {
    story const told = read(formats::json_in_tags(),
                            {R"(<tool_call>{"name": "stop", "arguments": {}, "mood": "é"}</tool_call>)"});
    BOOST_TEST(told.told.calls.size() == 1u);
    BOOST_TEST(told.all(kind::malformed) == R"("mood": "é")");
    BOOST_TEST(told.all(kind::content) == "");
}

BOOST_AUTO_TEST_SUITE_END()
