// test/chat/tool.cpp - tools from and to OpenAI's shape
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
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
    BOOST_TEST(second.error().hint.view() == "tool 1 is not an object");
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
