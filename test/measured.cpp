// test/measured.cpp - the counting operator new of the test programs
// SPDX-License-Identifier: BSL-1.0
#include "measured.hpp"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>

namespace measured {

std::atomic<std::size_t> live{0};
std::atomic<std::size_t> peak{0};
std::atomic<std::size_t> calls{0};
std::atomic<long> until_failure{-1};
bool counts_pages = !sanitized;

namespace {

std::atomic<std::size_t> touched_and_freed{0};

bool fails() noexcept { return until_failure >= 0 && until_failure-- == 0; }

/// Address space that is reserved at once and touched as it fills, which is how the library uses memory with an alignment
/// that it names: what is touched counts.  Each has a page in front, and is in a list.
struct region {
    std::size_t bytes;
    region* next;
    region* previous;
};
constexpr std::size_t page = 4096;
std::mutex regions_mutex;
region regions{0, &regions, &regions};

void* reserve(std::size_t size, std::size_t align) noexcept {
    if (fails() || align > page) {
        return nullptr;
    }
    ++calls;
    if (!counts_pages) {  // sanitizers watch what malloc gives
        return std::aligned_alloc(align, (size + align - 1) / align * align);
    }
    std::size_t const bytes = page + (size + page - 1) / page * page;
    void* const at =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        return nullptr;
    }
    ::madvise(at, bytes, MADV_NOHUGEPAGE);  // a page is touched, not two MiB
    std::lock_guard const lock(regions_mutex);
    auto* const made = new (at) region{bytes, regions.next, &regions};
    made->next->previous = made;
    regions.next = made;
    return static_cast<char*>(at) + page;
}

/// It is filled from its beginning: what is behind the first pages that were not touched is not looked at.
std::size_t touched_in(region* r) noexcept {
    std::size_t out = 0;
    unsigned char pages[64];
    auto* const first = reinterpret_cast<char*>(r);
    for (std::size_t at = page; at < r->bytes; at += sizeof pages * page) {
        std::size_t const some = std::min(r->bytes - at, sizeof pages * page) / page;
        if (::mincore(first + at, some * page, pages) != 0) {
            break;
        }
        auto const is_there = [](unsigned char p) { return (p & 1) != 0; };
        auto const found = static_cast<std::size_t>(std::count_if(pages, pages + some, is_there));
        out += page * found;
        if (found != some) {
            break;
        }
    }
    return out;
}

void give_back(void* p) noexcept {
    if (p == nullptr) {
        return;
    }
    if (!counts_pages) {
        std::free(p);
        return;
    }
    auto* const r = reinterpret_cast<region*>(static_cast<char*>(p) - page);
    std::lock_guard const lock(regions_mutex);
    touched_and_freed += touched_in(r);
    r->next->previous = r->previous;
    r->previous->next = r->next;
    ::munmap(r, r->bytes);
}

void* reserve_or_throw(std::size_t size, std::align_val_t align) {
    if (void* const out = reserve(size, static_cast<std::size_t>(align))) {
        return out;
    }
    throw std::bad_alloc();
}

}  // namespace

std::size_t touched() noexcept {
    std::lock_guard const lock(regions_mutex);
    std::size_t out = touched_and_freed;
    for (region* r = regions.next; r != &regions; r = r->next) {
        out += touched_in(r);
    }
    return out;
}

}  // namespace measured

void* operator new(std::size_t size) {
    if (measured::fails()) {
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
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
    try {
        return operator new(size);
    } catch (std::bad_alloc const&) {
        return nullptr;
    }
}
void* operator new[](std::size_t size, std::nothrow_t const& no) noexcept { return operator new(size, no); }
void operator delete(void* p, std::nothrow_t const&) noexcept { operator delete(p); }
void operator delete[](void* p, std::nothrow_t const&) noexcept { operator delete(p); }
void* operator new(std::size_t size, std::align_val_t align) {
    return measured::reserve_or_throw(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align) {
    return measured::reserve_or_throw(size, align);
}
void* operator new(std::size_t size, std::align_val_t align, std::nothrow_t const&) noexcept {
    return measured::reserve(size, static_cast<std::size_t>(align));
}
void* operator new[](std::size_t size, std::align_val_t align, std::nothrow_t const& no) noexcept {
    return operator new(size, align, no);
}
void operator delete(void* p, std::align_val_t) noexcept { measured::give_back(p); }
void operator delete(void* p, std::align_val_t, std::nothrow_t const&) noexcept { measured::give_back(p); }
void operator delete[](void* p, std::align_val_t, std::nothrow_t const&) noexcept { measured::give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { measured::give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { measured::give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { measured::give_back(p); }

namespace measured {

cost on_a_small_stack(std::function<void()> const& work) {
    struct job {
        std::function<void()> const& work;
        cost out{};
        static void* run(void* self) {
            job& j = *static_cast<job*>(self);
            timespec begin{};
            timespec end{};
            std::size_t const before = live;
            std::size_t const touched_before = touched();
            peak = before;
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
            j.work();
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
            j.out.milliseconds = static_cast<double>(end.tv_sec - begin.tv_sec) * 1e3 +
                                 static_cast<double>(end.tv_nsec - begin.tv_nsec) / 1e6;
            j.out.bytes = peak - before + touched_since(touched_before);
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
