// test/text/paid_free.cpp - what many items hold is freed piece by piece, with looks in between
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/paid_free.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_paid_free)

using namespace parlance;

struct counted {
    std::size_t most;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return ++looks > most; }
};

template <class Container, class Fill>
void check(Fill const& fill) {
    constexpr std::size_t many = 20'000;
    Container all;
    fill(all, many);
    limits bounds;
    counted const asked{~std::size_t{0}};
    bounds.stop = asked;
    work spent{bounds};
    BOOST_TEST(paid_free(all, spent));
    BOOST_TEST(all.empty());
    BOOST_TEST(bounds.fuel - spent.left() >= steps_to_free * many);
    BOOST_TEST(asked.looks > 50u);

    fill(all, many);  // it is usable again
    counted const soon{3};
    bounds.stop = soon;
    work stopped{bounds};
    BOOST_TEST(!paid_free(all, stopped));
    BOOST_TEST((stopped.why() == errc::cancelled));
    BOOST_TEST((!all.empty() && all.size() < many));

    limits few;
    counted const still_asked{~std::size_t{0}};
    few.fuel = 100 * steps_to_free;
    few.stop = still_asked;
    work poor{few};
    BOOST_TEST(!paid_free(all, poor));
    BOOST_TEST((poor.why() == errc::out_of_fuel));
    BOOST_TEST(all.empty());  // freed all the same
    BOOST_TEST(still_asked.looks > 10u);
}

BOOST_AUTO_TEST_CASE(arrays_are_freed_in_pieces) {
    check<vec<std::string>>([](auto& to, std::size_t count) { to.resize(count, std::string(100, 'a')); });
}

BOOST_AUTO_TEST_CASE(maps_are_freed_in_pieces) {
    auto const fill = [](auto& to, std::size_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            to.try_emplace(i, std::string(100, 'a'));
        }
    };
    check<hash_map<std::uint32_t, std::string>>(fill);
    check<ordered_map<std::uint32_t, std::string>>(fill);
}

BOOST_AUTO_TEST_CASE(nothing_costs_nothing) {
    limits none;
    none.fuel = 0;
    work spent{none};
    vec<std::string> items;
    BOOST_TEST(paid_free(items, spent));
}

BOOST_AUTO_TEST_SUITE_END()
