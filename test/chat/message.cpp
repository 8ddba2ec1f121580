// test/chat/message.cpp - messages as templates read them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(chat_message)

namespace chat = parlance::chat;

namespace {
std::string shown(chat::message const& m, chat::argument_form form = chat::argument_form::object) {
    return parlance::json::dump(boost::json::value(chat::to_template_json(m, {.arguments = form})));
}
}  // namespace

BOOST_AUTO_TEST_CASE(absent_content_is_null_beside_calls_and_empty_otherwise) {
    BOOST_TEST(shown({"assistant", {}, {}, {}, {}, {}, {}}) == R"({"role": "assistant", "content": ""})");
    BOOST_TEST(shown({"assistant", {}, {}, {}, {{"1", "f", "{}"}}, {}, {}}) ==
               R"({"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function", )"
               R"("function": {"name": "f", "arguments": {}}}]})");
}

BOOST_AUTO_TEST_CASE(arguments_are_an_object_or_text_as_the_template_wants_them) {
    chat::message const m{"assistant", "c", {}, "r", {{"", "f", R"({"n": 1.50})"}}, {}, {}};
    BOOST_TEST(
        shown(m, chat::argument_form::text) ==
        R"({"role": "assistant", "content": "c", "reasoning_content": "r", "tool_calls": [{"type": "function", )"
        R"("function": {"name": "f", "arguments": "{\"n\": 1.50}"}}]})");
    auto const object = chat::to_template_json(m, {.arguments = chat::argument_form::object});
    BOOST_TEST(object.at("tool_calls").at(0).at("function").at("arguments").is_object());
    chat::message const broken{"assistant", {}, {}, {}, {{"", "f", "{oops"}}, {}, {}};
    BOOST_TEST(
        chat::to_template_json(broken).at("tool_calls").at(0).at("function").at("arguments").is_string());
}

BOOST_AUTO_TEST_CASE(tool_results_and_parts_keep_their_fields) {
    BOOST_TEST(shown({"tool", "ok", {}, {}, {}, "id1", "f"}) ==
               R"({"role": "tool", "content": "ok", "tool_call_id": "id1", "name": "f"})");
    boost::json::array const parts{boost::json::object{{"type", "text"}, {"text", "hi"}}};
    BOOST_TEST(shown({"user", "unused", parts, {}, {}, {}, {}}) ==
               R"({"role": "user", "content": [{"type": "text", "text": "hi"}]})");
}

BOOST_AUTO_TEST_SUITE_END()
