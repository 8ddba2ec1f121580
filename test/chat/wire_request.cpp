// test/chat/wire_request.cpp - what a request that was read has in it reaches the template
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/wire_request.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_wire_request)

using namespace parlance;
using namespace parlance::chat;

BOOST_AUTO_TEST_CASE(images_become_what_the_template_looks_for) {
    auto const request =
        openai_request(R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "What?"},
        {"type": "image_url", "image_url": {"url": "data:x"}}]}]})")
            .value();
    auto const written = [&](std::string_view source) {
        auto const t = chat_template::compile(source).value();
        return t.write(request.conversation, t.capabilities());
    };
    constexpr std::string_view by_type =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if p.type == 'image' %}<image>{% else %}"
        "{{ p.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}";
    auto const shown = written(by_type).value();
    BOOST_TEST(shown.text == "What?<image>");
    BOOST_TEST((shown.fixups == std::vector<fixup>{fixup::media_renamed}));
    constexpr std::string_view by_key =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if 'image_url' in p %}<image>{% else %}{{ p.text }}{% endif %}{% endfor "
        "%}"
        "{% endif %}{% endfor %}";
    BOOST_TEST(written(by_key).value().text == "What?<image>");
    BOOST_TEST(written(by_key).value().fixups.empty());
    auto const refused = written("{% for m in messages %}{{ m.content }}{% endfor %}");
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().hint.view() == "/messages/0/content/1: the model's template shows no image");
}

BOOST_AUTO_TEST_CASE(what_was_read_does_not_live_in_the_text_s_own_memory) {
    auto const lives_on = [](boost::json::value const& v) {
        return *v.storage() == *boost::json::storage_ptr() ||
               (!v.is_object() && !v.is_array() && !v.is_string());
    };
    auto const check = [&](result<wire_request> const& read) {
        BOOST_REQUIRE(read);
        BOOST_REQUIRE(read->wanted.schema.has_value());
        BOOST_TEST(lives_on(*read->wanted.schema));
        for (tool const& t : read->conversation.tools) {
            BOOST_TEST(lives_on(t.parameters));
        }
        for (message const& m : read->conversation.messages) {
            for (boost::json::value const& part : m.parts) {
                BOOST_TEST(lives_on(part));
            }
        }
        for (auto const* members : {&read->conversation.kwargs, &read->echo}) {
            for (auto const& member : *members) {
                BOOST_TEST(lives_on(member.value()));
            }
        }
        BOOST_TEST(json::dump(*read->wanted.schema) ==
                   R"({"type": "object", "properties": {"n": {"type": "integer"}}})");
    };
    std::string const schema = R"({"type":"object","properties":{"n":{"type":"integer"}}})";
    std::string const parameters = R"({"type":"object","properties":{"x":{"type":"string"}}})";
    check(openai_request(
        R"({"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:x"}}]}],
        "tools":[{"type":"function","function":{"name":"f","parameters":)" +
        parameters + R"(}}],"chat_template_kwargs":{"a":{"b":1}},
        "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":)" +
        schema + "}}}"));
    check(anthropic_request(
        R"({"max_tokens":5,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}],
        "tools":[{"name":"f","input_schema":)" +
        parameters + R"(}],"output_format":{"type":"json_schema","schema":)" + schema + "}}"));
    check(responses_request(
        R"({"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:x"}]}],"metadata":{"a":"b"},
        "tools":[{"type":"function","name":"f","parameters":)" +
        parameters + R"(}],"text":{"format":{"type":"json_schema","name":"q","schema":)" + schema + "}}}"));
}

namespace {

std::string refused(wire_request const& r,
                    std::string_view source = "{% for m in messages %}{{ m.content }}{% endfor %}") {
    auto const t = chat_template::compile(source).value();
    auto const got = prepare(t, analyze(t), r.conversation, r.wanted);
    BOOST_REQUIRE(!got);
    BOOST_TEST(t.explain(got.error()) == got.error().render());  // the template is not wrong: no line of it
    // Of which role the message is, is said behind.
    std::string said(got.error().hint.view());
    return said.substr(0, said.find(" in a message"));
}

}  // namespace

BOOST_AUTO_TEST_CASE(errors_point_into_the_callers_document) {
    constexpr std::string_view no_image = ": the model's template shows no image";
    auto const anthropic = [](std::string const& messages) {
        return refused(
            anthropic_request(R"({"max_tokens": 9, "system": "s", "messages": [)" + messages + "]}").value());
    };
    std::string const image = R"({"type": "image", "source": {"type": "url", "url": "u"}})";
    std::string const text = R"({"type": "text", "text": "x"})";
    BOOST_TEST(anthropic(R"({"role": "user", "content": [)" + text + ", " + image + "]}") ==
               "/messages/0/content/1" + std::string(no_image));
    std::string const call = R"({"role": "assistant", "content": [{"type": "thinking", "thinking": "t"},
        {"type": "tool_use", "id": "i", "name": "f", "input": {}}]}, )";
    BOOST_TEST(
        anthropic(call +
                  R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "i", "content": [)" +
                  text + ", " + image + "]}]}") == "/messages/1/content/0/content/1" + std::string(no_image));
    BOOST_TEST(
        anthropic(
            call +
            R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "i", "content": "1"}, )" +
            text + ", " + image + "]}") == "/messages/1/content/2" + std::string(no_image));
    auto const responses = [](std::string const& items) {
        return refused(responses_request(R"({"instructions": "s", "input": [)" + items + "]}").value());
    };
    std::string const picture = R"({"type": "input_image", "image_url": "u"})";
    BOOST_TEST(responses(R"({"role": "user", "content": [)" + picture + "]}") ==
               "/input/0/content/0" + std::string(no_image));
    BOOST_TEST(responses(R"({"type": "reasoning", "content": [{"text": "t"}]},
        {"type": "function_call", "call_id": "i", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "i", "output": [)" +
                         picture + "]}") == "/input/2/output/0" + std::string(no_image));
    auto const openai = openai_request(R"({"messages": [{"role": "system", "content": "s"},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u"}}]}]})")
                            .value();
    BOOST_TEST(refused(openai) == "/messages/1/content/0" + std::string(no_image));
}

