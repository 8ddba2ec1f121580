// bench/analyze.cpp - learning a template, verifying it, preparing a request: every template of the corpus
// SPDX-License-Identifier: BSL-1.0
//
// Each benchmark runs over all templates and reports the median and the slowest of them, in microseconds of the
// thread; the label names the slowest.
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/json/parse.hpp>
#include "clock.hpp"
#include <benchmark/benchmark.h>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace chat = parlance::chat;

struct model {
    std::string name;
    chat::chat_template compiled;
    chat::dialect learned;
};

std::vector<model> const& models() {
    static std::vector<model> const all = [] {
        std::vector<model> out;
        std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / "templates";
        std::error_code none;
        for (auto const& entry : std::filesystem::directory_iterator(folder, none)) {
            if (entry.path().extension() != ".jinja") {
                continue;
            }
            std::ifstream in(entry.path(), std::ios::binary);
            std::string const source(std::istreambuf_iterator<char>(in), {});
            if (auto t = chat::chat_template::compile(source, {"<s>", "</s>"})) {
                auto learned = chat::analyze(*t);
                out.push_back({entry.path().stem().string(), *std::move(t), std::move(learned)});
            }
        }
        return out;
    }();
    return all;
}

/// Times `work` on every template, each by its best of a few rounds.
template <class Work>
void over_all(benchmark::State& state, Work work) {
    if (models().empty()) {
        state.SkipWithError("no corpus");
        return;
    }
    std::vector<double> best(models().size(), 1e9);
    for (auto _ : state) {
        for (std::size_t i = 0; i < best.size(); ++i) {
            double const begin = measuring::now_us();
            work(models()[i]);
            best[i] = std::min(best[i], measuring::now_us() - begin);
        }
    }
    auto const slowest = std::max_element(best.begin(), best.end()) - best.begin();
    state.SetLabel(models()[static_cast<std::size_t>(slowest)].name);
    std::sort(best.begin(), best.end());
    state.counters["median_us"] = best[best.size() / 2];
    state.counters["slowest_us"] = best.back();
    state.counters["templates"] = static_cast<double>(best.size());
}

void analyse(benchmark::State& state) {
    over_all(state, [](model const& m) { benchmark::DoNotOptimize(chat::analyze(m.compiled)); });
}
/// With verification, and with other readings where a claim is refuted.
void learn(benchmark::State& state) {
    over_all(state, [](model const& m) { benchmark::DoNotOptimize(chat::learn(m.compiled)); });
}

chat::inputs conversation() {
    chat::inputs in;
    in.messages.push_back({"user", "Is it cold in Bern?", {}, {}, {}, {}, {}});
    in.tools = {{"get_weather", "The weather at a place",
                 *parlance::json::parse(R"({"type": "object", "required": ["city"], "properties": {
                     "city": {"type": "string", "description": "where"},
                     "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "of what"},
                     "days": {"type": "integer", "description": "how far"}}, "additionalProperties": false})")},
                {"search", "Finds pages",
                 *parlance::json::parse(R"({"type": "object", "required": ["query"], "properties": {
                     "query": {"type": "string", "description": "for what"},
                     "limit": {"type": "integer", "description": "how many"}}, "additionalProperties": false})")}};
    return in;
}

void prepare(benchmark::State& state) {
    auto const in = conversation();
    over_all(state,
             [&](model const& m) { benchmark::DoNotOptimize(chat::prepare(m.compiled, m.learned, in)); });
}
void render_alone(benchmark::State& state) {
    auto const in = conversation();
    over_all(state,
             [&](model const& m) { benchmark::DoNotOptimize(m.compiled.write(in, m.learned.supports)); });
}
void syntax_alone(benchmark::State& state) {
    auto const in = conversation();
    over_all(state, [&](model const& m) {
        benchmark::DoNotOptimize(chat::build_syntax(m.learned.format, in.tools));
    });
}

BENCHMARK(analyse)->Unit(benchmark::kMillisecond);
BENCHMARK(learn)->Unit(benchmark::kMillisecond);
BENCHMARK(prepare)->Unit(benchmark::kMillisecond);
BENCHMARK(render_alone)->Unit(benchmark::kMillisecond);
BENCHMARK(syntax_alone)->Unit(benchmark::kMillisecond);

}  // namespace
