// test/chat/tool.cpp - tools from and to OpenAI's shape
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_tool)

namespace chat = parlance::chat;

BOOST_AUTO_TEST_CASE(both_spellings_are_read_and_the_full_one_is_written) {
    std::string_view const full =
        R"([{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}}])";
    std::string_view const bare = R"([{"name": "f", "description": "d", "parameters": {"type": "object"}}])";
    for (std::string_view const text : {full, bare}) {
        auto const tools = chat::tools_from_openai(*parlance::json::parse(text));
        BOOST_REQUIRE(tools);
        BOOST_TEST(parlance::json::dump(boost::json::value(chat::to_openai(*tools))) == full);
        BOOST_TEST(chat::find_tool(*tools, "f") == &tools->front());
        BOOST_TEST(chat::find_tool(*tools, "g") == nullptr);
    }
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_filled_in) {
    auto const tools =
        chat::tools_from_openai(*parlance::json::parse(R"([{"name": "f", "parameters": null}])"));
    BOOST_REQUIRE(tools);
    BOOST_TEST(parlance::json::dump(tools->front().parameters) == "{}");
    BOOST_TEST(tools->front().description.empty());
}

BOOST_AUTO_TEST_CASE(wrong_shapes_are_refused_with_the_index) {
    for (std::string_view const text :
         {"{}", "3", "[1]", R"([{"function": 1}])", R"([{"name": 1}])", "[{}]"}) {
        auto const tools = chat::tools_from_openai(*parlance::json::parse(text));
        BOOST_REQUIRE(!tools);
        BOOST_TEST((tools.error().code == parlance::errc::json_type), text);
    }
    auto const second = chat::tools_from_openai(*parlance::json::parse(R"([{"name": "f"}, 1])"));
    BOOST_TEST(second.error().hint.view() == "/1: an object was expected");
}

BOOST_AUTO_TEST_CASE(parameters_that_are_no_schema_are_refused_with_their_place) {
    auto const refused = [](std::string_view parameters) {
        auto const tools = chat::tools_from_openai(
            std::string(R"([{"name": "f", "parameters": )").append(parameters) + "}]");
        return tools ? std::string() : std::string(tools.error().hint.view());
    };
    BOOST_TEST(refused(R"({"type": 5})") == "/0/parameters/type: a text was expected");
    BOOST_TEST(refused(R"({"type": ["object", 5]})") == "/0/parameters/type/1: a text was expected");
    BOOST_TEST(refused(R"({"type": "object", "properties": []})") ==
               "/0/parameters/properties: an object was expected");
    BOOST_TEST(refused(R"({"type": ["object", "null"], "properties": {}})").empty());
}

BOOST_AUTO_TEST_CASE(tools_that_are_no_functions_are_refused_by_name) {
    auto const custom =
        chat::tools_from_openai(R"([{"name": "f"}, {"type": "custom", "custom": {"name": "shell"}}])");
    BOOST_TEST(custom.error().hint.view() ==
               "/1: tool 'shell' is of type 'custom'; only functions can be called");
    auto const built_in = chat::tools_from_openai(R"([{"type": "web_search"}])");
    BOOST_TEST(built_in.error().hint.view() ==
               "/0: tool 'web_search' is of type 'web_search'; only functions can be called");
}

BOOST_AUTO_TEST_CASE(a_schema_under_the_name_of_another_api_is_not_lost) {
    auto const tools =
        chat::tools_from_openai(R"([{"name": "f", "strict": true, "input_schema": {"type": "object"}}])");
    BOOST_TEST(parlance::json::dump(tools.value().front().parameters) == R"({"type": "object"})");
    BOOST_TEST(tools->front().strict);
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_the_array) {
    auto const tools = chat::tools_from_openai(R"([{"name": "f"}])");
    BOOST_REQUIRE(tools);
    BOOST_TEST(tools->front().name == "f");
    auto const refused = chat::tools_from_openai("[{]");
    BOOST_TEST((refused.error().code == parlance::errc::json_syntax));
    BOOST_TEST(refused.error().at.column == 3u);
    BOOST_TEST((chat::tools_from_openai(R"("f")").error().code == parlance::errc::json_type));
}

static_assert(requires(std::vector<chat::tool> const& kept) { chat::find_tool(kept, "f"); });
template <class Tools>
concept finds = requires(Tools&& tools) { chat::find_tool(static_cast<Tools&&>(tools), "f"); };
static_assert(finds<std::vector<chat::tool>&> && !finds<std::vector<chat::tool>>, "the tool would be gone");

BOOST_AUTO_TEST_SUITE_END()
