// bench/json.cpp - parsing and writing JSON, beside Boost.JSON
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <benchmark/benchmark.h>
#include <boost/json.hpp>
#include <string>

namespace {

/// `calls` tool calls, as a model writes them.
std::string document(std::int64_t calls) {
    std::string text = "[";
    for (std::int64_t i = 0; i < calls; ++i) {
        text += i == 0 ? "" : ", ";
        text += R"({"name": "get_weather", "arguments": {"city": "Z\u00fcrich \"HB\"", "days": )";
        text += std::to_string(i) + R"(, "limits": [-12.25, 31.5, 1e-7], "units": null, "verbose": true}})";
    }
    return text + "]";
}

void parse(benchmark::State& state) {
    std::string const text = document(state.range(0));
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(parlance::json::parse(text));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void boost_parse(benchmark::State& state) {
    std::string const text = document(state.range(0));
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(boost::json::parse(text));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void dump(benchmark::State& state) {
    boost::json::value const value = boost::json::parse(document(state.range(0)));
    std::size_t bytes = 0;
    for ([[maybe_unused]] auto _ : state) {
        bytes += parlance::json::dump(value).size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
void boost_serialize(benchmark::State& state) {
    boost::json::value const value = boost::json::parse(document(state.range(0)));
    std::size_t bytes = 0;
    for ([[maybe_unused]] auto _ : state) {
        bytes += boost::json::serialize(value).size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

/// Numbers and brackets, hardly any text.
std::string numbers() {
    std::string text = "[0";
    while (text.size() < (std::size_t{1} << 16)) {
        text += ", 1, -2.5, [3.25e-7, 123456789, 0.1234567890123456]";
    }
    return text + "]";
}
void parse_numbers(benchmark::State& state) {
    std::string const text = numbers();
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(parlance::json::parse(text));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void boost_parse_numbers(benchmark::State& state) {
    std::string const text = numbers();
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(boost::json::parse(text));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

BENCHMARK(parse_numbers);
BENCHMARK(boost_parse_numbers);
BENCHMARK(parse)->Arg(1)->Arg(1000);
BENCHMARK(boost_parse)->Arg(1)->Arg(1000);
BENCHMARK(dump)->Arg(1)->Arg(1000);
BENCHMARK(boost_serialize)->Arg(1)->Arg(1000);

}  // namespace
