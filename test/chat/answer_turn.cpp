// test/chat/answer_turn.cpp - an engine's loop: constraint, stops and the budget of reasoning in one
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/answer_turn.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
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
vocab::token_list tokens(bool with_end = true) {
    vocab::token_list_builder all;
    for (int b = 0; b < 256; ++b) {
        all.add(std::string(1, static_cast<char>(b)));
    }
    all.add(with_end ? "<|im_end|>" : "<unused>", token_kind::control);
    all.add("</think>", token_kind::control);
    all.add("\n\n");
    all.add("ST");
    all.add("OP");
    if (with_end) {
        all.end(end_of_turn);
    }
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

chat::request wants_json() {
    chat::request wanted;
    wanted.thinking = false;
    wanted.schema = boost::json::object{
        {"type", "object"}, {"properties", {{"a", {{"type", "string"}}}}}, {"required", {"a"}}};
    return wanted;
}

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
    BOOST_TEST(!turn.how().named_choice);
    BOOST_TEST(!turn.how().usage.has_value());
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

BOOST_AUTO_TEST_CASE(the_end_of_a_turn_spelled_out_where_the_answer_may_not_end_is_text) {
    scene s;
    for (bool const with_end : {true, false}) {
        s.vocabulary = tokens(with_end);
        s.index = mask::token_index::build(s.vocabulary.view()).value();
        auto request = s.prepare(wants_json(), false);
        BOOST_TEST(request.stops == std::vector<std::string>{"<|im_end|>"}, boost::test_tools::per_element());
        std::string_view const text = "{\"a\":\"x<|im_end|>STOP y\"}";
        auto turn = chat::answer_turn::begin(request, s.index, {}).value();
        BOOST_TEST(drive(turn, s.vocabulary, text) == text);
        turn.finish([](chat::delta const&) {});
        BOOST_TEST(turn.message().content.value() == text);
        // the caller's stops count wherever they are
        chat::turn_options options;
        options.stops = {"end|>ST"};
        auto stopped = chat::answer_turn::begin(request, s.index, options).value();
        drive(stopped, s.vocabulary, text);
        BOOST_TEST(stopped.stopped());
        BOOST_TEST(stopped.how().stop_sequence == "end|>ST");
    }
    // where nothing constrains the answer it ends there
    auto const request = s.prepare({.thinking = false}, false);
    auto turn = chat::answer_turn::begin(request, s.index, {}).value();
    BOOST_TEST(drive(turn, s.vocabulary, "x<|im_end|>y") == "x<|im_end|>");
    turn.finish([](chat::delta const&) {});
    BOOST_TEST(turn.message().content.value() == "x");
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

/// Samples the most long-winded token that is allowed: a letter where one is.
void ramble(chat::answer_turn& turn, vocab::token_list const& vocabulary) {
    auto const ignore = [](chat::delta const&) {};
    while (!turn.stopped()) {
        auto const may = turn.allowed();
        if (!mask::has_tokens(may.state)) {
            break;
        }
        auto const is_allowed = [&](token_id id) { return ((may.words[id / 32] >> (id % 32)) & 1) != 0; };
        token_id next = 'a';
        if (!is_allowed(next)) {
            for (next = 0; !is_allowed(next); ++next) {}
        }
        BOOST_REQUIRE(next < vocabulary.view().size());
        BOOST_REQUIRE(turn.accept(next, ignore));
    }
    turn.finish(ignore);
}

BOOST_AUTO_TEST_CASE(an_answer_by_a_schema_is_complete_in_time_where_that_is_asked_for) {
    scene const s;
    auto const request = s.prepare(wants_json(), false);
    chat::turn_options options;
    options.max_tokens = 20;
    auto cut = chat::answer_turn::begin(request, s.index, options).value();
    BOOST_TEST(cut.can_end_in_time());
    ramble(cut, s.vocabulary);
    BOOST_TEST((cut.how().cause == chat::stop_cause::length));
    options.in_time = true;
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    BOOST_TEST(turn.tokens_left().value() == 20u);
    ramble(turn, s.vocabulary);
    BOOST_TEST((turn.how().cause == chat::stop_cause::stop));
    BOOST_TEST(turn.tokens() <= 20u);
    auto const answer = parlance::json::parse(turn.message().content.value());
    BOOST_REQUIRE(answer.has_value());
    BOOST_TEST(answer->at("a").is_string());
}

BOOST_AUTO_TEST_CASE(an_answer_that_cannot_be_complete_in_time_says_so_before_it_begins) {
    scene const s;
    auto const request = s.prepare(wants_json(), false);
    chat::turn_options options;
    options.in_time = true;
    for (std::size_t most : {3u, 8u, 9u}) {  // {"a":""} and the end
        options.max_tokens = most;
        auto turn = chat::answer_turn::begin(request, s.index, options).value();
        BOOST_TEST(turn.can_end_in_time() == (most == 9u));
        ramble(turn, s.vocabulary);
        BOOST_TEST((turn.how().cause == chat::stop_cause::stop) == (most == 9u));
    }
}

BOOST_AUTO_TEST_CASE(an_answer_is_complete_in_time_without_an_end_token) {
    scene s;
    s.vocabulary = tokens(false);
    s.index = mask::token_index::build(s.vocabulary.view()).value();
    chat::turn_options options;
    options.in_time = true;
    options.max_tokens = 12;
    auto const request = s.prepare(wants_json(), false);
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    ramble(turn, s.vocabulary);
    BOOST_TEST((turn.how().cause == chat::stop_cause::stop));
    BOOST_TEST(parlance::json::parse(turn.message().content.value()).has_value());
}

BOOST_AUTO_TEST_CASE(text_that_nothing_constrains_is_cut_off_and_says_so) {
    scene s;
    chat::turn_options options;
    options.in_time = true;
    options.max_tokens = 12;
    for (bool const with_end : {true, false}) {
        s.vocabulary = tokens(with_end);
        s.index = mask::token_index::build(s.vocabulary.view()).value();
        for (bool const with_tools : {true, false}) {
            auto const request = s.prepare({.thinking = false}, with_tools);
            auto turn = chat::answer_turn::begin(request, s.index, options).value();
            BOOST_TEST(drive(turn, s.vocabulary, "text that goes on") == "text that go");
            BOOST_TEST(turn.stopped());
            BOOST_TEST((turn.how().cause == chat::stop_cause::length));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_string_of_a_json_answer_that_quotes_a_call_calls_nothing) {
    scene const s;
    auto const request = s.prepare(wants_json());
    std::string const call = R"(<tool_call>{\"name\": \"find\", \"arguments\": {}}</tool_call>)";
    std::string const in_words = R"(<tool_call>find</tool_call> <|im_start|>)";
    for (std::string const& quoted : {call, in_words}) {
        std::string const text = R"({"a": "write )" + quoted + R"( like so"})";
        for (std::size_t size = 1; size <= text.size(); ++size) {
            chat::response_parser answer(request.syntax, request.tools);
            answer.prime(request.answer_prefix);
            for (std::size_t at = 0; at < text.size(); at += size) {
                answer.feed(std::string_view(text).substr(at, size), [](chat::delta const&) {});
            }
            answer.finish([](chat::delta const&) {});
            BOOST_TEST(answer.so_far().content.value_or("") == text);
            BOOST_TEST(answer.so_far().calls.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(reasoning_leaves_room_for_a_call_that_is_required) {
    scene const s;
    chat::request wanted;
    wanted.calls.choice = chat::call_policy::kind::required;
    for (bool const with_budget : {false, true}) {
        wanted.thinking_budget = with_budget ? std::optional<std::size_t>(1000) : std::nullopt;
        auto const request = s.prepare(wanted);
        BOOST_REQUIRE(request.thinking.open);
        chat::turn_options options;
        options.in_time = true;
        options.max_tokens = 120;
        auto turn = chat::answer_turn::begin(request, s.index, options).value();
        ramble(turn, s.vocabulary);
        BOOST_TEST((turn.how().cause == chat::stop_cause::stop));
        BOOST_TEST(!turn.message().reasoning.empty());
        BOOST_REQUIRE(turn.message().calls.size() >= 1u);
        BOOST_TEST(chat::has_whole_calls(turn.message()));
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_the_model_chose_to_begin_is_complete_in_time) {
    scene const s;
    auto const request = s.prepare({.thinking = false});
    chat::turn_options options;
    options.in_time = true;
    options.max_tokens = 100;
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    drive(turn, s.vocabulary, "Let me look.<tool_call>\n");
    ramble(turn, s.vocabulary);
    BOOST_TEST((turn.how().cause == chat::stop_cause::stop));
    BOOST_REQUIRE(turn.message().calls.size() >= 1u);
    BOOST_TEST(chat::has_whole_calls(turn.message()));
}

BOOST_AUTO_TEST_CASE(a_named_tool_is_told_and_usage_where_the_prompt_is_known) {
    scene const s;
    chat::request wanted;
    wanted.thinking = false;
    wanted.calls.named = "find";
    auto const request = s.prepare(wanted);
    chat::turn_options options;
    options.prompt_tokens = 7;
    auto turn = chat::answer_turn::begin(request, s.index, options).value();
    drive(turn, s.vocabulary, "<tool_call>\n{\"name\": \"find\", \"arguments\": {}}\n</tool_call>");
    BOOST_REQUIRE(turn.accept(end_of_turn, [](chat::delta const&) {}));
    turn.finish([](chat::delta const&) {});
    BOOST_REQUIRE(turn.message().calls.size() == 1u);
    BOOST_TEST(turn.how().named_choice);
    BOOST_TEST(chat::finish_reason(turn.how(), true) == "stop");
    BOOST_TEST(turn.how().usage->input == 7);
    BOOST_TEST(turn.how().usage->output == static_cast<std::int64_t>(turn.tokens()));
}

BOOST_AUTO_TEST_CASE(what_must_come_next_and_why_a_token_is_refused_can_be_asked_for) {
    scene const s;
    chat::request wanted;
    wanted.thinking = false;
    wanted.calls.choice = chat::call_policy::kind::required;
    auto const request = s.prepare(wanted);
    auto turn = chat::answer_turn::begin(request, s.index).value();
    auto const ignore = [](chat::delta const&) {};
    BOOST_TEST(drive(turn, s.vocabulary, "<tool_c") == "<tool_c");
    std::string const must = turn.forced_text();
    BOOST_TEST(must.starts_with("all>"), must);
    BOOST_TEST(!turn.accept('x', ignore));
    BOOST_TEST((mask::explain(turn.matcher(), 'x').why == mask::refusal::wrong_byte));
    auto fork = turn;
    BOOST_REQUIRE(fork.accept('a', ignore));
    BOOST_TEST(fork.tokens() == 8u);
    BOOST_TEST(turn.tokens() == 7u);
    BOOST_TEST(turn.forced_text() == must);
}

BOOST_AUTO_TEST_SUITE_END()
