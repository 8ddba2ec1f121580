// test/text/paid_sort.cpp - a long array is sorted and paid for piece by piece, with looks in between
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/paid_sort.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>

BOOST_AUTO_TEST_SUITE(text_paid_sort)

using namespace parlance;

namespace {

struct counted {
    std::size_t most;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return ++looks > most; }
};

vec<std::uint32_t> random_numbers(std::size_t count) {
    std::mt19937 random(static_cast<std::uint32_t>(count));
    vec<std::uint32_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(static_cast<std::uint32_t>(random() % (count + 1)));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(arrays_of_all_lengths_are_sorted) {
    for (std::size_t const count : {0u, 1u, 2u, 255u, 256u, 257u, 511u, 512u, 513u, 1025u, 10'000u}) {
        vec<std::uint32_t> const before = random_numbers(count);
        vec<std::uint32_t> wanted = before;
        std::sort(wanted.begin(), wanted.end());
        vec<std::uint32_t> up = before;
        vec<std::uint32_t> down = before;
        work spent{limits{}};
        BOOST_TEST(paid_sort(up, spent));
        BOOST_TEST(paid_sort(down, spent, std::greater<>{}));
        std::reverse(down.begin(), down.end());
        BOOST_TEST((up == wanted && down == wanted));
    }
}

BOOST_AUTO_TEST_CASE(it_looks_whether_to_stop_and_ends_where_it_cannot_be_paid_for) {
    limits bounds;
    counted const patient{~std::size_t{0}};
    bounds.stop = patient;
    vec<std::uint32_t> items = random_numbers(50'000);
    work spent{bounds};
    BOOST_TEST(paid_sort(items, spent));
    BOOST_TEST(patient.looks > 100u);

    counted const asked{7};
    bounds.stop = asked;
    work stopped{bounds};
    vec<std::uint32_t> others = random_numbers(50'000);
    BOOST_TEST(!paid_sort(others, stopped));
    BOOST_TEST((stopped.why() == errc::cancelled));

    limits few;
    few.fuel = 100'000;
    work poor{few};
    BOOST_TEST(!paid_sort(others, poor));
    BOOST_TEST((poor.why() == errc::out_of_fuel));
    vec<std::uint32_t> wanted = random_numbers(50'000);
    std::sort(wanted.begin(), wanted.end());
    std::sort(others.begin(), others.end());
    BOOST_TEST((others == wanted));  // in whichever order they were left
}

BOOST_AUTO_TEST_SUITE_END()
