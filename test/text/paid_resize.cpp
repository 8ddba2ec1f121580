// test/text/paid_resize.cpp - a long array is paid for piece by piece, with looks in between
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/paid_resize.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>

BOOST_AUTO_TEST_SUITE(text_paid_resize)

using namespace parlance;

struct counted {
    std::size_t most;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return ++looks > most; }
};

BOOST_AUTO_TEST_CASE(what_is_there_stays_and_the_rest_is_paid_for) {
    limits bounds;
    counted const asked{~std::size_t{0}};
    bounds.stop = asked;
    work spent{bounds};
    vec<std::uint32_t> items{7};
    BOOST_TEST(paid_resize(items, 100'000, spent));
    BOOST_TEST(items.size() == 100'000u);
    BOOST_TEST((items.front() == 7u && items.back() == 0u));
    BOOST_TEST(bounds.fuel - spent.left() >= 99'999u);
    BOOST_TEST(asked.looks > 10u);
}

BOOST_AUTO_TEST_CASE(it_ends_where_it_cannot_be_paid_for_or_is_stopped) {
    limits bounds;
    bounds.fuel = 50'000;
    work poor{bounds};
    vec<std::uint32_t> items;
    BOOST_TEST(!paid_resize(items, 100'000, poor));
    BOOST_TEST((poor.why() == errc::out_of_fuel));
    BOOST_TEST((!items.empty() && items.size() <= 50'000u));

    counted const asked{3};
    limits stopped;
    stopped.stop = asked;
    work spent{stopped};
    vec<std::uint32_t> others;
    BOOST_TEST(!paid_resize(others, 100'000, spent));
    BOOST_TEST((spent.why() == errc::cancelled));
    BOOST_TEST(others.size() < 50'000u);
}

BOOST_AUTO_TEST_CASE(an_array_is_fitted_in_pieces) {
    counted const asked{1000};
    limits bounds;
    bounds.stop = asked;
    work spent{bounds};
    vec<std::uint32_t> items;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
        items.push_back(i);
    }
    BOOST_TEST(items.capacity() > items.size());
    BOOST_TEST(paid_fit(items, spent));
    BOOST_TEST((items.capacity() == 100'000u && items.size() == 100'000u && items[99'999] == 99'999u));
    BOOST_TEST(asked.looks > 10u);
    std::uint64_t const left = spent.left();
    BOOST_TEST((paid_fit(items, spent) && spent.left() == left));  // it fits
}

BOOST_AUTO_TEST_SUITE_END()
