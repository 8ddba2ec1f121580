// test/chat/answer_turn.cpp - an engine's loop: constraint, stops and the budget of reasoning in one
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/answer_turn.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_answer_turn)

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using vocab::token_id;
using vocab::token_kind;

namespace {

constexpr std::string_view source =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' and m.reasoning_content %}"
    "<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}{{ m.content or '' }}"
    "{% for c in m.tool_calls or [] %}<tool_call>\n{{ c.function | tojson }}\n</tool_call>{% endfor "
    "%}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% if enable_thinking is not defined "
    "or "
    "enable_thinking %}<think>\n{% else %}<think>\n\n</think>\n\n{% endif %}{% endif %}";

constexpr token_id end_of_turn = 256;
constexpr token_id end_of_thought = 257;

template <class Prepared>
constexpr bool can_begin = requires(Prepared&& p, mask::token_index const& tokens) {
    chat::answer_turn::begin(std::forward<Prepared>(p), tokens);
};
static_assert(can_begin<chat::prepared&> && can_begin<chat::prepared const&>);
static_assert(!can_begin<chat::prepared> && !can_begin<chat::prepared const>, "a temporary would be gone");

/// Bytes, the control tokens of the dialect, and a few longer tokens.
vocab::token_list tokens() {
    vocab::token_list_builder all;
    for (int b = 0; b < 256; ++b) {
        all.add(std::string(1, static_cast<char>(b)));
    }
    all.add("<|im_end|>", token_kind::control);
    all.add("</think>", token_kind::control);
    all.add("\n\n");
    all.add("ST");
    all.add("OP");
    all.end(end_of_turn);
    return std::move(all).finish().value();
}

struct scene {
    vocab::token_list vocabulary = tokens();
    mask::token_index index = mask::token_index::build(vocabulary.view()).value();
    chat::chat_template t = chat::chat_template::compile(source).value();
    chat::dialect learned = chat::analyze(t);

    chat::prepared prepare(chat::request const& wanted, bool with_tools = true) const {
        chat::inputs in;
        in.messages.push_back({"user", "Where?"});
        if (with_tools) {
            in.tools = {{"find", "", boost::json::object{{"type", "object"}}}};
        }
        return chat::prepare(t, learned, in, wanted).value();
    }
};

/// Samples `text` byte by byte where the turn lets it, and what is forced where it does not.
std::string drive(chat::answer_turn& turn, vocab::token_list const& vocabulary, std::string_view text,
                  std::size_t most = 1000) {
    std::string written;
    auto const ignore = [](chat::delta const&) {};
    while (!turn.stopped() && !text.empty() && most-- > 0) {
        auto const must = turn.forced();
        auto const may = turn.allowed();
        token_id const next = must.value_or(static_cast<unsigned char>(text.front()));
        if (!mask::has_tokens(may.state) || ((may.words[next / 32] >> (next % 32)) & 1) == 0) {
            break;
        }
        BOOST_REQUIRE(turn.accept(next, ignore));
        written += vocabulary.view().text(next);
        text.remove_prefix(must ? 0 : 1);
    }
    return written;
}

}  // namespace

BOOST_AUTO_TEST_CASE(reasoning_ends_when_its_budget_is_used_up) {
    scene const s;
    chat::request wanted;
    wanted.calls.choice = chat::call_policy::kind::required;
    wanted.thinking_budget = 6;
    auto const request = s.prepare(wanted);
    BOOST_REQUIRE(request.thinking.open);
    auto turn = chat::answer_turn::begin(request, s.index).value();
    BOOST_TEST(turn.thinking_left().value() == 6u);
    std::string const written = drive(turn, s.vocabulary, "abc\xC3\xA9\xC3\xA9gone on for ever", 9);
    // The budget ends inside the second e, which is written first; then one token of the end marker.
    BOOST_TEST(written.starts_with("abc\xC3\xA9\xC3\xA9"), written);
    BOOST_TEST((written.find("gone") == std::string::npos), written);
    auto const ignore = [](chat::delta const&) {};
    while (auto const must = turn.forced()) {
        BOOST_TEST(!turn.accept('z', ignore));
        BOOST_REQUIRE(turn.accept(*must, ignore));
    }
    BOOST_TEST(turn.thinking_left().value() == 6u);
    BOOST_TEST(!turn.accept('g', ignore));  // the constraint wants the call now
    drive(turn, s.vocabulary, "<tool_call>\n{\"name\": \"find\", \"arguments\": {}}\n</tool_call>");
    BOOST_REQUIRE(turn.accept(end_of_turn, ignore));
    BOOST_TEST(turn.stopped());
    turn.finish(ignore);
    BOOST_TEST(turn.message().reasoning == "abc\xC3\xA9\xC3\xA9");
    BOOST_REQUIRE(turn.message().calls.size() == 1u);
    BOOST_TEST((turn.how().cause == chat::stop_cause::stop));
    BOOST_TEST(turn.how().usage->output == static_cast<std::int64_t>(turn.tokens()));
}

BOOST_AUTO_TEST_CASE(a_model_that_ends_its_reasoning_itself_is_not_forced) {
    scene const s;
    chat::request wanted;
    wanted.thinking_budget = 4;
    auto const request = s.prepare(wanted, false);
    auto turn = chat::answer_turn::begin(request, s.index).value();
    auto const ignore = [](chat::delta const&) {};
    BOOST_TEST(drive(turn, s.vocabulary, "ab") == "ab");
    BOOST_REQUIRE(turn.accept(end_of_thought, ignore));
    BOOST_TEST(drive(turn, s.vocabulary, "\n\nA long answer.") == "\n\nA long answer.");
    BOOST_REQUIRE(turn.accept(end_of_turn, ignore));
    turn.finish(ignore);
    BOOST_TEST(turn.message().reasoning == "ab");
    BOOST_TEST(turn.message().content.value() == "A long answer.");
}

BOOST_AUTO_TEST_CASE(a_stop_of_the_caller_ends_the_answer_over_token_boundaries) {
    scene const s;
    chat::request wanted;
    wanted.thinking = false;
    auto const request = s.prepare(wanted, false);
    chat::turn_options options;
    options.stops = {"STOP"};
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    std::string streamed;
    auto const sink = [&](chat::delta const& d) { streamed += d.text; };
    for (token_id const next : {token_id{'a'}, token_id{'S'}, token_id{259}, token_id{260}}) {
        BOOST_TEST(!turn.stopped());
        BOOST_REQUIRE(turn.accept(next, sink));
        BOOST_TEST(streamed.find("ST") == std::string::npos);
    }
    BOOST_TEST(turn.stopped());
    BOOST_TEST(!turn.accept('x', sink));
    turn.finish(sink);
    BOOST_TEST(turn.message().content.value() == "aS");
    BOOST_TEST(turn.how().stop_sequence == "STOP");
}

BOOST_AUTO_TEST_CASE(what_looked_like_a_stop_is_told_at_the_end_and_a_limit_says_so) {
    scene const s;
    chat::request wanted;
    wanted.thinking = false;
    auto const request = s.prepare(wanted, false);
    chat::turn_options options;
    options.stops = {"STOP"};
    options.max_tokens = 3;
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    drive(turn, s.vocabulary, "aSTx");
    BOOST_TEST(turn.stopped());
    turn.finish([](chat::delta const&) {});
    BOOST_TEST(turn.message().content.value() == "aST");
    BOOST_TEST((turn.how().cause == chat::stop_cause::length));
    BOOST_TEST(turn.how().stop_sequence.empty());
    BOOST_TEST(turn.tokens() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
