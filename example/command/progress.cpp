// example/command/progress.cpp - what is shown while a subcommand works for long
// SPDX-License-Identifier: BSL-1.0
#include "progress.hpp"
#include <iostream>

namespace command {

using namespace std::chrono_literals;

progress::progress(std::string_view what, bool shown) : what_(what) {
    if (shown) {
        writer_ = std::thread([this] { run(); });
    }
}

void progress::at(std::uint64_t done, std::uint64_t all) {
    std::scoped_lock const held(lock_);
    done_ = done;
    all_ = all;
}

void progress::finish() {
    if (!writer_.joinable()) {
        return;
    }
    {
        std::scoped_lock const held(lock_);
        stop_ = true;
    }
    over_.notify_one();
    writer_.join();
}

void progress::run() {
    std::unique_lock held(lock_);
    bool written = false;
    for (auto wait = 1000ms; !over_.wait_for(held, wait, [this] { return stop_; }); wait = 500ms) {
        auto const seconds =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - since_);
        std::string line = "\r\x1b[K" + what_ + ": ";
        if (all_ > 0) {
            line += std::to_string(done_) + " of " + std::to_string(all_) + ", ";
        }
        std::cerr << line + std::to_string(seconds.count()) + " s" << std::flush;
        written = true;
    }
    if (written) {
        std::cerr << "\r\x1b[K" << std::flush;
    }
}

}  // namespace command
