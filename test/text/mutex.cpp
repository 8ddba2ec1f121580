// test/text/mutex.cpp - one thread at a time, and once
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/mutex.hpp>
#include <boost/test/unit_test.hpp>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_mutex)

namespace detail = parlance::detail;

BOOST_AUTO_TEST_CASE(threads_wait_for_each_other) {
    detail::mutex lock;
    detail::once_flag begun;
    int first = 0;
    int count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 1000; ++i) {
                detail::call_once(begun, [&] { ++first; });
                detail::lock_guard const hold(lock);
                ++count;
            }
        });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    BOOST_TEST(first == 1);
    BOOST_TEST(count == 3000);
}

BOOST_AUTO_TEST_SUITE_END()
