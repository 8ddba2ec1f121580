// bench/mask/workload.hpp - what masks are measured on: grammars, documents and vocabularies
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "../clock.hpp"
#include "../vocabulary.hpp"
#include <parlance/mask/token_index.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace workload {

namespace fs = std::filesystem;
using measuring::clock_cost;
using measuring::load;
using measuring::now_us;
using measuring::read_file;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

/// A grammar and texts that match it: NAME.gbnf, and NAME.txt with "%%" on a line behind every text but perhaps the last.
struct sample {
    std::string name;
    std::string grammar;
    std::vector<std::string> documents;
};

/// The pairs of a folder, by name; `only` one of them, unless that is empty.
inline std::vector<sample> samples_in(fs::path const& folder, std::string const& only = {}) {
    std::vector<sample> out;
    for (auto const& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".gbnf" || (!only.empty() && entry.path().stem() != only)) {
            continue;
        }
        sample s{entry.path().stem(), read_file(entry.path()), {}};
        std::string const text = read_file(fs::path(entry.path()).replace_extension(".txt"));
        constexpr std::string_view end = "\n%%\n";
        std::size_t at = 0;
        for (std::size_t next = 0; (next = text.find(end, at)) != std::string::npos; at = next + end.size()) {
            s.documents.push_back(text.substr(at, next - at));
        }
        if (at < text.size()) {
            s.documents.push_back(text.substr(at));
        }
        out.push_back(std::move(s));
    }
    std::sort(out.begin(), out.end(), [](sample const& a, sample const& b) { return a.name < b.name; });
    return out;
}

/// Those beside this file.
inline std::vector<sample> samples(std::string const& only = {}) {
    return samples_in(fs::path(PARLANCE_BENCH) / "mask", only);
}

/// The longest token at every place: not what the tokenizer would do everywhere, but close, and the same for everybody.
inline std::vector<vocab::token_id> tokenize(mask::token_index const& index, std::string_view text) {
    std::vector<vocab::token_id> out;
    auto const nodes = index.trie().nodes();
    while (!text.empty()) {
        std::size_t at = 0;
        std::size_t length = 0;
        vocab::token_id best = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::size_t const end = at + nodes[at].skip();
            std::size_t child = at + 1;
            while (child < end && nodes[child].byte() != static_cast<std::uint8_t>(text[i])) {
                child += nodes[child].skip();
            }
            if (child >= end) {
                break;
            }
            at = child;
            if (nodes[at].has_token()) {
                length = i + 1;
                bool first = true;
                index.trie().each_token(nodes[at], [&](vocab::token_id id) {
                    best = first ? id : best;
                    first = false;
                });
            }
        }
        out.push_back(best);
        text.remove_prefix(length);
    }
    return out;
}

struct summary {
    double mean = 0;
    double p50 = 0;
    double p90 = 0;
    double p99 = 0;
    double max = 0;
    std::size_t count = 0;
};
inline summary summarise(std::vector<double> v) {
    summary s;
    s.count = v.size();
    if (v.empty()) {
        return s;
    }
    std::sort(v.begin(), v.end());
    for (double const x : v) {
        s.mean += x / static_cast<double>(v.size());
    }
    auto const at = [&](double q) {
        return v[std::min(v.size() - 1, static_cast<std::size_t>(q * static_cast<double>(v.size())))];
    };
    s.p50 = at(0.5);
    s.p90 = at(0.9);
    s.p99 = at(0.99);
    s.max = v.back();
    return s;
}
inline std::string as_json(summary const& s) {
    char out[200];
    std::snprintf(out, sizeof out,
                  "{\"n\":%zu,\"mean\":%.4f,\"p50\":%.4f,\"p90\":%.4f,\"p99\":%.4f,\"max\":%.4f}", s.count,
                  s.mean, s.p50, s.p90, s.p99, s.max);
    return out;
}

}  // namespace workload
