// test/text/deadline.cpp - a long call ends at its deadline, or when somebody asks for it before
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/deadline.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>

BOOST_AUTO_TEST_SUITE(text_deadline)

namespace {

using namespace parlance;
using namespace std::chrono_literals;

struct flag {
    bool raised = false;
    [[nodiscard]] bool stop_requested() const { return raised; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(it_is_reached_from_its_point_in_time_on) {
    BOOST_TEST(deadline(deadline::clock::now() - 1s).stop_requested());
    BOOST_TEST(deadline(-1ns).stop_requested());
    BOOST_TEST(!deadline(1h).stop_requested());
}

BOOST_AUTO_TEST_CASE(whoever_asked_before_is_asked_as_well) {
    flag hand;
    deadline const late(1h, hand);
    BOOST_TEST(!late.stop_requested());
    hand.raised = true;
    BOOST_TEST(late.stop_requested());
    hand.raised = false;
    BOOST_TEST(deadline(-1ns, hand).stop_requested());
}

BOOST_AUTO_TEST_CASE(a_call_gives_up_at_it) {
    std::string text = "root ::= \"a\"";
    for (int i = 0; i < 20'000; ++i) {
        text += " \"b\" | [c-z]";
    }
    deadline const passed(-1ns);
    limits bounds;
    bounds.stop = passed;
    BOOST_TEST((gbnf::compile(text, bounds).error().code == errc::cancelled));
    deadline const ahead(1h);
    bounds.stop = ahead;
    BOOST_TEST(gbnf::compile(text, bounds).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
