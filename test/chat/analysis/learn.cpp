// test/chat/analysis/learn.cpp - a refuted claim makes the analysis try another reading, and what stays refuted is seen
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include "own_templates.hpp"
#include "templates.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

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

BOOST_AUTO_TEST_SUITE_END()
