// bench/clock.hpp - the clock of the mask benchmarks, and files as text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace measuring {

/// Thread CPU time.
inline double now_us() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// What two readings of the clock cost by themselves.
inline double clock_cost() {
    double least = 1e9;
    for (int i = 0; i < 2000; ++i) {
        double const a = now_us();
        least = std::min(least, now_us() - a);
    }
    return least;
}

inline std::string read_file(std::filesystem::path const& p) {
    std::ifstream in(p, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace measuring
