// test/text/work.cpp - what a call may spend, and how it is asked to give up
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/work.hpp>
#include <parlance/text/deadline.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(text_work)

using parlance::errc;
using parlance::limits;
using parlance::work;

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_for_ends_it_once_and_for_all) {
    limits bounds;
    bounds.fuel = 100;
    work w(bounds);
    BOOST_TEST(w.spend(60));
    BOOST_TEST((w.why() == errc::none));
    BOOST_TEST(!w.spend(41));
    BOOST_TEST(!w.spend(1));
    BOOST_TEST((w.why() == errc::out_of_fuel));
    BOOST_TEST((w.error("x").code == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(bytes_are_lent) {
    limits bounds;
    bounds.allocated_bytes = 100;
    work w(bounds);
    BOOST_TEST(w.hold(80));
    w.release(80);
    BOOST_TEST(w.hold(90));
    BOOST_TEST(!w.hold(11));
    BOOST_TEST((w.why() == errc::out_of_memory_budget));
    BOOST_TEST(!w.spend(1));
}

BOOST_AUTO_TEST_CASE(the_caller_is_asked_now_and_then) {
    struct flag {
        mutable int asked = 0;
        bool stop_requested() const { return ++asked == 3; }
    } const stop;
    limits bounds;
    bounds.stop = stop;
    work w(bounds);
    int spent = 0;
    while (w.spend(1000)) {
        ++spent;
    }
    BOOST_TEST((w.why() == errc::cancelled));
    BOOST_TEST(stop.asked == 3);
    BOOST_TEST(spent >= 4);
    BOOST_TEST(spent <= 7);
}

BOOST_AUTO_TEST_CASE(rounds_are_paid_for_many_at_a_time_and_never_fewer_than_they_are) {
    limits bounds;
    bounds.fuel = 1000;
    work spent(bounds);
    parlance::paid_rounds each(spent, 2);
    std::size_t rounds = 0;
    while (each.next()) {
        ++rounds;
        BOOST_TEST(spent.left() <= 1000 - 2 * rounds);
        BOOST_TEST(spent.left() + 2 * rounds + 2 * 64 >= 1000u);
    }
    BOOST_TEST((spent.why() == errc::out_of_fuel));
    BOOST_TEST(!each.next());  // nor is a further loop, which may go by what the first has done
    BOOST_TEST(rounds > 400u);
    BOOST_TEST(rounds <= 500u);
}

BOOST_AUTO_TEST_CASE(items_are_paid_for_some_hundreds_at_a_time) {
    limits bounds;
    bounds.fuel = 10'000;
    work spent(bounds);
    parlance::paid_items each(spent, 3);
    std::size_t items = 0;
    while (each.next(7)) {
        items += 7;
        BOOST_TEST(spent.left() + 3 * items + 3 * 512 >= 10'000u);  // never far behind, never far ahead
        BOOST_TEST(spent.left() + 3 * items <= 10'000u + 3 * 512);
    }
    BOOST_TEST((spent.why() == errc::out_of_fuel));
    BOOST_TEST(items > 2'500u);
    BOOST_TEST(items < 4'000u);
    BOOST_TEST(!each.next(1));
}

BOOST_AUTO_TEST_CASE(a_share_that_fails_costs_no_more_than_the_share) {
    limits bounds;
    bounds.fuel = 1000;
    bounds.allocated_bytes = 400;
    work spent(bounds);
    work some = spent.share(4);
    BOOST_TEST(some.left() == 250u);
    BOOST_TEST(some.bytes_left() == 100u);
    BOOST_TEST(some.spend(50));
    BOOST_TEST(some.hold(30));
    BOOST_TEST(spent.settle(some, 4));
    BOOST_TEST(spent.left() == 950u);
    BOOST_TEST(spent.bytes_left() == 370u);
    work more = spent.share(2);
    BOOST_TEST(!more.spend(476));
    BOOST_TEST((more.why() == errc::out_of_fuel));
    BOOST_TEST(spent.settle(more, 2));
    BOOST_TEST(spent.left() == 475u);
    BOOST_TEST(spent.bytes_left() == 370u);
    BOOST_TEST((spent.why() == errc::none));
}

BOOST_AUTO_TEST_CASE(no_more_is_left_than_is_kept) {
    limits bounds;
    bounds.fuel = 1000;
    work spent(bounds);
    spent.keep(2000);
    BOOST_TEST(spent.left() == 1000u);
    spent.keep(100);
    BOOST_TEST(spent.left() == 100u);
    BOOST_TEST(spent.spend(100));
    BOOST_TEST(!spent.spend(1));
}

BOOST_AUTO_TEST_CASE(a_meter_of_a_stop_alone_only_looks) {
    struct at_third {
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == 3; }
    } const asked;
    work spent{parlance::stop_token(asked)};
    std::uint64_t steps = 0;
    while (spent.spend(1'000) && steps < 1'000'000) {
        steps += 1'000;
    }
    BOOST_TEST(steps >= 4'000u);
    BOOST_TEST(steps <= 8'000u);
    BOOST_TEST((spent.why() == errc::cancelled));
    work free{parlance::stop_token()};
    BOOST_TEST((free.spend(1'000'000'000'000) && free.hold(1u << 30)));
}

BOOST_AUTO_TEST_CASE(what_only_looks_gives_up_the_meter_that_it_looks_for) {
    struct once {
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == 2; }
    } const asked;
    limits bounds;
    bounds.fuel = 1'000'000;
    bounds.stop = asked;
    work spent(bounds);
    work looks = spent.only_looks();
    BOOST_TEST(looks.spend(100'000'000));
    BOOST_TEST(spent.left() == 1'000'000u);
    BOOST_TEST(!looks.spend(100'000'000));
    BOOST_TEST((spent.why() == errc::cancelled));
    BOOST_TEST(!spent.spend(1));

    limits enough;
    work whole(enough);
    work only = whole.only_looks();
    work part = only.share(2);
    part.keep(10);
    BOOST_TEST(!part.spend(11));
    BOOST_TEST((whole.why() == errc::none && only.why() == errc::none));
}

BOOST_AUTO_TEST_CASE(what_takes_a_stop_can_look_through_a_meter) {
    struct once {
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == 2; }
    } const asked;
    limits bounds;
    bounds.stop = asked;
    work spent(bounds);
    parlance::metered_stop const stop(spent);
    parlance::stop_token const token = stop;
    BOOST_TEST(!token.stop_requested());
    BOOST_TEST((spent.why() == errc::none));
    BOOST_TEST(token.stop_requested());
    BOOST_TEST((spent.why() == errc::cancelled));
    BOOST_TEST(token.stop_requested());  // and the object is not asked any more
    BOOST_TEST(asked.looks == 2);

    bounds = {};
    bounds.fuel = 1;
    work used_up(bounds);
    BOOST_TEST(used_up.look());
    BOOST_TEST(!used_up.spend(2));
    BOOST_TEST(!used_up.look());
    BOOST_TEST((used_up.why() == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(a_stop_that_lasts_stays_stopped) {
    struct once {
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == 2; }
    } const asked;
    parlance::lasting_stop const lasting{parlance::stop_token(asked)};
    BOOST_TEST(!lasting.stop_requested());
    BOOST_TEST(lasting.stop_requested());
    BOOST_TEST(lasting.stop_requested());
}

BOOST_AUTO_TEST_CASE(a_deadline_stops_from_then_on) {
    using clock = parlance::deadline::clock;
    BOOST_TEST(!parlance::deadline(std::chrono::hours(1)).stop_requested());
    parlance::deadline const over(clock::now());
    BOOST_TEST(over.stop_requested());
    BOOST_TEST(parlance::deadline(std::chrono::hours(1), over).stop_requested());
    BOOST_TEST(!limits{}.stop.stop_requested());
    limits bounds;
    bounds.stop = over;
    BOOST_TEST(bounds.stop.stop_requested());
    BOOST_TEST(!bounds.without_stop().stop.stop_requested());
}

BOOST_AUTO_TEST_SUITE_END()
