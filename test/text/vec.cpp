// test/text/vec.cpp - a vec does what a std::vector does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/vec.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_vec)

namespace {

using parlance::vec;

std::string item(std::uint32_t i) {
    return "an item that does not fit into a string's own bytes: " + std::to_string(i);
}

/// Text for one array, a number for the other: the second moves as bytes.
template <class T>
T made(std::uint32_t i);
template <>
std::string made<std::string>(std::uint32_t i) {
    return item(i);
}
template <>
std::uint32_t made<std::uint32_t>(std::uint32_t i) {
    return i;
}

template <class T>
bool same(vec<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && a.empty() == b.empty() && a.capacity() >= a.size() &&
           std::equal(a.begin(), a.end(), b.begin()) && std::equal(a.rbegin(), a.rend(), b.rbegin());
}

/// Does the same to both, at random.
template <class T>
void check_random_changes(std::uint32_t seed) {
    std::mt19937 random(seed);
    auto const below = [&](std::size_t n) { return random() % n; };
    vec<T> a;
    std::vector<T> b;
    for (std::uint32_t step = 0; step < 3000; ++step) {
        T const x = made<T>(static_cast<std::uint32_t>(below(50)));
        std::size_t const at = below(b.size() + 1);
        auto const here = static_cast<std::ptrdiff_t>(at);
        switch (below(b.size() > 60 ? 16 : 12)) {
        case 0: a.push_back(x), b.push_back(x); break;
        case 1: a.push_back(T(x)), b.push_back(T(x)); break;
        case 2: a.emplace_back(x), b.emplace_back(x); break;
        case 3: BOOST_TEST(*a.insert(a.begin() + here, x) == *b.insert(b.begin() + here, x)); break;
        case 4: a.insert(a.begin() + here, 3, x), b.insert(b.begin() + here, 3, x); break;
        case 5: {
            std::vector<T> const more{x, made<T>(7)};
            a.insert(a.begin() + here, more.begin(), more.end());
            b.insert(b.begin() + here, more.begin(), more.end());
            break;
        }
        case 6: a.resize(at), b.resize(at); break;
        case 7: a.resize(b.size() + 2, x), b.resize(b.size() + 2, x); break;
        case 8: {
            vec<T> copy(a);
            BOOST_TEST((copy == a));
            a = std::move(copy);
            BOOST_TEST(copy.empty());  // NOLINT: a moved-from array is an empty one
            break;
        }
        case 9:
            a.shrink_to_fit();
            BOOST_TEST(a.capacity() == a.size());
            break;
        case 10:
            a.reserve(b.size() + 5);
            BOOST_TEST(a.capacity() >= b.size() + 5);
            break;
        case 11:
            if (!b.empty()) {
                // an item of the array itself
                a.push_back(a[at % a.size()]), b.push_back(T(b[at % b.size()]));
                a.insert(a.begin(), a.back()), b.insert(b.begin(), T(b.back()));
            }
            break;
        case 12: a.erase(a.begin() + here, a.end()), b.erase(b.begin() + here, b.end()); break;
        case 13: {
            auto const unwanted = [&](T const& y) { return y < x; };
            BOOST_TEST(erase_if(a, unwanted) == std::erase_if(b, unwanted));
            break;
        }
        case 14: BOOST_TEST(erase(a, x) == std::erase(b, x)); break;
        default: a.pop_back(), b.pop_back(); break;
        }
        BOOST_TEST_REQUIRE(same(a, b));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_changes_give_what_they_give_in_a_std_vector) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        check_random_changes<std::string>(seed);
        check_random_changes<std::uint32_t>(seed);
    }
}

BOOST_AUTO_TEST_CASE(arrays_are_compared_item_by_item) {
    using list = vec<int>;
    BOOST_TEST((list{1, 2} == list{1, 2}));
    BOOST_TEST((list{1, 2} != list{1, 3}));
    BOOST_TEST((list{1, 2} < list{1, 2, 0}));
    BOOST_TEST((list{2} > list{1, 2, 0}));
    BOOST_TEST((list() <=> list() == 0));
    BOOST_TEST((list(3, 7) == list{7, 7, 7}));
}

BOOST_AUTO_TEST_CASE(items_need_not_be_copied_and_may_contain_arrays_of_their_own_type) {
    struct node {
        std::unique_ptr<int> owned;
        vec<node> children;
    };
    vec<node> roots;
    for (int i = 0; i < 20; ++i) {
        roots.push_back({std::make_unique<int>(i), {}});
        roots.back().children.push_back({std::make_unique<int>(-i), {}});
    }
    roots.erase(roots.begin());
    BOOST_TEST(*roots.front().owned == 1);
    BOOST_TEST(*roots.back().children[0].owned == -19);
}

BOOST_AUTO_TEST_CASE(growth_is_amortised) {
    vec<int> all;
    std::size_t moves = 0;
    for (int i = 0; i < 100'000; ++i) {
        int const* const before = all.data();
        all.push_back(i);
        moves += all.data() != before ? 1 : 0;
    }
    BOOST_TEST(moves <= 18);
}

BOOST_AUTO_TEST_CASE(assigning_nothing_gives_the_memory_back) {
    vec<int> all(1'000, 7);
    all = {};
    BOOST_TEST(all.capacity() == 0u);
    all = {1, 2};
    BOOST_TEST((all == vec<int>{1, 2}));
}

BOOST_AUTO_TEST_CASE(more_than_can_be_counted_is_an_allocation_failure_and_the_array_stays) {
    vec<std::uint64_t> all{1, 2};
    std::size_t const most = (std::numeric_limits<std::size_t>::max)();
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    BOOST_TEST_MESSAGE("SKIPPED: AddressSanitizer ends the program where others throw std::bad_alloc");
    return;
#endif
#endif
    for (std::size_t const count :
         {most / 4, most / 12}) {  // more bytes than can be counted, and than can be addressed
        BOOST_CHECK_THROW(all.reserve(count), std::bad_alloc);
    }
    BOOST_TEST((all == vec<std::uint64_t>{1, 2}));
}

BOOST_AUTO_TEST_SUITE_END()
