// test/chat/known/routes.cpp - formats of models that are known by name
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/known/routes.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_known_routes)

namespace chat = parlance::chat;
using chat::known::route;

namespace {

std::vector<chat::tool> const tools{
    {"find", "", boost::json::parse(R"({"type": "object", "properties": {"q": {"type": "string"}}})")}};

chat::message read(chat::format const& f, std::string_view text) {
    auto const s = chat::build_syntax(f, tools).value();
    chat::response_parser r(s, tools);
    auto const sink = [](chat::delta const&) {};
    r.feed(text, sink);
    r.finish(sink);
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_are_told_in_the_spellings_that_people_use) {
    for (std::string_view const name : {"Qwen/Qwen3-8B", "qwen-3-coder", "QWEN_3"}) {
        BOOST_TEST((chat::known::route_of(name) == route::qwen3), name);
    }
    for (std::string_view const name : {"deepseek-ai/DeepSeek-R1", "deepseek_r1-distill", "DeepSeek R1"}) {
        BOOST_TEST((chat::known::route_of(name) == route::deepseek_r1), name);
    }
    BOOST_TEST((chat::known::route_of("moonshotai/Kimi-K2-Instruct") == route::kimi_k2));
    for (std::string_view const name : {"", "deepseek-v3", "qwen2.5", "r1"}) {
        BOOST_TEST((chat::known::route_of(name) == route::none), name);
        BOOST_TEST(!chat::known::format_of(name), name);
    }
}

BOOST_AUTO_TEST_CASE(each_format_reads_its_models_calls_and_only_whole_ones) {
    struct sample {
        std::string_view model, call;
    };
    constexpr sample samples[] = {
        {"kimi-k2",
         "<|tool_calls_section_begin|><|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>"
         "{\"q\": \"x\"}<|tool_call_end|><|tool_calls_section_end|>"},
        {"qwen3", "<tool_call>{\"name\": \"find\", \"arguments\": {\"q\": \"x\"}}</tool_call>"},
        {"deepseek-r1",
         "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find\n```json\n{\"q\": \"x\"}"
         "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"}};
    for (sample const& s : samples) {
        auto const f = chat::known::format_of(s.model);
        BOOST_REQUIRE(f);
        chat::message const m = read(*f, s.call);
        BOOST_TEST_CONTEXT(s.model) {
            BOOST_TEST_REQUIRE(m.calls.size() == 1u);
            BOOST_TEST(m.calls[0].name == "find");
            BOOST_TEST(m.calls[0].arguments == R"({"q": "x"})");
            BOOST_TEST(read(*f, s.call.substr(0, s.call.size() - 12)).calls.empty());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
