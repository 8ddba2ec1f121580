// example/tour.cpp - from a chat template to a parsed, constrained tool call
// SPDX-License-Identifier: BSL-1.0
//
// tour [--template FILE] [--vocab FILE] [--tools FILE] [--seed N] [--runs N] [--required]
//
// --vocab takes a file of any format, or a model's folder; where that has a template, it needs no --template.
// Without arguments it runs on embedded data.  The model is random: its logits are noise, so whatever comes out right
// was put right by the mask.  With --runs it runs seeds N, N + 1, … without printing each, and counts.
#include "embedded.hpp"
#include "files.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/validate.hpp>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;

constexpr std::size_t most_tokens = 4096;
constexpr std::size_t most_reasoning = 64;

struct arguments {
    std::string template_file;
    std::string vocabulary_file;
    std::string tools_file;
    std::uint64_t seed = 1;
    std::uint64_t runs = 0;
    bool required = false;
};

/// What came of one decode.
struct decoded {
    bool ended = false;
    std::size_t tokens = 0;
    chat::message message;
};

template <class T>
T or_exit(result<T> r, std::string_view what) {
    if (!r) {
        std::cerr << what << ": " << render(r.error()) << "\n";
        std::exit(2);
    }
    return *std::move(r);
}

arguments parse_arguments(int argc, char** argv) {
    arguments out;
    for (int i = 1; i < argc; ++i) {
        std::string_view const name = argv[i];
        if (name == "--required") {
            out.required = true;
            continue;
        }
        std::string_view const value = i + 1 < argc ? argv[++i] : "";
        auto const number = [&] {
            std::uint64_t n = 0;
            std::from_chars(value.data(), value.data() + value.size(), n);
            return n;
        };
        if (name == "--template") {
            out.template_file = value;
        } else if (name == "--vocab") {
            out.vocabulary_file = value;
        } else if (name == "--tools") {
            out.tools_file = value;
        } else if (name == "--seed") {
            out.seed = number();
        } else if (name == "--runs") {
            out.runs = number();
        } else {
            std::cerr << "unknown argument " << name << "\n";
            std::exit(2);
        }
    }
    return out;
}

/// The best of independent, equally distributed logits is any of the allowed tokens with the same chance.
vocab::token_id sample(std::span<std::uint32_t const> mask, std::mt19937_64& noise) {
    std::size_t allowed = 0;
    for (std::uint32_t const word : mask) {
        allowed += static_cast<std::size_t>(std::popcount(word));
    }
    std::size_t skip = std::uniform_int_distribution<std::size_t>(0, allowed - 1)(noise);
    for (std::size_t w = 0;; ++w) {
        auto const here = static_cast<std::size_t>(std::popcount(mask[w]));
        if (skip >= here) {
            skip -= here;
            continue;
        }
        std::uint32_t word = mask[w];
        for (; skip > 0; --skip) {
            word &= word - 1;
        }
        return static_cast<vocab::token_id>(w * 32 + static_cast<std::size_t>(std::countr_zero(word)));
    }
}

/// One answer: noise as reasoning where the format has it, then the trigger, then whatever the mask allows.
template <class Sink>
decoded decode(chat::prepared const& p, chat::format const& f, vocab::view vocabulary,
               mask::compiled_grammar const& constraint, std::uint64_t seed, Sink sink) {
    std::mt19937_64 noise(seed);
    mask::matcher matcher(constraint);
    chat::response_parser response(p.syntax, p.tools);
    response.prime(p.answer_prefix);
    decoded out;
    auto const say = [&](std::string_view text) {
        if (!matcher.accept(text)) {
            return false;
        }
        ++out.tokens;
        response.feed(text, sink);
        return true;
    };
    if (!matcher.accept(p.answer_prefix)) {
        return out;
    }
    if (p.grammar->lazy) {
        if (f.reasoning.mode != chat::reasoning_mode::none) {
            bool const open = !f.reasoning.start.empty() && p.answer_prefix.ends_with(f.reasoning.start);
            if (!say(open ? std::string_view{} : f.reasoning.start)) {
                return out;
            }
            auto const length = std::uniform_int_distribution<std::size_t>(0, most_reasoning)(noise);
            for (std::size_t i = 0; i < length;) {
                auto const id = static_cast<vocab::token_id>(noise() % vocabulary.size());
                if (!vocabulary.bytes(id).empty()) {
                    static_cast<void>(say(vocabulary.bytes(id)));  // or not, where it is refused
                    ++i;
                }
            }
            if (!say(f.reasoning.end)) {
                return out;
            }
        }
        if (!say(p.syntax.trigger)) {
            return out;
        }
    }
    while (!out.ended && out.tokens < most_tokens) {
        mask::allowed_tokens const allowed = matcher.allowed();
        if (!mask::has_tokens(allowed.state)) {
            return out;
        }
        vocab::token_id const id = sample(allowed.words, noise);
        if (!matcher.accept(id)) {
            return out;
        }
        ++out.tokens;
        out.ended = vocabulary.ends(id);
        response.feed(p.piece(vocabulary, id), sink);
    }
    response.finish(sink);
    out.message = response.so_far();
    return out;
}

