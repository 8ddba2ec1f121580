// bench/mask_growth.cpp - what a mask costs when texts get long, nesting deep, bounds large and alternatives many
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.mask_growth [--json FILE] VOCABULARY.tiktoken
// Each series is a list of (size, microseconds of mask + accept), thread CPU time, the least of three runs.
#include "mask/workload.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace parlance;
using namespace workload;

struct series {
    std::string name;
    std::string size;
    std::vector<std::pair<std::size_t, double>> points;
};

mask::compiled_grammar cache_for(std::string const& text, mask::token_index const& tokens) {
    auto const compiled = gbnf::compile(text);
    auto const net = rtn::from_gbnf(*compiled);
    return mask::compiled_grammar{*mask::grammar::prepare(*net), tokens};
}

/// Mean microseconds of a step over `ids[from, to)`, everything before having been read.
double mean_step(mask::matcher& m, std::vector<vocab::token_id> const& ids, std::size_t from,
                 std::size_t to) {
    for (std::size_t i = m.steps(); i < from; ++i) {
        (void)m.accept(ids[i]);
    }
    double const a = now_us();
    for (std::size_t i = from; i < to; ++i) {
        (void)m.allowed();
        if (!m.accept(ids[i])) {
            std::printf("refused at %zu\n", i);
            break;
        }
    }
    return (now_us() - a) / static_cast<double>(to - from);
}

/// A cold run over a text of growing size: the mean of the steps around each size.
series along(std::string name, std::string unit, std::string const& grammar, std::string const& text,
             std::vector<std::size_t> const& sizes, mask::token_index const& tokens) {
    series out{std::move(name), std::move(unit), {}};
    std::vector<vocab::token_id> const ids = tokenize(tokens, text);
    for (int run = 0; run < 3; ++run) {
        mask::matcher m{cache_for(grammar, tokens)};
        std::size_t done = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            std::size_t const to = std::min(sizes[k], ids.size());
            double const cost = mean_step(m, ids, done, to);
            done = to;
            if (run == 0) {
                out.points.emplace_back(to, cost);
            }
            out.points[k].second = std::min(out.points[k].second, cost);
        }
    }
    return out;
}

/// A cold run over one text with each of several grammars.
template <class Grammar, class Text>
series across(std::string name, std::string unit, std::vector<std::size_t> const& sizes,
              mask::token_index const& tokens, Grammar&& grammar, Text&& text) {
    series out{std::move(name), std::move(unit), {}};
    for (std::size_t const n : sizes) {
        std::vector<vocab::token_id> const ids = tokenize(tokens, text(n));
        mask::compiled_grammar const prepared = cache_for(grammar(n), tokens);
        double least = 1e9;
        for (int run = 0; run < 3; ++run) {
            mask::matcher m{mask::compiled_grammar{prepared.grammar(), tokens}};
            least = std::min(least, mean_step(m, ids, 0, ids.size()));
        }
        out.points.emplace_back(n, least);
    }
    return out;
}

constexpr char const* json_grammar = R"(root ::= value
value ::= "[" (value ("," value)*)? "]" | "{" (string ":" value ("," string ":" value)*)? "}" | string | [0-9]+ | "true"
string ::= "\"" [^"\\\x00-\x1F]* "\""
)";

}  // namespace

int main(int argc, char** argv) {
    std::string out_file;
    std::string file = std::string{PARLANCE_CORPUS} + "/vocab/tiktoken/llama3-tokenizer.model";
    for (int i = 1; i < argc; ++i) {
        if (std::string{argv[i]} == "--json" && i + 1 < argc) {
            out_file = argv[++i];
        } else {
            file = argv[i];
        }
    }
    auto const vocabulary = load(file);
    if (!vocabulary) {
        return 1;
    }
    auto const tokens = mask::token_index::build(vocabulary->tokens);
    tokens->share(0);  // each length by itself
    std::vector<series> all;

    std::string list = "[1";
    while (list.size() < 700'000) {
        list += R"(,"one of many",{"key":[12,"b"]})";
    }
    std::vector<std::size_t> const lengths{100, 300, 1000, 3000, 10'000, 30'000, 100'000};
    all.push_back(along("length", "tokens so far", json_grammar, list, lengths, *tokens));
    std::string counted = R"(root ::= "[" [0-9]{1,3} ("," [0-9]{1,3}){0,1000000} "]")";
    std::string numbers = "[1";
    while (numbers.size() < 250'000) {
        numbers += ",12,345";
    }
    all.push_back(along("length_counted", "tokens so far", counted, numbers, lengths, *tokens));

    std::string deep;
    for (int i = 0; i < 1000; ++i) {
        deep += R"({"a":)";
    }
    all.push_back(along("depth", "tokens into the nesting", json_grammar, deep,
                        {50, 100, 200, 400, 700, 1000, 1400, 2000}, *tokens));
    all.push_back(across(
        "bounds", "n of {0,n}", {10, 100, 1000, 10'000, 100'000, 1'000'000}, *tokens,
        [](std::size_t n) { return "root ::= [a-z ]{0," + std::to_string(n) + "} \".\""; },
        [](std::size_t n) {
            return std::string{"every step of it costs the same whatever the bound may be"}.substr(0, n);
        }));
    // the outer count goes on while the inner one that began at any time stays alive: as many ways as letters
    all.push_back(across(
        "diagonal", "n of both counts", {10, 30, 100, 300}, *tokens,
        [](std::size_t n) {
            std::string const most = std::to_string(n);
            return "root ::= ([a-z]{1," + most + "} \"!\" | [a-z]){1," + most + "}";
        },
        [](std::size_t n) { return std::string(n, 'x') + "!"; }));
    auto const key = [](std::size_t i) {
        constexpr char const* words[] = {"order", "user", "item", "price", "city", "name", "total", "count"};
        return std::string{words[i % 8]} + "_" + words[i / 8 % 8] + "_" + std::to_string(i * 7919 % 100'003);
    };
    all.push_back(across(
        "alternatives", "alternatives", {10, 30, 100, 300, 1000, 3000, 10'000}, *tokens,
        [&](std::size_t n) {
            std::string g = "root ::= \"[\" key (\", \" key)* \"]\"\nkey ::= ";
            for (std::size_t i = 0; i < n; ++i) {
                g += (i == 0 ? "\"" : " | \"") + key(i) + "\"";
            }
            return g;
        },
        [&](std::size_t n) {
            std::string text = "[" + key(0);
            for (std::size_t i = 1; i < 40; ++i) {
                text += ", " + key(i * n / 40);
            }
            return text + "]";
        }));

    std::string json = "{";
    for (series const& s : all) {
        std::printf("%s (%s)\n", s.name.c_str(), s.size.c_str());
        json += (json.size() > 1 ? ",\"" : "\"") + s.name + "\":{\"size\":\"" + s.size + "\",\"points\":[";
        for (std::size_t i = 0; i < s.points.size(); ++i) {
            auto const& [size, cost] = s.points[i];
            std::printf("  %9zu %10.3f us\n", size, cost);
            json += (i > 0 ? ",[" : "[") + std::to_string(size) + "," + std::to_string(cost) + "]";
        }
        json += "]}";
    }
    if (!out_file.empty()) {
        std::ofstream(out_file) << json << "}\n";
    }
}
