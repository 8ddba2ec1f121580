// test/corpus/gap_recorder.cpp - for how long a call goes on without a look whether to stop, and where it is meanwhile
// SPDX-License-Identifier: BSL-1.0
#include "gap_recorder.hpp"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>

#if defined(__linux__) && defined(__GLIBC__)
#include <csignal>
#include <cstdlib>
#include <execinfo.h>
#include <sys/syscall.h>
#include <unistd.h>
#define CONFORM_SAMPLES 1
extern "C" char const __executable_start;  // of the linker: what addresses in the program are counted from
#endif

namespace conform::hostile {
namespace {

double thread_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

#ifdef CONFORM_SAMPLES

gap_recorder* interrupts = nullptr;  // of the one thread that runs calls

/// Interrupts this thread, on a stack of its own, every 40 microseconds; a timer of CPU time would only every few
/// milliseconds.
void start_timer(void (*handler)(int)) {
    static std::array<char, 64 << 10> stack;
    stack_t own{};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    itimerspec every{};
    every.it_interval.tv_nsec = every.it_value.tv_nsec = 40'000;
    timer_t timer{};
    if (sigaltstack(&own, nullptr) != 0 || sigaction(SIGPROF, &action, nullptr) != 0 ||
        timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &every, nullptr) != 0) {
        std::abort();
    }
}

#endif

}  // namespace

void gap_recorder::sample() {
#ifdef CONFORM_SAMPLES
    void* first[1];
    static_cast<void>(backtrace(first, 1));  // the first one allocates
    sampled_ = true;
    interrupts = this;
    start_timer(&gap_recorder::interrupted);
#endif
}

void gap_recorder::begin() {
    constexpr int some = 64;
    double const before = thread_microseconds();
    for (int i = 0; i < some; ++i) {
        static_cast<void>(stop_requested());
    }
    price_ = (thread_microseconds() - before) / some;
    looks_ = 0;
    longest_ = tail_ = kept_ = sampling_ = 0;
    now_ = of_longest_ = {};
    last_ = thread_microseconds();
}

void gap_recorder::end() {
    if (longest_ != 0) {
        close(tail_);
    }
}

bool gap_recorder::stop_requested() const {
    ++looks_;
    close(longest_);
    last_ = thread_microseconds();
    return false;
}

/// A gap ends here.
void gap_recorder::close(double& longest) const {
    double const gap = thread_microseconds() - last_ - sampling_;
    longest = std::max(longest, gap);
    if (now_.count != 0 && gap > kept_) {
        kept_ = gap;
        of_longest_ = now_;
    }
    now_.count = now_.passed = 0;
    now_.every = 1;
    sampling_ = 0;
}

void gap_recorder::interrupted(int) {
#ifdef CONFORM_SAMPLES
    interrupts->take();
#endif
}

void gap_recorder::take() {
#ifdef CONFORM_SAMPLES
    double const begin = thread_microseconds();
    if (begin - last_ - sampling_ > bound && now_.passed++ % now_.every == 0) {
        if (now_.count == now_.taken.size()) {  // over all of a long gap
            for (std::size_t i = 0; 2 * i < now_.count; ++i) {
                now_.taken[i] = now_.taken[2 * i];
            }
            now_.count /= 2;
            now_.every *= 2;
        }
        calls& one = now_.taken[now_.count++];
        one.depth = backtrace(one.open.data(), static_cast<int>(one.open.size()));
    }
    sampling_ += thread_microseconds() - begin;
#endif
}

std::string gap_recorder::places() const {
    std::string out;
#ifdef CONFORM_SAMPLES
    char digits[24];
    for (std::size_t i = 0; i < of_longest_.count; ++i) {
        calls const& one = of_longest_.taken[i];
        for (int k = 0; k < one.depth; ++k) {
            auto const address = reinterpret_cast<std::uintptr_t>(one.open[static_cast<std::size_t>(k)]) -
                                 reinterpret_cast<std::uintptr_t>(&__executable_start);
            std::snprintf(digits, sizeof digits, "%zx", static_cast<std::size_t>(address));
            out.append(k != 0 ? "," : out.empty() ? "" : ";").append(digits);
        }
    }
#endif
    return out;
}

}  // namespace conform::hostile
