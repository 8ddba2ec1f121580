// bench/peers/walk.hpp - one walk for every engine: the same grammars, documents, positions and clock
// SPDX-License-Identifier: BSL-1.0
//
// The input is a folder that `bench.mask --dump` or `maskbench --dump` wrote:
//   vocabulary.bin   per token: uint32 length, one byte (0 text, 1 no text, 2 ends the answer), the bytes
//   NAME.gbnf        a grammar; or NAME.json, a JSON Schema (and NAME.lark, the same grammar for who reads that)
//   NAME.ids         a document a line: token ids, after '+' (valid, the default) or '-' (must be refused)
#pragma once
#include "../clock.hpp"
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace peers {

namespace fs = std::filesystem;
using measuring::clock_cost;
using measuring::now_us;
using measuring::read_file;

struct vocabulary {
    std::vector<std::string> bytes;
    std::vector<bool> text;  ///< false: a token without text, or one that ends the answer
    std::uint32_t end = 0;
};

struct document {
    std::vector<std::uint32_t> ids;  ///< a valid one has the end token last
    bool valid = true;
};

struct task {
    std::string name;
    bool is_schema = false;
    std::string text;  ///< GBNF or JSON Schema
    std::string lark;  ///< the same as Lark, if there is one
    std::vector<document> documents;
};

struct options {
    fs::path folder;
    std::string only;
    int runs = 5;
    double budget_s = 20;    ///< CPU time after which no further run of a grammar starts
    unsigned limit_s = 300;  ///< a grammar that takes more CPU time than this is given up
};

inline vocabulary read_vocabulary(fs::path const& folder) {
    vocabulary out;
    std::string const data = read_file(folder / "vocabulary.bin");
    for (std::size_t at = 0; at + 5 <= data.size();) {
        std::uint32_t size = 0;
        std::memcpy(&size, data.data() + at, 4);
        char const kind = data[at + 4];
        if (kind == 2) {
            out.end = static_cast<std::uint32_t>(out.bytes.size());
        }
        out.text.push_back(kind == 0);
        out.bytes.emplace_back(data, at + 5, size);
        at += 5 + size;
    }
    return out;
}

inline std::vector<task> read_tasks(options const& o, vocabulary const& v) {
    std::vector<task> out;
    for (auto const& entry : fs::directory_iterator(o.folder)) {
        fs::path const p = entry.path();
        bool const is_schema = p.extension() == ".json";
        if ((!is_schema && p.extension() != ".gbnf") || (!o.only.empty() && p.stem() != o.only)) {
            continue;
        }
        task t{p.stem(), is_schema, read_file(p), read_file(fs::path(p).replace_extension(".lark")), {}};
        std::istringstream lines(read_file(fs::path(p).replace_extension(".ids")));
        for (std::string line; std::getline(lines, line);) {
            document d;
            d.valid = line.empty() || line[0] != '-';
            std::istringstream ids(!line.empty() && (line[0] == '-' || line[0] == '+') ? line.substr(1)
                                                                                       : line);
            d.ids.assign(std::istream_iterator<std::uint32_t>(ids), {});
            if (d.valid) {
                d.ids.push_back(v.end);
            }
            t.documents.push_back(std::move(d));
        }
        out.push_back(std::move(t));
    }
    std::sort(out.begin(), out.end(), [](task const& a, task const& b) { return a.name < b.name; });
    return out;
}

struct figures {
    double first = 1e12;       ///< compile + first mask, us
    std::vector<double> cold;  ///< mask + accept at each position of a grammar that was just compiled, us
    std::vector<double> warm;  ///< the same documents once more
    std::size_t refused = 0;   ///< valid documents that were stopped
    std::size_t accepted = 0;  ///< invalid ones that were not
    int runs = 0;
    std::string error;
};

/// Walks the documents once; times go to `out` by position, the least one stays.
template <class Compiled>
void pass(Compiled& compiled, task const& t, double cost, std::vector<double>& out, figures* verdict) {
    std::size_t at = 0;
    for (document const& d : t.documents) {
        auto session = compiled.start();
        bool stopped = false;
        for (std::uint32_t const id : d.ids) {
            double const a = now_us();
            std::uint32_t const* const words = session.mask();
            double b = now_us();
            double spent = b - a - cost;
            stopped = words == nullptr || ((words[id / 32] >> (id % 32)) & 1) == 0;
            if (!stopped) {
                double const c = now_us();
                stopped = !session.accept(id);
                b = now_us();
                spent += b - c - cost;
            }
            if (at == out.size()) {
                out.push_back(1e12);
            }
            out[at] = std::min(out[at], std::max(0.0, spent));
            ++at;
            if (stopped) {
                break;
            }
        }
        if (verdict && stopped && d.valid) {
            ++verdict->refused;
        }
        if (verdict && !stopped && !d.valid && session.complete()) {
            ++verdict->accepted;
        }
    }
}

template <class Engine>
figures measure(Engine& engine, task const& t, options const& o, double cost) {
    figures f;
    double const begin = now_us();
    for (int run = 0; run < o.runs; ++run) {
        double const t0 = now_us();
        auto compiled = engine.compile(t, f.error);
        if (!compiled) {
            return f;
        }
        auto session = compiled->start();
        (void)session.mask();
        f.first = std::min(f.first, now_us() - t0);
        auto fresh = engine.compile(t, f.error);
        pass(*fresh, t, cost, f.cold, run == 0 ? &f : nullptr);
        pass(*fresh, t, cost, f.warm, nullptr);
        ++f.runs;
        if (now_us() - begin > o.budget_s * 1e6) {
            break;
        }
    }
    return f;
}

inline std::string json_string(std::string_view s) {
    std::string out = "\"";
    for (char const c : s.substr(0, 300)) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f ? ' ' : c;
    }
    return out + '"';
}
inline void print(std::string& out, char const* key, std::vector<double> const& values) {
    out += std::string(",\"") + key + "\":[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        char text[32];
        std::snprintf(text, sizeof text, i ? ",%.3f" : "%.3f", values[i]);
        out += text;
    }
    out += ']';
}

