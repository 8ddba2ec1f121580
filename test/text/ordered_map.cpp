// test/text/ordered_map.cpp - an ordered_map does what a std::map does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/ordered_map.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_ordered_map)

namespace {

using parlance::ordered_map;
using ours = ordered_map<std::string, std::string>;
using theirs = std::map<std::string, std::string, std::less<>>;

bool same(ours const& a, theirs const& b) {
    auto at = b.begin();
    for (auto const& [key, value] : a) {
        if (at == b.end() || at->first != key || at->second != value) {
            return false;
        }
        ++at;
    }
    return at == b.end() && a.size() == b.size() && a.empty() == b.empty();
}

/// Does the same to both, at random.
void check_random_changes(std::uint32_t seed, std::uint32_t keys) {
    std::mt19937 random(seed);
    ours a;
    theirs b;
    for (std::uint32_t step = 0; step < 3000; ++step) {
        std::string const key =
            "a key that does not fit into a string's own bytes: " + std::to_string(random() % keys);
        std::string const value = "and a value that does not: " + std::to_string(step);
        switch (random() % 16) {
        case 0:
        case 1:
        case 2: {
            auto const [at, fresh] = a.try_emplace(key, value);
            BOOST_TEST(
                (fresh == b.try_emplace(key, value).second && at->first == key && at->second == b[key]));
            break;
        }
        case 3: BOOST_TEST(a.emplace(key, value).second == b.emplace(key, value).second); break;
        case 4:
            BOOST_TEST(a.insert_or_assign(key, value).second == b.insert_or_assign(key, value).second);
            break;
        case 5:
        case 6: a[key] = value, b[key] = value; break;
        case 7:
        case 8:
        case 9: BOOST_TEST(a.erase(key) == b.erase(key)); break;
        case 10:
        case 11:
            if (auto const at = a.find(std::string_view(key)); at != a.end()) {
                a.erase(at), b.erase(key);
            }
            break;
        case 12: {
            auto copy = a;
            a = std::move(copy);
            break;
        }
        case 13: {
            auto moved = std::move(a);
            a = moved;
            break;
        }
        default:
            if (random() % 20 == 0) {
                auto const even = [](auto const& e) { return e.second.back() % 2 == 0; };
                BOOST_TEST(erase_if(a, even) == std::erase_if(b, even));
            } else if (random() % 100 == 0) {
                a.clear(), b.clear();
            }
        }
        BOOST_TEST_REQUIRE(
            (a.contains(key) == b.contains(key) && (a.find(key) == a.end()) != b.contains(key)));
        BOOST_TEST_REQUIRE((step % 50 != 0 || same(a, b)));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_changes_leave_what_a_map_has) {
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        check_random_changes(seed, 40);
        check_random_changes(seed, 2000);
    }
}

BOOST_AUTO_TEST_CASE(entries_stay_where_they_are) {
    ordered_map<std::uint32_t, std::unique_ptr<int>> map;
    auto const* const first = &map.try_emplace(1000u, std::make_unique<int>(7)).first->second;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        map.try_emplace(i);
    }
    for (std::uint32_t i = 0; i < 2000; i += 3) {
        map.erase(i);
    }
    BOOST_TEST((&map.at(1000) == first && **first == 7));
}

// Not a list, whatever the order: looking through a list of these would take minutes.
BOOST_AUTO_TEST_CASE(keys_in_order_make_no_list) {
    for (bool const falling : {false, true}) {
        ordered_map<std::uint32_t, std::uint32_t> map;
        constexpr std::uint32_t count = 300'000;
        for (std::uint32_t i = 0; i < count; ++i) {
            map[falling ? count - 1 - i : i] = i;
        }
        std::uint32_t next = 0;
        for (auto const& e : map) {
            BOOST_TEST_REQUIRE(e.first == next++);
        }
        BOOST_TEST(next == count);
    }
}

static_assert(std::forward_iterator<ours::iterator> && std::forward_iterator<ours::const_iterator>);

BOOST_AUTO_TEST_CASE(algorithms_of_the_standard_run_over_it) {
    ordered_map<int, int> const map{{3, 30}, {1, 10}, {2, 20}};
    auto const many = [](auto const& e) { return e.second > 10; };
    BOOST_TEST(std::count_if(map.begin(), map.end(), many) == 2);
    BOOST_TEST(std::find_if(map.begin(), map.end(), many)->first == 2);
    BOOST_TEST((std::next(map.begin(), 3) == map.end()));
    BOOST_TEST(std::max_element(map.begin(), map.end(), [](auto const& a, auto const& b) {
                   return a.second < b.second;
               })->first == 3);
}

struct longest_first {
    bool operator()(std::string const& a, std::string const& b) const { return a.size() > b.size(); }
};

BOOST_AUTO_TEST_CASE(an_order_can_be_given) {
    ordered_map<std::string, int, longest_first> const map{{"a", 1}, {"ccc", 3}, {"bb", 2}, {"dd", 4}};
    std::string met;
    for (auto const& [key, value] : map) {
        met += key + std::to_string(value);
    }
    BOOST_TEST(met == "ccc3bb2a1");
}

BOOST_AUTO_TEST_SUITE_END()
