// test/corpus/conform_hostile.cpp - inputs meant to cost time, memory or stack: all end soon, and small
// SPDX-License-Identifier: BSL-1.0
//
// Each input has a process of its own, with a thread of 256 KiB.  Times are the thread's CPU time, and multiplied by what
// this machine, as it is built and loaded, needs less or more than the one that the bound was set on.
#include "../measured.hpp"
#include "conform.hpp"
#include "hostile.hpp"
#include <parlance/vocab/gguf.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#ifdef __linux__
#include <link.h>
#include <sys/mman.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace conform {
namespace hostile {
namespace {

constexpr double most_milliseconds = 100;
constexpr double most_mebibytes = 64;
constexpr int gap_bounds[] = {100, 250, 1000};  // microseconds: not to be kept, but counted
constexpr rlim_t most_seconds = 20;             // of all calls of an input: then the process is ended

double thread_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Work of the kind that the library does: vectors, a hash table, small allocations.
double calibration() {
    constexpr double usual = 2.2;  // of g++ 12 -O2 on an idle core of 2025
    double least = 1e9;
    for (int round = 0; round < 3; ++round) {
        double const begin = thread_milliseconds();
        std::mt19937 random(7);
        std::unordered_map<std::string, std::vector<std::uint32_t>> table;
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = 0; i < 20'000; ++i) {
            auto const n = static_cast<std::uint32_t>(random() % 4096);
            table[std::to_string(n) + " as a key"].push_back(i);
            all.push_back(n);
        }
        std::sort(all.begin(), all.end());
        std::size_t sum = 0;
        for (auto const& [name, rows] : table) {
            sum += name.size() + rows.size() + all[rows.front()];
        }
        double const spent = thread_milliseconds() - begin;
        least = std::min(least, sum == 0 ? 1e9 : spent);
    }
    return usual / least;
}

/// One name's calls.
struct row {
    std::string verdict;
    double milliseconds = 0;
    double mebibytes = 0;
    double gap = 0;   // microseconds between two looks whether to stop; 0 where it is not known
    double tail = 0;  // the same behind the last one
    std::string places;
};

struct report {
    std::vector<std::pair<std::string, row>> rows;
    std::string ended;  // why the process did before it was done
    [[nodiscard]] row& of(std::string_view name) {
        for (auto& [known, r] : rows) {
            if (known == name) {
                return r;
            }
        }
        return rows.emplace_back(name, row{}).second;
    }
    [[nodiscard]] double most(double row::* what) const {
        double out = 0;
        for (auto const& [name, r] : rows) {
            out = std::max(out, r.*what);
        }
        return out;
    }
    [[nodiscard]] double longest_gap() const { return std::max(most(&row::gap), most(&row::tail)); }
    /// Takes the other run where that was the faster one, and for each row what was less in it.
    void lessen(report other) {
        if (other.most(&row::milliseconds) < most(&row::milliseconds)) {
            std::swap(*this, other);
        }
        for (auto& [name, r] : other.rows) {
            row& mine = of(name);
            mine.gap = std::min(mine.gap, r.gap);
            mine.tail = std::min(mine.tail, r.tail);
        }
    }
};

std::string read_all(int from) {
    std::string out;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(from, buffer, sizeof buffer)) > 0;) {
        out.append(buffer, static_cast<std::size_t>(n));
    }
    return out;
}