/// Whether every call names a tool and its arguments satisfy the tool's schema.
bool valid(chat::message const& m, std::span<chat::tool const> tools) {
    for (chat::tool_call const& call : m.calls) {
        chat::tool const* const t = chat::find_tool(tools, call.name);
        auto const value = json::parse(call.arguments);
        if (t == nullptr || !value || !schema::validate(t->parameters, *value)) {
            return false;
        }
    }
    return !m.calls.empty();
}

void print(chat::delta const& d) {
    static constexpr std::string_view names[] = {"reasoning", "content",  "call",
                                                 "arguments", "call end", "malformed"};
    std::cout << "  " << names[static_cast<std::size_t>(d.kind)] << " "
              << json::dump(boost::json::value(d.text)) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
    arguments const args = parse_arguments(argc, argv);
    std::string const tools_text = args.tools_file.empty() ? std::string(embedded::tools)
                                                           : or_exit(files::read(args.tools_file), "tools");
    vocab::tokenizer_info tokenizer;
    if (args.vocabulary_file.empty()) {
        tokenizer.tokens = or_exit(embedded::vocabulary(), "vocabulary");
    } else {
        tokenizer = or_exit(files::tokenizer(args.vocabulary_file), "vocabulary");
    }
    vocab::view const vocabulary = tokenizer.tokens.view();
    chat::special_tokens specials;
    std::string source{embedded::chat_template};
    if (!args.template_file.empty()) {
        source = or_exit(files::read(args.template_file), "template");
    } else if (!tokenizer.chat_template.empty()) {
        source = tokenizer.chat_template;
        specials.bos = tokenizer.bos;
        specials.eos = tokenizer.eos;
    }

    // 1. Learn the template.
    auto const templ = or_exit(chat::chat_template::compile(source, specials), "template");
    chat::dialect const learned = chat::analyze(templ);
    auto const claims = chat::verify(templ, learned);
    std::cout << "learned from " << learned.renders << " renders\n" << chat::report(learned, claims) << "\n";

    // 2 and 3. Render the prompt; build parser, grammar, trigger and stops from the one format.
    chat::inputs in;
    in.messages.push_back({"user", std::string(embedded::question), {}, {}, {}, {}, {}});
    in.tools = or_exit(chat::tools_from_openai(or_exit(json::parse(tools_text), "tools")), "tools");
    chat::call_policy policy;
    if (args.required || !chat::has_call_marker(learned.format)) {
        policy.choice =
            chat::call_policy::kind::required;  // nothing would tell a call from an answer in JSON
    }
    chat::prepared const p = or_exit(chat::prepare(templ, learned, in, {.calls = policy}), "prepare");
    if (!p.grammar) {
        std::cerr << "this template shows no tool calls\n";
        return 1;
    }
    mask::token_index const index = or_exit(mask::token_index::build(vocabulary), "vocabulary");
    mask::compiled_grammar const constraint = or_exit(chat::constraint_of(p, index), "grammar");

    // 4 and 5. Decode, parse while it streams.
    if (args.runs == 0) {
        std::cout << "prompt\n" << p.prompt << "\n\ndeltas\n";
        decoded const d = decode(p, learned.format, vocabulary, constraint, args.seed, print);
        std::cout << "\nmessage after " << d.tokens << " tokens\n"
                  << json::dump(chat::to_openai_completion(d.message, d.ended ? chat::stop_cause::stop
                                                                              : chat::stop_cause::length),
                                {.indent = 2})
                  << "\n";
        return d.ended && valid(d.message, p.tools) ? 0 : 1;
    }
    std::uint64_t ended = 0;
    std::uint64_t sound = 0;
    for (std::uint64_t run = 0; run < args.runs; ++run) {
        decoded const d =
            decode(p, learned.format, vocabulary, constraint, args.seed + run, [](chat::delta const&) {});
        bool const counts = d.ended && !d.message.calls.empty();
        ended += counts;
        sound += counts && valid(d.message, p.tools);
        if (!counts || !valid(d.message, p.tools)) {
            std::cout << "seed " << args.seed + run << ": "
                      << (d.ended ? "a call is missing or not valid" : "did not end") << "\n  "
                      << json::dump(chat::to_openai(d.message)) << "\n";
        }
    }
    auto const share = [](std::uint64_t part, std::uint64_t all) {
        return all == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
    };
    std::printf("ended with a call within %zu tokens: %llu of %llu (%.1f %%)\n", most_tokens,
                static_cast<unsigned long long>(ended), static_cast<unsigned long long>(args.runs),
                share(ended, args.runs));
    std::printf("all calls valid: %llu of %llu (%.1f %%)\n", static_cast<unsigned long long>(sound),
                static_cast<unsigned long long>(ended), share(sound, ended));
    return share(ended, args.runs) >= 99.0 && sound == ended ? 0 : 1;
}
