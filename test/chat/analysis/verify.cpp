// test/chat/analysis/verify.cpp - what is claimed of a template holds, and a false claim is found out
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/verify.hpp>
#include "templates.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_verify)

namespace chat = parlance::chat;

namespace {

constexpr std::string_view tagged = R"({%- for m in messages -%}
<|{{ m.role }}|>
{%- if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor -%}
<|end|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})";

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source, {"<s>", "</s>"}).value();
}

chat::claim const& about(std::vector<chat::claim> const& all, std::string_view what) {
    auto const found = std::find_if(all.begin(), all.end(), [&](auto const& c) { return c.what == what; });
    BOOST_REQUIRE_MESSAGE(found != all.end(), what);
    return *found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_claim_about_a_plain_template_is_proven) {
    auto const t = compiled(tagged);
    auto const claims = chat::verify(t, chat::analyze(t));
    BOOST_TEST(claims.size() >= 13);
    for (chat::claim const& c : claims) {
        BOOST_TEST((c.is == chat::verdict::proven), c.what << ": " << c.why << c.wrote << " -> " << c.read);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_the_template_does_not_take_again_is_refuted) {
    constexpr std::string_view what = "the next request takes reasoning, content and a call";
    std::string source(tagged);
    source.insert(source.find("<|{{"), "{% if m.tool_calls and m.reasoning_content and m.content %}"
                                       "{{ raise_exception('one of them') }}{% endif %}");
    auto const t = compiled(source);
    auto learned = chat::analyze(t);
    BOOST_TEST(learned.supports.one_text_in_call);
    BOOST_TEST((about(chat::verify(t, learned), what).is == chat::verdict::proven));
    learned.supports.one_text_in_call = false;
    chat::claim const found = about(chat::verify(t, learned), what);
    BOOST_TEST((found.is == chat::verdict::refuted));
    BOOST_TEST(found.why.find("one of them") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_false_claim_is_refuted_with_what_was_written_and_what_was_read) {
    auto const t = compiled(tagged);
    auto wrong = chat::analyze(t);
    wrong.format.tools.calls.item_open = "<other>";
    wrong.format.reasoning.end = "</thought>";
    auto const claims = chat::verify(t, wrong);
    for (char const* const what : {"a call with one argument", "two calls", "content before a call",
                                   "reasoning and content are told apart"}) {
        chat::claim const& c = about(claims, what);
        BOOST_TEST((c.is == chat::verdict::refuted), what);
        BOOST_TEST(!c.wrote.empty());
        BOOST_TEST(!c.read.empty());
    }
    BOOST_TEST((about(claims, "content is read as it was").is == chat::verdict::proven));
    BOOST_TEST(chat::report(wrong, claims).find("! two calls: refuted") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_analysis_that_claims_nothing_is_refuted_where_the_template_shows_calls) {
    auto const t = compiled(tagged);
    auto nothing = chat::analyze(t);
    nothing.format.tools = {};
    nothing.format.reasoning = {};
    nothing.supports = {};
    auto const claims = chat::verify(t, nothing);
    BOOST_TEST((about(claims, "a call with one argument").is == chat::verdict::refuted));
    BOOST_TEST((about(claims, "reasoning and content are told apart").is == chat::verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_template_that_writes_two_messages_alike_is_shown_to_be_at_fault) {
    std::string source(tagged);
    // Content beside a call is written as if it were reasoning.
    std::string const content = "{{ m.content or '' }}";
    source.replace(source.find(content), content.size(),
                   "{% if m.tool_calls and m.content %}<think>{{ m.content }}</think>{% else %}" + content +
                       "{% endif %}");
    auto const t = compiled(source);
    auto const claims = chat::verify(t, chat::analyze(t));
    chat::claim const& c = about(claims, "content before a call");
    BOOST_TEST((c.is == chat::verdict::ambiguous));
    BOOST_TEST(c.read.find("reasoning \"Let me see.\"") != std::string::npos, c.read);
}

BOOST_AUTO_TEST_CASE(a_template_that_escapes_nothing_is_shown_to_be_at_fault) {
    auto const t = compiled(R"({%- for m in messages -%}
<|{{ m.role }}|>{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<call>{{ c.function.name }}(
{%- for k, v in c.function.arguments.items() %}{{ k }}="{{ v }}"{{ ', ' if not loop.last else '' }}{% endfor %})</call>
{%- endfor -%}
<|end|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})");
    auto const claims = chat::verify(t, chat::analyze(t));
    BOOST_TEST((about(claims, "a call with one argument").is == chat::verdict::proven));
    chat::claim const& c =
        about(claims, "strings with quotes, line ends, backslashes, markup and letters of all scripts");
    BOOST_TEST((c.is == chat::verdict::ambiguous), c.why << c.wrote << " -> " << c.read);
}

// The templates of the corpus.

BOOST_AUTO_TEST_CASE(every_claim_about_every_template_is_proven_or_the_templates_own_fault) {
    std::array<std::size_t, 4> counts{};
    for (auto const& t : corpus::templates()) {
        for (chat::claim const& c : chat::verify(t.compiled, t.result)) {
            ++counts[static_cast<std::size_t>(c.is)];
            BOOST_TEST((c.is != chat::verdict::refuted),
                       t.name << ": " << c.what << "\n  " << c.wrote << "\n  " << c.read);
            if (c.is == chat::verdict::ambiguous) {
                BOOST_TEST_MESSAGE(t.name << ": " << c.what << ": " << c.why);
            }
        }
    }
    BOOST_TEST_MESSAGE(counts[0] << " proven, " << counts[1] << " refuted, " << counts[3]
                                 << " faults of templates, " << counts[2] << " not applicable");
    BOOST_TEST((corpus::templates().empty() || counts[0] >= 570));
    BOOST_TEST(counts[3] <= 2);
}

/// Calls, arguments and ids come back on every template that writes them: by what it writes, not by what was learned.
BOOST_AUTO_TEST_CASE(calls_come_back_from_every_template_that_renders_them) {
    std::size_t calling = 0;
    for (auto const& t : corpus::templates()) {
        auto const claims = chat::verify(t.compiled, t.result);
        bool const writes = t.compiled.source().find("tool_calls") != std::string_view::npos;
        chat::claim const& one = about(claims, "a call with one argument");
        chat::claim const& all = about(claims, "a call with arguments of all types");
        calling += one.is == chat::verdict::proven && all.is == chat::verdict::proven;
        BOOST_TEST((one.is == all.is), t.name);
        if (!writes) {
            BOOST_TEST((one.is == chat::verdict::not_applicable), t.name << one.why);
        }
    }
    BOOST_TEST_MESSAGE(calling << " of " << corpus::templates().size() << " templates write calls");
    BOOST_TEST((corpus::templates().empty() || calling >= 52));
}

BOOST_AUTO_TEST_SUITE_END()
