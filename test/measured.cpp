// test/measured.cpp - the counting operator new, linked into the programs that read its counters
// SPDX-License-Identifier: BSL-1.0
#include "measured.hpp"
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <new>
#include <pthread.h>

namespace measured {

std::atomic<std::size_t> live{0};
std::atomic<std::size_t> peak{0};
std::atomic<std::size_t> calls{0};
std::atomic<long> until_failure{-1};

}  // namespace measured

void* operator new(std::size_t size) {
    if (measured::until_failure >= 0 && measured::until_failure-- == 0) {
        throw std::bad_alloc();
    }
    void* const out = std::malloc(size == 0 ? 1 : size);
    if (out == nullptr) {
        throw std::bad_alloc();
    }
    ++measured::calls;
    std::size_t const now = measured::live += malloc_usable_size(out);
    if (now > measured::peak) {
        measured::peak = now;
    }
    return out;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* p) noexcept {
    measured::live -= malloc_usable_size(p);
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }

namespace measured {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

}  // namespace

cost on_a_small_stack(std::function<void()> const& work) {
    struct job {
        std::function<void()> const& work;
        cost out{};
        static void* run(void* self) {
            job& j = *static_cast<job*>(self);
            timespec begin{};
            timespec end{};
            std::size_t const before = live;
            peak = before;
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
            j.work();
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
            j.out.milliseconds = static_cast<double>(end.tv_sec - begin.tv_sec) * 1e3 +
                                 static_cast<double>(end.tv_nsec - begin.tv_nsec) / 1e6;
            j.out.bytes = peak - before;
            return nullptr;
        }
    } j{work};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sanitized ? std::size_t{8} << 20 : std::size_t{256} << 10);
    pthread_t thread{};
    if (pthread_create(&thread, &attributes, &job::run, &j) != 0) {
        std::abort();
    }
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return j.out;
}

}  // namespace measured
