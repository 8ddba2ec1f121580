// test/chat/continuation_corpus.cpp - prompts of real templates whose last message is left open, or that open an answer
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/prompt.hpp>
#include "analysis/templates.hpp"
#include <parlance/json/parse.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(chat_continuation_corpus)

namespace chat = parlance::chat;
namespace bj = boost::json;

namespace {

std::string text(bj::object const& row, std::string_view key) {
    auto const* v = row.if_contains(key);
    return v != nullptr && v->is_string() ? std::string(v->get_string()) : std::string();
}

chat::inputs inputs_of(bj::object const& row) {
    chat::inputs in;
    for (auto const& each : row.at("messages").as_array()) {
        bj::object const& from = each.as_object();
        chat::message m;
        m.role = text(from, "role");
        m.content = text(from, "content");
        m.reasoning = text(from, "reasoning_content");
        m.tool_call_id = text(from, "tool_call_id");
        m.name = text(from, "tool_name");
        for (auto const& c : from.at("tool_calls").as_array()) {
            bj::object const& call = c.as_object();
            m.calls.push_back({text(call, "id"), text(call, "name"), text(call, "arguments")});
        }
        in.messages.push_back(std::move(m));
    }
    in.add_generation_prompt = row.at("add_generation_prompt").as_bool();
    std::string const open = text(row, "continue_final_message");
    in.continue_final = open == "content"     ? chat::continuation::content
                        : open == "reasoning" ? chat::continuation::reasoning
                                              : chat::continuation::none;
    return in;
}

/// Where our prompt is another one, and why.  An empty `open` is for content and reasoning.
struct exception {
    std::string_view name;
    std::string_view open;
    char const* why;
};
constexpr exception exceptions[] = {
    {"meetkai-functionary-medium-v3.2.jinja", "reasoning",
     "there is no reasoning in the format; the turn is opened, and the model chooses its recipient"},
    {"moonshotai-Kimi-K2.jinja", "",
     "neither the template nor what is known of its format has reasoning, so it is left out"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(prompts_end_where_the_model_is_to_write_on) {
    std::filesystem::path const file = std::filesystem::path(PARLANCE_CORPUS) / "chat" / "misc.jsonl";
    if (std::string_view(PARLANCE_CORPUS).empty() || !std::filesystem::is_regular_file(file)) {
        BOOST_TEST_MESSAGE("no corpus: not tried on real templates");
        return;
    }
    std::size_t same = 0;
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
        auto const parsed = parlance::json::parse(line);
        BOOST_REQUIRE(parsed && parsed->is_object());
        bj::object const& row = parsed->get_object();
        if (text(row, "kind") != "generation_prompt") {
            // msg_diff: deltas come from reading here, never from two messages; split_by_role, as message_spans: a
            // prompt tells what is the caller's by origin, not by a search for delimiters.
            continue;
        }
        auto const& all = corpus::templates();
        auto const t = std::find_if(all.begin(), all.end(),
                                    [&](auto const& each) { return each.name == text(row, "template"); });
        BOOST_REQUIRE((t != all.end()));
        chat::request wanted;
        wanted.thinking = true;  // as the rows were made
        auto const made = chat::prepare(t->compiled, t->result, inputs_of(row), wanted);
        std::string const want = text(row, "expected_generation_prompt");
        BOOST_TEST_CONTEXT(t->name << ", " << text(row, "continue_final_message")) {
            BOOST_REQUIRE_MESSAGE(bool(made), (made ? "" : render(made.error())));
            auto const known =
                std::find_if(std::begin(exceptions), std::end(exceptions), [&](exception const& e) {
                    return e.name == t->name && row.at("add_generation_prompt") == false &&
                           (e.open.empty() || e.open == text(row, "continue_final_message"));
                });
            if (known != std::end(exceptions)) {
                BOOST_TEST(!made->prompt.ends_with(want), "no exception any more");
                BOOST_TEST_MESSAGE(t->name << ": " << known->why);
                continue;
            }
            ++same;
            BOOST_TEST(made->prompt.ends_with(want), made->prompt);
            // What the answer is read behind: all of the message so far.
            std::string const& start = t->result.format.turn_start;
            BOOST_TEST(made->answer_prefix == (want.starts_with(start) ? want.substr(start.size()) : want));
        }
    }
    BOOST_TEST(same >= 34u);
}

BOOST_AUTO_TEST_SUITE_END()
