// test/chat/constraint.cpp - what a vocabulary's control tokens are to the constraint of a turn
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(chat_constraint)

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using vocab::token_id;
using vocab::token_kind;

namespace {

constexpr std::string_view source = R"({%- for m in messages -%}
<|{{ m.role }}|>{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}<|call|>{{ c.function | tojson }}<|done|>{% endfor -%}
<|over|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%})";

constexpr token_id begin_call = 256;
constexpr token_id end_call = 257;
constexpr token_id over = 258;
constexpr token_id role = 259;
constexpr token_id last = 260;

/// Bytes and five control tokens: the markers of a call, the end of a turn, a role, and the end of the text.
vocab::token_list tokens(bool end_call_ends = false) {
    vocab::token_list_builder all;
    for (int b = 0; b < 256; ++b) {
        all.add(std::string(1, static_cast<char>(b)));
    }
    for (std::string_view const text : {"<|call|>", "<|done|>", "<|over|>", "<|user|>", "</s>"}) {
        all.add(text, token_kind::control);
    }
    all.end(last);
    if (end_call_ends) {
        all.end(end_call);
    }
    return std::move(all).finish().value();
}

chat::prepared turn_of(chat::call_policy::kind choice, std::string const& tool = "find") {
    auto const t = chat::chat_template::compile(source, {"<s>", "</s>"}).value();
    chat::inputs in;
    in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
    in.tools = {{tool, "finds", boost::json::object{{"type", "object"}}}};
    chat::call_policy policy;
    policy.choice = choice;
    return chat::prepare(t, chat::analyze(t), in, {.calls = policy}).value();
}

bool allowed(mask::matcher& m, token_id id) { return ((m.allowed().words[id / 32] >> (id % 32)) & 1) != 0; }

}  // namespace

BOOST_AUTO_TEST_CASE(markers_are_text_stops_end_the_text_and_other_control_tokens_are_refused) {
    auto const vocabulary = tokens();
    auto const index = mask::token_index::build(vocabulary.view()).value();
    for (auto const choice : {chat::call_policy::kind::automatic, chat::call_policy::kind::required}) {
        auto const turn = turn_of(choice);
        mask::matcher m(chat::constraint_of(turn, index).value());
        chat::response_parser r(turn.syntax, turn.tools);
        auto const say = [&](token_id id) {
            BOOST_TEST(m.accept(id), vocabulary.text(id));
            r.feed(turn.piece(vocabulary, id), [](chat::delta const&) {});
        };
        BOOST_TEST(m.accept(turn.answer_prefix));
        BOOST_TEST(allowed(m, begin_call));
        say(begin_call);
        BOOST_TEST(!m.waiting());
        BOOST_TEST(!allowed(m, role));
        BOOST_TEST(!allowed(m, last));
        for (char const c : std::string_view(R"({"name": "find", "arguments": {}})")) {
            BOOST_TEST(!allowed(m, role));
            say(static_cast<token_id>(static_cast<unsigned char>(c)));
        }
        BOOST_TEST(!allowed(m, over));
        say(end_call);
        BOOST_TEST((allowed(m, over) && allowed(m, last)));
        say(over);
        BOOST_TEST(m.stopped());
        r.finish([](chat::delta const&) {});
        BOOST_REQUIRE_EQUAL(r.so_far().calls.size(), 1u);
        BOOST_TEST(r.so_far().calls[0].name == "find");
        BOOST_TEST(r.malformed().empty());
        BOOST_TEST(r.so_far().content.value_or("").empty());
    }
}

BOOST_AUTO_TEST_CASE(a_token_that_ends_the_text_stays_so_though_it_is_spelled_like_a_marker) {
    auto const vocabulary = tokens(true);
    auto const turn = turn_of(chat::call_policy::kind::automatic);
    mask::compiled_grammar const constraint =
        chat::constraint_of(turn, mask::token_index::build(vocabulary.view()).value()).value();
    BOOST_TEST(constraint.tokens().tokens().ends(end_call));
    BOOST_TEST(turn.piece(vocabulary, end_call).empty());
    BOOST_TEST(turn.piece(vocabulary, over).empty());
    BOOST_TEST(turn.piece(vocabulary, begin_call) == "<|call|>");
}

BOOST_AUTO_TEST_CASE(the_names_of_tools_make_no_control_token_text) {
    auto const vocabulary = tokens();
    auto const turn = turn_of(chat::call_policy::kind::required, "a<|user|>");
    mask::compiled_grammar const constraint =
        chat::constraint_of(turn, mask::token_index::build(vocabulary.view()).value()).value();
    BOOST_TEST(constraint.tokens().tokens().bytes(role).empty());
    BOOST_TEST(constraint.tokens().tokens().bytes(begin_call) == "<|call|>");
}

BOOST_AUTO_TEST_CASE(where_nothing_constrains_an_answer_every_token_is_allowed_and_it_may_end_anywhere) {
    auto const vocabulary = tokens();
    auto const index = mask::token_index::build(vocabulary.view()).value();
    auto const t = chat::chat_template::compile(source, {"<s>", "</s>"}).value();
    auto const silent =
        chat::chat_template::compile("{% for m in messages %}{{ m.content }}<|over|>{% endfor %}", {})
            .value();
    for (auto const* const each : {&t, &silent}) {
        chat::inputs in;
        in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
        auto const turn = chat::prepare(*each, chat::analyze(*each), in).value();
        mask::matcher m(chat::constraint_of(turn, index).value());
        BOOST_TEST(m.accept(turn.answer_prefix));
        BOOST_TEST((m.allowed().state == mask::filled::all));
        BOOST_TEST(m.accept(std::string_view("<|call|>{")));
        BOOST_TEST((m.allowed().state == mask::filled::all));
        BOOST_TEST(m.can_stop());
        BOOST_TEST(m.accept(last));
        BOOST_TEST(m.stopped());
        BOOST_TEST((m.allowed().state == mask::filled::ended));
    }
}

BOOST_AUTO_TEST_SUITE_END()
