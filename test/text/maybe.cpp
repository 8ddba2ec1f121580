// test/text/maybe.cpp - a maybe does what a std::optional does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/maybe.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_maybe)

namespace {

using parlance::maybe;

constexpr int twice(maybe<int> x) {
    maybe<int> y = x;
    x.reset();
    y = y ? maybe<int>(2 * *y) : maybe<int>();
    return y.has_value() ? *y : -1;
}
static_assert(twice(4) == 8 && twice({}) == -1);
static_assert(maybe<int>(1) == maybe<int>(1) && maybe<int>() == maybe<int>());
static_assert(maybe<int>(1) != maybe<int>(2) && maybe<int>(0) != maybe<int>() && maybe<int>(1) == 1);

using owner = maybe<std::unique_ptr<int>>;
static_assert(!std::is_copy_constructible_v<owner> && !std::is_copy_assignable_v<owner>);
static_assert(std::is_nothrow_move_constructible_v<owner> && std::is_nothrow_move_assignable_v<owner>);
static_assert(std::is_copy_constructible_v<maybe<std::string>>);

/// Counts what is alive, and throws where it is told to.
struct counted {
    static inline int alive = 0;
    int value;
    bool throws;
    explicit counted(int v, bool t = false) : value(v), throws(t) { ++alive; }
    counted(counted const& other) : value(other.value), throws(other.throws) {
        if (throws) {
            throw std::runtime_error("not copied");
        }
        ++alive;
    }
    ~counted() { --alive; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(values_come_and_go_once) {
    {
        maybe<counted> a;
        BOOST_TEST(!a);
        a.emplace(1);
        maybe<counted> b = a;
        BOOST_TEST((b && b->value == 1 && counted::alive == 2));
        b = maybe<counted>();
        BOOST_TEST((!b && counted::alive == 1));
        b = a;
        a.emplace(3);
        BOOST_TEST((b->value == 1 && a->value == 3 && counted::alive == 2));
        auto const& same = a;
        a = same;
        BOOST_TEST((a->value == 3 && counted::alive == 2));
        a.reset();
        a.reset();
        BOOST_TEST((!a.has_value() && counted::alive == 1));
    }
    BOOST_TEST(counted::alive == 0);
}

BOOST_AUTO_TEST_CASE(a_copy_that_throws_leaves_none) {
    {
        maybe<counted> a;
        a.emplace(1, true);
        maybe<counted> b;
        b.emplace(2);
        BOOST_CHECK_THROW(b = a, std::runtime_error);
        BOOST_TEST((!b && a->value == 1));
    }
    BOOST_TEST(counted::alive == 0);
}

BOOST_AUTO_TEST_CASE(a_value_moves_through) {
    owner a = std::make_unique<int>(7);
    owner b = std::move(a);
    BOOST_TEST((*a == nullptr && **b == 7));
    std::unique_ptr<int> const taken = *std::move(b);
    BOOST_TEST(*taken == 7);
    BOOST_TEST((maybe<std::string>("a").value_or("b") == "a" && maybe<std::string>().value_or("b") == "b"));
}

BOOST_AUTO_TEST_SUITE_END()
