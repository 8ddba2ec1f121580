// test/text/array_ref.cpp - an array_ref sees what a std::span sees
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_array_ref)

namespace {

using parlance::array_ref;
using parlance::vec;

template <class T>
bool same(array_ref<T> a, std::span<T> b) {
    if (a.data() != b.data() || a.size() != b.size() || a.empty() != b.empty() ||
        a.size_bytes() != b.size_bytes()) {
        return false;
    }
    for (std::size_t i = 0; i <= b.size(); ++i) {
        if (a.subspan(i).data() != b.subspan(i).data() || a.subspan(i).size() != b.subspan(i).size() ||
            a.first(i).size() != b.first(i).size() || (i < b.size() && &a[i] != &b[i])) {
            return false;
        }
        for (std::size_t count = 0; count <= b.size() - i; ++count) {
            if (a.subspan(i, count).data() != b.subspan(i, count).data() ||
                a.subspan(i, count).size() != count) {
                return false;
            }
        }
    }
    return a.begin() == b.data() && a.end() == b.data() + b.size() &&
           (b.empty() || (&a.front() == &b.front() && &a.back() == &b.back()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_sees_what_a_span_sees) {
    vec<std::string> items{"a", "b", "c"};
    vec<std::string> const& same_items = items;
    BOOST_TEST(same<std::string>(items, std::span<std::string>(items)));
    BOOST_TEST(same<std::string const>(items, std::span<std::string const>(items)));
    BOOST_TEST(same<std::string const>(same_items, std::span<std::string const>(items)));
    BOOST_TEST(same<int>({}, {}));

    std::vector<int> standard{1, 2, 3};
    int rows[] = {4, 5};
    std::array<int, 3> fixed{6, 7, 8};
    BOOST_TEST(same<int const>(standard, std::span<int const>(standard)));
    BOOST_TEST(same<int>(rows, std::span<int>(rows)));
    BOOST_TEST(same<int>(fixed, std::span<int>(fixed)));
    BOOST_TEST(same<int>({rows, rows + 2}, std::span<int>(rows)));
    BOOST_TEST(same<int const>(std::span<int>(rows), std::span<int const>(rows)));
    BOOST_TEST(same<int const>(array_ref<int>(rows), std::span<int const>(rows)));
    BOOST_TEST(std::span<int const>(array_ref<int>(rows)).data() == rows);
}

// What it refers to is deduced, and what is const stays const.
static_assert(std::is_same_v<decltype(array_ref{std::declval<vec<int>&>()}), array_ref<int>>);
static_assert(std::is_same_v<decltype(array_ref{std::declval<vec<int> const&>()}), array_ref<int const>>);
static_assert(!std::is_constructible_v<array_ref<int>, vec<int> const&>);
static_assert(!std::is_constructible_v<array_ref<int>, vec<unsigned>&>);
static_assert(!std::is_constructible_v<array_ref<int>, int>);

BOOST_AUTO_TEST_CASE(what_it_refers_to_can_be_changed) {
    vec<int> items{1, 2, 3};
    for (int& i : array_ref<int>(items).subspan(1)) {
        i *= 10;
    }
    BOOST_TEST((items == vec<int>{1, 20, 30}));
}

BOOST_AUTO_TEST_SUITE_END()
