// bench/mask.cpp - masks of many grammars over real vocabularies: time per position, cold and warm, and memory
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.mask [--json FILE] [--dump FOLDER] [--only NAME] [--runs N] VOCABULARY.tiktoken...
// Times are thread CPU time, the least of N runs (5) at each position, each run with a fresh cache.
// --dump writes the vocabulary, the grammars and the documents' token ids, to measure another engine on the same input.
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
namespace fs = std::filesystem;

double now_us() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// What two readings of the clock cost by themselves.
double clock_cost() {
    double least = 1e9;
    for (int i = 0; i < 2000; ++i) {
        double const a = now_us();
        least = std::min(least, now_us() - a);
    }
    return least;
}

std::string read_file(fs::path const& p) {
    std::ifstream in(p, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct sample {
    std::string name;
    std::string grammar;
    std::vector<std::string> documents;
};

std::vector<sample> samples(fs::path const& folder, std::string const& only) {
    std::vector<sample> out;
    for (auto const& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".gbnf" || (!only.empty() && entry.path().stem() != only)) {
            continue;
        }
        sample s{entry.path().stem(), read_file(entry.path()), {}};
        std::string const text = read_file(fs::path(entry.path()).replace_extension(".txt"));
        constexpr std::string_view end = "\n%%\n";
        for (std::size_t at = 0, next = 0; (next = text.find(end, at)) != std::string::npos;
             at = next + end.size()) {
            s.documents.push_back(text.substr(at, next - at));
        }
        out.push_back(std::move(s));
    }
    std::sort(out.begin(), out.end(), [](sample const& a, sample const& b) { return a.name < b.name; });
    return out;
}

/// The longest token at every place: not what the tokenizer would do everywhere, but close, and the same for everybody.
std::vector<vocab::token_id> tokenize(mask::index const& index, std::string_view text) {
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
summary summarise(std::vector<double> v) {
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
void print(char const* what, summary const& s) {
    std::printf("%-22s n %6zu  mean %8.3f  p50 %8.3f  p90 %8.3f  p99 %8.3f  max %9.3f us\n", what, s.count,
                s.mean, s.p50, s.p90, s.p99, s.max);
}
std::string json(summary const& s) {
    char out[200];
    std::snprintf(out, sizeof out,
                  "{\"n\":%zu,\"mean\":%.4f,\"p50\":%.4f,\"p90\":%.4f,\"p99\":%.4f,\"max\":%.4f}", s.count,
                  s.mean, s.p50, s.p90, s.p99, s.max);
    return out;
}

void dump(fs::path const& folder, mask::index const& index, std::vector<sample> const& all) {
    fs::create_directories(folder);
    std::ofstream tokens(folder / "vocabulary.bin", std::ios::binary);
    for (vocab::token_id id = 0; id < index.size(); ++id) {
        std::string_view const text = index.tokens().bytes(id);
        auto const size = static_cast<std::uint32_t>(text.size());
        char head[5];
        std::memcpy(head, &size, 4);
        head[4] = index.tokens().ends(id) ? 2 : text.empty() ? 1 : 0;
        tokens.write(head, 5).write(text.data(), size);
    }
    for (sample const& s : all) {
        std::ofstream(folder / (s.name + ".gbnf"), std::ios::binary) << s.grammar;
        std::ofstream ids(folder / (s.name + ".ids"));
        for (std::string const& d : s.documents) {
            for (vocab::token_id const id : tokenize(index, d)) {
                ids << id << ' ';
            }
            ids << '\n';
        }
    }
}

struct options {
    std::string json_file;
    std::string dump_folder;
    std::string only;
    int runs = 5;
    std::vector<std::string> vocabularies;
};

std::string measure(std::string const& file, std::vector<sample> const& all, options const& o) {
    std::string const text = read_file(file);
    std::size_t const ranks = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    auto const end = static_cast<vocab::token_id>(ranks);
    vocab::named_token const special[] = {{"<|end_of_text|>", end, vocab::token_kind::control}};
    vocab::token_id const ends[] = {end};
    vocab::tiktoken_extra extra;
    extra.specials = special;
    extra.ends = ends;
    auto const tokens = vocab::read_tiktoken(text, extra);
    if (!tokens) {
        std::printf("%s: %s\n", file.c_str(), render(tokens.error()).c_str());
        return {};
    }
    double const before = now_us();
    auto const index = mask::index::build(*tokens);
    std::printf("== %s: %zu tokens, index %.1f ms\n", fs::path(file).filename().c_str(), tokens->size(),
                (now_us() - before) / 1000);
    if (!o.dump_folder.empty()) {
        dump(fs::path(o.dump_folder), *index, all);
    }
    double const cost = clock_cost();
    std::vector<double> cold;
    std::vector<double> warm;
    std::vector<double> filled;
    std::vector<double> first;
    std::vector<double> memory;
    std::string rows;
    std::vector<std::uint32_t> words(mask::words_for(index->size()));
    for (sample const& s : all) {
        std::vector<std::vector<vocab::token_id>> documents;
        std::size_t positions = 0;
        for (std::string const& d : s.documents) {
            documents.push_back(tokenize(*index, d));
            positions += documents.back().size() + 1;
        }
        std::vector<double> here(positions, 1e12);
        std::vector<double> again(positions, 1e12);
        std::vector<double> copied(positions, 1e12);
        double begin = 1e12;
        double bytes = 0;
        bool ok = true;
        for (int run = 0; run < o.runs; ++run) {
            double const t0 = now_us();
            auto const compiled = gbnf::compile(s.grammar);
            if (!compiled) {
                std::printf("%s: %s\n", s.name.c_str(), render(compiled.error(), s.grammar).c_str());
                return {};
            }
            auto const net = rtn::from_gbnf(*compiled);
            auto const prepared = mask::grammar::prepare(*net);
            if (!prepared) {
                std::printf("%s: %s\n", s.name.c_str(), render(prepared.error()).c_str());
                return {};
            }
            mask::cache const cache{*prepared, *index};
            mask::matcher m{cache};
            (void)m.view();
            begin = std::min(begin, now_us() - t0);
            mask::cache const fresh{*prepared, *index};
            mask::matcher f{fresh};
            for (std::vector<double>* out : {&here, &again, &copied}) {
                std::size_t at = 0;
                for (auto const& ids : documents) {
                    f.reset();
                    for (std::size_t i = 0; i <= ids.size(); ++i, ++at) {
                        vocab::token_id const id = i < ids.size() ? ids[i] : end;
                        double const a = now_us();
                        mask::view const v = out == &copied ? mask::view{f.fill(words), words} : f.view();
                        bool const accepted = f.accept(id);
                        double const b = now_us();
                        (*out)[at] = std::min((*out)[at], std::max(0.0, b - a - cost));
                        if (!accepted || ((v.words[id / 32] >> (id % 32)) & 1) == 0) {
                            if (ok && i < ids.size()) {
                                std::printf("%s: refuses token %zu \"%s\"\n", s.name.c_str(), i,
                                            std::string{tokens->text(id)}.c_str());
                            }
                            ok = false;
                        }
                    }
                }
            }
            bytes = static_cast<double>(prepared->memory() + fresh.memory());
        }
        cold.insert(cold.end(), here.begin(), here.end());
        warm.insert(warm.end(), again.begin(), again.end());
        filled.insert(filled.end(), copied.begin(), copied.end());
        first.push_back(begin);
        memory.push_back(bytes);
        summary const c = summarise(here);
        std::printf(
            "  %-16s cold mean %8.3f p50 %7.3f p99 %8.3f max %9.3f us | first mask %8.1f us | %7.0f KB%s\n",
            s.name.c_str(), c.mean, c.p50, c.p99, c.max, begin, bytes / 1024, ok ? "" : "  REFUSED");
        rows += (rows.empty() ? "" : ",") + ("{\"grammar\":\"" + s.name + "\",\"cold\":") + json(c) +
                ",\"warm\":" + json(summarise(again)) + "}";
    }
    double least = 1e9;
    std::vector<std::uint32_t> copy(words.size());
    for (int i = 0; i < 2000; ++i) {
        double const a = now_us();
        std::memcpy(copy.data(), words.data(), words.size() * 4);
        asm volatile("" : : "r"(copy.data()) : "memory");
        least = std::min(least, now_us() - a - cost);
    }
    print("cold mask + accept", summarise(cold));
    print("repeated, view", summarise(warm));
    print("repeated, copy", summarise(filled));
    print("compile + first mask", summarise(first));
    std::printf("copy of a mask's bytes: %.3f us; memory per grammar: mean %.0f KB, max %.0f KB\n", least,
                summarise(memory).mean / 1024, summarise(memory).max / 1024);
    return "{\"vocabulary\":\"" + fs::path(file).filename().string() +
           "\",\"tokens\":" + std::to_string(tokens->size()) + ",\"cold\":" + json(summarise(cold)) +
           ",\"warm\":" + json(summarise(warm)) + ",\"first\":" + json(summarise(first)) + ",\"grammars\":[" +
           rows + "]}";
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    for (int i = 1; i < argc; ++i) {
        std::string const arg = argv[i];
        if (arg == "--json" && i + 1 < argc) {
            o.json_file = argv[++i];
        } else if (arg == "--dump" && i + 1 < argc) {
            o.dump_folder = argv[++i];
        } else if (arg == "--only" && i + 1 < argc) {
            o.only = argv[++i];
        } else if (arg == "--runs" && i + 1 < argc) {
            o.runs = std::atoi(argv[++i]);
        } else if (!arg.starts_with("--")) {
            o.vocabularies.push_back(arg);
        }
    }
    std::string const corpus = PARLANCE_CORPUS;
    if (o.vocabularies.empty() && !corpus.empty()) {
        o.vocabularies = {corpus + "/vocab/tiktoken/llama3-tokenizer.model",
                          corpus + "/vocab/tiktoken/o200k_base.tiktoken"};
    }
    fs::path const folder = fs::path(__FILE__).parent_path() / "mask";
    auto const all = samples(folder, o.only);
    std::string out;
    for (std::string const& v : o.vocabularies) {
        out += (out.empty() ? "" : ",") + measure(v, all, o);
    }
    if (!o.json_file.empty()) {
        std::ofstream(o.json_file) << "[" << out << "]\n";
    }
}
