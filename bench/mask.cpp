// bench/mask.cpp - masks of many grammars over real vocabularies: time per position, cold and warm, and memory
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.mask [--json FILE] [--dump FOLDER] [--folder DIR] [--only NAME] [--runs N] VOCABULARY.tiktoken...
// Times are thread CPU time, the least of N runs (5) at each position, each run with a fresh cache; what belongs to the
// vocabulary is kept, but for masks (bench.mask_tenants measures what is gained by them).  Three passes over the
// documents: cold; repeated, the mask by pointer; repeated, the mask copied.
// --folder walks the pairs NAME.gbnf and NAME.txt of a folder and writes one JSON array, a row for each of them.
// --dump measures nothing: it writes the vocabulary, the grammars and the documents' token ids, for bench/peers; with
// --folder those of that folder.
#include "mask/allocations.hpp"
#include "mask/walk_folder.hpp"
#include "mask/workload.hpp"
#include "peers/folder.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
using namespace workload;

void print(char const* what, summary const& s) {
    std::printf("%-22s n %6zu  mean %8.3f  p50 %8.3f  p90 %8.3f  p99 %8.3f  max %9.3f us\n", what, s.count,
                s.mean, s.p50, s.p90, s.p99, s.max);
}
void dump(fs::path const& folder, mask::token_index const& index, std::vector<sample> const& all) {
    peers::write_vocabulary(folder, index.tokens());
    for (sample const& s : all) {
        std::ofstream(folder / (s.name + ".gbnf"), std::ios::binary) << s.grammar;
        std::ofstream ids(folder / (s.name + ".ids"));
        for (std::string const& d : s.documents) {
            peers::write_document(ids, true, tokenize(index, d));
        }
    }
}

struct options {
    std::string json_file;
    std::string dump_folder;
    std::string folder;
    std::string only;
    int runs = 5;
    std::vector<std::string> vocabularies;
};

