// test/chat/analysis/analyze.cpp - a dialect learned of renders: what is found, what is said of it, and when it ends
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/analyze.hpp>
#include "own_templates.hpp"
#include <parlance/chat/prompt.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_analyze)

namespace chat = parlance::chat;
using parlance::errc;

namespace {

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source, {"<s>", "</s>"}).value();
}

chat::chat_template usual() { return compiled(own::written(own::around(own::objects), own::tags)); }

/// Asks to stop from the n-th look on.
struct stop_at {
    mutable std::size_t left;
    [[nodiscard]] bool stop_requested() const { return left == 0 || --left == 0; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_stands_around_answers_thoughts_calls_and_questions_is_learned) {
    auto const learned = chat::analyze(usual());
    chat::format const& f = learned.format;
    BOOST_TEST((learned.ended.code == errc::none));
    BOOST_TEST((f.reasoning.mode == chat::reasoning_mode::tag_based));
    BOOST_TEST(f.reasoning.start == "<think>");
    BOOST_TEST(f.reasoning.end == "</think>");
    BOOST_TEST((f.content.mode == chat::content_mode::plain));
    BOOST_TEST((f.tools.mode() == chat::tool_mode::json_native));
    BOOST_TEST(f.tools.calls.item_open == "<tool_call>");
    BOOST_TEST(f.tools.calls.item_close == "</tool_call>");
    BOOST_TEST(f.tools.parallel);
    BOOST_TEST(f.turn_start == "<|assistant|>");
    BOOST_TEST(f.turn_end == "<|end|>");
    BOOST_TEST(learned.user_start == "<|user|>");
    BOOST_TEST(learned.user_end == "<|end|>");
    BOOST_TEST(learned.supports.tools);
    BOOST_TEST(learned.supports.shows_calls);
    BOOST_TEST((std::ranges::find(f.stops, "<|end|>") != f.stops.end()));
    BOOST_TEST((std::ranges::find(f.preserved, "<tool_call>") != f.preserved.end()));
    BOOST_TEST(learned.raised.empty());
    BOOST_TEST(learned.notes.empty());
    BOOST_TEST(learned.renders > 5u);
    BOOST_TEST(learned.renders < 40u, "about twenty");
}

BOOST_AUTO_TEST_CASE(what_is_around_a_user_is_told_where_tools_stand_in_the_first_question) {
    auto const learned = chat::analyze(chat::chat_template::compile(R"({%- for m in messages -%}
<|{{ m.role }}|>{% if tools and loop.first %}Tools: {{ tools | tojson }} {% endif %}{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor -%}
<|end|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})")
                                           .value());
    BOOST_TEST(learned.user_start == "<|user|>");
    BOOST_TEST(learned.user_end == "<|end|>");
}

BOOST_AUTO_TEST_CASE(a_template_that_shows_nothing_gives_a_format_without_reasoning_and_tools) {
    for (std::string_view const source :
         {"", "Hello", "{{ bos_token }}", "{% for m in messages %}.{% endfor %}"}) {
        auto const learned = chat::analyze(compiled(source));
        BOOST_TEST((learned.ended.code == errc::none), source);
        BOOST_TEST((learned.format.reasoning.mode == chat::reasoning_mode::none), source);
        BOOST_TEST((learned.format.tools.mode() == chat::tool_mode::none), source);
        BOOST_TEST(!learned.supports.tools, source);
        BOOST_TEST(learned.raised.empty(), source);
        BOOST_TEST(learned.renders > 0u, source);
    }
}

BOOST_AUTO_TEST_CASE(what_a_template_says_when_it_raises_is_kept_and_is_no_fault) {
    auto const learned = chat::analyze(compiled("{{ raise_exception('nothing here') }}"));
    BOOST_TEST((learned.ended.code == errc::none));
    BOOST_TEST((learned.format.tools.mode() == chat::tool_mode::none));
    BOOST_REQUIRE(!learned.raised.empty());
    for (parlance::diagnostic const& each : learned.raised) {
        BOOST_TEST((each.code == errc::jinja_raised));
        BOOST_TEST(each.hint.view() == "nothing here");
    }
    // one scene alone raises: all else is learned
    std::string const source = own::written(own::around(own::objects), own::tags) +
                               "{% if messages|length > 3 %}{{ raise_exception('too long') }}{% endif %}";
    BOOST_TEST((chat::analyze(compiled(source)).format.tools == chat::analyze(usual()).format.tools));
}

