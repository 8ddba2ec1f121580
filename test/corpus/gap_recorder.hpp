// test/corpus/gap_recorder.hpp - for how long a call goes on without a look whether to stop, and where it is meanwhile
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <array>
#include <cstddef>
#include <string>

namespace conform::hostile {

/// Never asks to stop, and notes for how long it was not asked.  Times are microseconds of the thread's CPU time.
class gap_recorder {
public:
    /// From now on a gap that is longer than the bound is sampled: a timer interrupts it and keeps the calls that are open.
    void sample();
    void begin();
    void end();

    [[nodiscard]] bool stop_requested() const;

    /// Between two looks; 0 where nobody asked.
    [[nodiscard]] double longest() const noexcept { return longest_; }
    /// Behind the last look; 0 where nobody asked.
    [[nodiscard]] double tail() const noexcept { return tail_; }
    /// What it took to answer, and not the call: reading the clock costs as much as a good deal of work.
    [[nodiscard]] double answering() const noexcept { return price_ * static_cast<double>(looks_); }
    /// The open calls of each sample of the longest gap, innermost first, as addresses in the program for addr2line:
    /// "1a2b,3c4d;1a2b,5e6f"; empty where it was not sampled.
    [[nodiscard]] std::string places() const;

private:
    static constexpr double bound = 100;

    struct calls {
        std::array<void*, 32> open{};
        int depth = 0;
    };
    struct samples {
        std::array<calls, 8> taken{};
        std::size_t count = 0;
        std::size_t every = 1;  // of so many interrupts one is kept
        std::size_t passed = 0;
    };

    static void interrupted(int);
    void take();
    void close(double& longest) const;

    bool sampled_ = false;
    double price_ = 0;  // of a look
    mutable std::size_t looks_ = 0;
    mutable double last_ = 0;
    mutable double longest_ = 0;
    mutable double tail_ = 0;
    mutable double kept_ = 0;      // the gap that of_longest_ is of
    mutable double sampling_ = 0;  // time that is not the call's
    mutable samples now_;
    mutable samples of_longest_;
};

}  // namespace conform::hostile