/// Lines "name TAB" before a call and "verdict TAB milliseconds bytes gap tail places" behind it.
report parse_report(std::string_view text, int status) {
    report out;
    std::string_view calling;
    while (!text.empty()) {
        std::string_view const line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::size_t const tab = line.find('\t');
        if (tab + 1 == line.size()) {
            calling = line.substr(0, tab);
            continue;
        }
        row& r = out.of(calling);
        std::string const numbers(line.substr(tab + 1));
        char* behind = nullptr;
        r.verdict = line.substr(0, tab);
        r.milliseconds = std::max(r.milliseconds, std::strtod(numbers.c_str(), &behind));
        r.mebibytes = std::max(r.mebibytes, std::strtod(behind, &behind) / (1 << 20));
        double const gap = std::strtod(behind, &behind);
        double const tail = std::strtod(behind, &behind);
        if (std::max(gap, tail) > std::max(r.gap, r.tail)) {
            r.places = behind + (*behind == ' ' ? 1 : 0);
        }
        r.gap = std::max(r.gap, gap);
        r.tail = std::max(r.tail, tail);
        calling = {};
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        out.ended =
            std::string(calling) + (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? ": does not end"
                                    : WIFSIGNALED(status) ? ": signal " + std::to_string(WTERMSIG(status))
                                                          : ": exit");
    }
    return out;
}

/// A new process finds the program's pages when it touches them, and its first exception looks for tables of how to unwind,
/// which is no call's work: both are done before, as far as the system can.
///
/// with_memory  whether the allocator finds its pages, too, if it is one that keeps what is given back to it
void warm_up(bool with_memory) {
    if (with_memory) {
        constexpr std::size_t some = 320 << 20;  // two generations of what masks reserve, and more
        constexpr std::size_t page = 4096;
        void* const memory = std::malloc(some);
        for (std::size_t i = 0; memory != nullptr && i < some; i += page) {
            static_cast<char volatile*>(memory)[i] = 1;
        }
        std::free(memory);
    }
    try {
        throw std::exception();
    } catch (std::exception const&) {
        // a later one takes a tenth of the time
    }
#if defined(__linux__) && defined(MADV_POPULATE_READ)
    dl_iterate_phdr(
        [](dl_phdr_info* part, std::size_t, void*) {
            auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
            for (int i = 0; i < part->dlpi_phnum; ++i) {
                auto const& segment = part->dlpi_phdr[i];
                if (segment.p_type == PT_LOAD) {
                    std::uintptr_t const begin = (part->dlpi_addr + segment.p_vaddr) & ~(page - 1);
                    std::uintptr_t const end = part->dlpi_addr + segment.p_vaddr + segment.p_memsz;
                    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_READ);
                }
            }
            return 0;
        },
        nullptr);
#endif
}

report run(kind const& k, std::string_view input, parlance::mask::token_index const& tokens, bool sampled,
           bool where) {
    int ends[2];
    if (pipe(ends) != 0) {
        std::abort();
    }
    std::cout.flush();
    pid_t const child = fork();
    if (child == 0) {
        close(ends[0]);
        rlimit const bound{most_seconds, most_seconds + 1};
        setrlimit(RLIMIT_CPU, &bound);
        rlimit const no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        warm_up(where);
        measured::on_a_small_stack([&] { k.run(trial(input, tokens, ends[1], sampled)); });
        _exit(0);
    }
    close(ends[1]);
    std::string const text = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return parse_report(text, status);
}

/// A vocabulary of the usual size, or of single bytes where there is none.
parlance::mask::token_index vocabulary(settings const& s) {
    using namespace parlance;
    auto read = vocab::open_gguf((s.corpus / "vocab/gguf/generated-llama-bpe.gguf").string());
    if (!read) {
        vocab::token_list_builder bytes;
        for (unsigned b = 0; b < 256; ++b) {
            bytes.add(std::string(1, static_cast<char>(b)));
        }
        bytes.add("</s>", vocab::token_kind::control);
        bytes.end(static_cast<vocab::token_id>(bytes.size() - 1));
        read = std::move(bytes).finish();
    }
    return *mask::token_index::build(*std::move(read));
}

std::string told(std::string_view name, row const& r) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, ", %.1f ms, %.1f MiB", r.milliseconds, r.mebibytes);
    std::string out = std::string(name) + ": " + r.verdict + numbers;
    if (r.gap != 0) {
        out += ", " + std::to_string(static_cast<int>(r.gap)) + " us without a look, " +
               std::to_string(static_cast<int>(r.tail)) + " behind the last";
    }
    return out;
}

}  // namespace

