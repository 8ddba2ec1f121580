// example/command/progress.hpp - what is shown while a subcommand works for long
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace command {

/// One line on the standard error stream, written anew every half second from the first second on, and wiped at the end:
/// "parlance walk: 1200 of 50000, 3 s".  For terminals only.
class progress {
public:
    progress(std::string_view what, bool shown);
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;
    ~progress() { finish(); }

    /// How much of the work is done.
    void at(std::uint64_t done, std::uint64_t all);
    /// Wipes the line; nothing is shown from then on.
    void finish();

private:
    void run();

    std::string what_;
    std::mutex lock_;
    std::condition_variable over_;
    bool stop_ = false;
    std::uint64_t done_ = 0;
    std::uint64_t all_ = 0;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    std::thread writer_;  // last: it begins when all else is there
};

}  // namespace command
