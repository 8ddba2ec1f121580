// bench/stream.cpp - reading as it arrives, beside reading all again with every piece
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/build.hpp>
#include <parlance/peg/stream.hpp>
#include <benchmark/benchmark.h>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

// Not inlined: g++ takes malloc and delete for a mismatch when it sees both.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* const p = std::malloc(size)) {
        return p;
    }
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace parlance::peg;

enum class part : unsigned { reasoning, content, name, value };

/// Reasoning, content, and calls with JSON or tagged arguments.
arena format() {
    builder b;
    auto const reasoning = b.sequence({b.literal("<think>"), b.cut(),
                                       b.tag(part::reasoning, b.until({"</think>"})), b.literal("</think>")});
    auto const json =
        b.sequence({b.literal("<json>"), b.cut(), b.tag(part::value, b.json_value()), b.literal("</json>")});
    auto const tagged =
        b.sequence({b.literal("<function="), b.cut(), b.tag(part::name, b.until({">"})), b.literal(">"),
                    b.tag(part::value, b.until({"</function>"})), b.literal("</function>")});
    auto const content =
        b.sequence({b.look(b.any()), b.tag(part::content, b.until({"<json>", "<function="}))});
    return std::move(b)
        .finish(b.sequence({b.optional(reasoning), b.star(b.choice({json, tagged, content}))}))
        .value();
}

std::string filled(std::string_view open, std::string_view with, std::size_t size, std::string_view close) {
    std::string out(open);
    while (out.size() < size) {
        out += with;
    }
    return out.append(close);
}
std::string prose(std::size_t size) {
    return filled("", "The quick brown fox jumps over a < b and lands.\n", size, "");
}
std::string reasoning(std::size_t size) {
    return filled("<think>", "So if x < y then the caf\xC3\xA9 is open. ", size, "</think>");
}
std::string json_argument(std::size_t size) {
    return filled("<json>{\"code\": \"", "int main() { return x < y ? 1 : 2; }\\n\\t", size, "\"}</json>");
}
std::string tagged_argument(std::size_t size) {
    return filled("<function=write>", "int main() { return x < y ? 1 : 2; }\n\t", size, "</function>");
}

std::size_t read(arena_view table, std::string_view text, std::size_t piece) {
    stream s(table);
    std::size_t bytes = 0;
    auto const sink = [&](event const& e) { bytes += e.text.size(); };
    for (std::size_t at = 0; at < text.size(); at += piece) {
        s.feed(text.substr(at, piece), sink);
    }
    s.finish(sink);
    return bytes;
}

using texts = std::string (*)(std::size_t);

void in_pieces(benchmark::State& state, texts make) {
    arena const table = format();
    std::string const text = make(static_cast<std::size_t>(state.range(0)));
    auto const piece = static_cast<std::size_t>(state.range(1));
    std::size_t const before = allocations;
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(read(table, text, piece));
    }
    auto const fed = static_cast<double>(state.iterations()) * static_cast<double>(text.size());
    state.counters["allocations/byte"] = static_cast<double>(allocations - before) / fed;
    state.SetBytesProcessed(static_cast<std::int64_t>(fed));
}

/// What engines without a resumable state do: with every piece the whole text again.
void from_the_start(benchmark::State& state, texts make) {
    arena const table = format();
    std::string const text = make(static_cast<std::size_t>(state.range(0)));
    auto const piece = static_cast<std::size_t>(state.range(1));
    for ([[maybe_unused]] auto _ : state) {
        for (std::size_t end = piece; end <= text.size(); end += piece) {
            benchmark::DoNotOptimize(read(table, std::string_view(text).substr(0, end), text.size()));
        }
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void sizes(benchmark::internal::Benchmark* b) {
    for (std::int64_t size = 1 << 10; size <= 4 << 20; size *= 8) {
        b->Args({size, 4});
    }
    b->Args({4 << 20, 4096});
}
BENCHMARK_CAPTURE(in_pieces, content, prose)->Apply(sizes);
BENCHMARK_CAPTURE(in_pieces, reasoning, reasoning)->Apply(sizes);
BENCHMARK_CAPTURE(in_pieces, json_argument, json_argument)->Apply(sizes);
BENCHMARK_CAPTURE(in_pieces, tagged_argument, tagged_argument)->Apply(sizes);
BENCHMARK_CAPTURE(from_the_start, json_argument, json_argument)->Args({1 << 10, 4})->Args({8 << 10, 4});
BENCHMARK_CAPTURE(from_the_start, tagged_argument, tagged_argument)
    ->Args({1 << 10, 4})
    ->Args({8 << 10, 4})
    ->Args({64 << 10, 4});

}  // namespace
