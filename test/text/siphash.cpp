// test/text/siphash.cpp - hashes depend on every bit of the words, on their order and on the key
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/siphash.hpp>
#include <boost/test/unit_test.hpp>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <set>

BOOST_AUTO_TEST_SUITE(text_siphash)

namespace {

using parlance::detail::siphash;

constexpr std::uint64_t hash(std::uint64_t key, std::initializer_list<std::uint64_t> words) {
    siphash out(key);
    for (std::uint64_t const word : words) {
        out.add(word);
    }
    return out.finish();
}

static_assert(hash(1, {2, 3}) == hash(1, {2, 3}));
static_assert(hash(1, {2, 3}) != hash(1, {3, 2}));
static_assert(hash(1, {2}) != hash(1, {2, 0}));
static_assert(hash(1, {2}) != hash(2, {2}));
static_assert(hash(0, {}) != 0);

}  // namespace

BOOST_AUTO_TEST_CASE(words_and_keys_that_differ_little_have_hashes_of_their_own) {
    std::set<std::uint64_t> seen;
    std::size_t count = 0;
    for (std::uint64_t key = 0; key < 8; ++key) {
        for (std::uint64_t a = 0; a < 32; ++a) {
            for (std::uint64_t b = 0; b < 32; ++b) {
                seen.insert(hash(key, {a, b << 32}));
                ++count;
            }
        }
    }
    BOOST_TEST(seen.size() == count);
}

BOOST_AUTO_TEST_CASE(a_bit_of_the_input_changes_about_half_of_the_hash) {
    for (int bit = 0; bit < 64; ++bit) {
        int changed = 0;
        for (std::uint64_t word = 0; word < 64; ++word) {
            changed += std::popcount(hash(7, {word}) ^ hash(7, {word ^ (std::uint64_t{1} << bit)}));
        }
        BOOST_TEST(changed > 64 * 28, bit);
        BOOST_TEST(changed < 64 * 36, bit);
    }
}

BOOST_AUTO_TEST_CASE(the_second_half_of_128_bits_is_another) {
    siphash out(3);
    out.add(5);
    std::uint64_t const first = out.finish();
    std::uint64_t const second = out.finish();
    BOOST_TEST(first == hash(3, {5}));
    BOOST_TEST(second != first);
}

BOOST_AUTO_TEST_SUITE_END()
