// example/command/command.cpp - arguments, output, and the table of all subcommands
// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include <parlance/json/dump.hpp>
#include <iostream>
#include <string>
#include <string_view>

namespace command {

std::optional<std::string> arguments::value(std::string_view name) const {
    auto const found = options.find(name);
    return found == options.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t arguments::number(std::string_view name, std::uint64_t otherwise) const {
    auto const text = value(name);
    return text ? std::stoull(*text) : otherwise;
}

void output::print(std::string_view text, ink colour) const {
    if (on_terminal_) {
        shown_->finish();
    }
    constexpr std::string_view codes[] = {"", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"};
    bool const painted = colours_ && colour != ink::none && !text.empty();
    std::cout << (painted ? codes[static_cast<std::size_t>(colour)] : "") << text
              << (painted ? "\x1b[0m" : "");
}

void output::line(std::string_view text, ink colour) const {
    print(text, colour);
    std::cout << '\n';
}

void output::write(boost::json::value const& answer) const {
    std::cout << parlance::json::dump(answer, {.indent = 2}) << '\n';
}

boost::json::object to_json(parlance::diagnostic const& error, bool in_text) {
    boost::json::object out{{"message", std::string(describe(error.code))}};
    if (!error.hint.empty()) {
        out["hint"] = std::string(error.hint.view());
    }
    if (in_text) {
        out["line"] = error.at.line;
        out["column"] = error.at.column;
        out["offset"] = error.at.offset;
        out["length"] = error.length;
    } else if (error.at.offset > 0) {
        out["offset"] = error.at.offset;
    }
    return out;
}

status output::fail(parlance::diagnostic const& error, std::string_view source, std::string_view name) const {
    if (json_) {
        auto body = to_json(error, !source.empty());
        if (!name.empty()) {
            body["file"] = std::string(name);
        }
        write(boost::json::object{{"error", std::move(body)}});
    } else {
        error_line(parlance::render(error, source, name));
    }
    return status::failed;
}

status output::fail(std::string_view sentence) const {
    if (json_) {
        write(boost::json::object{{"error", boost::json::object{{"message", std::string(sentence)}}}});
    } else {
        error_line("parlance: " + std::string(sentence));
    }
    return status::failed;
}

void output::error_line(std::string_view rendered) const {
    shown_->finish();
    std::cout.flush();
    constexpr std::string_view word = "error: ";
    std::size_t const at = rendered.find(word);
    std::size_t const caret = rendered.find_last_of('\n');
    if (!error_colours_ || at == rendered.npos) {
        std::cerr << rendered << '\n';
        return;
    }
    bool const placed = caret != rendered.npos && caret > at;
    std::cerr << "\x1b[1m" << rendered.substr(0, at) << "\x1b[31m" << word << "\x1b[0m"
              << rendered.substr(at + word.size(), (placed ? caret : rendered.size()) - at - word.size());
    if (placed) {
        std::cerr << "\x1b[32m" << rendered.substr(caret) << "\x1b[0m";
    }
    std::cerr << '\n';
}

namespace {

constexpr option as_option{"as", "KIND", "what the grammar is, whatever its name: gbnf, schema, regex",
                           "gbnf schema regex"};
constexpr option root_option{"root", "NAME",
                             "of a GBNF grammar, the rule where a match begins (default: root)"};

constexpr option check_options[] = {
    {"as", "KIND", "what the file is: gbnf, schema, regex, template", "gbnf schema regex template"},
    root_option};
constexpr option grammar_options[] = {as_option, root_option};
constexpr option walk_options[] = {as_option,
                                   root_option,
                                   {"count", "N", "how many texts (default: 5)"},
                                   {"seed", "N", "the same seed, the same texts (default: 1)"},
                                   {"length", "N", "bytes after which the end is looked for (default: 80)"}};
constexpr option mask_options[] = {as_option,
                                   root_option,
                                   {"most", "N", "how many tokens to list (default: 20)"},
                                   {"why", "TOKEN", "why this token, a number or a text, is refused here"}};
constexpr option rehearse_options[] = {
    as_option, root_option, {"positions", "N", "how many bytes to follow (default: 256)"}};
constexpr option render_options[] = {
    {"segments", "", "say which bytes the template wrote and which the request"}};
constexpr option learn_options[] = {{"html", "", "one page that needs nothing else"},
                                    {"dot", "", "the parser as a graph for Graphviz"}};
constexpr option parse_options[] = {
    {"tools", "FILE", "the request's tools, or the request, as OpenAI has them"},
    {"deltas", "", "also what a stream of single bytes would show"}};
constexpr option every[] = {{"json", "", "one JSON document instead of text"}, {"help", "", "this text"}};

constexpr subcommand table[] = {
    {"check", "FILE [--as KIND]", "what is wrong with a grammar, schema, pattern or template",
     "FILE is GBNF (.gbnf), a JSON Schema (.json), a regular expression (.regex) or a chat template (.jinja, "
     ".gguf, a model's folder).  Errors come with line, column and a caret; of GBNF also what is odd: rules "
     "that nothing refers to, that can never match, that refer to themselves first; of a schema keywords "
     "that look misspelled.",
     "parlance check grammar.gbnf\nparlance check --as gbnf - < grammar.txt", check_options, 1, 1, check},
    {"explain", "GRAMMAR TEXT", "where a grammar stops reading a text, and what could stand there",
     "GRAMMAR is GBNF, a JSON Schema or a file with a regular expression; TEXT is a file, read to its last "
     "byte.",
     "parlance explain grammar.gbnf answer.txt\nprintf '{\"a\": tru1}' | parlance explain schema.json -",
     grammar_options, 2, 2, explain},
    {"validate",
     "SCHEMA FILE...",
     "whether JSON documents satisfy a schema",
     "Says of each file whether it is valid, and of one that is not the first place, the keyword and the "
     "value.",
     "parlance validate schema.json answers/*.json",
     {},
     2,
     ~std::size_t{0},
     validate},
    {"contract",
     "SCHEMA",
     "what becomes of every keyword of a JSON Schema: enforced, recorded only, or refused",
     "",
     "parlance contract schema.json",
     {},
     1,
     1,
     contract},
    {"gbnf",
     "SCHEMA",
     "a JSON Schema as a grammar in GBNF",
     "",
     "parlance gbnf schema.json > grammar.gbnf",
     {},
     1,
     1,
     print_gbnf},
    {"walk", "GRAMMAR", "random texts of a grammar",
     "What a model could write that knows nothing but the grammar; a quick look at what it lets through.",
     "parlance walk schema.json --count 3\nparlance walk grammar.gbnf --seed 7 --length 200", walk_options, 1,
     1, walk},
    {"render", "TEMPLATE REQUEST", "the prompt that a chat template makes of a request",
     "TEMPLATE is a .jinja file, a GGUF file or a model's folder.  REQUEST is JSON as OpenAI has it: "
     "messages, tools, chat_template_kwargs, add_generation_prompt, documents.",
     "parlance render template.jinja request.json\nparlance render models/qwen3 request.json --segments",
     render_options, 2, 2, render_prompt},
    {"learn", "TEMPLATE [--html | --dot]", "what dialect a chat template speaks, and how that was proven",
     "TEMPLATE is a .jinja file, a GGUF file or a model's folder.",
     "parlance learn models/qwen3\nparlance learn template.jinja --html > dialect.html", learn_options, 1, 1,
     learn},
    {"lint",
     "TEMPLATE",
     "faults of a chat template: what it loses, where it raises, what it writes ambiguously",
     "What it raises for is shown, and is no fault by itself: a template may refuse.",
     "parlance lint template.jinja",
     {},
     1,
     1,
     lint},
    {"parse", "TEMPLATE ANSWER", "a model's answer as a message: reasoning, content, calls",
     "ANSWER is what the model wrote behind the prompt.  Without --tools, calls of tools of any name are "
     "read.",
     "parlance parse template.jinja answer.txt\nparlance parse models/qwen3 - --tools request.json",
     parse_options, 2, 2, parse_answer},
    {"mask", "GRAMMAR VOCABULARY TEXT", "which tokens may follow a text",
     "VOCABULARY is a model's folder, tokenizer.json, tekken.json, GGUF, tiktoken or SentencePiece; TEXT is "
     "what has been written so far, read to its last byte.",
     "printf '{\"city\": ' | parlance mask schema.json models/qwen3 -\n"
     "parlance mask grammar.gbnf model.gguf begun.txt --why 'Hello'",
     mask_options, 3, 3, mask_tokens},
    {"rehearse", "GRAMMAR VOCABULARY", "what the masks of a grammar will cost, without a model",
     "Follows texts that the grammar allows, and makes the mask behind every byte.  Steps are a nanosecond "
     "or two each.",
     "parlance rehearse schema.json models/qwen3\nparlance rehearse grammar.gbnf model.gguf --positions 2000",
     rehearse_options, 2, 2, rehearse_masks},
    {"tokens",
     "VOCABULARY [TEXT]",
     "a vocabulary in numbers, or a text cut into its longest tokens",
     "VOCABULARY is a model's folder, tokenizer.json, tekken.json, GGUF, tiktoken or SentencePiece.  The cut "
     "is greedy; the model's own tokenizer may cut elsewhere.",
     "parlance tokens models/qwen3\nprintf 'Hello' | parlance tokens model.gguf -",
     {},
     1,
     2,
     tokens},
    {"diagram", "GRAMMAR", "railroad diagrams of a grammar's rules, as one HTML page", "",
     "parlance diagram grammar.gbnf > grammar.html", grammar_options, 1, 1, diagram},
    {"completion",
     "bash | zsh | fish",
     "a completion script for a shell",
     "An install has them where the shells look.  By hand: the first line below in ~/.bashrc, the same with "
     "zsh in ~/.zshrc behind compinit; for fish a file.",
     "source <(parlance completion bash)\nparlance completion fish > "
     "~/.config/fish/completions/parlance.fish",
     {},
     1,
     1,
     completion,
     "bash zsh fish"},
    {"manual", "", "the manual page, for man", "", "parlance manual | man -l -", {}, 0, 0, manual},
};

}  // namespace

std::span<subcommand const> subcommands() noexcept { return table; }
std::span<option const> common_options() noexcept { return every; }

}  // namespace command
