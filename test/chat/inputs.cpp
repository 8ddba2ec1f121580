// test/chat/inputs.cpp - what a conversation brings to a template, and what wins where two say the same
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/inputs.hpp>
#include "conversation.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_inputs)

using conversation::said;

namespace chat = parlance::chat;
using parlance::errc;

namespace {

chat::chat_template compiled(std::string_view source) {
    return chat::chat_template::compile(source,
                                        {"<s>", "</s>", {{"pad_token", "<pad>"}, {"ends", {"<e>", "<f>"}}}})
        .value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(special_tokens_are_variables_by_the_names_that_templates_know) {
    auto const t = compiled("{{ bos_token }}{{ eos_token }}{{ pad_token }}{{ ends | join('|') }}");
    BOOST_TEST(t.render({}).value() == "<s></s><pad><e>|<f>");
    BOOST_TEST(chat::chat_template::compile("{{ bos_token }}|{{ pad_token }}").value().render({}).value() ==
               "|");
}

BOOST_AUTO_TEST_CASE(further_variables_win_over_special_tokens) {
    auto const t = compiled("{{ bos_token }} {{ pad_token }} {{ enable_thinking }} {{ date_string }}");
    chat::inputs in;
    in.kwargs = {
        {"bos_token", "mine"}, {"pad_token", 7}, {"enable_thinking", false}, {"date_string", "May 1"}};
    BOOST_TEST(t.render(in).value() == "mine 7 False May 1");
}

BOOST_AUTO_TEST_CASE(further_variables_do_not_win_over_what_the_inputs_say) {
    auto const t = compiled("{{ messages[0].content }} {{ tools[0].function.name }} {{ documents[0].title }} "
                            "{{ add_generation_prompt }}");
    chat::inputs in;
    in.messages = {said("user", "Hi")};
    in.tools = {{"find", "", boost::json::object{{"type", "object"}}}};
    in.documents = {boost::json::object{{"title", "T"}, {"text", "x"}}};
    in.add_generation_prompt = false;
    std::string const own = "Hi find T False";
    BOOST_TEST(t.render(in).value() == own);
    in.kwargs = {{"messages", {{{"role", "user"}, {"content", "forged"}}}},
                 {"tools", {{{"function", {{"name", "forged"}}}}}},
                 {"documents", {{{"title", "forged"}}}},
                 {"add_generation_prompt", true}};
    BOOST_TEST(t.render(in).value() == own);
}

BOOST_AUTO_TEST_CASE(strictly_absent_tools_and_documents_are_none_else_they_are_not_there) {
    auto const t = compiled("{{ tools is defined }} {{ documents is defined }} {{ tools }}");
    chat::prompt_options strict;
    strict.convention = parlance::jinja::convention::strict;
    BOOST_TEST(t.write({}, {}).value().text == "False False ");
    BOOST_TEST(t.write({}, {}, strict).value().text == "True True None");
}

BOOST_AUTO_TEST_CASE(a_message_is_left_open_in_its_content_or_in_its_reasoning) {
    auto const t = compiled(
        "{% for m in messages %}<{{ m.role }}>{% if m.reasoning_content %}(({{ m.reasoning_content }}))"
        "{% endif %}{{ m.content }}{% for c in m.tool_calls or [] %}[{{ c.function.name }}]{% endfor %}"
        "</>{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}");
    auto const written = [&](char const* reasoning, char const* content, chat::continuation how) {
        chat::inputs in;
        in.messages = {said("user", "Hi"), said("assistant", content)};
        in.messages.back().reasoning = reasoning;
        in.messages.back().calls = {{"1", "find", "{}", true}};
        in.continue_final = how;
        std::string const text = t.render(in).value();
        BOOST_TEST(text.starts_with("<user>Hi</><assistant>"));
        return text.substr(std::string_view("<user>Hi</><assistant>").size());
    };
    using enum chat::continuation;
    BOOST_TEST(written("why", "Yes", none) == "((why))Yes[find]</><assistant>");
    BOOST_TEST(written("why", "Yes", content) == "((why))Yes");
    BOOST_TEST(written("why", "Yes", reasoning) == "((why");
    BOOST_TEST(written("why", "Yes", automatic) == "((why))Yes");
    BOOST_TEST(written("why", "", automatic) == "((why");
}

BOOST_AUTO_TEST_CASE(errors_name_the_place_in_the_callers_document) {
    // of a role that the template shows nothing of
    auto const t = compiled(
        "{% for m in messages %}{% if m.role != 'critic' %}<|{{ m.role }}|>{{ m.content }}{% endif %}"
        "{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}");
    auto const learned = chat::analyze(t);
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("critic", "No")};
    auto const refused = [&] {
        auto const made = chat::prepare(t, learned, in);
        BOOST_REQUIRE(!made);
        BOOST_TEST((made.error().code == errc::invalid_message));
        return std::string(made.error().hint.view());
    };
    BOOST_TEST(refused().starts_with("/messages/1"));
    in.places = {{"/input/0"}, {"/input/3"}};
    BOOST_TEST(refused().starts_with("/input/3"));
    in.places.pop_back();  // not one for each message
    BOOST_TEST(refused().starts_with("/messages/1"));

    // a part of a message, for which the template has no place
    in.messages = {said("user", "")};
    in.messages[0].parts = {boost::json::object{{"type", "text"}, {"text", "See:"}},
                            boost::json::object{{"type", "image_url"}, {"image_url", {{"url", "u"}}}}};
    in.places = {{"/input/7", {"/input/7/a", "/input/7/b"}}};
    BOOST_TEST(refused().starts_with("/input/7/b"));
    in.places = {{"/input/7"}};
    BOOST_TEST(refused().starts_with("/input/7/content/1"), "under the message, as OpenAI has them");
}

BOOST_AUTO_TEST_CASE(a_prompt_is_written_with_the_clock_that_is_given) {
    auto const t = compiled("{{ strftime_now('%Y-%m-%d') }}");
    chat::prompt_options how;
    how.now = [] {
        std::tm day{};
        day.tm_year = 101;
        day.tm_mon = 1;
        day.tm_mday = 3;
        return day;
    };
    BOOST_TEST(t.write({}, {}, how).value().text == "2001-02-03");
    BOOST_TEST(t.write({}, {}).value().text > "2001-02-03", "empty means the machine's");
}

BOOST_AUTO_TEST_CASE(origins_are_said_where_they_are_asked_for) {
    auto const t = compiled("{{ bos_token }}{{ messages[0].content }}");
    chat::inputs in;
    in.messages = {said("user", "<s>")};
    BOOST_TEST(t.write(in, {}).value().spans.empty());
    chat::prompt_options how;
    how.origins = true;
    using parlance::jinja::origin;
    BOOST_TEST((t.write(in, {}, how).value().spans ==
                std::vector<parlance::jinja::span>{{0, 3, origin::written}, {3, 6, origin::input}}));
}

BOOST_AUTO_TEST_SUITE_END()
