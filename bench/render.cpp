// bench/render.cpp - compiling and rendering real chat templates, beside other engines in the same run
// SPDX-License-Identifier: BSL-1.0
//
// bench.render [CORPUS]: every template of CORPUS/templates with the contexts of CORPUS/renders/renders.jsonl; prints
// microseconds for each template and the geometric means of each engine.  Beside python3-jinja2 that is llama.cpp's,
// where bench/render/install has put it into this program's folder; what is not there is named.
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds(clock_type::time_point from) {
    return std::chrono::duration<double, std::micro>(clock_type::now() - from).count();
}

std::string text_of_file(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The fastest of `runs` runs, in microseconds.
template <class Run>
double best(int runs, Run run) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs; ++i) {
        auto const start = clock_type::now();
        run();
        least = std::min(least, microseconds(start));
    }
    return least;
}

}  // namespace

int main(int argc, char** argv) {
    std::filesystem::path const corpus = argc > 1 && argv[1][0] != '-' ? argv[1] : PARLANCE_CORPUS;
    std::map<std::string, std::vector<boost::json::object>> contexts;
    std::ifstream rows(corpus / "renders" / "renders.jsonl");
    for (std::string line; std::getline(rows, line);) {
        auto const row = parlance::json::parse(line);
        if (row && row->as_object().contains("expected")) {
            contexts[std::string(row->at("template").as_string())].push_back(row->at("context").as_object());
        }
    }
    if (contexts.empty()) {
        std::cerr << "bench.render: no renders/renders.jsonl in '" << corpus.string() << "'\n";
        return 1;
    }
    double compile_logs = 0;
    double render_logs = 0;
    std::printf("%-60s %12s %12s\n", "template", "compile, us", "render, us");
    for (auto const& [name, inputs] : contexts) {
        std::string const source = text_of_file(corpus / "templates" / name);
        double const compile =
            best(15, [&] { static_cast<void>(parlance::jinja::compiled_template::compile(source).value()); });
        auto const compiled = parlance::jinja::compiled_template::compile(source).value();
        parlance::jinja::render_options how;
        how.convention = parlance::jinja::convention::strict;
        std::size_t bytes = 0;
        double const render = best(15,
                                   [&] {
                                       for (auto const& context : inputs) {
                                           bytes += compiled.render(context, how).value().text.size();
                                       }
                                   }) /
                              static_cast<double>(inputs.size());
        std::printf("%-60s %12.1f %12.2f\n", name.c_str(), compile, render);
        compile_logs += std::log(compile);
        render_logs += std::log(render);
    }
    auto const count = static_cast<double>(contexts.size());
    std::printf("geometric means over %.0f templates, microseconds\n", count);
    std::printf("%-20s compile %10.1f   render %8.2f\n", "parlance", std::exp(compile_logs / count),
                std::exp(render_logs / count));
    std::fflush(stdout);
    auto const script = std::filesystem::path(PARLANCE_BENCH) / "render" / "jinja2_render.py";
    bool well = std::system(("python3 '" + script.string() + "' '" + corpus.string() + "'").c_str()) == 0;
    auto const peer = std::filesystem::absolute(argv[0]).parent_path() / "render.llamacpp";
    if (std::filesystem::exists(peer)) {
        well = std::system(("'" + peer.string() + "' '" + corpus.string() + "'").c_str()) == 0 && well;
    } else {
        std::printf("llama.cpp jinja: not here; bench/render/install FOLDER builds it\n");
    }
    std::printf("minja, inja, Jinja2Cpp: no packages of Debian or PyPI, not measured\n");
    return well ? 0 : 2;
}