BOOST_AUTO_TEST_CASE(a_call_that_is_required_needs_tools_and_these_need_a_depth_that_can_be_shown) {
    auto const none = openai_request(R"({"messages": [{"role": "user", "content": "hi"}], "tools": [],
        "tool_choice": "required"})")
                          .value();
    BOOST_TEST(refused(none) == "/tools: a call is required, and the request has no tools");
    std::string schema = R"({"type": "string"})";
    for (int i = 0; i < 90; ++i) {
        schema = R"({"type": "object", "properties": {"n": )" + schema + "}}";
    }
    auto deep = openai_request(R"({"messages": [{"role": "user", "content": "hi"}], "tools": [
        {"type": "function", "function": {"name": "f"}},
        {"type": "function", "function": {"name": "deep", "parameters": )" +
                               schema + "}}]}")
                    .value();
    boost::json::value& parameters = deep.conversation.tools.back().parameters;
    for (int i = 0; i < 20; ++i) {  // deeper than text may be
        parameters = boost::json::object{{"type", "object"}, {"properties", {{"n", parameters}}}};
    }
    BOOST_TEST(refused(deep, "{{ tools | tojson }}{% for m in messages %}{{ m.content }}{% endfor %}") ==
               "/tools/1: the schema of tool 'deep' is nested 221 deep");
}

BOOST_AUTO_TEST_CASE(the_clock_of_the_template_is_the_callers) {
    auto const t =
        chat_template::compile("{{ strftime_now('%Y') }}{% for m in messages %}{{ m.content }}{% endfor %}")
            .value();
    prompt_options how;
    how.now = [] {
        std::tm out{};
        out.tm_year = 99;
        out.tm_mday = 1;
        return out;
    };
    inputs in;
    in.messages = {{"user", "hi"}};
    BOOST_TEST(prepare(t, analyze(t), in, {}, {}, how).value().prompt.starts_with("1999"));
    BOOST_TEST(t.with(how).render(in).value().starts_with("1999"));
    BOOST_TEST(!t.render(in).value().starts_with("1999"));
}

BOOST_AUTO_TEST_SUITE_END()
