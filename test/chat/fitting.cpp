// test/chat/fitting.cpp - what templates can take, and messages made to fit
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/chat/fitting.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_fitting)

namespace data = boost::unit_test::data;
namespace chat = parlance::chat;
using chat::fixup;

namespace {

constexpr char const* text_only =
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    "<{{ m.role }}>{{ m.content + '' }}{% for c in m.tool_calls or [] %}[{{ c.function.arguments + '' }}]{% "
    "endfor %}"
    "{% endfor %}";
constexpr char const* parts_only = "{% for m in messages %}<{{ m.role }}>{% if m.content is not string %}{% "
                                   "for p in m.content %}{{ p.text }}"
                                   "{% endfor %}{% endif %}{% for c in m.tool_calls or [] %}{{ "
                                   "c.function.arguments.items() | list }}{% endfor %}"
                                   "{% endfor %}";

struct fitted {
    char const* source;
    char const* messages;
    char const* result;
    std::vector<fixup> made;
    friend std::ostream& operator<<(std::ostream& out, fitted const& f) { return out << f.messages; }
};
fitted const cases[] = {
    {text_only,
     R"([{"role": "system", "content": "S"}, {"role": "user", "content": "a"}])",
     R"([{"role": "user", "content": "S\na"}])",
     {fixup::system_into_user}},
    {text_only,
     R"([{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}])",
     R"([{"role": "user", "content": "ab"}])",
     {fixup::content_as_text}},
    {text_only,
     R"([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"x": 1.0}}}]}])",
     R"([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{\"x\": 1.0}"}}], "content": ""}])",
     {fixup::blank_content, fixup::arguments_as_text}},
    {text_only, R"([{"role": "user", "content": "a"}])", R"([{"role": "user", "content": "a"}])", {}},
    {parts_only,
     R"([{"role": "system", "content": "S"}, {"role": "user", "content": "a"}])",
     R"([{"role": "system", "content": [{"type": "text", "text": "S"}]}, {"role": "user", "content": [{"type": "text", "text": "a"}]}])",
     {fixup::content_as_parts}},
    {parts_only,
     R"([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{\"x\": 1}"}}]}])",
     R"([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"x": 1}}}], "content": [{"type": "text", "text": ""}]}])",
     {fixup::blank_content, fixup::content_as_parts, fixup::arguments_as_object}},
};

/// Arguments that are no object, in a conversation for a template that can do nothing with them.
std::pair<char const*, char const*> const no_objects[] = {
    {R"("{\"x\": ")", R"({"arguments": "{\"x\": "})"},
    {R"("x")", R"({"arguments": "x"})"},
    {R"("[1]")", R"({"arguments": "[1]"})"},
    {R"([1])", R"({"arguments": "[1]"})"},
    {R"("null")", "{}"},
    {"null", "{}"},
    {R"("")", "{}"},
    {R"(" \n")", "{}"},
};

}  // namespace

BOOST_DATA_TEST_CASE(messages_are_changed_only_as_far_as_the_template_needs, data::make(cases)) {
    auto const compiled = parlance::jinja::compiled_template::compile(sample.source).value();
    auto messages = parlance::json::parse(sample.messages).value();
    auto const made = chat::fit(messages.as_array(), chat::probe_capabilities(compiled));
    BOOST_TEST((made == sample.made));
    BOOST_TEST(parlance::json::dump(messages) == sample.result);
}

BOOST_AUTO_TEST_CASE(arguments_that_are_no_object_do_not_end_the_conversation) {
    auto const compiled =
        parlance::jinja::compiled_template::compile("{% for m in messages %}<{{ m.role }}>{{ m.content }}"
                                                    "{% for c in m.tool_calls or [] %}{{ c.function.name "
                                                    "}}({% for k, v in c.function.arguments | items %}"
                                                    "{{ k }}={{ v }}{% endfor %}){% endfor %}{% endfor %}");
    BOOST_REQUIRE(compiled);
    chat::capabilities const can = chat::probe_capabilities(*compiled);
    BOOST_REQUIRE(can.object_arguments);
    BOOST_REQUIRE(!can.text_arguments);
    for (auto const& [given, taken] : no_objects) {
        std::string const call =
            R"([{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": )";
        auto messages = parlance::json::parse(call + given + "}}]}]").value();
        auto const made = chat::fit(messages.as_array(), can);
        BOOST_TEST((made == std::vector{fixup::arguments_wrapped}), given);
        BOOST_TEST(parlance::json::dump(messages) == call + taken + "}}]}]");
    }
}

