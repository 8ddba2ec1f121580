// test/chat/call_trigger.cpp - what a lazy grammar waits for: the beginning of a call, and nothing that looks like it
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/call_trigger.hpp>
#include "conversation.hpp"
#include "../property/byte_walk.hpp"
#include "formats.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_call_trigger)

using conversation::talking;

namespace chat = parlance::chat;
using texts = std::vector<std::string>;

namespace {

chat::call_trigger trigger(chat::format const& f, chat::call_policy const& policy = {}) {
    return chat::call_trigger_of(f, chat::build_syntax(f, formats::tools(), policy).value());
}

/// What the grammar reads of an answer, from the pattern's one capture on; or that it waits.
std::string read_from(chat::call_trigger const& t, std::string const& answer) {
    std::smatch found;
    std::regex const pattern(t.pattern);
    BOOST_TEST(pattern.mark_count() == 1u);
    return std::regex_search(answer, found, pattern)
               ? answer.substr(static_cast<std::size_t>(found.position(1)))
               : "waits";
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_are_what_a_call_begins_with_and_tokens_the_markers_among_them) {
    chat::call_trigger t = trigger(formats::json_in_tags());
    BOOST_TEST(t.words == texts{"<tool_call>"});
    BOOST_TEST(t.tokens == t.words);
    t = trigger(formats::bare_json());
    BOOST_TEST(t.words == texts{"{\"name\": \""});
    BOOST_TEST(t.tokens.empty(), "no marker");
    chat::format f = formats::bare_json();
    f.tools.calls.item_open = "Action <now>";
    BOOST_TEST(trigger(f).tokens.empty(), "a marker behind words is no beginning");
    // What ends the turn as well does not tell.
    f = formats::json_in_tags();
    f.turn_end = "\n<tool_call>";
    t = trigger(f);
    BOOST_TEST(t.words == texts{"<tool_call>"});
    BOOST_TEST(t.tokens.empty());
}

BOOST_AUTO_TEST_CASE(where_there_are_no_calls_there_is_nothing_to_wait_for) {
    chat::call_policy none;
    none.choice = chat::call_policy::kind::none;
    for (chat::call_trigger const& t : {trigger(chat::format{}), trigger(formats::json_in_tags(), none)}) {
        BOOST_TEST(t.words.empty());
        BOOST_TEST(t.tokens.empty());
        BOOST_TEST(t.pattern.empty());
    }
}

BOOST_AUTO_TEST_CASE(the_grammar_reads_from_the_capture_on) {
    auto const t = trigger(formats::thinking(formats::json_in_tags()));
    BOOST_TEST(read_from(t, "<tool_call>") == "<tool_call>");
    BOOST_TEST(read_from(t, "Well.\n<tool_call>\n{") == "<tool_call>\n{");
    BOOST_TEST(read_from(t, "<think>\nNo <tool_call>.\n</think>\n\n<tool_call>") == "<tool_call>");
    BOOST_TEST(read_from(t, "<think>\nNo <tool_call>.") == "waits");
    BOOST_TEST(read_from(t, "Well, <tool_cal") == "waits");
    // calls without a marker are none behind the front of an answer
    auto const bare = trigger(formats::bare_json());
    BOOST_TEST(read_from(bare, " {\"name\":\"") == "{\"name\":\"");
    BOOST_TEST(read_from(bare, "So: {\"name\": \"") == "waits");
}

BOOST_AUTO_TEST_CASE(reasoning_from_which_the_format_calls_is_not_waited_for) {
    chat::format f = formats::thinking(formats::json_in_tags());
    f.reasoning.calls_end = true;
    BOOST_TEST(read_from(trigger(f), "<think>\nSo <tool_call>") == "<tool_call>");
}

BOOST_AUTO_TEST_CASE(an_escaped_text_is_matched_by_itself_alone) {
    std::string const text = "<|a|>\n[b]{c}(d)^$*+?.\\/-\t€";
    std::string const escaped = chat::detail::escaped_expression(text);
    BOOST_TEST(std::regex_match(text, std::regex(escaped)));
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string other = text;
        other[i] = 'z';
        BOOST_TEST(!std::regex_match(other, std::regex(escaped)), i);
    }
}

