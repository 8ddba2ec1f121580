// test/text/stop.cpp - whatever can be asked to stop can be passed to a long call
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/stop.hpp>
#include <boost/test/unit_test.hpp>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <version>
#ifdef __cpp_lib_jthread
#include <stop_token>
#endif

BOOST_AUTO_TEST_SUITE(text_stop)

namespace {

using parlance::stop_token;

struct flag {
    std::atomic<bool> raised{false};
    bool stop_requested() const noexcept { return raised; }
};
static_assert(parlance::stoppable<flag>);
static_assert(!parlance::stoppable<int>);
static_assert(std::convertible_to<flag const&, stop_token>);
static_assert(std::convertible_to<flag const*, stop_token>);
static_assert(std::convertible_to<std::nullptr_t, stop_token>);
static_assert(!std::convertible_to<flag, stop_token>, "a temporary is gone when it is asked");
static_assert(!stop_token().stop_requested());

}  // namespace

BOOST_AUTO_TEST_CASE(a_view_asks_the_object) {
    flag stop;
    stop_token const by_reference = stop;
    stop_token const by_address = &stop;
    stop_token const never = static_cast<flag const*>(nullptr);
    BOOST_TEST(!by_reference.stop_requested());
    BOOST_TEST(!by_address.stop_requested());
    stop.raised = true;
    BOOST_TEST(by_reference.stop_requested());
    BOOST_TEST(by_address.stop_requested());
    BOOST_TEST(!never.stop_requested());
}

BOOST_AUTO_TEST_CASE(an_asker_asks_now_and_then_and_remembers_the_answer) {
    struct counted {
        mutable std::size_t looks = 0;
        bool raised = false;
        bool stop_requested() const noexcept { return ++looks, raised; }
    } stop;
    parlance::stop_asker asked(stop);
    for (std::size_t i = 0; i < 10 * parlance::stop_asker::between_looks; ++i) {
        BOOST_REQUIRE(asked.next());
    }
    BOOST_TEST(stop.looks == 10u);
    BOOST_TEST(asked.next(parlance::stop_asker::between_looks));
    BOOST_TEST(asked.look());
    BOOST_TEST(stop.looks == 12u);
    stop.raised = true;
    BOOST_TEST(asked.next());
    BOOST_TEST(!asked.look());
    BOOST_TEST(asked.stopped());
    stop.raised = false;
    BOOST_TEST(!asked.next());
    BOOST_TEST(!asked.look());
    BOOST_TEST(stop.looks == 13u);

    counted other;
    other.raised = true;
    BOOST_TEST(!parlance::stop_asker(stop, other).look());
    static_assert(parlance::stop_asker().look(), "of nobody: never stops");
}

#ifdef __cpp_lib_jthread
BOOST_AUTO_TEST_CASE(the_standard_token_is_one) {
    std::stop_source source;
    std::stop_token const token = source.get_token();
    stop_token const view = token;
    BOOST_TEST(!view.stop_requested());
    source.request_stop();
    BOOST_TEST(view.stop_requested());
}
#endif

BOOST_AUTO_TEST_SUITE_END()
