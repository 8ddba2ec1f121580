// test/chat/analysis/meter.cpp - the budget of one call that renders again and again: what is paid, and when it ends
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/meter.hpp>
#include "../formats.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_meter)

namespace chat = parlance::chat;
using chat::analysis::meter;
using parlance::errc;

namespace {

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source, {"<s>", "</s>"}).value();
}

constexpr std::string_view turns = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}";

chat::inputs asked(std::string_view what = "Hi") {
    chat::inputs in;
    in.messages = {{"user", std::string(what), {}, {}, {}, {}, {}}};
    return in;
}

/// Steps that something takes of a budget.
template <class What>
std::uint64_t cost(meter& m, What const& what) {
    std::uint64_t const before = m.left();
    what();
    return before - m.left();
}

struct flag {
    bool up = false;
    [[nodiscard]] bool stop_requested() const { return up; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(renders_are_those_of_the_template_and_are_paid_for) {
    auto const t = compiled(turns);
    meter m(t, {});
    BOOST_TEST(m.left() == parlance::limits{}.fuel);
    std::uint64_t const one =
        cost(m, [&] { BOOST_TEST(m.render(asked(), {}).value() == t.render(asked()).value()); });
    BOOST_TEST(one > 0u);
    // at its bound, the same each time; and a byte of the prompt more is paid for
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.render(asked(), {}).has_value()); }) == one);
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.render(asked("Hi you"), {}).has_value()); }) > one);
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.write(asked(), {}).value() == "<user>Hi"); }) > 0u);
    BOOST_TEST(cost(m, [&] { BOOST_TEST((m.capabilities() == t.capabilities())); }) > 10 * one);
    BOOST_TEST(!m.used_up());
    BOOST_TEST((m.error().code == errc::none));
}

BOOST_AUTO_TEST_CASE(the_bound_of_a_render_grows_where_it_must_and_stays) {
    auto const t = compiled("{% for i in range(9000) %}{% set x = i %}{% endfor %}ok");
    meter m(t, {});
    std::uint64_t const first = cost(m, [&] { BOOST_TEST(m.render(asked(), {}).value() == "ok"); });
    std::uint64_t const later = cost(m, [&] { BOOST_TEST(m.render(asked(), {}).value() == "ok"); });
    BOOST_TEST(later < first, "what did not end within a bound was paid for, too");
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.render(asked(), {}).has_value()); }) == later);
}

BOOST_AUTO_TEST_CASE(a_template_that_raises_ends_nothing) {
    auto const t = compiled("{{ raise_exception('no') }}");
    meter m(t, {});
    for (int i = 0; i < 3; ++i) {
        auto const made = m.render(asked(), {});
        BOOST_TEST((made.error().code == errc::jinja_raised));
        BOOST_TEST(made.error().hint.view() == "no");
    }
    BOOST_TEST(!m.used_up());
}

BOOST_AUTO_TEST_CASE(a_budget_that_is_used_up_fails_from_then_on) {
    auto const t = compiled(turns);
    parlance::limits bounds;
    bounds.fuel = 40'000;
    meter m(t, bounds);
    int renders = 0;
    while (m.render(asked(), {})) {
        BOOST_REQUIRE(++renders < 100);
    }
    BOOST_TEST(renders > 0);
    BOOST_TEST(m.used_up());
    BOOST_TEST(m.left() == 0u);
    BOOST_TEST((m.error().code == errc::out_of_fuel));
    BOOST_TEST(m.error().hint.view() == "learning this template takes too much work");
    BOOST_TEST((m.render(asked(), {}).error().code == errc::out_of_fuel));
    BOOST_TEST((m.write(asked(), {}).error().code == errc::out_of_fuel));
    BOOST_TEST((m.build(formats::tagged(), {}).error().code == errc::out_of_fuel));
    BOOST_TEST(!m.take("x"));
    BOOST_TEST(!m.read("x"));
    BOOST_TEST((m.capabilities() == chat::capabilities{}), "what cannot be rendered shows nothing");
}

