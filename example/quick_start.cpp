// example/quick_start.cpp - the program in the README: one tool call, from a model's files to a message
// SPDX-License-Identifier: BSL-1.0

// [readme]
#include <parlance/chat.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/json.hpp>
#include <parlance/mask.hpp>
#include <parlance/vocab/load.hpp>
#include <algorithm>
#include <iostream>
#include <random>
#include <span>
#include <vector>

using namespace parlance;

constexpr char const* tools = R"([{"type": "function", "function": {"name": "get_weather", "parameters": {
    "type": "object", "required": ["city", "unit"], "properties": {
        "city": {"type": "string", "maxLength": 16}, "unit": {"enum": ["celsius", "fahrenheit"]}}}}}])";

int main(int count, char** arguments) {
    // Once per model: its folder as it was downloaded, or a GGUF file.
    auto const files = vocab::load(count > 1 ? arguments[1] : "model").value();
    auto const model = chat::chat_template::compile(files.chat_template, {files.bos, files.eos}).value();
    auto const dialect = chat::analyze(model);  // renders, compares, learns
    auto const vocabulary = mask::token_index::build(files.tokens).value();

    // Once per answer: its prompt, its parser, its grammar.
    chat::inputs in;
    in.messages = {{.role = "user", .content = "Will it rain in Bergen?"}};
    in.tools = chat::tools_from_openai(tools).value();
    auto const turn =
        chat::prepare(model, dialect, in, {.calls = {.choice = chat::call_policy::kind::required}}).value();
    mask::matcher matcher(chat::constraint_of(turn, vocabulary).value());
    chat::response_parser answer(turn.syntax, turn.tools);
    if (!matcher.accept(turn.answer_prefix)) {  // what the prompt has written of the answer
        return 1;
    }
    answer.prime(turn.answer_prefix);
    auto const show = [](chat::delta const& d) { std::cout << d.text << std::flush; };

    // Once per token.  Noise stands in for your engine, which would read turn.prompt; the mask makes a call of it.
    std::mt19937 noise;
    std::vector<float> logits(files.tokens.size());
    for (int step = 0; step < 1000; ++step) {
        auto const next = matcher.allowed();
        if (!mask::has_tokens(next.state)) {
            break;
        }
        std::ranges::generate(logits, [&] { return static_cast<float>(noise() % 1000); });
        mask::apply(next.words, std::span{logits});  // only what the grammar allows
        auto const token = static_cast<vocab::token_id>(std::ranges::max_element(logits) - logits.begin());
        if (!matcher.accept(token)) {
            break;
        }
        answer.feed(turn.piece(files.tokens, token),
                    show);  // reasoning, content, call, arguments as they come
    }
    answer.finish(show);
    std::cout << "\n" << json::dump(chat::to_openai(answer.so_far())) << "\n";
    return matcher.stopped() ? 0 : 1;  // not where the answer was cut off
}
// [readme]
