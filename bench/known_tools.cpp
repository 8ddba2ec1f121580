// bench/known_tools.cpp - a request with 401 tools of which the server has seen 400
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.known_tools [TOOLS]
// Milliseconds from the parser's table to a grammar that is prepared for masks, in two dialects, the least of some runs:
//   cold       all tools, without a memory
//   first      the 400, by an empty schema::lowering_cache
//   warm       all, when the 400 were there: at the front, and the new one at the front
//   alone      the new tool alone, cold
// and what rows of the networks are parts that were kept.
#include "clock.hpp"
#include "growth/tools.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/lowering_cache.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace parlance;

constexpr int runs = 7;

struct cost {
    double network = 1e12;
    double prepared = 1e12;
    [[nodiscard]] double all() const { return network + prepared; }
};

/// Makes the grammar of some tools ready, and notes what that costs.
rtn::network make(chat::format const& f, std::vector<chat::tool> const& tools,
                  schema::lowering_cache const& cache, cost& least) {
    chat::syntax const read = chat::build_syntax(f, tools, {}).value();
    schema::options how = chat::tool_schema_options();
    how.properties = schema::order::declared;  // as it is with many tools, also for one
    how.cache = cache;
    double const begin = measuring::now_us();
    chat::grammar made = chat::build_grammar(read, tools, {}, {}, how).value();
    double const network = measuring::now_us();
    auto const ready = mask::grammar::prepare(made.network).value();
    double const end = measuring::now_us();
    least.network = std::min(least.network, network - begin);
    least.prepared = std::min(least.prepared, end - network);
    return std::move(made.network);
}

void print(char const* name, cost const& c, cost const& alone) {
    std::printf(
        "  %-12s network %7.2f ms  prepared %7.2f ms  together %7.2f ms  %6.1f times the new one alone\n",
        name, c.network / 1e3, c.prepared / 1e3, c.all() / 1e3, c.all() / alone.all());
}

void measure(std::string_view kind, std::size_t count) {
    auto const t = chat::chat_template::compile(many_tools::template_of(kind)).value();
    chat::dialect const learned = chat::analyze(t);
    std::vector<chat::tool> const all = many_tools::many(count + 1);
    std::vector<chat::tool> const known(all.begin(), all.end() - 1);
    std::vector<chat::tool> const fresh(all.end() - 1, all.end());
    std::vector<chat::tool> turned = fresh;
    turned.insert(turned.end(), known.begin(), known.end());
    cost cold;
    cost first;
    cost warm;
    cost front;
    cost alone;
    std::size_t states = 0;
    std::size_t kept = 0;
    std::size_t bytes = 0;
    for (int run = 0; run < runs; ++run) {
        schema::lowering_cache const cache(std::size_t{256} << 20);
        schema::lowering_cache const other(std::size_t{256} << 20);
        (void)make(learned.format, known, cache, first);
        rtn::network const net = make(learned.format, all, cache, warm);
        (void)make(learned.format, known, other, first);
        (void)make(learned.format, turned, other, front);
        (void)make(learned.format, all, {}, cold);
        (void)make(learned.format, fresh, {}, alone);
        states = net.view().state_count();
        kept = 0;
        for (rtn::placed_part const& p : net.parts) {
            kept += p.what->state_count();
        }
        bytes = cache.memory();
    }
    std::printf("%s: %zu states, of which %.0f %% are of parts; %.2f MB are kept\n",
                std::string(kind).c_str(), states,
                100.0 * static_cast<double>(kept) / static_cast<double>(states),
                static_cast<double>(bytes) / 1e6);
    print("cold", cold, alone);
    print("first", first, alone);
    print("warm", warm, alone);
    print("warm, front", front, alone);
    print("alone", alone, alone);
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t const count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 400;
    measure("json", count);
    measure("tagged", count);
}
