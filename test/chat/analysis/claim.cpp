// test/chat/analysis/claim.cpp - what is asked of every learned format, whatever its template
// SPDX-License-Identifier: BSL-1.0
#include "../written_call.hpp"
#include "own_templates.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_claim)

namespace chat = parlance::chat;

namespace {

/// The templates of the corpus and our own.
std::vector<corpus::learned_template> const& templates() {
    static std::vector<corpus::learned_template> const all = [] {
        std::vector<corpus::learned_template> out = corpus::every_template();
        for (own::stranger const& s : own::unseen()) {
            auto t = chat::chat_template::compile(s.source);
            BOOST_REQUIRE(t);
            auto learned = chat::analyze(*t);
            out.push_back({s.name, *std::move(t), std::move(learned)});
        }
        return out;
    }();
    return all;
}

std::vector<chat::tool> const tools{
    {"find_city", "finds one",
     boost::json::parse(R"({"type": "object", "properties": {"area": {"type": "string",
                                "description": "where"}}, "required": ["area"]})")}};

/// The answer as the template writes it behind the question, header and all.
std::string rendered(corpus::learned_template const& t, chat::message const& answer) {
    chat::inputs in;
    in.messages.push_back({"user", "Where is it?", {}, {}, {}, {}, {}});
    in.tools = tools;
    in.add_generation_prompt = true;
    auto const question = t.compiled.write(in, t.result.supports);
    in.add_generation_prompt = false;
    in.messages.push_back(answer);
    auto const all = t.compiled.write(in, t.result.supports);
    return question && all && all->text.starts_with(question->text) ? all->text.substr(question->text.size())
                                                                    : std::string();
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_stop_lies_inside_an_answer_that_the_format_writes) {
    for (auto const& t : templates()) {
        chat::format const& f = t.result.format;
        std::vector<std::string> stops = f.stops;
        std::ranges::sort(stops);
        BOOST_TEST((std::ranges::adjacent_find(stops) == stops.end()), t.name << " has a stop twice");
        bool const two_turns = !f.turn_start.empty() && f.tools.lead.find(f.turn_start) != std::string::npos;
        if (f.channels.used() || two_turns) {
            continue;  // what wraps content ends the answer there, or calls are an answer of their own
        }
        std::string text =
            f.reasoning.start + "hm" + f.reasoning.end + f.content.start + "Hello." + f.content.end;
        if (f.tools.mode() != chat::tool_mode::none) {
            std::string const call = written::call(f.tools, "find_city", {{"area", "west"}});
            text += f.tools.lead + call;
        }
        for (std::string const& stop : f.stops) {
            BOOST_TEST((stop.empty() || text.find(stop) == std::string::npos),
                       t.name << ": " << stop << " in " << text);
        }
    }
}

BOOST_AUTO_TEST_CASE(no_text_of_the_probes_stands_in_a_format) {
    for (auto const& t : templates()) {
        std::string const text = chat::report(t.result);
        for (std::string_view const probe :
             {"RULESzqy", "QUERYzqu", "ANSWERzqc", "THOUGHTzqr", "toolonezqf", "tooltwozqs", "keyonezqk",
              "keytwozql", "valueonezqv", "valuetwozqw", "callidaz1", "callidbz2"}) {
            BOOST_TEST((text.find(probe) == std::string::npos), t.name << ": " << text);
        }
    }
}

BOOST_AUTO_TEST_CASE(neither_the_prompts_tail_nor_a_plain_answer_is_taken_for_a_call) {
    std::size_t tried = 0;
    for (auto const& t : templates()) {
        chat::format const& f = t.result.format;
        auto const s = chat::build_syntax(f, tools);
        if (f.tools.mode() == chat::tool_mode::none || f.channels.used() || !s) {
            continue;
        }
        ++tried;
        chat::inputs in;
        in.messages.push_back({"user", "Where is it?", {}, {}, {}, {}, {}});
        in.tools = tools;
        auto const prompt = t.compiled.write(in, t.result.supports);
        std::size_t const at = prompt ? prompt->text.rfind(f.turn_start) : std::string::npos;
        std::string const tail =
            at == std::string::npos ? std::string() : prompt->text.substr(at + f.turn_start.size());
        std::string const plain = rendered(t, {"assistant", "It is west.", {}, {}, {}, {}, {}});
        for (std::string const& word : chat::call_trigger_of(f, *s).words) {
            BOOST_TEST((tail.find(word) == std::string::npos),
                       t.name << ": " << word << " in the prompt: " << tail);
            BOOST_TEST((plain.find(word) == std::string::npos),
                       t.name << ": " << word << " in an answer: " << plain);
        }
    }
    BOOST_TEST(tried >= 30);
}

BOOST_AUTO_TEST_CASE(a_template_whose_calls_are_not_understood_says_so) {
    // The name stands behind the arguments.
    std::string_view const source =
        "{% for m in messages %}<|{{ m.role }}|>{{ m.content or '' }}{% for c in m.tool_calls or [] %}"
        "<act>{% for k, v in c.function.arguments.items() %}{{ k }}={{ v }};{% endfor %} for "
        "{{ c.function.name }}</act>{% endfor %}<|end|>{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>{% endif %}";
    auto const t = chat::chat_template::compile(source);
    BOOST_REQUIRE(t);
    auto const learned = chat::learn(*t);
    BOOST_REQUIRE((learned.result.format.tools.mode() == chat::tool_mode::none));
    BOOST_TEST(chat::report(learned.result).find("calls are written and were not learned: ") !=
               std::string::npos);
    BOOST_TEST(std::ranges::any_of(learned.claims, [](chat::claim const& c) {
        return c.what == "a call with one argument" && c.is == chat::verdict::refuted;
    }));
}

BOOST_AUTO_TEST_CASE(what_is_known_and_not_learned_is_noted_with_its_reason) {
    std::string_view const source = "{% for m in messages %}{% if m.role == 'assistant' %}<｜Assistant｜>"
                                    "{{ (m.content or '').split('</think>')[-1] }}{% else %}<｜User｜>{{ "
                                    "m.content }}{% endif %}{% endfor %}"
                                    "{% if add_generation_prompt %}<｜Assistant｜>{% endif %}";
    auto const t = chat::chat_template::compile(source);
    BOOST_REQUIRE(t);
    auto const learned = chat::analyze(*t);
    BOOST_TEST(learned.format.reasoning.end == "</think>");
    BOOST_TEST(chat::report(learned).find("known, not learned: end of thought: ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
