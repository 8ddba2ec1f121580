// test/text/hash_map.cpp - a hash_map does what a std::unordered_map does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_hash_map)

namespace {

using parlance::hash_map;
using parlance::hash_set;
using parlance::vec;

/// Hashes that collide, whole or in what says where to begin.
struct few_hashes {
    std::uint64_t operator()(std::uint32_t key) const noexcept { return key % 5; }
};
struct far_hashes {
    std::uint64_t operator()(std::uint32_t key) const noexcept { return std::uint64_t{key} << 61; }
};

template <class Map>
bool same(Map const& a, std::unordered_map<std::uint32_t, std::string> const& b) {
    std::size_t met = 0;
    for (auto const& e : a) {
        auto const at = b.find(e.key);
        if (at == b.end() || at->second != e.value) {
            return false;
        }
        ++met;
    }
    for (auto const& [key, value] : b) {
        auto const* const at = a.find(key);
        if (at == nullptr || at->value != value) {
            return false;
        }
    }
    return met == b.size() && a.size() == b.size() && a.empty() == b.empty();
}

/// Does the same to both, at random.
template <class Hash>
void check_random_changes(std::uint32_t seed, std::uint32_t keys) {
    std::mt19937 random(seed);
    hash_map<std::uint32_t, std::string, Hash> a;
    std::unordered_map<std::uint32_t, std::string> b;
    for (std::uint32_t step = 0; step < 3000; ++step) {
        auto const key = static_cast<std::uint32_t>(random() % keys);
        std::string const value =
            "a value that does not fit into a string's own bytes: " + std::to_string(step);
        switch (random() % 16) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4: {
            auto const added = a.try_emplace(key, value);
            BOOST_TEST(added.fresh == b.try_emplace(key, value).second);
            BOOST_TEST(added.at.value == b[key]);
            break;
        }
        case 5:
        case 6:
        case 7: a[key] = value, b[key] = value; break;
        case 8:
        case 9:
        case 10:
        case 11:
        case 12: BOOST_TEST(a.erase(key) == (b.erase(key) != 0)); break;
        case 13: {
            auto copy = a;
            a = std::move(copy);
            break;
        }
        case 14: {
            auto moved = std::move(a);
            a = moved;
            break;
        }
        default:
            if (auto const chance = random() % 40; chance < 2) {
                auto const even = [](std::string const& text) { return text.back() % 2 == 0; };
                BOOST_TEST(erase_if(a, [&](auto const& e) { return even(e.value); }) ==
                           std::erase_if(b, [&](auto const& e) { return even(e.second); }));
            } else if (chance < 4) {
                a.clear(), b.clear();
            }
        }
        BOOST_TEST_REQUIRE(a.contains(key) == b.contains(key));
        BOOST_TEST_REQUIRE((step % 50 != 0 || same(a, b)));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_changes_leave_what_an_unordered_map_has) {
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        check_random_changes<parlance::hash_of>(seed, 40);
        check_random_changes<parlance::hash_of>(seed, 2000);
        check_random_changes<few_hashes>(seed, 100);
        check_random_changes<far_hashes>(seed, 100);
    }
}

BOOST_AUTO_TEST_CASE(entries_stay_where_they_are_and_in_order) {
    hash_map<std::uint32_t, std::uint32_t> map;
    vec<std::uint32_t const*> at;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        at.push_back(&map.try_emplace(i * 7919, i).at.value);
    }
    std::uint32_t i = 0;
    for (auto& e : map) {
        BOOST_TEST_REQUIRE((e.key == i * 7919 && e.value == i && &e.value == at[i]));
        ++i;
    }
    for (std::uint32_t k = 0; k < 1000; k += 2) {
        BOOST_TEST(map.erase(k * 7919));
    }
    for (std::uint32_t k = 1; k < 1000; k += 2) {
        BOOST_TEST_REQUIRE(&map.find(k * 7919)->value == at[k]);
    }
}

BOOST_AUTO_TEST_CASE(what_is_there_is_neither_made_nor_moved_again) {
    hash_map<std::uint32_t, std::unique_ptr<int>> map;
    map.try_emplace(1u, std::make_unique<int>(7));
    auto other = std::make_unique<int>(8);
    BOOST_TEST(!map.try_emplace(1u, std::move(other)).fresh);
    BOOST_TEST((other != nullptr && *map[1] == 7));
}