/// One grammar's row of the answer.
template <class Engine>
std::string row_of(Engine& engine, task const& t, options const& o, double cost) {
    figures const f = measure(engine, t, o, cost);
    std::string out = "{\"name\":" + json_string(t.name) + ",\"runs\":" + std::to_string(f.runs);
    if (!f.error.empty()) {
        return out + ",\"error\":" + json_string(f.error) + '}';
    }
    out += ",\"first\":" + std::to_string(f.first) + ",\"refused\":" + std::to_string(f.refused) +
           ",\"accepted\":" + std::to_string(f.accepted);
    print(out, "cold", f.cold);
    print(out, "warm", f.warm);
    return out + '}';
}

/// What `work` returns, made in a process of its own that has some seconds of CPU time: an engine that does not come back, or
/// crashes, loses this one piece of work.  None then, and `why` says it.
template <class Work>
std::optional<std::string> apart(unsigned limit_s, Work const& work, std::string& why) {
    int ends[2] = {};
    if (pipe(ends) != 0) {
        return work();
    }
    pid_t const child = fork();
    if (child == 0) {
        close(ends[0]);
        rlimit const most{limit_s, limit_s + 10};
        setrlimit(RLIMIT_CPU, &most);
        std::string const made = work();
        for (std::size_t at = 0; at < made.size();) {
            ssize_t const n = write(ends[1], made.data() + at, made.size() - at);
            if (n <= 0) {
                _exit(1);
            }
            at += static_cast<std::size_t>(n);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string made;
    char buffer[1 << 16];
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
        made.append(buffer, static_cast<std::size_t>(n));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return made;
    }
    why = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU
              ? "not done after " + std::to_string(limit_s) + " s of CPU time"
              : "crashed";
    return {};
}

/// A grammar's row from a process of its own.
template <class Engine>
std::string row_apart(Engine& engine, task const& t, options const& o, double cost) {
    std::string why;
    auto const row = apart(o.limit_s, [&] { return row_of(engine, t, o, cost); }, why);
    return row ? *row
               : "{\"name\":" + json_string(t.name) + ",\"runs\":0,\"error\":" + json_string(why) + '}';
}

/// usage: PROGRAM FOLDER [--only NAME] [--runs N] [--budget SECONDS] [--limit SECONDS]
/// writes one JSON object to standard output, and the names of grammars as they are done to standard error
template <class Engine>
int run(int argc, char** argv, char const* name, char const* interface) {
    constexpr char const* usage =
        "usage: %s FOLDER [--only NAME] [--runs N] [--budget SECONDS] [--limit SECONDS]\n";
    options o;
    for (int i = 1; i < argc; ++i) {
        std::string const arg = argv[i];
        if (arg == "--help") {
            std::printf(usage, argv[0]);
            return 0;
        }
        if (arg == "--only" && i + 1 < argc) {
            o.only = argv[++i];
        } else if (arg == "--runs" && i + 1 < argc) {
            o.runs = std::atoi(argv[++i]);
        } else if (arg == "--budget" && i + 1 < argc) {
            o.budget_s = std::atof(argv[++i]);
        } else if (arg == "--limit" && i + 1 < argc) {
            o.limit_s = static_cast<unsigned>(std::atoi(argv[++i]));
        } else {
            o.folder = arg;
        }
    }
    vocabulary const v = read_vocabulary(o.folder);
    if (v.bytes.empty()) {
        std::fprintf(stderr, usage, argv[0]);
        return 2;
    }
    double const t0 = now_us();
    Engine engine(v);
    double const built = now_us() - t0;
    double const cost = clock_cost();
    std::string out = "{\"engine\":" + json_string(name) + ",\"interface\":" + json_string(interface) +
                      ",\"tokens\":" + std::to_string(v.bytes.size()) +
                      ",\"vocabulary_us\":" + std::to_string(built) + ",\"grammars\":[";
    char const* separator = "";
    for (task const& t : read_tasks(o, v)) {
        out += separator + row_apart(engine, t, o, cost);
        separator = ",\n";
        std::fprintf(stderr, "%s: %s\n", name, t.name.c_str());
    }
    std::puts((out + "]}").c_str());
    return 0;
}

}  // namespace peers