std::string measure(std::string const& file, std::vector<sample> const& all, options const& o) {
    auto const vocabulary = load(file);
    if (!vocabulary) {
        return {};
    }
    vocab::token_list const* const tokens = &vocabulary->tokens;
    vocab::token_id const end = vocabulary->end;
    double const before = now_us();
    auto const index = mask::token_index::build(*tokens);
    double const built = (now_us() - before) / 1000;
    index->share(0);  // cold is what no grammar has asked for before
    std::printf("== %s: %zu tokens, index %.1f ms\n", fs::path(file).filename().c_str(), tokens->size(),
                built);
    if (!o.dump_folder.empty()) {
        dump(fs::path(o.dump_folder), *index, all);
        return {};
    }
    double const cost = clock_cost();
    std::vector<double> cold;
    std::vector<double> warm;
    std::vector<double> filled;
    std::vector<double> first;
    std::vector<double> memory;
    std::vector<double> learnt;
    std::size_t allocated = 0;
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
        double cached = 0;
        bool ok = true;
        for (int run = 0; run < o.runs; ++run) {
            double const t0 = now_us();
            auto const table = gbnf::compile(s.grammar);
            if (!table) {
                std::printf("%s: %s\n", s.name.c_str(), render(table.error(), s.grammar).c_str());
                return {};
            }
            auto const net = rtn::from_gbnf(*table);
            auto const prepared = mask::grammar::prepare(*net);
            if (!prepared) {
                std::printf("%s: %s\n", s.name.c_str(), render(prepared.error()).c_str());
                return {};
            }
            mask::compiled_grammar const compiled{*prepared, *index};
            mask::matcher m{compiled};
            (void)m.allowed();
            begin = std::min(begin, now_us() - t0);
            mask::compiled_grammar const fresh{*prepared, *index};
            mask::matcher f{fresh};
            for (std::vector<double>* out : {&here, &again, &copied}) {
                std::size_t at = 0;
                for (auto const& ids : documents) {
                    f.reset();
                    for (std::size_t i = 0; i <= ids.size(); ++i, ++at) {
                        vocab::token_id const id = i < ids.size() ? ids[i] : end;
                        double const a = now_us();
                        mask::allowed_tokens const v =
                            out == &copied ? mask::allowed_tokens{f.fill(words), words} : f.allowed();
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
            bytes = static_cast<double>(prepared->memory());
            cached = static_cast<double>(fresh.memory());
            std::size_t const allocations = allocations_so_far();
            for (auto const& ids : documents) {
                f.reset();
                for (vocab::token_id const id : ids) {
                    (void)f.fill(words);
                    (void)f.allowed();
                    (void)f.accept(id);
                }
            }
            allocated += allocations_so_far() - allocations;
        }
        cold.insert(cold.end(), here.begin(), here.end());
        warm.insert(warm.end(), again.begin(), again.end());
        filled.insert(filled.end(), copied.begin(), copied.end());
        first.push_back(begin);
        memory.push_back(bytes);
        learnt.push_back(cached);
        summary const c = summarise(here);
        std::printf("  %-16s cold mean %8.3f p50 %7.3f p99 %8.3f max %9.3f us | first mask %8.1f us | %5.0f "
                    "+ %5.0f KB%s\n",
                    s.name.c_str(), c.mean, c.p50, c.p99, c.max, begin, bytes / 1024, cached / 1024,
                    ok ? "" : "  REFUSED");
        char more[160];
        std::snprintf(more, sizeof more,
                      ",\"first_us\":%.3f,\"grammar_bytes\":%.0f,\"cache_bytes\":%.0f,\"accepted\":%s}",
                      begin, bytes, cached, ok ? "true" : "false");
        rows += (rows.empty() ? "" : ",") + ("{\"grammar\":\"" + s.name + "\",\"cold\":") + as_json(c) +
                ",\"repeated\":" + as_json(summarise(again)) + ",\"copied\":" + as_json(summarise(copied)) +
                more;
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
    std::printf("copy of a mask's bytes: %.3f us; allocations in warm steps: %zu\n", least, allocated);
    std::printf("memory: vocabulary %.1f MB; grammars mean %.0f KB, max %.0f KB; their caches mean %.0f KB, "
                "max %.0f KB\n",
                static_cast<double>(index->memory()) / 1e6, summarise(memory).mean / 1024,
                summarise(memory).max / 1024, summarise(learnt).mean / 1024, summarise(learnt).max / 1024);
    char more[200];
    std::snprintf(more, sizeof more,
                  ",\"tokens\":%zu,\"index_ms\":%.3f,\"vocabulary_bytes\":%zu,\"copy_us\":%.4f,\"warm_"
                  "allocations\":%zu",
                  tokens->size(), built, index->memory(), least, allocated);
    return "{\"vocabulary\":\"" + fs::path(file).filename().string() + "\"" + more +
           ",\"cold\":" + as_json(summarise(cold)) + ",\"repeated\":" + as_json(summarise(warm)) +
           ",\"copied\":" + as_json(summarise(filled)) + ",\"first\":" + as_json(summarise(first)) +
           ",\"grammar_bytes\":" + as_json(summarise(memory)) +
           ",\"cache_bytes\":" + as_json(summarise(learnt)) + ",\"grammars\":[" + rows + "]}";
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
        } else if (arg == "--folder" && i + 1 < argc) {
            o.folder = argv[++i];
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
    std::string out;
    if (!o.folder.empty() && o.dump_folder.empty()) {
        bool good = true;
        for (std::string const& v : o.vocabularies) {
            good = walk_folder(fs::path(o.folder), v, o.runs, out) && good;
        }
        if (!o.json_file.empty()) {
            std::ofstream(o.json_file) << "[" << out << "]\n";
        }
        return good ? 0 : 1;
    }
    auto const all = o.folder.empty() ? samples(o.only) : samples_in(fs::path(o.folder), o.only);
    for (std::string const& v : o.vocabularies) {
        out += (out.empty() ? "" : ",") + measure(v, all, o);
    }
    if (!o.json_file.empty()) {
        std::ofstream(o.json_file) << "[" << out << "]\n";
    }
}
