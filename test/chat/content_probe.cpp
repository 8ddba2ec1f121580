// test/chat/content_probe.cpp - content and results as a template takes them in a message of their role
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/template.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_content_probe)

namespace data = boost::unit_test::data;
using namespace parlance;
using namespace parlance::chat;

namespace {

/// A user's list is shown part by part; what a list of any other role becomes is up to `others`.
std::string with_others(std::string_view others) {
    return std::string(R"({%- for m in messages %}<{{ m.role }}>
{%- if m.content is string %}{{ m.content }}
{%- elif m.role == 'user' %}{% for p in m.content %}{{ '[IMG]' if p.type == 'image' else p.text }}{% endfor %}
{%- else %})")
        .append(others)
        .append(R"({% endif -%}
{%- for c in m.tool_calls or [] %}({{ c.function.name }} {{ c.function.arguments | tojson }}){% endfor -%}
{%- endfor %})");
}

constexpr std::string_view history = R"({"messages": [
    {"role": "system", "content": [{"type": "text", "text": "Be"}, {"type": "text", "text": " brief."}]},
    {"role": "user", "content": [{"type": "text", "text": "Who is"}, {"type": "text", "text": " there?"}]},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function",
        "function": {"name": "look", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "No"}, {"type": "text", "text": " one."}]}]})";

result<written_prompt> written(std::string_view source, std::string_view request) {
    auto const t = chat_template::compile(source).value();
    return t.write(openai_request(request).value().conversation, t.capabilities());
}

struct listed {
    char const* others;
    char const* result;
    bool joined;
    friend std::ostream& operator<<(std::ostream& out, listed const& l) { return out << l.others; }
};
listed const lists[] = {
    {"{{ m.content }}", " one.", true},           // as Python
    {"{{ m.content | tojson }}", " one.", true},  // as JSON
    {"{{ m.content[0].text }}", " one.", true},   // the first only
    {"", " one.", true},                          // none
    {"{{ raise_exception('a list') }}", " one.", true},
    {"{% for p in m.content %}{{ p.text }}~{% endfor %}", "~ one.~", false},
};

}  // namespace

BOOST_DATA_TEST_CASE(texts_are_joined_where_the_template_does_not_show_them_all, data::make(lists)) {
    auto const made = written(with_others(sample.others), history);
    BOOST_REQUIRE(made);
    std::string const result = sample.result;
    std::string const seam = sample.joined ? "" : "~";
    BOOST_TEST(made->text == "<system>Be" + seam + " brief." + seam +
                                 "<user>Who is there?<assistant>(look {})<tool>No" + result);
    BOOST_TEST(
        (made->fixups == (sample.joined ? std::vector{fixup::content_as_text} : std::vector<fixup>())));
}

BOOST_AUTO_TEST_CASE(texts_become_one_part_where_only_the_first_of_a_list_is_shown) {
    auto const made =
        written("{% for m in messages %}<{{ m.role }}>{% if m.content is not string %}"
                "{{ m.content[0].text }}{% endif %}{% endfor %}",
                R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "Who is"},
                                                                            {"type": "text", "text": " there?"}]}]})");
    BOOST_TEST(made.value().text == "<user>Who is there?");
    BOOST_TEST((made->fixups == std::vector{fixup::content_as_parts}));
}

BOOST_AUTO_TEST_CASE(a_picture_is_an_error_in_a_role_in_which_it_is_not_shown) {
    auto const source = with_others("{{ m.content }}");
    constexpr std::string_view picture = R"([{"type": "text", "text": "See"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}])";
    auto const said = [&](std::string_view role) {
        return std::string(R"({"role": ")")
            .append(role)
            .append(R"(", "content": )")
            .append(picture)
            .append("}");
    };
    std::string const user = said("user");
    auto const asked = written(source, R"({"messages": [)" + user + "]}");
    BOOST_TEST(asked.value().text == "<user>See[IMG]");
    auto const ruled = written(source, R"({"messages": [)" + said("system") + "," + user + "]}");
    BOOST_REQUIRE(!ruled);
    BOOST_TEST(ruled.error().hint.view() ==
               "/messages/0/content/1: the model's template shows no image in a message of this role");
    std::string called(history.substr(0, history.rfind("\"content\": ")));
    auto const answered = written(source, called.append("\"content\": ").append(picture).append("}]}"));
    BOOST_REQUIRE(!answered);
    BOOST_TEST(answered.error().hint.view() ==
               "/messages/3/content/1: the model's template shows no image in a message of this role");
    auto const taken =
        written(with_others("{% for p in m.content %}{{ p.text or '<pic>' }}{% endfor %}"), called);
    BOOST_TEST(taken.value().text.ends_with("<tool>See<pic>"));
}

BOOST_AUTO_TEST_CASE(a_picture_beside_a_system_message_that_becomes_the_user_s_stays) {
    auto const made =
        written("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}{% endif %}"
                "<{{ m.role }}>{% if m.content is string %}{{ m.content }}{% else %}"
                "{% for p in m.content %}{{ '[IMG]' if p.type == 'image' else p.text }}{% endfor %}"
                "{% endif %}{% endfor %}",
                R"({"messages": [{"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "See"},
                                     {"type": "image_url", "image_url": {"url": "data:x"}}]}]})");
    BOOST_TEST(made.value().text == "<user>Be brief.\nSee[IMG]");
}

namespace {

constexpr std::string_view crossed = R"({"messages": [{"role": "user", "content": "Both."},
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}},
        {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c2", "content": "RAIN"},
    {"role": "tool", "tool_call_id": "c1", "content": "FIVE"}]})";

constexpr std::string_view by_place = R"({%- for m in messages %}<{{ m.role }}>{{ m.content }}
{%- for c in m.tool_calls or [] %}({{ c.function.name }} {{ c.function.arguments | tojson }}){% endfor -%}
{%- endfor %})";
constexpr std::string_view by_id =
    R"({%- for m in messages %}<{{ m.role }}>{{ m.tool_call_id }}{{ m.content }}
{%- for c in m.tool_calls or [] %}({{ c.id }} {{ c.function.name }} {{ c.function.arguments | tojson }}){% endfor -%}
{%- endfor %})";

}  // namespace

BOOST_AUTO_TEST_CASE(results_stand_in_the_order_of_the_calls_where_nothing_else_tells_whose_they_are) {
    auto const placed = written(by_place, crossed);
    BOOST_TEST(placed.value().text == "<user>Both.<assistant>(add {})(weather {})<tool>FIVE<tool>RAIN");
    BOOST_TEST((placed->fixups == std::vector{fixup::results_in_order}));
    auto const named = written(by_id, crossed);
    BOOST_TEST(named.value().text ==
               "<user>Both.<assistant>(c1 add {})(c2 weather {})<tool>c2RAIN<tool>c1FIVE");
    BOOST_TEST(named->fixups.empty());
}

BOOST_AUTO_TEST_SUITE_END()