BOOST_AUTO_TEST_CASE(content_beside_calls_becomes_reasoning_where_only_one_of_them_is_taken) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = can.parallel_calls = true;
    can.one_text_in_call = true;
    auto messages = parlance::json::parse(R"([
        {"role": "assistant", "content": "C", "thinking": "T", "tool_calls": [{"id": "1", "function": {"name": "f"}}]},
        {"role": "assistant", "content": "C", "tool_calls": [{"id": "2", "function": {"name": "g"}}]},
        {"role": "assistant", "content": "C", "thinking": "T"}])")
                        .value();
    BOOST_TEST((chat::fit(messages.as_array(), can) == std::vector{fixup::content_into_reasoning}));
    BOOST_TEST(parlance::json::dump(messages.at(0).at("thinking")) == R"("T\n\nC")");
    BOOST_TEST(messages.at(0).at("content").as_string() == "");
    BOOST_TEST(messages.at(1).at("content").as_string() == "C");
    BOOST_TEST(messages.at(2).at("thinking").as_string() == "T");
}

BOOST_AUTO_TEST_CASE(what_was_thought_stands_before_the_first_of_calls_in_turn) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = true;
    auto messages =
        parlance::json::parse(R"([{"role": "assistant", "content": "", "thinking": "T", "tool_calls": [
        {"id": "1", "function": {"name": "f"}}, {"id": "2", "function": {"name": "g"}}]}])")
            .value();
    BOOST_TEST((chat::fit(messages.as_array(), can) == std::vector{fixup::calls_in_turn}));
    BOOST_TEST(messages.at(0).as_object().contains("thinking"));
    BOOST_TEST(!messages.at(1).as_object().contains("thinking"));
}

BOOST_AUTO_TEST_CASE(a_developer_speaks_as_system_where_only_that_is_known) {
    chat::capabilities can;
    can.text_content = can.system_role = true;
    boost::json::array messages{boost::json::object{{"role", "developer"}, {"content", "D"}}};
    BOOST_TEST((chat::fit(messages, can) == std::vector{fixup::developer_into_system}));
    BOOST_TEST(messages[0].at("role").as_string() == "system");
}

BOOST_AUTO_TEST_CASE(calls_stand_one_by_one_before_their_results_where_only_one_is_taken) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = true;
    auto messages = parlance::json::parse(R"([
        {"role": "assistant", "content": "c", "tool_calls": [{"id": "1", "function": {"name": "f"}},
                                                             {"id": "2", "function": {"name": "g"}}]},
        {"role": "tool", "tool_call_id": "2", "content": "G"}, {"role": "tool", "tool_call_id": "1", "content": "F"},
        {"role": "user", "content": "u"}])")
                        .value();
    BOOST_TEST((chat::fit(messages.as_array(), can) == std::vector{fixup::calls_in_turn}));
    auto const expected = parlance::json::parse(R"([
        {"role": "assistant", "content": "c", "tool_calls": [{"id": "1", "function": {"name": "f"}}]},
        {"role": "tool", "tool_call_id": "1", "content": "F"},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "2", "function": {"name": "g"}}]},
        {"role": "tool", "tool_call_id": "2", "content": "G"}, {"role": "user", "content": "u"}])")
                              .value();
    BOOST_TEST(parlance::json::dump(messages) == parlance::json::dump(expected));
}

