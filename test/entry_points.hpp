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
#include <ctime>
#include <new>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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
        last = now;
        return false;
    }
};

/// Says of each, for `-l message`, how much CPU time was the longest between two looks, and behind the last.
inline void print_looks(std::span<entry const> entries) {
    for (entry const& e : entries) {
        if (e.lengthy == nullptr) {
            continue;
        }
        clocked const asked;
        limits bounds;
        bounds.stop = asked;
        returned = 0;
        static_cast<void>(e.run(e.lengthy(), bounds));
        BOOST_TEST((returned >= asked.last), e.name << " does not say when it returned");
        auto const microseconds = [](std::clock_t t) {
            return static_cast<std::uint64_t>(t) * 1'000'000 / CLOCKS_PER_SEC;
        };
        BOOST_TEST_MESSAGE(e.name << ": " << asked.looks << " looks, " << microseconds(asked.longest)
                                  << " us between two at most, " << microseconds(returned - asked.last)
                                  << " behind the last");
        BOOST_TEST(asked.looks != 0u, e.name << " asks nobody");
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
