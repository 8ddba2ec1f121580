// bench/maskbench/worker.hpp - files judged in a process of their own, so that a crash is one line of the report
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "judge.hpp"
#include <parlance/json/parse.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <sys/wait.h>
#include <unistd.h>

namespace maskbench {

namespace fs = std::filesystem;

inline std::string read_file(fs::path const& p) {
    std::ifstream in(p, std::ios::binary);
    if (!in) {
        throw std::runtime_error("cannot read " + p.string());
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Judges files one after the other in a child, as a server that is up does; a child that dies or hangs is replaced
/// behind the file that it died of.
class worker {
public:
    worker(std::span<fs::path const> files, mask::token_index const& index, encoder const& tokens,
           settings const& s)
        : files_(files), index_(&index), tokens_(&tokens), settings_(&s) {}
    worker(worker const&) = delete;
    worker& operator=(worker const&) = delete;
    ~worker() {
        if (child_ > 0) {
            ::close(from_);
            ::waitpid(child_, nullptr, 0);
        }
    }

    /// Of the next file.
    verdict next() {
        if (child_ <= 0) {
            start();
        }
        ++done_;
        verdict v;
        std::uint64_t sizes[5];
        if (get(sizes, sizeof sizes)) {
            v.outcome.resize(sizes[0]);
            v.why.resize(sizes[1]);
            v.times.resize(sizes[2]);
            v.incomplete = sizes[3];
            std::string slowest(sizes[4], '\0');
            if (get(v.outcome.data(), sizes[0]) && get(v.why.data(), sizes[1]) &&
                get(v.times.data(), sizes[2] * sizeof(float)) && get(&v.ttfm, sizeof v.ttfm) &&
                get(slowest.data(), sizes[4])) {
                for (std::size_t end = 0; (end = slowest.find('\n')) != std::string::npos;
                     slowest.erase(0, end + 1)) {
                    v.slowest.push_back(slowest.substr(0, end));
                }
                return v;
            }
        }
        int status = 0;
        ::close(from_);
        ::waitpid(child_, &status, 0);
        child_ = 0;
        verdict dead;
        dead.why = "no answer";
        if (WIFSIGNALED(status)) {
            dead.outcome = WTERMSIG(status) == SIGALRM ? "timeout" : "crash";
            dead.why = "ended by signal " + std::to_string(WTERMSIG(status));
        }
        return dead;
    }

private:
    void start() {
        int ends[2];
        if (::pipe(ends) != 0) {
            throw std::runtime_error("pipe");
        }
        std::fflush(stdout);
        child_ = ::fork();
        if (child_ < 0) {
            throw std::runtime_error("fork");
        }
        if (child_ == 0) {
            ::close(ends[0]);
            for (fs::path const& file : files_.subspan(done_)) {
                ::alarm(settings_->timeout);
                verdict const v = judged(file);
                ::alarm(0);
                put(ends[1], v);
            }
            ::_exit(0);
        }
        ::close(ends[1]);
        from_ = ends[0];
    }
    [[nodiscard]] verdict judged(fs::path const& path) const {
        verdict v;
        try {
            limits wide;
            wide.nesting = 500;
            auto const file = json::parse(read_file(path), wide);
            if (!file) {
                v.why = render(file.error());
                return v;
            }
            return judge(*file, *index_, *tokens_, *settings_);
        } catch (std::exception const& e) {
            v.why = e.what();
        }
        return v;
    }
    static void put(int to, verdict const& v) {
        std::string why = v.why;
        std::replace(why.begin(), why.end(), '\n', ' ');
        std::string slowest;
        for (std::string line : v.slowest) {
            std::replace(line.begin(), line.end(), '\n', ' ');
            slowest += line + '\n';
        }
        std::uint64_t const sizes[] = {v.outcome.size(), why.size(), v.times.size(), v.incomplete,
                                       slowest.size()};
        std::string all;
        auto const add = [&](void const* what, std::size_t size) {
            all.append(static_cast<char const*>(what), size);
        };
        add(sizes, sizeof sizes);
        all += v.outcome;
        all += why;
        add(v.times.data(), v.times.size() * sizeof(float));
        add(&v.ttfm, sizeof v.ttfm);
        all += slowest;
        for (std::size_t done = 0; done < all.size();) {
            ssize_t const n = ::write(to, all.data() + done, all.size() - done);
            if (n <= 0) {
                ::_exit(1);  // nobody listens
            }
            done += static_cast<std::size_t>(n);
        }
    }
    [[nodiscard]] bool get(void* to, std::size_t size) const {
        for (std::size_t done = 0; done < size;) {
            ssize_t const n = ::read(from_, static_cast<char*>(to) + done, size - done);
            if (n <= 0) {
                return false;
            }
            done += static_cast<std::size_t>(n);
        }
        return true;
    }

    std::span<fs::path const> files_;
    mask::token_index const* index_;
    encoder const* tokens_;
    settings const* settings_;
    std::size_t done_ = 0;
    pid_t child_ = 0;
    int from_ = -1;
};

}  // namespace maskbench
