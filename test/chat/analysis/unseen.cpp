// test/chat/analysis/unseen.cpp - templates in styles that no model is known to have are learned by what they render
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/learn.hpp>
#include "own_templates.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_unseen)

namespace chat = parlance::chat;
using chat::content_mode;
using chat::reasoning_mode;
using chat::tool_mode;

namespace {

/// What is to be found, and how many claims are proven: 21 where the template shows reasoning, 17 where it does not.
struct expectation {
    std::string_view name;
    reasoning_mode reasoning;
    content_mode content;
    tool_mode tools;
    std::size_t proven;
};

constexpr auto no = reasoning_mode::none;
constexpr auto tags = reasoning_mode::tag_based;
constexpr auto plain = content_mode::plain;
constexpr auto native = tool_mode::json_native;
constexpr auto object = tool_mode::tag_with_json;
constexpr auto tagged = tool_mode::tag_with_tagged;

constexpr expectation expected[] = {
    {"addressed_messages", tags, plain, tagged, 21},
    {"arguments_first", no, plain, native, 17},
    {"barred_tags", tags, content_mode::always_wrapped, object, 21},
    {"blank_before_content", no, plain, native, 16},
    {"calls_as_messages", no, plain, native, 17},
    {"calls_before_content", no, plain, native, 17},
    {"closing_names", no, plain, tagged, 17},
    {"delimited_answer", reasoning_mode::delimiter, plain, native, 21},
    {"encoded_arguments", no, plain, native, 17},
    {"fenced_other_keys", no, plain, native, 17},
    {"forced_open", reasoning_mode::forced_closed, plain, object, 21},
    {"full_width", tags, plain, object, 21},
    {"id_around_object", no, plain, object, 17},
    {"id_behind", no, plain, object, 17},
    {"id_in_marker", no, plain, object, 17},
    {"id_is_the_name", no, plain, object, 17},
    {"indented_json", tags, plain, native, 21},
    {"inline_attributes", no, plain, tagged, 17},
    {"key_value_lines", no, plain, tagged, 17},
    {"last_question_otherwise", no, plain, native, 16},
    {"last_answer_continued", no, plain, native, 17},
    {"lower_brackets", no, plain, object, 17},
    {"nested_elements", tags, plain, tagged, 21},
    {"nested_function", tags, plain, native, 21},
    {"no_tools", no, plain, tool_mode::none, 2},
    {"numbered_calls", no, plain, object, 17},
    {"open_ended_calls", no, plain, object, 17},
    {"other_end_for_calls", no, plain, native, 17},
    {"own_reasoning_field", tags, plain, object, 21},
    {"pairs_in_list", no, plain, tagged, 17},
    {"python_code", no, plain, object, 17},
    {"python_dicts", no, plain, object, 17},
    {"react_words", tags, plain, object, 21},
    {"sorted_many", tags, plain, object, 21},
    {"strict_roles", no, plain, native, 17},
    {"thought_before_calls", reasoning_mode::tools_only, plain, object, 20},
    {"tools_in_user_turn", no, plain, native, 17},
    {"typed_only", no, plain, object, 17},
    {"types_in_markup", no, plain, tagged, 17},
    {"verbatim_strings", no, plain, tagged, 17},
    {"wrapped_after_thought", tags, content_mode::wrapped_with_reasoning, object, 21},
    {"wrapped_answer", tags, content_mode::always_wrapped, native, 21},
    {"xml_attributes", tags, plain, tagged, 21},
    {"yaml_lines", no, plain, tagged, 17},
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_style_is_learned_and_nothing_that_is_claimed_of_it_is_refuted) {
    BOOST_TEST(own::unseen().size() == std::size(expected));
    for (own::stranger const& s : own::unseen()) {
        BOOST_TEST_CONTEXT(s.name) {
            auto const found = std::find_if(std::begin(expected), std::end(expected),
                                            [&](expectation const& e) { return e.name == s.name; });
            BOOST_REQUIRE(found != std::end(expected));
            auto const t = chat::chat_template::compile(s.source, {"<s>", "</s>"});
            BOOST_REQUIRE_MESSAGE(bool(t), (t ? "" : render(t.error())));
            auto const learned = chat::learn(*t);
            chat::format const& f = learned.result.format;
            std::string const text = chat::report(learned.result, learned.claims);
            BOOST_TEST((f.reasoning.mode == found->reasoning), text);
            BOOST_TEST((f.content.mode == found->content), text);
            BOOST_TEST((f.tools.mode() == found->tools), text);
            auto const count = [&](chat::verdict v) {
                return static_cast<std::size_t>(std::count_if(learned.claims.begin(), learned.claims.end(),
                                                              [&](auto const& c) { return c.is == v; }));
            };
            BOOST_TEST(count(chat::verdict::proven) == found->proven, text);
            BOOST_TEST(count(chat::verdict::refuted) == 0u, text);
            BOOST_TEST(count(chat::verdict::ambiguous) == 0u, text);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_empty_element_may_be_anything_and_is_no_fault_of_what_was_learned) {
    auto const at = std::ranges::find(own::unseen(), "nested_elements", &own::stranger::name);
    BOOST_REQUIRE((at != own::unseen().end()));
    std::string source = at->source;
    for (std::size_t i = source.find(" and v"); i != std::string::npos; i = source.find(" and v")) {
        source.erase(i, std::string_view(" and v").size());
    }
    auto const learned = chat::learn(chat::chat_template::compile(source, {"<s>", "</s>"}).value());
    auto const count = [&](chat::verdict v) {
        return std::ranges::count(learned.claims, v, &chat::claim::is);
    };
    std::string const text = chat::report(learned.result, learned.claims);
    BOOST_TEST(count(chat::verdict::refuted) == 0, text);
    BOOST_TEST(count(chat::verdict::ambiguous) == 1, text);
}

BOOST_AUTO_TEST_CASE(what_a_template_needs_to_render_at_all_is_found) {
    auto const of = [](std::string_view name) {
        for (own::stranger const& s : own::unseen()) {
            if (s.name == name) {
                return chat::analyze(chat::chat_template::compile(s.source, {"<s>", "</s>"}).value())
                    .supports;
            }
        }
        BOOST_FAIL(name);
        return chat::capabilities{};
    };
    BOOST_TEST(of("strict_roles").needs_system);
    BOOST_TEST(of("strict_roles").needs_tools);
    BOOST_TEST((of("typed_only").form.content == chat::content_form::parts));
    BOOST_TEST(of("own_reasoning_field").form.reasoning_key == "inner_monologue");
    BOOST_TEST(of("xml_attributes").needs_system == false);
}

BOOST_AUTO_TEST_SUITE_END()
