// test/chat/capabilities.cpp - what templates do with what they are given
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/capabilities.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(chat_capabilities)

namespace chat = parlance::chat;

namespace {

chat::capabilities probed(std::string_view source) {
    return chat::probe_capabilities(parlance::jinja::compiled_template::compile(source).value());
}

constexpr std::string_view loop = "{% for m in messages %}";
std::string each(std::string_view body) { return std::string(loop) + std::string(body) + "{% endfor %}"; }

}  // namespace

BOOST_AUTO_TEST_CASE(content_is_text_or_parts_or_either) {
    auto const text = probed(each("{{ m.content + '' }}"));
    BOOST_TEST((text.text_content && !text.typed_content));
    auto const parts = probed(
        each("{% if m.content is not string %}{% for p in m.content %}{{ p.text }}{% endfor %}{% endif %}"));
    BOOST_TEST((!parts.text_content && parts.typed_content));
    auto const both =
        probed(each("{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}"
                    "{{ p.text }}{% endfor %}{% endif %}"));
    BOOST_TEST((both.text_content && both.typed_content));
}

BOOST_AUTO_TEST_CASE(roles_count_where_their_text_is_shown) {
    auto const all = probed(each("{{ m.role }}{{ m.content }}"));
    BOOST_TEST((all.system_role && all.developer_role));
    auto const some =
        probed(each("{% if m.role == 'developer' %}{{ raise_exception('?') }}{% endif %}{{ m.content }}"));
    BOOST_TEST((some.system_role && !some.developer_role));
    BOOST_TEST(!probed(each("{% if m.role == 'user' %}{{ m.content }}{% endif %}")).system_role);
}

BOOST_AUTO_TEST_CASE(tools_and_calls) {
    auto const objects = probed(each("{{ m.content }}{% for c in m.tool_calls or [] %}{% for k, v in "
                                     "c.function.arguments.items() %}{{ v }}"
                                     "{% endfor %}{% endfor %}") +
                                "{{ tools | tojson if tools }}");
    BOOST_TEST((objects.tools && objects.shows_calls && objects.object_arguments && !objects.text_arguments));
    BOOST_TEST((objects.parallel_calls && objects.content_in_call && !objects.blank_content));
    auto const texts = probed(each("{{ m.content + '' }}{% if m.tool_calls %}{{ '' + "
                                   "m.tool_calls[0].function.arguments }}{% endif %}"));
    BOOST_TEST((!texts.tools && texts.shows_calls && !texts.object_arguments && texts.text_arguments));
    BOOST_TEST((!texts.parallel_calls && texts.blank_content));
    BOOST_TEST((texts.form.arguments == chat::argument_form::text));
    auto const dumped =
        probed(each("{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}"));
    BOOST_TEST((dumped.object_arguments && !dumped.text_arguments), "a string of JSON would be quoted twice");
}

BOOST_AUTO_TEST_CASE(calls_that_are_shown_only_where_tools_are_given) {
    auto const c = probed(each("{% if tools %}{% for c in m.tool_calls or [] %}{{ c.function.arguments.a }}"
                               "{% endfor %}{% endif %}") +
                          "{{ tools | tojson if tools }}");
    BOOST_TEST((c.tools && c.shows_calls && c.object_arguments));
    auto const first = probed("{{ tools | tojson if tools }}" + each("{{ m.role }}"));
    BOOST_TEST((first.tools && !first.shows_calls), "what the tools show is no call");
}

BOOST_AUTO_TEST_CASE(reasoning_and_where_it_is_looked_for) {
    auto const last = probed(each("{% if loop.last %}{{ m.thinking }}{% endif %}"));
    BOOST_TEST(
        (last.reasoning && !last.reasoning_kept && last.form.reasoning == chat::reasoning_form::thinking));
    auto const kept = probed(each("{{ m.reasoning_content }}"));
    BOOST_TEST((kept.reasoning && kept.reasoning_kept));
    auto const parts =
        probed(each("{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}"
                    "{{ p.thinking if p.type == 'thinking' else p.text }}{% endfor %}{% endif %}"));
    BOOST_TEST((parts.reasoning && parts.form.reasoning == chat::reasoning_form::part));
    BOOST_TEST(!probed(each("{{ m.content }}")).reasoning);
}

BOOST_AUTO_TEST_CASE(reasoning_or_content_beside_calls) {
    constexpr std::string_view calls = "{{ m.thinking }}{{ m.content }}{% for c in m.tool_calls or [] %}"
                                       "{{ c.function.arguments | tojson }}{% endfor %}";
    BOOST_TEST(!probed(each(calls)).one_text_in_call);
    BOOST_TEST(probed(each(std::string("{% if m.tool_calls and m.thinking and m.content %}"
                                       "{{ raise_exception('one of them') }}{% endif %}")
                               .append(calls)))
                   .one_text_in_call);
    BOOST_TEST(
        !probed(each(std::string("{% if m.tool_calls and m.thinking %}{{ raise_exception('no') }}{% endif %}")
                         .append(calls)))
             .one_text_in_call,
        "content would not help");
}

BOOST_AUTO_TEST_CASE(the_thinking_switch_is_the_variable_that_changes_the_prompt) {
    BOOST_TEST(probed("{% if enable_thinking %}<think>{% endif %}").thinking_switch == "enable_thinking");
    BOOST_TEST(probed("{{ '<think>' if thinking }}").thinking_switch == "thinking");
    BOOST_TEST(probed("{{ '<think>' if reasoning }}").thinking_switch == "reasoning");
    BOOST_TEST(probed("{{ messages }}").thinking_switch.empty());
}

BOOST_AUTO_TEST_CASE(a_template_that_always_raises_takes_nothing) {
    BOOST_TEST((probed("{{ raise_exception('never') }}") == chat::capabilities{}));
}

BOOST_AUTO_TEST_SUITE_END()