BOOST_AUTO_TEST_CASE(a_single_render_that_is_too_much_ends_all) {
    struct {
        char const* source;
        errc why;
    } const samples[] = {
        {"{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", errc::out_of_fuel},
        {"{{ 'x' * 900000 }}", errc::output_too_large},
        {"{% set x = namespace(a='x') %}{% for i in range(40) %}{% set x.a = x.a ~ x.a %}{% endfor %}",
         errc::out_of_memory_budget},
    };
    for (auto const& sample : samples) {
        auto const t = compiled(sample.source);
        meter m(t, {});
        BOOST_TEST(!m.render(asked(), {}).has_value(), sample.source);
        BOOST_TEST(m.used_up(), sample.source);
        BOOST_TEST((m.error().code == sample.why), sample.source << ": " << render(m.error()));
        BOOST_TEST((m.render(asked(), {}).error().code == sample.why), sample.source);
        BOOST_TEST(m.left() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_part_of_a_prompt_is_paid_for_unless_it_is_longer_than_any_answer) {
    auto const t = compiled(turns);
    meter m(t, {});
    std::uint64_t const few = cost(m, [&] { BOOST_TEST(m.take(std::string(10, 'x'))); });
    std::uint64_t const many = cost(m, [&] { BOOST_TEST(m.take(std::string(1000, 'x'))); });
    BOOST_TEST(many > 100 * few, "each byte with each other");
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.read(std::string(10, 'x'))); }) > few);
    BOOST_TEST(cost(m, [&] { BOOST_TEST(!m.take(std::string(100'000, 'x'))); }) == 0u);
    BOOST_TEST(!m.read(std::string(100'000, 'x')));
    BOOST_TEST(!m.used_up(), "there is nothing to be learned of it, and no more");
    BOOST_TEST(m.take(""));
}

BOOST_AUTO_TEST_CASE(tables_are_paid_for_by_the_size_of_their_format) {
    auto const t = compiled(turns);
    meter m(t, {});
    auto const tools = formats::tools();
    chat::format f = formats::tagged();
    std::uint64_t const usual = cost(m, [&] { BOOST_TEST(m.build(f, tools).value().triggers.size() > 0u); });
    f.content.noise.emplace_back(100, 'x');
    BOOST_TEST(cost(m, [&] { BOOST_TEST(m.build(f, tools).has_value()); }) > usual);
    f = formats::json_in_tags();
    f.tools.call.front().text = "{\"name\": ";  // contradicts itself: an error of that build alone
    BOOST_TEST((m.build(f, tools).error().code == errc::no_tool_format));
    BOOST_TEST(!m.used_up());
}

BOOST_AUTO_TEST_CASE(who_is_asked_to_stop_does_nothing_more) {
    auto const t = compiled(turns);
    flag asked_to;
    parlance::limits bounds;
    bounds.stop = asked_to;
    meter m(t, bounds);
    m.look();
    BOOST_TEST(!m.used_up());
    BOOST_TEST(m.render(asked(), {}).has_value());
    auto asker = m.asker();
    BOOST_TEST(asker.look());
    asked_to.up = true;
    BOOST_TEST(!asker.look());
    m.look();
    BOOST_TEST(m.used_up());
    BOOST_TEST((m.error().code == errc::cancelled));
    asked_to.up = false;  // what was left undone stays undone
    m.look();
    BOOST_TEST((m.error().code == errc::cancelled));
    BOOST_TEST((m.render(asked(), {}).error().code == errc::cancelled));
    BOOST_TEST(m.left() == 0u);
}

BOOST_AUTO_TEST_CASE(a_stop_that_only_an_asker_saw_is_found_by_a_look) {
    auto const t = compiled(turns);
    flag asked_to;
    parlance::limits bounds;
    bounds.stop = asked_to;
    meter m(t, bounds);
    auto asker = m.asker();
    asked_to.up = true;
    BOOST_TEST(!asker.look());
    asked_to.up = false;
    m.look();
    BOOST_TEST((m.error().code == errc::cancelled));
}

BOOST_AUTO_TEST_SUITE_END()
