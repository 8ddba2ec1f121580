// bench/maskbench/maskbench.cpp - MaskBench: JSON schemas and documents, token by token, timed and judged
// SPDX-License-Identifier: BSL-1.0
//
// usage: maskbench --vocab FILE|FOLDER [--engine ref|fast] [--order any|declared] [--split REGEX] [--json OUT]
//                  [--timeout SECONDS] [--runs N] [--slowest N] [--dump FOLDER] FILE|FOLDER...
// TTFM: from the schema as a value to the first mask.  TBM: mask and accept of one token, of all documents of all
// schemas that compile.  Thread CPU time, each figure the least of N runs (5), each with a fresh grammar and cache.
// --slowest names the N positions that took longest, and the N schemas whose first mask did.
// --dump judges nothing: it writes the vocabulary, the schemas and the documents' token ids, for bench/peers.
#include "../peers/folder.hpp"
#include "../vocabulary.hpp"
#include "report.hpp"
#include "worker.hpp"
#include <map>
#include <string_view>

namespace {

using namespace parlance;
using namespace maskbench;

int usage(char const* wrong) {
    std::fprintf(
        stderr,
        "maskbench: %s\nusage: maskbench --vocab FILE|FOLDER [--engine ref|fast] [--order any|declared] "
        "[--split REGEX] [--json OUT] [--timeout SECONDS] [--runs N] [--slowest N] [--dump FOLDER] "
        "FILE|FOLDER...\n",
        wrong);
    return 2;
}

void dump(fs::path const& folder, vocab::view vocabulary, encoder const& tokens,
          std::span<fs::path const> files) {
    peers::write_vocabulary(folder, vocabulary);
    for (fs::path const& path : files) {
        json::value const file = json::parse(read_file(path)).value();
        std::string const name = path.stem();
        std::ofstream(folder / (name + ".json")) << json::dump(file.at("schema"));
        std::ofstream ids(folder / (name + ".ids"));
        json::value const* const tests = file.as_object().if_contains("tests");
        for (json::value const& test : tests == nullptr ? json::array{} : tests->as_array()) {
            peers::write_document(ids, test.at("valid").as_bool(),
                                  tokens.encode(json::dump(test.at("data"))));
        }
    }
}

int bench(int argc, char** argv) {
    settings s;
    s.how.whitespace = schema::spaces::json;
    s.how.properties = schema::order::any;
    std::string vocabulary;
    std::string split = llama3_split;
    std::string out;
    std::string folder;
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        std::string_view const a = argv[i];
        if (!a.starts_with("--")) {
            if (fs::is_directory(a)) {
                for (auto const& entry : fs::directory_iterator(a)) {
                    if (entry.path().extension() == ".json") {
                        files.push_back(entry.path());
                    }
                }
            } else {
                files.emplace_back(a);
            }
            continue;
        }
        if (i + 1 == argc) {
            return usage("an option without its value");
        }
        std::string const v = argv[++i];
        if (a == "--vocab") {
            vocabulary = v;
        } else if (a == "--engine" && (v == "ref" || v == "fast")) {
            s.fast = v == "fast";
        } else if (a == "--order" && (v == "any" || v == "declared")) {
            s.how.properties = v == "any" ? schema::order::any : schema::order::declared;
        } else if (a == "--split") {
            split = v;
        } else if (a == "--json") {
            out = v;
        } else if (a == "--dump") {
            folder = v;
        } else if (a == "--timeout") {
            s.timeout = static_cast<unsigned>(std::stoul(v));
        } else if (a == "--slowest") {
            s.slowest = std::stoul(v);
        } else if (a == "--runs") {
            s.runs = static_cast<unsigned>(std::stoul(v));
        } else {
            return usage("unknown option");
        }
    }
    if (vocabulary.empty() || files.empty()) {
        return usage(files.empty() ? "no files" : "no vocabulary");
    }
    std::sort(files.begin(), files.end());
    auto const loaded = measuring::load(vocabulary);
    if (!loaded) {
        return 1;
    }
    vocab::token_list const& list = loaded->tokens;
    result<mask::token_index> const index = mask::token_index::build(list);
    if (!index) {
        std::fprintf(stderr, "maskbench: %s\n", render(index.error()).c_str());
        return 1;
    }
    encoder const tokens(list, split);
    if (!folder.empty()) {
        dump(folder, list, tokens, files);
        return 0;
    }

    std::map<std::string, std::size_t> counts;
    std::vector<double> tbm;
    std::vector<double> ttfm;
    std::size_t incomplete = 0;
    std::vector<std::string> slow;
    std::vector<std::string> late;
    worker judges(files, *index, tokens, s);
    for (fs::path const& path : files) {
        verdict const v = judges.next();
        ++counts[v.outcome];
        incomplete += v.incomplete;
        tbm.insert(tbm.end(), v.times.begin(), v.times.end());
        if (v.outcome == "timeout") {
            ttfm.push_back(static_cast<double>(s.timeout) * 1e6);
        } else if (v.outcome != "compile_error" && v.outcome != "crash") {
            ttfm.push_back(v.ttfm);
            char time[32];
            std::snprintf(time, sizeof time, "%9.1f  ", v.ttfm);
            late.push_back(time + path.filename().string());
        }
        for (std::string const& where : v.slowest) {
            slow.push_back(where + "  [" + path.filename().string() + ']');
        }
        if (v.outcome != "passing") {
            std::printf("%s %s: %s\n", v.outcome.c_str(), path.filename().c_str(), v.why.c_str());
        }
    }
    json::object report;
    report["schemas"] = files.size();
    for (char const* key :
         {"passing", "compile_error", "crash", "timeout", "validation_error", "invalidation_error"}) {
        report[key] = counts[key];
    }
    report["tokens"] = tbm.size();
    report["tbm_us"] = spread(std::move(tbm));
    report["ttfm_us"] = spread(std::move(ttfm));
    std::printf("\n%-10s%12s", "us", "avg");
    for (column const& c : columns) {
        std::printf("%12s", c.name);
    }
    std::printf("\n");
    print("TBM", report["tbm_us"].as_object());
    print("TTFM", report["ttfm_us"].as_object());
    for (auto const& member : report) {
        if (member.value().is_number()) {
            std::printf("%-20s %s\n", std::string(member.key()).c_str(), json::dump(member.value()).c_str());
        }
    }
    std::printf("%-20s %zu\n", "incomplete at end", incomplete);
    print_greatest("slowest positions, us", std::move(slow), s.slowest);
    print_greatest("slowest first masks, us", std::move(late), s.slowest);
    if (!out.empty()) {
        std::ofstream(out) << json::dump(report) << '\n';
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return bench(argc, argv);
    } catch (std::exception const& e) {
        std::fprintf(stderr, "maskbench: %s\n", e.what());
        return 1;
    }
}
