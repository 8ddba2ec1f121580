// bench/render/llamacpp.cpp - llama.cpp's Jinja engine and ours, on the renders that it gets right
// SPDX-License-Identifier: BSL-1.0
//
// Built by bench/render/install with the engine's own sources.  render.llamacpp CORPUS: counts what the engine compiles,
// renders, and renders as transformers does; times both engines on the latter.
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include "json.h"
#include "jinja/lexer.h"
#include "jinja/parser.h"
#include "jinja/runtime.h"
#include "jinja/value.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" void ggml_abort(char const*, int, char const*, ...) { std::abort(); }

namespace {

using clock_type = std::chrono::steady_clock;

/// The fastest of `runs` runs, in microseconds; `prepare` before each does not count.
template <class Prepare, class Run>
double best(int runs, Prepare prepare, Run run) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs; ++i) {
        prepare();
        auto const start = clock_type::now();
        run();
        least = std::min(least, std::chrono::duration<double, std::micro>(clock_type::now() - start).count());
    }
    return least;
}

struct row {
    boost::json::object ours;
    common_json theirs;
    std::string expected;
};

jinja::program compiled(std::string const& source) {
    jinja::lexer lexer;
    auto tokens = lexer.tokenize(source);
    return jinja::parse_from_tokens(tokens);
}

std::string executed(jinja::program const& program, jinja::context& context) {
    jinja::runtime runtime(context);
    auto const parts = jinja::runtime::gather_string_parts(runtime.execute(program));
    return parts->as_string().str();
}

/// The engine's convention: what is absent is not there.
boost::json::object without_nulls(boost::json::object context) {
    for (char const* const name : {"tools", "documents"}) {
        if (auto const* v = context.if_contains(name); v != nullptr && v->is_null()) {
            context.stable_erase(context.find(name));
        }
    }
    return context;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        return 1;
    }
    std::filesystem::path const corpus = argv[1];
    std::map<std::string, std::vector<row>> templates;
    std::ifstream rows(corpus / "renders" / "renders.jsonl");
    for (std::string line; std::getline(rows, line);) {
        auto const parsed = parlance::json::parse(line);
        if (!parsed || !parsed->as_object().contains("expected")) {
            continue;
        }
        auto const& context = parsed->at("context").as_object();
        auto const theirs = parlance::json::dump(boost::json::value(without_nulls(context)));
        templates[std::string(parsed->at("template").as_string())].push_back(
            {context, common_json::parse(theirs), std::string(parsed->at("expected").as_string())});
    }
    std::size_t all = 0;
    std::size_t rendered = 0;
    std::size_t right = 0;
    std::size_t compiling = 0;
    double logs[5] = {};
    std::size_t measured = 0;
    for (auto const& [name, inputs] : templates) {
        all += inputs.size();
        std::ifstream in(corpus / "templates" / name, std::ios::binary);
        std::string const source(std::istreambuf_iterator<char>(in), {});
        std::vector<row const*> usable;
        try {
            auto const program = compiled(source);
            ++compiling;
            for (row const& r : inputs) {
                try {
                    jinja::context context(source);
                    jinja::global_from_json(context, r.theirs, false);
                    std::string const text = executed(program, context);
                    ++rendered;
                    if (text == r.expected) {
                        usable.push_back(&r);
                    }
                } catch (std::exception const&) {  // counted as not rendered
                }
            }
            right += usable.size();
            if (usable.empty()) {
                continue;
            }
            auto const nothing = [] {};
            auto const per_row = static_cast<double>(usable.size());
            double const their_compile = best(9, nothing, [&] { static_cast<void>(compiled(source)); });
            double const their_render = best(9, nothing, [&] {
                for (row const* r : usable) {
                    jinja::context context(source);
                    jinja::global_from_json(context, r->theirs, false);
                    static_cast<void>(executed(program, context));
                }
            });
            std::vector<std::unique_ptr<jinja::context>> contexts;
            auto const fill = [&] {
                contexts.clear();
                for (row const* r : usable) {
                    contexts.push_back(std::make_unique<jinja::context>(source));
                    jinja::global_from_json(*contexts.back(), r->theirs, false);
                }
            };
            double const their_execution = best(9, fill, [&] {
                for (auto const& context : contexts) {
                    static_cast<void>(executed(program, *context));
                }
            });
            using parlance::jinja::compiled_template;
            double const our_compile =
                best(9, nothing, [&] { static_cast<void>(compiled_template::compile(source).value()); });
            auto const ours = compiled_template::compile(source).value();
            parlance::jinja::render_options how;
            how.convention = parlance::jinja::convention::strict;
            double const our_render = best(9, nothing, [&] {
                for (row const* r : usable) {
                    static_cast<void>(ours.render(r->ours, how).value());
                }
            });
            logs[0] += std::log(their_compile);
            logs[1] += std::log(their_render / per_row);
            logs[2] += std::log(their_execution / per_row);
            logs[3] += std::log(our_compile);
            logs[4] += std::log(our_render / per_row);
            ++measured;
        } catch (std::exception const& e) {
            std::printf("llama.cpp jinja does not compile %s: %s\n", name.c_str(), e.what());
        }
    }
    std::printf("llama.cpp jinja: compiles %zu of %zu templates, renders %zu of %zu rows, %zu of them as "
                "transformers does\n",
                compiling, templates.size(), rendered, all, right);
    auto const mean = [&](int i) { return std::exp(logs[i] / static_cast<double>(measured)); };
    std::printf("geometric means over those rows of %zu templates, microseconds\n", measured);
    std::printf("%-20s compile %10.1f   render %8.2f (%.2f without making its context)\n", "llama.cpp jinja",
                mean(0), mean(1), mean(2));
    std::printf("%-20s compile %10.1f   render %8.2f\n", "parlance", mean(3), mean(4));
    return 0;
}
