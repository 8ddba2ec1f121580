// test/chat/analysis/learn.cpp - a refuted claim makes the analysis try another reading, and what stays refuted is seen
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include "own_templates.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_learn)

namespace chat = parlance::chat;

BOOST_AUTO_TEST_CASE(what_is_known_of_others_is_given_up_where_it_does_not_hold) {
    // A remark makes it look like a template of two other dialects.
    std::string const remark =
        "{#- unlike <|channel>thought<channel|>, and no <|tool_calls_section_begin|> -#}";
    for (own::family const& f : own::families) {
        BOOST_TEST_CONTEXT(f.name) {
            auto const t = chat::chat_template::compile(
                               remark + own::written(own::around(f.source), own::tags), {"<s>", "</s>"})
                               .value();
            BOOST_TEST(chat::refuted(chat::verify(t, chat::analyze(t))) > 0u);
            auto const learned = chat::learn(t);
            BOOST_TEST(learned.tried == 2u);
            BOOST_TEST(chat::refuted(learned.claims) == 0u);
            BOOST_TEST(learned.result.format.reasoning.start == "<think>");
        }
    }
}

BOOST_AUTO_TEST_CASE(calls_like_pythons_are_pythons_however_the_template_prints_values) {
    std::vector<chat::tool> const tools{
        {"find", "",
         boost::json::parse(R"({"properties": {"city": {"type": "string"}, "n": {"type": "integer"}}})")}};
    for (std::string_view const printed : {"k={{ v }}", "k=\"{{ v }}\"", "k={{ v }}r"}) {
        std::string value(printed);
        value.replace(0, 1, "{{ k }}");
        auto const t = chat::chat_template::compile(
            own::written(own::around("{% if m.tool_calls %}[{% for c in m.tool_calls %}{{ c.function.name }}("
                                     "{% for k, v in c.function.arguments | items %}" +
                                     value +
                                     "{% if not loop.last %}, {% endif %}{% endfor %})"
                                     "{% if not loop.last %}, {% endif %}{% endfor %}]{% endif %}"),
                         own::tags),
            {"<s>", "</s>"});
        BOOST_REQUIRE(t);
        auto const f = chat::analyze(*t).format;
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        chat::response_parser p(*s, tools);
        auto const sink = [](chat::delta const&) {};
        p.feed("[find(city='Bern, \\'BE\\'', n=3), find()]", sink);
        p.finish(sink);
        BOOST_REQUIRE(p.so_far().calls.size() == 2u);
        BOOST_TEST(boost::json::parse(p.so_far().calls[0].arguments) ==
                   boost::json::parse(R"({"city": "Bern, 'BE'", "n": 3})"));
        BOOST_TEST(p.so_far().content.value_or("") == "");
    }
}

BOOST_AUTO_TEST_CASE(calls_that_are_only_rendered_behind_a_thought_are_learned) {
    auto const t = chat::chat_template::compile(
        R"({%- for m in messages %}{% if m.role == 'assistant' %}<a>{% if m.tool_calls %}<think>{{ m.reasoning_content[0] }}{{ m.reasoning_content[1:] }}</think>)"
        R"(<calls>[{% for c in m.tool_calls %}{"tool": "{{ c.function.name }}", "parameters": {{ c.function.arguments | tojson }}}{% if not loop.last %}, {% endif %}{% endfor %}]</calls>)"
        R"({% else %}{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content }}{% endif %}</a>)"
        R"({% else %}<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endif %}{% endfor %}{% if add_generation_prompt %}<a>{% endif %})",
        {"<s>", "</s>"});
    BOOST_REQUIRE(t);
    auto const learned = chat::analyze(*t);
    BOOST_TEST(learned.format.tools.calls.open == "<calls>[");
    BOOST_TEST((learned.format.tools.mode() == chat::tool_mode::json_native));
    BOOST_TEST(learned.notes.empty());
}

BOOST_AUTO_TEST_CASE(what_no_reading_explains_stays_refuted) {
    // The number of an argument is not the one that was given.
    auto const t =
        chat::chat_template::compile(
            own::written(
                own::around(
                    R"({% for c in m.tool_calls %}@CALL@{"name": "{{ c.function.name }}", )"
                    R"("arguments": {{ c.function.arguments | tojson | replace('12345678901234', '1') }}})"
                    R"(@/CALL@{% endfor %})"),
                own::tags),
            {"<s>", "</s>"})
            .value();
    auto const learned = chat::learn(t);
    BOOST_TEST(chat::refuted(learned.claims) == 1u);
    BOOST_TEST(learned.tried > 2u);
    BOOST_TEST((learned.result.format == chat::analyze(t).format));
}

