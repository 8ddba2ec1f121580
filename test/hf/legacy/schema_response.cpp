// test/hf/schema_response.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(hf_legacy_schema_response)

namespace {

using namespace parlance;
using namespace parlance::chat;

hf::response_schema load(std::string_view spec) {
    return hf::response_schema::load(json::parse(spec).value()).value();
}

constexpr std::string_view streams = R"j({"type": "object", "properties": {"role": {"const": "assistant"},
    "thinking": {"type": "string", "x-regex": "<think>(.*?)(?:</think>|$)"},
    "content": {"type": "string", "x-regex": "<answer>(.*?)</answer>"},
    "tool_calls": {"type": "array", "x-regex-iterator": "<call>(.*?)(?:</call>|$)", "items": {"x-parser": "json",
        "x-parser-args": {"transform": "{type: 'function', function: @}"}}}}})j";

constexpr std::string_view waits = R"j({"type": "object", "x-regex":
        "^(?:<think>(?P<thinking>.*?)</think>)?(?P<content>(?:(?!<call>).)*)(?P<tool_calls><call>.*</call>)?$",
    "properties": {"role": {"const": "assistant"}, "thinking": {"type": "string"}, "content": {"type": "string"},
    "tool_calls": {"type": "array", "x-regex-iterator": "<call>(.*?)</call>", "items": {"x-parser": "json",
        "x-parser-args": {"transform": "{type: 'function', function: @}"}}}}})j";

}  // namespace

BOOST_AUTO_TEST_CASE(a_schema_of_regions_streams) {
    auto const s = load(streams);
    BOOST_REQUIRE(s.streamable());
    hf::schema_response r(s);
    std::string reasoning;
    std::string content;
    std::string arguments;
    auto const sink = [&](delta const& d) {
        (d.kind == delta_kind::reasoning ? reasoning
         : d.kind == delta_kind::content ? content
                                         : arguments) += d.text;
    };
    r.feed("<think>so ", sink);
    BOOST_TEST(reasoning == "so ");
    r.feed("it is</thi", sink);
    BOOST_TEST(reasoning == "so it is");
    r.feed("nk><answer>Hi", sink);
    BOOST_TEST(content.empty(), "an answer that is not closed is none, so nothing is said of it yet");
    r.feed("!</answer><call>{\"name\": \"f\", \"arguments\": {\"x\"", sink);
    BOOST_TEST(content == "Hi!");
    BOOST_TEST(arguments == "f{\"x\"");
    r.feed(": 1}}", sink);
    r.finish(sink);
    BOOST_TEST(arguments == "f{\"x\": 1}");
    BOOST_TEST(
        json::dump(r.values()) ==
        R"j({"role": "assistant", "thinking": "so it is", "content": "Hi!", )j"
        R"j("tool_calls": [{"type": "function", "function": {"name": "f", "arguments": {"x": 1}}}]})j");
    BOOST_TEST(r.so_far().calls.at(0).name == "f");
}

BOOST_AUTO_TEST_CASE(all_other_schemas_wait_for_the_end) {
    auto const s = load(waits);
    BOOST_REQUIRE(!s.streamable());
    for (std::size_t const piece : {std::size_t{1}, std::size_t{1000}}) {
        hf::schema_response r(s);
        std::size_t count = 0;
        auto const sink = [&](delta const&) { ++count; };
        std::string_view const text =
            "<think>hm</think>Sure.<call>{\"name\": \"f\", \"arguments\": {\"x\": 1}}</call>";
        for (std::size_t at = 0; at < text.size(); at += piece) {
            r.feed(text.substr(at, piece), sink);
        }
        BOOST_TEST(count == 0U);
        r.finish(sink);
        BOOST_TEST(count == 5U);
        BOOST_TEST(r.so_far().reasoning == "hm");
        BOOST_TEST(r.so_far().content.value_or("-") == "Sure.");
        BOOST_TEST(r.so_far().calls.at(0).arguments == "{\"x\": 1}");
        BOOST_TEST(r.diagnostics().empty());
        BOOST_TEST(r.values().size() == 4U);
    }
}

BOOST_AUTO_TEST_CASE(what_no_schema_can_read_is_content) {
    auto const s = load(R"j({"type": "object", "x-regex": "<a>(?P<content>.*)</a>", "properties": {}})j");
    hf::schema_response r(s);
    auto const sink = [](delta const&) {};
    r.feed("plain text", sink);
    r.finish(sink);
    BOOST_TEST(r.so_far().content.value_or("-") == "plain text");
}

static_assert(!std::is_constructible_v<parlance::hf::schema_response, parlance::hf::response_schema>,
              "the schema must outlive what reads by it");

BOOST_AUTO_TEST_SUITE_END()
