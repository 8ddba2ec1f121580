// bench/mask/allocations.hpp - counts what is allocated; for one source file of a program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace workload {

inline std::atomic<std::size_t> allocations{0};

/// Calls of operator new since the program began.
inline std::size_t allocations_so_far() noexcept { return allocations.load(std::memory_order_relaxed); }

}  // namespace workload

[[gnu::noinline]] void* operator new(std::size_t size) {
    workload::allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const p = std::malloc(size == 0 ? 1 : size)) {
        return p;
    }
    std::abort();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