BOOST_AUTO_TEST_CASE(what_is_known_is_added_with_its_reason_unless_it_is_not_wanted) {
    // A remark makes it look like a template of another dialect.
    auto const t =
        compiled("{#- <|channel>thought<channel|> -#}" + own::written(own::around(own::objects), own::tags));
    auto const own_only = chat::analyze(t, false);
    BOOST_TEST((own_only.format == chat::analyze(usual(), false).format), "learned of renders alone");
    BOOST_TEST(own_only.notes.empty());
    auto const known = chat::analyze(t);
    BOOST_TEST((known.format != own_only.format));
    BOOST_REQUIRE(!known.notes.empty());
    BOOST_TEST(known.notes[0].starts_with("known, not learned: "));
}

BOOST_AUTO_TEST_CASE(calls_that_are_written_and_not_understood_are_told) {
    auto const t =
        compiled("{% for m in messages %}<{{ m.role }}>{{ m.content or '' }}{% for c in m.tool_calls or [] %}"
                 "{% for k, v in c.function.arguments.items() %}{{ v }}~{{ k }}~{% endfor %}{% endfor %}<end>"
                 "{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}");
    auto const learned = chat::analyze(t);
    BOOST_TEST((learned.format.tools.mode() == chat::tool_mode::none));
    BOOST_REQUIRE(learned.notes.size() == 1u);
    BOOST_TEST(learned.notes[0].starts_with("calls are written and were not learned: \""));
}

BOOST_AUTO_TEST_CASE(limits_that_end_it_leave_nothing_but_the_reason_which_prepare_gives) {
    auto const t = usual();
    parlance::limits bounds;
    bounds.fuel /= 6;  // real templates take no more
    BOOST_TEST((chat::analyze(t, true, bounds).ended.code == errc::none));
    chat::inputs in;
    in.messages = {{"user", "Hi", {}, {}, {}, {}, {}}};
    for (std::uint64_t const fuel : {std::uint64_t{0}, std::uint64_t{10'000}, std::uint64_t{300'000}}) {
        bounds.fuel = fuel;
        auto const cut = chat::analyze(t, true, bounds);
        BOOST_TEST((cut.ended.code == errc::out_of_fuel), fuel);
        BOOST_TEST((cut.format == chat::format{}));
        BOOST_TEST((cut.supports == chat::capabilities{}));
        BOOST_TEST(cut.renders == 0u);
        BOOST_TEST(cut.notes.empty());
        BOOST_TEST((chat::prepare(t, cut, in).error().code == errc::out_of_fuel));
    }
}

BOOST_AUTO_TEST_CASE(a_template_with_a_marker_that_is_longer_than_any_is_not_learned) {
    auto const learned = [](std::size_t size) {
        return chat::analyze(
            compiled("{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|" + std::string(size, 'e') +
                     "|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"));
    };
    auto const most = learned(1020);
    BOOST_TEST((most.ended.code == errc::none));
    BOOST_TEST(most.format.turn_end.size() == 1024u);
    auto const over = learned(1021);
    BOOST_TEST((over.ended.code == errc::output_too_large));
    BOOST_TEST(over.ended.hint.view().ends_with(": a text that is longer than 1024 bytes"));
    BOOST_TEST((over.format == chat::format{}));
}

BOOST_AUTO_TEST_CASE(a_caller_can_stop_it_at_any_look) {
    auto const t = usual();
    stop_at const never{std::size_t{1} << 40};
    parlance::limits bounds;
    bounds.stop = never;
    BOOST_TEST((chat::analyze(t, true, bounds).ended.code == errc::none));
    std::size_t const looks = (std::size_t{1} << 40) - never.left;
    BOOST_TEST(looks > 20u);
    for (std::size_t const at : {std::size_t{1}, looks / 3, looks / 2, looks}) {
        stop_at const asked{at};
        bounds.stop = asked;
        auto const stopped = chat::analyze(t, true, bounds);
        BOOST_TEST((stopped.ended.code == errc::cancelled), at);
        BOOST_TEST((stopped.format == chat::format{}), at);
    }
}

BOOST_AUTO_TEST_CASE(as_a_part_of_a_call_it_takes_from_that_calls_budget) {
    auto const t = usual();
    chat::analysis::meter m(t, {});
    std::uint64_t const before = m.left();
    auto const learned = chat::analysis::analyze(t, true, m);
    BOOST_TEST((learned.format == chat::analyze(t).format));
    BOOST_TEST(m.left() < before);
    BOOST_TEST(!m.used_up());
}

BOOST_AUTO_TEST_SUITE_END()
