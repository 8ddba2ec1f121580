// test/measured.hpp - what a piece of work costs: time, memory, and a small stack
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>

namespace measured {

// Under sanitizers stacks are larger, and what is reserved is not counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

// What operator new of the program counts.
extern std::atomic<std::size_t> live;   // bytes
extern std::atomic<std::size_t> peak;   // bytes
extern std::atomic<std::size_t> calls;  // of operator new
// How many calls of it from now on succeed until one throws std::bad_alloc, and then all do again; never, where negative.
extern std::atomic<long> until_failure;

/// Whether what is reserved with an alignment is asked of the system, so that touched() counts it, or taken from the
/// allocator, which may have its pages already.  To be set before anything is reserved; never under sanitizers.
extern bool counts_pages;
/// Bytes of pages that were touched in what is reserved with an alignment, since the program began; 0 unless counts_pages.
/// Each counts up to its first page that was not.
std::size_t touched() noexcept;
inline std::size_t touched_since(std::size_t before) noexcept {
    std::size_t const now = touched();
    return now > before ? now - before : 0;  // what is swapped out is not seen
}

struct cost {
    double milliseconds = 0;  // of the thread's CPU time: to be printed, not to be tested
    std::size_t bytes = 0;
};

/// What `work` costs on a thread with 256 KiB of stack (8 MiB where the sanitizers need it).
cost on_a_small_stack(std::function<void()> const& work);

}  // namespace measured
