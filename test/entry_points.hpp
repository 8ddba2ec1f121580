// test/entry_points.hpp - calls that read what is not trusted: failing allocations, a small stack, a stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "measured.hpp"
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <new>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace entry_points {

using parlance::errc;
using parlance::limits;
using parlance::result;

struct raised {
    [[nodiscard]] bool stop_requested() const noexcept { return true; }
};

inline std::string times(std::size_t count, std::string_view text) {
    std::string out;
    while (count-- > 0) {
        out.append(text);
    }
    return out;
}
inline std::string nested(std::size_t depth, std::string_view open, std::string_view middle,
                          std::string_view close) {
    return times(depth, open).append(middle).append(times(depth, close));
}

/// When the call that is tried returned, by the CPU time of the process: what it answered is destroyed behind.
inline std::clock_t returned = 0;

/// What the call that is tried has said: each row of a table ends in this.
inline errc told(errc code) {
    returned = std::clock();
    return code;
}
template <class T>
errc code_of(result<T> const& r) {
    return told(r ? errc::none : r.error().code);
}
/// What comes before the call that is tried must succeed; without the stop, as it is not what is tried.
template <class T>
T made(result<T> r) {
    return std::move(r).value();
}

/// usual  a short input that succeeds: each of its allocations fails once
/// deep   one that is nested as deeply as limits allow, or deeper: on 256 KiB
/// long   one that takes a while: stopped; null where the call asks nobody, or has no way to tell, which the table then says
struct entry {
    char const* name;
    errc (*run)(std::string_view input, limits const& bounds);
    std::string (*usual)();
    std::string (*deep)();
    std::string (*lengthy)();
};
inline std::ostream& operator<<(std::ostream& out, entry const& e) { return out << e.name; }

/// Fails the k-th allocation of the call, for each k (of many, some hundred); what it answers in between is the same.
inline void fail_allocations(std::span<entry const> entries) {
    for (entry const& e : entries) {
        std::string const input = e.usual();
        limits const bounds;
        errc const first = e.run(input, bounds);
        BOOST_TEST((first == errc::none), e.name << ": " << describe(first));
        std::size_t const before = measured::calls;
        e.run(input, bounds);
        std::size_t const all = measured::calls - before;
        std::size_t thrown = 0;
        std::size_t tried = 0;
        for (std::size_t k = 0; k < all; k += 1 + all / 200, ++tried) {
            errc after = errc::none;  // noexcept calls say it so
            measured::until_failure = static_cast<long>(k);
            try {
                after = e.run(input, bounds);  // what has allocated may be kept: it needs less the next time
            } catch (std::bad_alloc const&) {
                ++thrown;
            }
            measured::until_failure = -1;
            thrown += after == errc::out_of_memory_budget;
            BOOST_TEST((after == errc::none || after == errc::out_of_memory_budget),
                       e.name << ": " << describe(after));
            BOOST_TEST((e.run(input, bounds) == first), e.name << ", behind allocation " << k);
        }
        BOOST_TEST(thrown > 0U, e.name << ": none of " << tried << " allocations that failed was told");
    }
}

/// Calls each with what is nested on a stack of 256 KiB.
inline void nest(std::span<entry const> entries) {
    std::size_t tried = 0;
    for (entry const& e : entries) {
        if (e.deep == nullptr) {
            continue;  // its input cannot nest
        }
        std::string const input = e.deep();
        BOOST_TEST_MESSAGE(e.name);
        measured::on_a_small_stack([&] { e.run(input, {}); });
        ++tried;
    }
    BOOST_TEST(tried > entries.size() / 2);
}

/// Never asks to stop, and notes for how long it was not asked.
struct clocked {
    mutable std::clock_t last = 0;
    mutable std::clock_t longest = 0;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept {
        std::clock_t const now = std::clock();
        longest = looks++ == 0
                      ? 0
                      : (std::max)(longest, now - last);  // what makes the input comes before the first
        last = std::clock();
        return false;
    }
};

/// Gives back what is free, so that memory of a call is new to it, as it is to the first call of a program.
inline void forget_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);  // the default, until something large was freed
    malloc_trim(0);
#endif
}

/// Says of each, for `-l message`, how much CPU time was the longest between two looks, and behind the last: the least of
/// as many runs as are asked for behind `--`.
inline void print_looks(std::span<entry const> entries) {
    auto const& suite = boost::unit_test::framework::master_test_suite();
    int const runs = suite.argc > 1 ? std::atoi(suite.argv[1]) : 1;
    auto const microseconds = [](std::clock_t t) {
        return std::to_string(static_cast<std::uint64_t>(t) * 1'000'000 / CLOCKS_PER_SEC);
    };
    auto const column = [](std::string text, std::size_t width) {
        return std::string(width - (std::min)(width, text.size()), ' ') + text;
    };
    BOOST_TEST_MESSAGE(column("looks", 60) << column("us between", 12) << column("behind", 10));
    for (entry const& e : entries) {
        if (e.lengthy == nullptr) {
            continue;
        }
        std::string const input = e.lengthy();
        std::size_t looks = 0;
        std::clock_t between = 0;
        std::clock_t behind = 0;
        for (int run = 0; run < runs; ++run) {
            if (runs > 1) {
                forget_memory();
            }
            clocked const asked;
            limits bounds;
            bounds.stop = asked;
            returned = 0;
            static_cast<void>(e.run(input, bounds));
            BOOST_TEST((returned >= asked.last), e.name << " does not say when it returned");
            looks = asked.looks;
            between = run == 0 ? asked.longest : (std::min)(between, asked.longest);
            behind = run == 0 ? returned - asked.last : (std::min)(behind, returned - asked.last);
        }
        std::string name = e.name;
        name.resize((std::max)(name.size(), std::size_t{50}), ' ');
        BOOST_TEST_MESSAGE(name << column(std::to_string(looks), 10) << column(microseconds(between), 12)
                                << column(microseconds(behind), 10));
        BOOST_TEST(looks != 0u, e.name << " asks nobody");
    }
}

/// Calls each with what takes a while and a stop that was raised before.
inline void stop(std::span<entry const> entries) {
    raised const now;
    limits bounds;
    bounds.stop = now;
    for (entry const& e : entries) {
        if (e.lengthy == nullptr) {
            BOOST_TEST_MESSAGE(e.name << " asks nobody, or does not tell");
            continue;
        }
        errc const why = e.run(e.lengthy(), bounds);
        BOOST_TEST((why == errc::cancelled), e.name << ": " << describe(why));
    }
}

}  // namespace entry_points
