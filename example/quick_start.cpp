// example/quick_start.cpp - the program in the README: one tool call, from template to message
// SPDX-License-Identifier: BSL-1.0
#include "embedded.hpp"
#include "scripted_model.hpp"
#include <parlance/json.hpp>
#include <parlance/chat.hpp>
#include <parlance/mask.hpp>
#include <iostream>

// [readme]
using namespace parlance;

int main() {
    auto const model = chat::chat_template::compile(embedded::chat_template).value();
    auto const dialect = chat::analyze(model);  // once per model: renders, compares, learns

    chat::inputs in;
    in.messages = {{.role = "user", .content = "Will it rain in Bergen?"}};
    in.tools = chat::tools_from_openai(json::parse(embedded::tools).value()).value();
    auto const turn = chat::prepare(model, dialect, in).value();  // prompt, parser and grammar of one answer

    auto const tokens = embedded::vocabulary().value();
    auto const vocabulary = mask::index::build(tokens.view()).value();  // once per vocabulary
    mask::matcher matcher(chat::constraint_of(turn, vocabulary).value());
    chat::response answer(turn.syntax, turn.tools);
    if (!matcher.accept(turn.tail)) {  // what the prompt has written of the answer
        return 1;
    }
    answer.prime(turn.tail);
    auto const show = [](chat::delta const& d) { std::cout << d.text << std::flush; };

    scripted_model engine(turn.prompt, tokens.view());
    for (auto next = matcher.view(); next.state != mask::filled::dead; next = matcher.view()) {
        auto const token = engine.sample(next.words);  // only what the grammar allows
        if (!matcher.accept(token)) {
            break;
        }
        answer.feed(turn.piece(tokens, token), show);  // reasoning, content, call, arguments as they come
    }
    answer.finish(show);
    std::cout << "\n" << json::dump(chat::to_openai(answer.so_far())) << "\n";
    return matcher.ended() ? 0 : 1;  // not where the answer was cut off
}
// [readme]
