// test/chat/analysis/report.cpp - what was learned of a template, for people: where ids stand, and every word quoted
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/report.hpp>
#include "own_templates.hpp"
#include "../formats.hpp"
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_report)

namespace chat = parlance::chat;
using chat::id_position;
using kind = chat::piece::kind;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

chat::dialect learned(std::string_view source) {
    return chat::analyze(chat::chat_template::compile(source, {"<s>", "</s>"}).value());
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_id_of_a_call_stands_where_its_piece_does) {
    auto const of = [](chat::pieces const& call) {
        chat::tool_format t;
        t.call = call;
        return chat::id_position_of(t);
    };
    BOOST_TEST((of({}) == id_position::none));
    BOOST_TEST((of({{kind::name}, {kind::arguments}}) == id_position::none));
    BOOST_TEST((of({{kind::id}, {kind::name}, {kind::arguments}}) == id_position::pre_func_name));
    BOOST_TEST((of({{kind::name}, {kind::text, "#"}, {kind::id}, {kind::arguments}}) ==
                id_position::between_func_and_args));
    BOOST_TEST((of({{kind::name}, {kind::arguments}, {kind::id}}) == id_position::post_args));
    BOOST_TEST((of({{kind::name}, {kind::encoded}, {kind::id}}) == id_position::post_args));
    BOOST_TEST((of({{kind::arguments}, {kind::name}, {kind::id}}) == id_position::post_args), "behind both");
    // an id with the name inside begins in front of it
    BOOST_TEST((of({{kind::id_begin}, {kind::name}, {kind::index}, {kind::id_end}, {kind::arguments}}) ==
                id_position::pre_func_name));
    BOOST_TEST((chat::id_position_of(formats::json_array_with_ids().tools) == id_position::post_args));
    BOOST_TEST(to_string(id_position::none) == "NONE");
    BOOST_TEST(to_string(id_position::pre_func_name) == "PRE_FUNC_NAME");
    BOOST_TEST(to_string(id_position::between_func_and_args) == "BETWEEN_FUNC_AND_ARGS");
    BOOST_TEST(to_string(id_position::post_args) == "POST_ARGS");
}

BOOST_AUTO_TEST_CASE(where_ids_stand_is_learned_and_told) {
    constexpr std::string_view between =
        R"({% for c in m.tool_calls %}@CALL@{{ c.function.name }}@SEP@{{ c.id }}@KEY@
{{- c.function.arguments | tojson }}@/CALL@{% endfor %})";
    struct {
        std::string source;
        id_position ids;
    } const samples[] = {
        {own::written(own::around(own::objects), own::tags), id_position::none},
        {own::written(own::around(own::array_with_ids), own::tags), id_position::post_args},
        {own::written(own::around(between), own::tags), id_position::between_func_and_args},
    };
    for (auto const& sample : samples) {
        auto const found = learned(sample.source);
        BOOST_TEST((chat::id_position_of(found.format.tools) == sample.ids), chat::report(found));
        BOOST_TEST(has(chat::report(found), ", ids ") == (sample.ids != id_position::none));
    }
    std::size_t tried = 0;
    for (own::stranger const& s : own::unseen()) {
        auto const ids = s.name == "id_behind" ? id_position::post_args : id_position::pre_func_name;
        if (s.name == "id_behind" || s.name == "id_in_marker" || s.name == "id_around_object") {
            auto const found = learned(s.source);
            BOOST_TEST((chat::id_position_of(found.format.tools) == ids), s.name);
            BOOST_TEST(has(chat::report(found), ", ids " + std::string(to_string(ids))));
            ++tried;
        }
    }
    BOOST_TEST(tried == 3u);
}

BOOST_AUTO_TEST_CASE(modes_come_by_their_names_and_markers_in_quotes) {
    chat::dialect d;
    d.format = formats::thinking(formats::json_in_tags());
    d.format.content.noise = {"<|a\tb|>"};
    d.format.turn_end = "<|end|>\n";
    d.user_start = "<|user|>";
    d.notes = {"a note of it"};
    std::string const text = chat::report(d);
    BOOST_TEST(text.starts_with("reasoning TAG_BASED\ncontent PLAIN\ntools JSON_NATIVE, several calls\n"));
    BOOST_TEST(has(text, R"("<think>\n")"));
    BOOST_TEST(has(text, R"("\n</think>\n\n")"));
    BOOST_TEST(has(text, R"("<|a\tb|>")"));
    BOOST_TEST(has(text, R"("<|end|>\n")"));
    BOOST_TEST(has(text, R"("<|user|>")"));
    BOOST_TEST(text.ends_with("a note of it\n"));
    BOOST_TEST(!has(text, "<think>\n"), "no marker stands as it is");

    BOOST_TEST(chat::report(chat::dialect{}) == "reasoning NONE\ncontent PLAIN\ntools NONE\n");
}

BOOST_AUTO_TEST_CASE(claims_follow_each_with_its_verdict) {
    std::vector<chat::claim> const claims{
        {"one call", chat::verdict::proven, "<c>f</c>", "", ""},
        {"two calls", chat::verdict::refuted, "<c>f\n</c>", "f()", ""},
        {"reasoning", chat::verdict::not_applicable, "", "", "none is shown"},
        {"content", chat::verdict::ambiguous, "", "", ""},
    };
    std::string const text = chat::report(chat::dialect{}, claims);
    BOOST_TEST(has(text, "  + one call: proven\n"));
    BOOST_TEST(has(text, "  ! two calls: refuted\n"));
    BOOST_TEST(has(text, R"("<c>f\n</c>")"));
    BOOST_TEST(has(text, "\"f()\""));
    BOOST_TEST(!has(text, R"("<c>f</c>")"), "what is read rightly needs no showing");
    BOOST_TEST(has(text, "  - reasoning: not applicable (none is shown)\n"));
    BOOST_TEST(has(text, "  ~ content: ambiguous\n"));
    BOOST_TEST((text.find("one call") < text.find("two calls") &&
                text.find("two calls") < text.find("- reasoning")));
}

BOOST_AUTO_TEST_CASE(of_what_was_not_learned_only_the_reason_is_told) {
    chat::dialect d;
    d.format = formats::tagged();
    d.ended = {parlance::errc::out_of_fuel, {}, 0, "too much of it"};
    std::string const text = chat::report(d, {{"one call", chat::verdict::proven, "", "", ""}});
    BOOST_TEST(text == "not learned: " + render(d.ended) + "\n");
    BOOST_TEST(has(text, "too much of it"));
}

BOOST_AUTO_TEST_SUITE_END()
