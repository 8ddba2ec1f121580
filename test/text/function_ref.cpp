// test/text/function_ref.cpp - any callable can be referred to, is called where it is, and is not copied
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/function_ref.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_function_ref)

namespace {

using parlance::function_ref;

int twice(int n) { return 2 * n; }

int apply(function_ref<int(int)> f, int n) { return f(n); }

static_assert(std::is_trivially_copyable_v<function_ref<void()>>);
static_assert(!std::is_constructible_v<function_ref<int(int)>, void (*)(int)>, "it gives no int");
static_assert(!std::is_constructible_v<function_ref<int(int)>, int (*)(std::string)>, "it takes no int");
static_assert(std::is_constructible_v<function_ref<long(short)>, int (*)(int)>, "what converts is called");

}  // namespace

BOOST_AUTO_TEST_CASE(functions_lambdas_and_objects_are_called) {
    int calls = 0;
    auto const counting = [&calls](int n) { return ++calls, n + 1; };
    struct {
        int sum = 0;
        int operator()(int n) { return sum += n; }
    } adder;
    BOOST_TEST(apply(twice, 4) == 8);
    BOOST_TEST(apply(&twice, 5) == 10);
    BOOST_TEST(apply(counting, 4) == 5);
    BOOST_TEST(apply(adder, 4) == 4);
    BOOST_TEST(apply(adder, 5) == 9);  // the object itself, no copy of it
    BOOST_TEST(adder.sum == 9);
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(what_is_given_may_be_left_alone) {
    int n = 0;
    auto const counting = [&n] { return ++n; };
    function_ref<void()> const f = counting;
    f();
    BOOST_TEST(n == 1);
    function_ref<void(int)>{twice}(3);
}

BOOST_AUTO_TEST_CASE(arguments_that_can_only_be_moved_are_passed_on) {
    auto const take = [](std::unique_ptr<int> p) { return p ? *p : 0; };
    function_ref<int(std::unique_ptr<int>)> const f = take;
    BOOST_TEST(f(std::make_unique<int>(7)) == 7);
}

BOOST_AUTO_TEST_CASE(a_copy_refers_to_the_callable_and_not_to_the_first_reference) {
    int n = 0;
    auto const one = [&n] { n = 1; };
    auto const two = [&n] { n = 2; };
    function_ref<void()> first = one;
    function_ref<void()> const second = first;
    first = two;
    second();
    BOOST_TEST(n == 1);
    first();
    BOOST_TEST(n == 2);
}

BOOST_AUTO_TEST_SUITE_END()
