// test/mask/batch.cpp - rows of masks
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/batch.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_batch)

using namespace mask_fixture;

BOOST_AUTO_TEST_CASE(each_row_is_what_its_matcher_fills) {
    setup s("root ::= \"a\" [0-9]{2} \"b\"", {"a", "b", "1", "12", "2b", "a1"});
    mask::matcher first{s.compiled};
    mask::matcher second{s.compiled};
    BOOST_REQUIRE(second.accept(s.id("a1")));
    mask::matcher finished{s.compiled};
    BOOST_REQUIRE(finished.accept(std::string_view{"a12b"}) && finished.accept(s.id("</s>")));
    mask::matcher* const batch[] = {&first, nullptr, &second, &finished};
    constexpr std::size_t stride = 3;  // wider than the one word that is needed
    std::vector<std::uint32_t> words(4 * stride, 0xAAAA'AAAA);
    std::vector<mask::filled> states(4, mask::filled::all);
    BOOST_TEST(mask::fill(batch, {words, stride}, states) == 3u);
    auto const row = [&](std::size_t r) {
        return std::vector<std::uint32_t>(words.begin() + static_cast<std::ptrdiff_t>(r * stride),
                                          words.begin() + static_cast<std::ptrdiff_t>((r + 1) * stride));
    };
    BOOST_TEST((s.texts(row(0)) == std::set<std::string>{"a", "a1"}));
    BOOST_TEST((s.texts(row(2)) == std::set<std::string>{"1", "2b"}));
    BOOST_TEST((row(1) == std::vector<std::uint32_t>(stride, ~0u)));
    BOOST_TEST((row(3) == std::vector<std::uint32_t>(stride, 0u)));
    BOOST_TEST(row(0)[1] == 0u);
    BOOST_TEST(row(0)[2] == 0u);
    std::vector<mask::filled> const want{mask::filled::some, mask::filled::all, mask::filled::some,
                                         mask::filled::ended};
    BOOST_TEST((states == want));
}

BOOST_AUTO_TEST_CASE(a_row_that_is_missing_or_too_short_is_an_error_of_its_matcher) {
    setup s("root ::= \"a\"", std::vector<std::string>(40, "a"));
    mask::matcher a{s.compiled};
    mask::matcher b{s.compiled};
    mask::matcher* const batch[] = {&a, &b};
    std::vector<std::uint32_t> words(2);
    std::vector<mask::filled> states(2);
    BOOST_TEST(mask::fill(batch, {words, 2}, states) == 2u);  // a takes two words, there is one row
    BOOST_TEST((a.error() == parlance::errc::none));
    BOOST_TEST((b.error() == parlance::errc::mask_too_small));
    BOOST_TEST((states[1] == mask::filled::too_small));
    mask::fill(batch, {words, 1}, states);
    BOOST_TEST((a.error() == parlance::errc::mask_too_small));
    mask::fill(batch, {words, 0}, states);
    BOOST_TEST((a.error() == parlance::errc::mask_too_small));
}

BOOST_AUTO_TEST_CASE(rows_are_filled_on_the_threads_of_the_caller) {
    setup s("root ::= (\"a\" | \"b\") [0-9]{2,9} \"b\"", {"a", "b", "1", "12", "2b", "a1"});
    constexpr std::size_t count = 64;
    std::vector<mask::matcher> matchers(count, mask::matcher{s.compiled});
    std::vector<mask::matcher*> batch;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t step = 0; step < i % 5; ++step) {
            BOOST_REQUIRE(matchers[i].accept(step == 0 ? s.id("a1") : s.id("1")));
        }
        batch.push_back(i % 7 == 3 ? nullptr : &matchers[i]);
    }
    std::vector<std::uint32_t> want(count), words(count, 0xAAAA'AAAA);
    std::vector<mask::filled> want_states(count), states(count);
    std::vector<mask::matcher> again = matchers;
    std::vector<mask::matcher*> others;
    for (std::size_t i = 0; i < count; ++i) {
        others.push_back(batch[i] == nullptr ? nullptr : &again[i]);
    }
    std::size_t const restricted = mask::fill(others, {want, 1}, want_states);

    std::vector<std::atomic<int>> calls(count);
    auto const pool = [&](std::size_t n, parlance::function_ref<void(std::size_t)> task) {
        std::atomic<std::size_t> next = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (std::size_t i = next++; i < n; i = next++) {
                    ++calls[i];
                    task(i);
                }
            });
        }
        for (std::thread& each : threads) {
            each.join();
        }
    };
    BOOST_TEST(mask::fill(batch, {words, 1}, states, pool) == restricted);
    BOOST_TEST(words == want, boost::test_tools::per_element());
    BOOST_TEST((states == want_states));
    BOOST_TEST(
        std::all_of(calls.begin(), calls.end(), [](std::atomic<int> const& each) { return each == 1; }));

    // an executor that gives up: what it did stays done
    std::fill(words.begin(), words.end(), 0xAAAA'AAAA);
    auto const throws = [&](std::size_t, parlance::function_ref<void(std::size_t)> task) {
        task(0);
        throw std::runtime_error("stop");
    };
    BOOST_CHECK_THROW(mask::fill(batch, {words, 1}, {}, throws), std::runtime_error);
    BOOST_TEST(words[0] == want[0]);
    BOOST_TEST(words[1] == 0xAAAA'AAAA);
}

BOOST_AUTO_TEST_SUITE_END()