BOOST_AUTO_TEST_CASE(each_result_stands_behind_its_call_and_those_of_no_call_at_the_end) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = true;
    // by the id, the first of those that are left; without an id a result belongs to the next call, a call to the next result
    auto messages = parlance::json::parse(R"([
        {"role": "assistant", "content": "c", "thinking": "T", "tool_calls": [
            {"id": "1", "function": {"name": "f"}}, {"id": 2, "function": {"name": "g"}},
            {"function": {"name": "h"}}, {"id": "9", "function": {"name": "i"}}]},
        {"role": "tool", "tool_call_id": "8", "content": "nobody's"}, {"role": "tool", "tool_call_id": 2, "content": "G"},
        {"role": "tool", "tool_call_id": "1", "content": "F"}, {"role": "tool", "content": "any"},
        {"role": "tool", "tool_call_id": "1", "content": "F again"}, {"role": "user", "content": "u"}])")
                        .value();
    BOOST_TEST((chat::fit(messages.as_array(), can) == std::vector{fixup::calls_in_turn}));
    std::string order;
    for (boost::json::value const& m : messages.as_array()) {
        auto const* const calls = m.as_object().if_contains("tool_calls");
        order += calls != nullptr
                     ? std::string("<") +
                           calls->as_array().at(0).at("function").at("name").as_string().c_str() + ">"
                     : std::string(m.at("content").as_string());
        order += m.as_object().contains("thinking") ? "T " : " ";
    }
    BOOST_TEST(order == "<f>T F <g> G <h> nobody's <i> any F again u ");
}

BOOST_AUTO_TEST_CASE(calls_stand_one_by_one_in_time_linear_in_their_number) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = true;
    // allocations: a message that is copied with all its calls for each of them makes the square of their number
    auto const cost = [&](std::size_t many) {
        boost::json::array calls;
        boost::json::array messages;
        for (std::size_t i = 0; i < many; ++i) {
            calls.push_back({{"id", std::to_string(i)}, {"function", {{"name", "f"}}}});
        }
        messages.push_back({{"role", "assistant"}, {"content", ""}, {"tool_calls", std::move(calls)}});
        for (std::size_t i = many; i-- > 0;) {
            messages.push_back({{"role", "tool"}, {"tool_call_id", std::to_string(i)}, {"content", ""}});
        }
        std::size_t const before = measured::calls;
        chat::fit(messages, can);
        std::size_t const made = measured::calls - before;
        BOOST_REQUIRE(messages.size() == 2 * many);
        for (std::size_t i = 0; i < many; ++i) {
            BOOST_REQUIRE(
                (messages[2 * i].at("tool_calls").at(0).at("id") == messages[2 * i + 1].at("tool_call_id")));
        }
        return made;
    };
    std::size_t const few = cost(250);
    std::size_t const many = cost(1000);
    BOOST_TEST(few > 250u);
    BOOST_TEST(many < 6 * few);
}

BOOST_AUTO_TEST_CASE(a_message_that_is_too_long_to_be_copied_for_each_call_keeps_them) {
    chat::capabilities can;
    can.text_content = can.shows_calls = can.object_arguments = true;
    auto const fitted = [&](std::string_view key, std::size_t size, std::size_t calls) {
        boost::json::object message{
            {"role", "assistant"}, {"content", ""}, {"tool_calls", boost::json::array(calls, 0)}};
        message[key] = std::string(size, 'a');
        boost::json::array messages{message};
        auto const made = chat::fit(messages, can);
        bool const kept = messages.size() == 1 && messages[0] == boost::json::value(message);
        BOOST_TEST((kept || messages.size() == calls));
        BOOST_TEST((made == std::vector{kept ? fixup::calls_left_out : fixup::calls_in_turn}));
        return !kept;
    };
    BOOST_TEST(fitted("metadata", 100'000, 20));
    BOOST_TEST(fitted("content", 100'000, 1000));  // stands in the first only
    BOOST_TEST(fitted("thinking", 100'000, 1000));
    BOOST_TEST(!fitted("metadata", 100'000, 1000));
    BOOST_TEST(!fitted("role", 100'000, 1000));
}

BOOST_AUTO_TEST_CASE(a_template_that_raises_takes_nothing) {
    auto const raising =
        parlance::jinja::compiled_template::compile("{{ raise_exception('never') }}").value();
    BOOST_TEST((chat::probe_capabilities(raising) == chat::capabilities{}));
    boost::json::array messages{boost::json::object{{"role", "system"}, {"content", "S"}}};
    BOOST_TEST(chat::fit(messages, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
