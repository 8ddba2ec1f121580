// test/property/chat.cpp - laws of every template: what a grammar writes is read, and every split reads the same
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/templates.hpp"
#include "byte_walk.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_chat)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> tools() {
    auto const find =
        parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
        "city": {"type": "string", "maxLength": 12}, "days": {"type": "integer"}, "exact": {"type": "boolean"},
        "unit": {"enum": ["C", "F"]}, "tags": {"type": "array"}, "more": {"type": "object"},
        "near": {"type": "array", "items": {"type": "number"}, "maxItems": 3}}})");
    auto const stop = parlance::json::parse(R"({"type": "object", "properties": {}})");
    return {{"find_weather", "", find.value()}, {"stop.all-2", "", stop.value()}};
}

chat::message read(chat::syntax const& s, std::vector<chat::tool> const& with, std::string_view text,
                   std::size_t step, std::string& deltas, std::string& malformed) {
    chat::response_parser r(s, with);
    auto const sink = [&](chat::delta const& d) {
        deltas += d.kind == chat::delta_kind::content || d.kind == chat::delta_kind::reasoning ||
                          d.kind == chat::delta_kind::arguments
                      ? d.text
                      : std::string_view{};
    };
    for (std::size_t i = 0; i < text.size(); i += step) {
        r.feed(text.substr(i, step), sink);
    }
    r.finish(sink);
    malformed = r.malformed();
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_grammar_writes_is_read_as_calls_that_satisfy_the_schemas) {
    auto const with = tools();
    std::mt19937 random(11);
    std::size_t whole = 0;
    for (auto const& t : corpus::templates()) {
        chat::format const& f = t.result.format;
        if (f.tools.mode() == chat::tool_mode::none) {
            continue;
        }
        for (chat::call_style const style : {chat::call_style::exact, chat::call_style::lenient})
            BOOST_TEST_CONTEXT(t.name << ", style " << static_cast<int>(style)) {
                chat::call_policy policy;
                policy.style = style;
                auto const s = chat::build_syntax(f, with, policy);
                BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : render(s.error())));
                auto const g = chat::build_grammar(*s, with, policy);
                BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
                walks::walker writes(g->network);
                for (int i = 0; i < 8; ++i) {
                    auto const walked = writes.walk(random);
                    BOOST_REQUIRE(walked);
                    std::string const& text = *walked;
                    if (text.empty()) {
                        continue;
                    }
                    ++whole;
                    std::string deltas;
                    std::string malformed;
                    chat::message const m = read(*s, with, text, text.size(), deltas, malformed);
                    BOOST_TEST(!m.calls.empty(), text);
                    BOOST_TEST(malformed.empty(), text);
                    BOOST_TEST(chat::analysis::strip(m.content.value_or("")).empty(), text);
                    for (auto const& call : m.calls) {
                        chat::tool const* const tool = chat::find_tool(with, call.name);
                        BOOST_REQUIRE_MESSAGE(tool != nullptr, text);
                        auto const value = parlance::json::parse(call.arguments);
                        BOOST_REQUIRE_MESSAGE(bool(value), text + "\n" + call.arguments);
                        BOOST_TEST(bool(parlance::schema::validate(tool->parameters, *value)),
                                   text + "\n" + call.arguments);
                    }
                    std::string by_byte;
                    chat::message const again = read(*s, with, text, 1, by_byte, malformed);
                    BOOST_TEST((m == again), text);
                    BOOST_TEST(deltas == by_byte);
                }
            }
    }
    BOOST_TEST((corpus::templates().empty() || whole > 100));
}

BOOST_AUTO_TEST_CASE(no_template_shows_calls_that_are_not_read_back) {
    std::size_t calling = 0;
    for (auto const& t : corpus::templates()) {
        calling += t.result.supports.shows_calls;
    }
    BOOST_TEST((corpus::templates().empty() || calling >= 50));
}

BOOST_AUTO_TEST_SUITE_END()
