// bench/mask_threads.cpp - masks per second of threads that share a cache, and what a vocabulary costs to get ready
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.mask_threads [VOCABULARY]
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/json.hpp>
#include <parlance/mask/logits.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/load.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace parlance;

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
/// Milliseconds of the fastest of a few runs.
template <class F>
double fastest(int runs, F&& f) {
    double best = 1e9;
    for (int i = 0; i < runs; ++i) {
        double const begin = seconds();
        f();
        best = std::min(best, (seconds() - begin) * 1e3);
    }
    return best;
}

struct rate {
    double masks = 0;  // per second
    double cpu_masks =
        0;  // per second of CPU time: the same for any number of threads when none waits for another
};

double cpu_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// Masks made in about a second by `count` threads, each on its own walk.
rate masks_per_second(mask::compiled_grammar const& compiled, std::size_t count) {
    std::vector<std::size_t> made(count);
    std::vector<double> cpu(count);
    std::vector<std::thread> threads;
    double const begin = seconds();
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] {
            mask::matcher m{compiled};
            std::vector<std::uint32_t> words(mask::words_for(compiled.tokens().size()));
            std::string_view const text =
                R"([{"name": "a b", "size": -12.5e3, "tags": [true, null, "x\n"]}, )";
            while (seconds() < begin + 1) {
                m.reset();
                bool goes_on = true;
                for (std::size_t i = 0; goes_on && i < text.size(); ++i, ++made[t]) {
                    m.fill(words);
                    goes_on = m.accept(text.substr(i, 1));
                }
            }
            cpu[t] = cpu_seconds();
        });
    }
    std::size_t all = 0;
    double cpu_total = 0;
    for (std::size_t t = 0; t < count; ++t) {
        threads[t].join();
        all += made[t];
        cpu_total += cpu[t];
    }
    auto const masks = static_cast<double>(all);
    return {masks / (seconds() - begin), masks / cpu_total};
}

}  // namespace

int main(int argc, char** argv) {
    std::string const file = argc > 1 && argv[1][0] != '-'
                                 ? argv[1]
                                 : std::string{PARLANCE_CORPUS} + "/vocab/tiktoken/llama3-tokenizer.model";
    auto const found = vocab::load(file);
    if (!found) {
        std::printf("%s: %s\n", file.c_str(), render(found.error()).c_str());
        return 0;
    }
    vocab::token_list const* const tokens = &found->tokens;
    std::printf("%zu tokens: read in %.1f ms", tokens->size(), fastest(5, [&] { (void)vocab::load(file); }));
    auto const trie = vocab::trie::build(*tokens);
    std::string const saved = trie->save();
    std::printf(", trie in %.1f ms, saved %.1f ms, loaded in %.1f ms, %.1f MB\n",
                fastest(5, [&] { (void)vocab::trie::build(*tokens); }),
                fastest(5, [&] { (void)trie->save(); }),
                fastest(5, [&] { (void)vocab::trie::load(saved, *tokens); }),
                static_cast<double>(trie->memory()) / 1e6);
    auto const index = mask::token_index::build(*tokens, *trie);
    mask::compiled_grammar const compiled{*mask::grammar::prepare(*rtn::from_gbnf(gbnf::json)), *index};
    rate const one = masks_per_second(compiled, 1);
    std::printf("threads  masks/s  times one  masks/s of CPU time\n");
    for (std::size_t const count : {1u, 2u, 4u, 16u}) {
        rate const many = count == 1 ? one : masks_per_second(compiled, count);
        std::printf("%7zu  %7.0f  %9.2f  %19.0f\n", count, many.masks, many.masks / one.masks,
                    many.cpu_masks);
    }
    std::vector<std::uint32_t> words(mask::words_for(tokens->size()));
    std::vector<float> floats(tokens->size());
    std::vector<std::uint16_t> halves(tokens->size());
    mask::matcher m{compiled};
    (void)m.accept(std::string_view{"[\""});
    m.fill(words);
    std::printf("applied in a string: to floats %.1f us, to halves %.1f us\n",
                1e3 * fastest(200, [&] { mask::apply(words, std::span{floats}); }),
                1e3 * fastest(200, [&] { mask::apply(words, std::span{halves}, mask::half::bf16); }));
}