BOOST_AUTO_TEST_CASE(where_nothing_is_refuted_nothing_else_is_tried) {
    for (auto const& t : corpus::templates()) {
        auto const learned = chat::learn(t.compiled);
        BOOST_TEST(learned.tried == 1u, t.name);
        BOOST_TEST((learned.result.format == t.result.format), t.name);
    }
}

BOOST_AUTO_TEST_CASE(all_that_one_call_does_is_paid_for_out_of_one_budget) {
    std::string const loop = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}";
    std::string const call = "{{ '<c>' ~ c.function.name ~ c.function.arguments | tojson }}";
    std::string const calls =
        "{% for m in messages %}{% for c in m.tool_calls %}" + call + "{% endfor %}{% endfor %}";
    for (std::string const& source :
         {"{% for i in range(90000) %}{% set x = i %}{% endfor %}" + loop,    // each render takes long
          "{% for i in range(20000) %}{{ i }}{% endfor %}" + loop,            // and writes much
          "{{ 'x' * 1000000 }}" + loop,                                       // at once
          "{% for i in range(1000) %}{{ tools|tojson }}{% endfor %}" + loop,  // of what it is given
          loop + "{% for i in range(300) %}" + calls + "{% endfor %}",        // in the answer alone
          "{% set x = namespace(a='x') %}{% for i in range(26) %}{% set x.a = x.a ~ x.a %}{% endfor %}" +
              loop}) {
        auto const t = chat::chat_template::compile(source, {"<s>", "</s>"}).value();
        auto const learned = chat::learn(t);
        BOOST_TEST_CONTEXT(source) {
            BOOST_TEST((learned.result.ended.code != parlance::errc::none));
            BOOST_TEST((learned.result.format == chat::format{}));
            BOOST_REQUIRE(learned.claims.size() == 1u);  // nothing is proven
            BOOST_TEST(chat::refuted(learned.claims) == 1u);
            BOOST_TEST(chat::report(learned.result, learned.claims).starts_with("not learned: "));
            BOOST_TEST(chat::save_dialect(learned.result) == "");
            chat::inputs in;
            in.messages.push_back({"user", "Hello", {}, {}, {}, {}, {}});
            auto const made = chat::prepare(t, learned.result, in);
            BOOST_REQUIRE(!made);
            BOOST_TEST((made.error().code == learned.result.ended.code));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_budget_that_ends_anywhere_leaves_an_error_and_no_proof) {
    auto const t = chat::chat_template::compile(own::written(own::around(own::families[0].source), own::tags),
                                                {"<s>", "</s>"})
                       .value();
    parlance::limits bounds;
    chat::analysis::meter whole(t, bounds);
    auto const learned = chat::analysis::learn(t, whole);
    BOOST_REQUIRE(!whole.used_up());
    std::uint64_t const taken = bounds.fuel - whole.left();
    bounds.fuel = taken;
    BOOST_TEST((chat::learn(t, bounds).result.format == learned.result.format));
    for (std::uint64_t part = 0; part < 40; ++part) {
        bounds.fuel = taken * part / 40;
        auto const less = chat::learn(t, bounds);
        BOOST_TEST((less.result.ended.code == parlance::errc::out_of_fuel));
        BOOST_TEST((less.result.format == chat::format{}));
        BOOST_TEST(chat::refuted(less.claims) == 1u);
        auto const claims = chat::verify(t, learned.result, bounds);
        BOOST_TEST((claims.size() == learned.claims.size() || chat::refuted(claims) == 1u));
    }
}

BOOST_AUTO_TEST_CASE(a_caller_can_stop_it) {
    struct {
        [[nodiscard]] bool stop_requested() const { return true; }
    } const asked;
    auto const t = chat::chat_template::compile("{{ messages }}", {"<s>", "</s>"}).value();
    parlance::limits bounds;
    bounds.stop = asked;
    BOOST_TEST((chat::learn(t, bounds).result.ended.code == parlance::errc::cancelled));
    BOOST_TEST((chat::analyze(t, true, bounds).ended.code == parlance::errc::cancelled));
}

BOOST_AUTO_TEST_CASE(real_templates_leave_most_of_the_budget) {
    double greatest = 0;
    std::string of;
    for (auto const& t : corpus::every_template()) {
        chat::analysis::meter m(t.compiled, {});
        auto const learned = chat::analysis::learn(t.compiled, m);
        BOOST_TEST(!m.used_up(), t.name);
        double const share = 1 - static_cast<double>(m.left()) / static_cast<double>(parlance::limits{}.fuel);
        of = share > greatest ? t.name : of;
        greatest = (std::max)(share, greatest);
    }
    BOOST_TEST_MESSAGE("the greatest share of the budget is " << greatest << ", of " << of);
    BOOST_TEST(greatest < 1. / 3);
}

BOOST_AUTO_TEST_SUITE_END()