BOOST_AUTO_TEST_CASE(keys_of_text_and_of_numbers) {
    hash_map<std::string, int> names;
    names["one"] = 1;
    names["two"] = 2;
    BOOST_TEST((names.find("two")->value == 2 && names.find("three") == nullptr));
    hash_set<std::string_view> views;
    BOOST_TEST((views.insert("a") && !views.insert("a") && views.contains("a") && !views.contains("b")));
    hash_map<vec<std::uint32_t>, int> rows;
    hash_map<std::array<std::uint32_t, 3>, int> triples;
    rows[{1, 2, 3}] = 4;
    triples[{1, 2, 3}] = 5;
    BOOST_TEST((rows[{1, 2, 3}] == 4 && rows[{1, 2}] == 0 && rows[{}] == 0));
    BOOST_TEST((triples[{1, 2, 3}] == 5 && triples[{3, 2, 1}] == 0));
    int const places[] = {1, 2, 3};
    hash_map<int const*, int> at;
    for (int const& place : places) {
        at[&place] = place;
    }
    BOOST_TEST((at.size() == 3 && at.find(&places[1])->value == 2));
}

// Each byte counts, wherever it stands, and so does how many there are.
BOOST_AUTO_TEST_CASE(texts_that_differ_have_different_hashes) {
    hash_set<std::uint64_t> met;
    std::size_t count = 0;
    for (std::size_t size = 0; size < 40; ++size) {
        std::string text(size, '\0');
        for (std::size_t i = 0; i <= size; ++i) {
            met.insert(parlance::hash_of{}(text, 1));
            ++count;
            if (i < size) {
                text[i] = 'x';
            }
        }
    }
    BOOST_TEST(met.size() == count);
}

// What multiplies and shifts can be undone, so that texts of one hash are made as fast as any: such as these are.
BOOST_AUTO_TEST_CASE(texts_that_are_made_to_have_one_hash_have_many) {
    hash_set<std::uint64_t> met;
    hash_map<std::string, std::size_t> map;
    constexpr std::size_t count = 2000;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t h = (0x9E37'79B9'7F4A'7C15 ^ 16 ^ i) * 0xFF51'AFD7'ED55'8CCD;
        std::uint64_t const words[] = {i, h ^ (h >> 29)};
        std::string text(16, '\0');
        std::memcpy(text.data(), words, 16);
        met.insert(parlance::hash_of{}(text, 7));
        map.try_emplace(text, i);
        BOOST_TEST(map.find(text)->value == i);
    }
    BOOST_TEST(met.size() == count);
    BOOST_TEST(map.size() == count);
    BOOST_TEST(parlance::hash_of{}("a", 1) != parlance::hash_of{}("a", 2));
}

// Keys in steps of a power of two are the usual ones, and may not stand in one row.
BOOST_AUTO_TEST_CASE(even_keys_are_found_soon) {
    for (unsigned shift = 0; shift < 54; ++shift) {
        parlance::detail::hash_index places;
        std::vector<char> taken(4096);
        std::size_t together = 0;
        for (std::uint64_t i = 0; i < 1024; ++i) {
            char& place = taken[places.look_for(i << shift).at % taken.size()];
            together += static_cast<std::size_t>(place != 0);
            place = 1;
        }
        BOOST_TEST(together < 300);
    }
}

BOOST_AUTO_TEST_CASE(room_is_made_in_pieces_that_are_paid_for) {
    struct counted {
        mutable std::size_t looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == 0; }
    };
    constexpr std::uint64_t many = 16'384;  // where the index is full
    hash_map<std::uint64_t, std::uint64_t> map;
    for (std::uint64_t i = 0; i < many; ++i) {
        map.try_emplace(i, 2 * i);
    }
    parlance::limits few;
    few.fuel = 1000;
    parlance::work poor{few};
    BOOST_TEST(!map.make_room(poor));
    BOOST_TEST((map.size() == many && map.find(many - 1)->value == 2 * (many - 1)));

    counted const asked;
    parlance::limits bounds;
    bounds.stop = asked;
    parlance::work spent{bounds};
    BOOST_TEST(map.make_room(spent));
    BOOST_TEST(asked.looks > 5u);
    std::uint64_t const left = spent.left();
    BOOST_TEST((map.make_room(spent) && spent.left() == left));  // there is room
    map.try_emplace(many, 1u);
    for (std::uint64_t i = 0; i < many; ++i) {
        BOOST_REQUIRE((map.find(i) != nullptr && map.find(i)->value == 2 * i));
    }
    BOOST_TEST(map.find(many)->value == 1u);
}

BOOST_AUTO_TEST_CASE(it_is_freed_in_pieces) {
    hash_map<std::uint64_t, std::string> texts;
    hash_map<std::uint64_t, std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        texts.try_emplace(i, std::to_string(i) + " is too long to be held in place");
        numbers.try_emplace(i, i);
    }
    std::size_t looks = 0;
    texts.free([&] { ++looks; });
    BOOST_TEST(looks > 70u);
    looks = 0;
    numbers.free([&] { ++looks; });
    BOOST_TEST(looks > 10u);
    BOOST_TEST((texts.empty() && numbers.empty()));
}

BOOST_AUTO_TEST_SUITE_END()
