// test/chat/token_budget.cpp - calls of every dialect end within the tokens that are left, whatever a model prefers
// SPDX-License-Identifier: BSL-1.0
#include "every_dialect.hpp"
#include "../schema/vocabulary.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_token_budget)

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

namespace {

std::vector<chat::tool> tools() {
    return {{"book_table", "books",
             parlance::json::parse(R"({"type": "object", "required": ["name", "guests", "date", "inside"],
                 "additionalProperties": false, "properties": {
                 "name": {"type": "string"}, "guests": {"type": "integer", "minimum": 1},
                 "date": {"type": "string", "format": "date"}, "inside": {"type": "boolean"},
                 "wishes": {"type": "array", "items": {"type": "string"}},
                 "table": {"enum": ["window", "corner"]}}})")
                 .value()},
            {"cancel", "cancels", parlance::json::parse(R"({"type": "object", "properties": {}})").value()}};
}

/// All bytes, and pieces of what calls are made of.
mask::token_index pieces() {
    return schema_vocabulary::bytes_and(
        {"<tool_call>", "{\"",          "\": ",         "\", \"",     "name",        "arguments",
         "book_table",  "guests",       "date",         "2026-",      "inside",      "true",
         "\"}",         "}}",           "</tool_call>", "<function=", "<parameter=", "</parameter>",
         "</function>", "[TOOL_CALLS]", "<|im_end|>"});
}

/// How many tokens an answer takes that is told of a budget.
std::size_t write(mask::matcher m, std::size_t budget, std::mt19937& random) {
    m.remaining(budget);
    std::size_t used = 0;
    for (; !m.stopped() && used <= budget; ++used) {
        auto const allowed = m.allowed();
        BOOST_TEST_REQUIRE((allowed.state == mask::filled::some || allowed.state == mask::filled::all),
                           "behind " << used << " tokens of " << budget);
        std::vector<vocab::token_id> ids;
        mask::detail::each_bit(allowed.words, [&](vocab::token_id id) { ids.push_back(id); });
        BOOST_TEST_REQUIRE(!ids.empty());
        BOOST_TEST_REQUIRE(m.accept(ids[random() % ids.size()]));
    }
    return used;
}

}  // namespace

BOOST_AUTO_TEST_CASE(calls_of_every_dialect_are_completed) {
    mask::token_index const index = pieces();
    std::vector<chat::tool> const with = tools();
    std::mt19937 random(3);
    chat::call_policy policy;
    policy.choice = chat::call_policy::kind::required;
    std::size_t dialects = 0;
    std::size_t answers = 0;
    for (laws::dialect const& d : laws::every_dialect({&own::tags})) {
        if (d.format.tools.mode() == chat::tool_mode::none) {
            continue;
        }
        BOOST_TEST_CONTEXT(d.name) {
            auto const s = chat::build_syntax(d.format, with, policy);
            BOOST_TEST_REQUIRE(bool(s));
            auto const g = chat::build_grammar(*s, with, policy);
            BOOST_TEST_REQUIRE(bool(g));
            auto const prepared = mask::grammar::prepare(g->network);
            BOOST_TEST_REQUIRE(bool(prepared));
            mask::compiled_grammar const compiled{*prepared, index};
            mask::matcher m{compiled};
            std::size_t const least = m.least_remaining();
            BOOST_TEST_REQUIRE(least != mask::matcher::unlimited);
            ++dialects;
            for (std::size_t const more : {0u, 1u, 5u, 32u}) {
                BOOST_TEST(write(m, least + more, random) <= least + more);
                ++answers;
            }
        }
    }
    BOOST_TEST_MESSAGE(answers << " answers of " << dialects << " dialects complete within their budget");
    BOOST_TEST(dialects >= 10u);
}

BOOST_AUTO_TEST_SUITE_END()