trial::trial(std::string_view input, parlance::mask::token_index const& index, int report, bool sampled)
    : text(input.substr(0, input.find('\0'))), tokens(index), report_(report) {
    bounds.stop = *asked_;
    other = input.substr(std::min(input.size(), text.size() + 1));
    if (sampled) {
        asked_->sample();
    }
}

void trial::call(std::string_view name, std::function<std::string()> const& f, std::size_t parts) const {
    std::string line = std::string(name) + "\t\n";
    if (::write(report_, line.data(), line.size()) < 0) {
        std::abort();
    }
    std::size_t const before = measured::live;
    std::size_t const touched = measured::touched();
    measured::peak = before;
    asked_->begin();
    double const begin = thread_milliseconds();
    std::string const verdict = f();
    double const all = thread_milliseconds() - begin - asked_->answering() / 1e3;
    double const spent = (std::max)(all, 0.0) / static_cast<double>(parts);
    asked_->end();
    std::size_t const bytes = measured::peak - before + measured::touched_since(touched);
    line = verdict + "\t" + std::to_string(spent) + " " + std::to_string(bytes) + " " +
           std::to_string(asked_->longest()) + " " + std::to_string(asked_->tail()) + " " + asked_->places() +
           "\n";
    if (::write(report_, line.data(), line.size()) < 0) {
        std::abort();
    }
}

}  // namespace hostile

outcome check_hostile(boost::json::object const& input, settings const& s) {
    using namespace hostile;
    measured::counts_pages = measured::counts_pages && !s.where;  // they may be there already
    static parlance::mask::token_index const tokens = vocabulary(s);
    static std::vector<kind> const kinds = [] {
        std::vector<kind> all = core_kinds();
        for (kind const& k : front_kinds()) {
            all.push_back(k);
        }
        return all;
    }();
    std::string_view const name = input.at("name").get_string();
    std::string_view const bytes = input.at("input").get_string();
    auto const k = std::find_if(kinds.begin(), kinds.end(),
                                [&](kind const& one) { return one.name == name.substr(0, name.find('.')); });
    if (k == kinds.end()) {
        return outcome::failed("no entry point has this name");
    }
    // A machine that does other things as well is given another chance, not one that is slow.
    report r;
    for (int attempt = 0; attempt < 3; ++attempt) {
        double const scale = calibration();
        report next = run(*k, bytes, tokens, false, s.where);
        for (auto& [called, one] : next.rows) {
            one.milliseconds *= scale;
            one.gap *= scale;
            one.tail *= scale;
        }
        if (attempt == 0) {
            r = std::move(next);
        } else {
            r.lessen(std::move(next));
        }
        double const slowest = r.most(&row::milliseconds);
        bool const slow = slowest > most_milliseconds && slowest <= 3 * most_milliseconds;
        if (!r.ended.empty() || (!slow && !(s.where && r.longest_gap() > gap_bounds[0]))) {
            break;
        }
    }
    if (s.where && r.longest_gap() > gap_bounds[0]) {  // samples take time themselves
        for (auto& [called, one] : run(*k, bytes, tokens, true, true).rows) {
            r.of(called).places.swap(one.places);
        }
    }
    outcome out;
    std::string over;
    for (auto const& [called, one] : r.rows) {
        std::cout << name << ' ' << told(called, one) << (one.places.empty() ? "" : "\n  at ") << one.places
                  << '\n';
        for (int const bound : gap_bounds) {
            std::string const text = std::to_string(bound) + " us ";
            out.tally.emplace_back("over " + text + "without a look", one.gap > bound);
            out.tally.emplace_back("over " + text + "behind the last", one.tail > bound);
        }
        if (one.milliseconds > most_milliseconds || one.mebibytes > most_mebibytes) {
            over += (over.empty() ? "" : "; ") + told(called, one);
        }
    }
    over += (over.empty() || r.ended.empty() ? "" : "; ") + r.ended;
    if (!over.empty()) {
        out.is = outcome::verdict::failed;
        out.note = std::move(over);
    }
    return out;
}

}  // namespace conform