BOOST_AUTO_TEST_CASE(a_text_has_a_beginning_in_front_of_each_letter) {
    texts fronts;
    texts following;
    for (chat::detail::beginning const& b : chat::detail::beginnings("a.€")) {
        fronts.push_back(b.text);
        following.push_back(b.next);
    }
    BOOST_TEST((fronts == texts{"", "a", "a\\."}));
    BOOST_TEST((following == texts{"a", "\\.", "€"}));
    std::regex const words(chat::detail::any_text(true));
    BOOST_TEST(std::regex_match("in front, ", words));
    BOOST_TEST(std::regex_match("", words));
    BOOST_TEST(!std::regex_match("in front", words));
    BOOST_TEST(std::regex_match("in front", std::regex(chat::detail::any_text(false))));
}

BOOST_AUTO_TEST_CASE(a_lazy_grammar_begins_where_a_call_begins_and_nowhere_else) {
    std::string const thought = "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% "
                                "endif %}{{ m.content or '' }}";
    std::string const each = "{% for c in m.tool_calls or [] %}";
    std::string const marked = thought + each + "<call>{{ c.function | tojson }}</call>{% endfor %}";
    std::string const words =
        thought + each +
        "Action: {{ c.function.name }}\nInput: {{ c.function.arguments | tojson }}\n{% endfor %}";
    std::string const bare =
        "{{ m.content or '' }}" + each +
        R"({"name": "{{ c.function.name }}", "parameters": {{ c.function.arguments | tojson }}})"
        "{% endfor %}";
    std::string const addressed = "{% if m.content %}>>>all\n{{ m.content }}{% endif %}" + each +
                                  ">>>{{ c.function.name }}\n{{ c.function.arguments | tojson }}{% endfor %}";
    struct {
        chat::chat_template model;
        std::vector<std::string_view> begins;
        std::vector<std::string_view> waits;
    } const samples[] = {
        {talking(marked),
         {"<call>", "Well, <call>", "<think>hm</think><call>", "\n<think>hm</think>\nSo: <call>", "a<call>"},
         {"<think>I could <call>", "\n <think>I could <call>", "<call", "<think><call></call>"}},
        {talking(marked, "\n<think>"), {"hm</think><call>", "hm</think> So: <call>"}, {"I could <call>"}},
        {talking(words),
         {"Action: find\n", "<think>hm</think>Action: find\n", "Well.\nAction: find\n"},
         {"Reaction: find\n", "<think>hm</think>InAction: find\n", "<think>No Action: find\n"}},
        {talking(bare),
         {R"({"name": "find")", R"({"name":"find")", R"( {"name": "find")"},
         {R"(Use {"name": "find")", R"({"names": "find")"}},
        {talking(addressed, ">>>"),
         {"find\n", "all\nHi>>>find\n"},
         {"all\nHi", "all\n>>> find it", "finder"}},
    };
    for (auto const& sample : samples) {
        chat::inputs in;
        in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
        in.tools = {{"find", "finds", boost::json::object{{"type", "object"}}}};
        auto const learned = chat::learn(sample.model);
        auto const turn = chat::prepare(sample.model, learned.result, in).value();
        BOOST_REQUIRE((turn.grammar && turn.grammar->lazy));
        parlance::mask::compiled_grammar compiled(chat::constraint_of(turn).value(), walks::bytes());
        auto const waiting = [&](std::string_view text) {
            parlance::mask::matcher m(compiled);
            BOOST_TEST(m.accept(turn.answer_prefix));
            BOOST_TEST(m.accept(text), text);
            return m.waiting();
        };
        for (std::string_view const text : sample.begins) {
            BOOST_TEST(!waiting(text),
                       turn.trigger.pattern << " waits behind " << turn.answer_prefix << "|" << text);
        }
        for (std::string_view const text : sample.waits) {
            BOOST_TEST(waiting(text),
                       turn.trigger.pattern << " begins behind " << turn.answer_prefix << "|" << text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
