// bench/maskbench/maskbench.cpp - MaskBench: JSON schemas and documents, token by token, timed and judged
// SPDX-License-Identifier: BSL-1.0
//
// usage: maskbench --vocab FILE [--engine ref|fast] [--order any|declared] [--split REGEX] [--json OUT]
//                  [--timeout SECONDS] FILE|FOLDER...
// Every file runs in a process of its own, so that a crash or a hang is one line of the report.  TTFM: from the schema
// as a value to the first mask.  TBM: mask and accept of one token, of all documents of all schemas that compile.
#include "encoder.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace parlance;
namespace fs = std::filesystem;

struct settings {
    bool fast = true;
    schema::options how;
    unsigned timeout = 900;
};

double now_us() {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string read_file(fs::path const& p) {
    std::ifstream in(p, std::ios::binary);
    if (!in) {
        throw std::runtime_error("cannot read " + p.string());
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What came of one file, sent from the child as it is: lines "key value", times behind.
struct verdict {
    std::string outcome =
        "crash";  // passing, compile_error, crash, timeout, validation_error, invalidation_error
    std::string why;
    std::size_t incomplete = 0;  // valid documents at whose end the grammar was not complete
    double ttfm = 0;
    std::vector<float> times;
};

/// One document; the number of tokens taken, and whether the grammar was complete behind the last.
struct walk {
    std::size_t taken = 0;
    bool complete = false;
};

walk walk_fast(mask::cache const& learnt, std::vector<vocab::token_id> const& ids,
               std::vector<std::uint32_t>& words, std::vector<float>& times) {
    mask::matcher m(learnt);
    walk out;
    for (vocab::token_id const id : ids) {
        double const begin = now_us();
        m.fill(words);
        bool const allowed = (words[id / 32] >> (id % 32) & 1) != 0;
        bool const taken = m.accept(id);
        times.push_back(static_cast<float>(now_us() - begin));
        if (taken != allowed) {
            throw std::runtime_error("mask and accept disagree");
        }
        if (!taken) {
            return out;
        }
        ++out.taken;
    }
    out.complete = m.complete();
    return out;
}

walk walk_reference(rtn::network const& net, vocab::view tokens, std::vector<vocab::token_id> const& ids,
                    std::vector<float>& times) {
    mask::npda m(mask::network_machine(net.view()));
    walk out;
    for (vocab::token_id const id : ids) {
        double const begin = now_us();
        bool const taken = m.accept(tokens.bytes(id));
        times.push_back(static_cast<float>(now_us() - begin));
        if (!taken) {
            return out;
        }
        ++out.taken;
    }
    out.complete = m.complete();
    return out;
}

verdict run(json::value const& file, mask::index const& index, maskbench::encoder const& tokens,
            settings const& s) {
    verdict out;
    std::vector<std::uint32_t> words(mask::words_for(index.size()));
    double const begin = now_us();
    result<rtn::network> const net = schema::compile(file.at("schema"), s.how);
    if (!net) {
        out.outcome = "compile_error";
        out.why = render(net.error());
        return out;
    }
    std::optional<mask::cache> learnt;
    if (s.fast) {
        result<mask::grammar> const grammar = mask::grammar::prepare(*net);
        if (!grammar) {
            out.outcome = "compile_error";
            out.why = render(grammar.error());
            return out;
        }
        learnt.emplace(*grammar, index);
        mask::matcher(*learnt).fill(words);
    }
    out.ttfm = now_us() - begin;
    out.outcome = "passing";
    json::value const* const tests = file.as_object().if_contains("tests");
    for (json::value const& test : tests == nullptr ? json::array{} : tests->as_array()) {
        bool const valid = test.at("valid").as_bool();
        std::string const text = json::dump(test.at("data"));
        std::vector<vocab::token_id> const ids = tokens.encode(text);
        walk const w = s.fast ? walk_fast(*learnt, ids, words, out.times)
                              : walk_reference(*net, index.tokens(), ids, out.times);
        bool const accepted = w.taken == ids.size();
        out.incomplete += valid && accepted && !w.complete;
        if (accepted == valid) {
            continue;
        }
        out.outcome = valid ? "validation_error" : "invalidation_error";
        if (valid) {
            std::size_t bytes = 0;
            for (std::size_t i = 0; i < w.taken; ++i) {
                bytes += index.tokens().bytes(ids[i]).size();
            }
            std::size_t const from = bytes > 60 ? bytes - 60 : 0;
            out.why = "valid, refused at byte " + std::to_string(bytes) + ": " +
                      text.substr(from, bytes - from) + " >>> " + text.substr(bytes, 40);
        } else {
            out.why = std::string("invalid, accepted") + (w.complete ? "" : " as a beginning") + ": " +
                      text.substr(0, 100);
        }
    }
    return out;
}

void send(int to, verdict const& v) {
    std::string head = v.outcome + "\n" + std::to_string(v.incomplete) + "\n" + std::to_string(v.ttfm) +
                       "\n" + std::to_string(v.times.size()) + "\n";
    std::string why = v.why;
    std::replace(why.begin(), why.end(), '\n', ' ');
    head += why + "\n";
    std::string_view const times(reinterpret_cast<char const*>(v.times.data()),
                                 v.times.size() * sizeof(float));
    head.append(times);
    for (std::size_t done = 0; done < head.size();) {
        ssize_t const n = ::write(to, head.data() + done, head.size() - done);
        if (n <= 0) {
            return;
        }
        done += static_cast<std::size_t>(n);
    }
}

verdict receive(std::string const& sent, int status) {
    verdict v;
    if (WIFSIGNALED(status)) {
        v.outcome = WTERMSIG(status) == SIGALRM ? "timeout" : "crash";
        v.why = std::string("ended by signal ") + std::to_string(WTERMSIG(status));
        return v;
    }
    std::vector<std::string> lines;
    std::size_t at = 0;
    for (int i = 0; i < 5; ++i) {
        std::size_t const end = sent.find('\n', at);
        if (end == std::string::npos) {
            v.why = "no answer";
            return v;
        }
        lines.push_back(sent.substr(at, end - at));
        at = end + 1;
    }
    v.outcome = lines[0];
    v.incomplete = std::stoul(lines[1]);
    v.ttfm = std::stod(lines[2]);
    v.times.resize(std::stoul(lines[3]));
    v.why = lines[4];
    if (sent.size() - at == v.times.size() * sizeof(float)) {
        std::memcpy(v.times.data(), sent.data() + at, sent.size() - at);
    }
    return v;
}

verdict isolated(fs::path const& path, mask::index const& index, maskbench::encoder const& tokens,
                 settings const& s) {
    int ends[2];
    if (::pipe(ends) != 0) {
        throw std::runtime_error("pipe");
    }
    std::cout.flush();
    pid_t const child = ::fork();
    if (child < 0) {
        throw std::runtime_error("fork");
    }
    if (child == 0) {
        ::close(ends[0]);
        ::alarm(s.timeout);
        verdict v;
        try {
            limits wide;
            wide.nesting = 500;
            auto const file = json::parse(read_file(path), wide);
            if (!file) {
                v.why = render(file.error());
            } else {
                v = run(*file, index, tokens, s);
            }
        } catch (std::exception const& e) {
            v.outcome = "crash";
            v.why = e.what();
        }
        send(ends[1], v);
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string sent;
    char buffer[65536];
    for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        sent.append(buffer, static_cast<std::size_t>(n));
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return receive(sent, status);
}

struct column {
    char const* name;
    double part;
};
constexpr column columns[] = {{"p25", 0.25}, {"p50", 0.5},  {"p75", 0.75},   {"p90", 0.9},
                              {"p95", 0.95}, {"p99", 0.99}, {"p999", 0.999}, {"max", 1}};

json::object spread(std::vector<double> times) {
    json::object out;
    std::sort(times.begin(), times.end());
    double sum = 0;
    for (double const t : times) {
        sum += t;
    }
    out["avg"] = times.empty() ? 0 : sum / static_cast<double>(times.size());
    for (column const& c : columns) {
        auto const at = static_cast<std::size_t>(c.part * static_cast<double>(times.size()));
        out[c.name] = times.empty() ? 0 : times[std::min(at, times.size() - 1)];
    }
    return out;
}

void print(char const* name, json::object const& o) {
    std::printf("%-10s", name);
    for (auto const& member : o) {
        std::printf("%12.2f", member.value().as_double());
    }
    std::printf("\n");
}

result<vocab::list> read_vocabulary(fs::path const& path) {
    if (path.extension() == ".gguf") {
        return vocab::open_gguf(path);
    }
    std::string const text = read_file(path);
    // ranks end where special tokens begin; one that ends the text is all that this needs
    auto const ranks = static_cast<vocab::token_id>(std::count(text.begin(), text.end(), '\n') +
                                                    (!text.empty() && text.back() != '\n'));
    vocab::named_token const special[] = {{"<|end_of_text|>", ranks, vocab::token_kind::control}};
    vocab::token_id const end[] = {ranks};
    vocab::tiktoken_extra extra;
    extra.specials = special;
    extra.ends = end;
    return vocab::read_tiktoken(text, extra);
}

int usage(char const* wrong) {
    std::fprintf(stderr,
                 "maskbench: %s\nusage: maskbench --vocab FILE [--engine ref|fast] [--order any|declared] "
                 "[--split REGEX] [--json OUT] [--timeout SECONDS] FILE|FOLDER...\n",
                 wrong);
    return 2;
}

int bench(int argc, char** argv) {
    settings s;
    s.how.whitespace = schema::spaces::json;
    s.how.properties = schema::order::any;
    std::string vocabulary;
    std::string split = maskbench::llama3_split;
    std::string out;
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
        } else if (a == "--timeout") {
            s.timeout = static_cast<unsigned>(std::stoul(v));
        } else {
            return usage("unknown option");
        }
    }
    if (vocabulary.empty() || files.empty()) {
        return usage(files.empty() ? "no files" : "no vocabulary");
    }
    std::sort(files.begin(), files.end());
    result<vocab::list> const list = read_vocabulary(vocabulary);
    if (!list) {
        std::fprintf(stderr, "maskbench: %s: %s\n", vocabulary.c_str(), render(list.error()).c_str());
        return 1;
    }
    result<mask::index> const index = mask::index::build(*list);
    if (!index) {
        std::fprintf(stderr, "maskbench: %s\n", render(index.error()).c_str());
        return 1;
    }
    maskbench::encoder const tokens(*list, split);

    std::map<std::string, std::size_t> counts;
    std::vector<double> tbm;
    std::vector<double> ttfm;
    std::size_t incomplete = 0;
    for (fs::path const& path : files) {
        verdict const v = isolated(path, *index, tokens, s);
        ++counts[v.outcome];
        incomplete += v.incomplete;
        tbm.insert(tbm.end(), v.times.begin(), v.times.end());
        if (v.outcome == "timeout") {
            ttfm.push_back(static_cast<double>(s.timeout) * 1e6);
        } else if (v.outcome != "compile_error" && v.outcome != "crash") {
            ttfm.push_back(v.ttfm);
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
