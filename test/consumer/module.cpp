// test/consumer/module.cpp - a user of the module: a grammar, a mask, an answer
#include <iostream>
#include <string>
#include <string_view>
#include <vector>
import parlance;

int main() {
    using namespace parlance;
    // A schema's text becomes a mask.
    vocab::token_list const tokens({"{", "}", "\"city\"", ":", "\"Bergen\"", "\"Oslo\"", "<end>"}, {6});
    auto const index = mask::token_index::build(tokens.view()).value();
    mask::matcher matcher(
        schema::compile_for(
            R"({"type":"object","properties":{"city":{"const":"Oslo"}},"required":["city"],"additionalProperties":false})",
            index, {.whitespace = schema::spaces::compact})
            .value());
    std::vector<std::string> allowed;
    for (std::string_view const said : {"{", "\"city\"", ":"}) {
        if (!matcher.accept(said)) {
            std::cerr << "refused: " << said << '\n';
            return 1;
        }
    }
    mask::allowed_tokens const next = matcher.allowed();
    for (vocab::token_id id = 0; id < tokens.size(); ++id) {
        if ((next.words[id / 32] >> (id % 32) & 1) != 0) {
            allowed.emplace_back(tokens.text(id));
        }
    }
    if (allowed != std::vector<std::string>{"\"Oslo\""}) {
        std::cerr << allowed.size() << " tokens are allowed\n";
        return 1;
    }

    // GBNF, and what is wrong with it.
    if (!gbnf::compile("root ::= [a-z]+") || gbnf::compile("root ::= (").error().render().empty()) {
        return 1;
    }

    // A dialect, and an answer in it.
    using chat::piece;
    chat::format form;
    form.reasoning = {.mode = chat::reasoning_mode::tag_based, .start = "<think>", .end = "</think>"};
    form.tools.calls = {"", "<tool_call>", "</tool_call>", "", ""};
    form.tools.call = {piece{piece::kind::text, "{\"name\": \""}, piece{piece::kind::name, {}},
                       piece{piece::kind::text, "\", \"arguments\": "}, piece{piece::kind::arguments, {}},
                       piece{piece::kind::text, "}"}};
    std::vector<chat::tool> const tools = chat::tools_from_openai(R"([{"name": "weather"}])").value();
    auto const syntax = chat::build_syntax(form, tools).value();
    chat::response_parser answer(syntax, tools);
    std::string text;
    auto const show = [&](chat::delta const& d) { text += d.text; };
    answer.feed("<think>Hm.</think>Look: <tool_call>{\"name\": \"weather\", ", show);
    answer.feed("\"arguments\": {\"city\": \"Oslo\"}}</tool_call>", show);
    answer.finish(show);
    chat::message const& said = answer.so_far();
    std::cout << json::dump(chat::to_openai(said)) << '\n';
    return said.reasoning == "Hm." && said.calls.size() == 1 && said.calls[0].name == "weather" ? 0 : 1;
}
