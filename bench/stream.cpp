// bench/stream.cpp - answers read as they arrive, beside reading all again with every piece
// SPDX-License-Identifier: BSL-1.0
#include "growth/answers.hpp"
#include <benchmark/benchmark.h>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

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

void count(benchmark::State& state, std::size_t bytes, std::size_t before) {
    auto const fed = static_cast<double>(state.iterations()) * static_cast<double>(bytes);
    state.counters["allocations/byte"] = static_cast<double>(allocations - before) / fed;
    state.SetBytesProcessed(static_cast<std::int64_t>(fed));
}

/// Arguments: the size of the answer, that of the pieces.
template <class Read>
void read_in_pieces(benchmark::State& state, answers::kind const& k, Read read) {
    std::string const text = k.make(static_cast<std::size_t>(state.range(0)));
    auto const piece = static_cast<std::size_t>(state.range(1));
    std::size_t const before = allocations;
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(read(k, text, piece));
    }
    count(state, text.size(), before);
}
std::size_t events(answers::kind const& k, std::string_view text, std::size_t piece) {
    return answers::parse(k.syntax().message.view(), text, piece);
}
std::size_t message(answers::kind const& k, std::string_view text, std::size_t piece) {
    return answers::respond(k.syntax(), text, piece);
}
/// What engines without a resumable state do: with every piece the whole text again.
std::size_t from_the_start(answers::kind const& k, std::string_view text, std::size_t piece) {
    std::size_t bytes = 0;
    for (std::size_t end = piece; end <= text.size(); end += piece) {
        bytes += answers::parse(k.syntax().message.view(), text.substr(0, end), text.size());
    }
    return bytes;
}

[[maybe_unused]] bool const registered = [] {
    for (answers::kind const& k : answers::kinds) {
        auto const add = [&](std::string const& what, auto read) {
            return benchmark::RegisterBenchmark(
                (what + "/" + std::string(k.name)).c_str(),
                [&k, read](benchmark::State& s) { read_in_pieces(s, k, read); });
        };
        for (auto* b : {add("events", &events), add("message", &message)}) {
            for (std::int64_t const size : {1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20}) {
                b->Args({size, 4});
            }
            b->Args({4 << 20, 4096});
        }
        add("from_the_start", &from_the_start)
            ->Args({1 << 10, 4})
            ->Args({8 << 10, 4})
            ->Args({64 << 10, 4})
            ->Iterations(1);
    }
    return true;
}();

}  // namespace
