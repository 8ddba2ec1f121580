// test/mask/bitmask.cpp - bit i of word i / 32 is token i, and no other bit is touched
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/bitmask.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_bitmask)

namespace {

using parlance::mask::bitmask;
using parlance::mask::words_for;

static_assert(words_for(0) == 0 && words_for(1) == 1 && words_for(32) == 1 && words_for(33) == 2);

constexpr std::uint32_t second_word_of(std::size_t token) {
    std::array<std::uint32_t, 2> words{};
    bitmask(words).set(token);
    return words[1];
}
static_assert(second_word_of(31) == 0 && second_word_of(32) == 1 && second_word_of(63) == 0x8000'0000);

}  // namespace

BOOST_AUTO_TEST_CASE(one_bit_at_a_time) {
    std::vector<std::uint32_t> words(4);
    bitmask const m(words);
    for (std::size_t token = 0; token < 128; ++token) {
        bitmask(words).set(token);
        BOOST_REQUIRE(m.test(token));
        BOOST_REQUIRE(m.count() == 1u);
        bitmask(words).reset(token);
        BOOST_REQUIRE(m.count() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(filling_leaves_no_bit_behind_the_last_token) {
    for (std::size_t tokens = 0; tokens <= 96; ++tokens) {
        std::vector<std::uint32_t> words(3, 0xA5A5'A5A5);
        bitmask m(words);
        m.fill(tokens);
        BOOST_REQUIRE(m.count() == tokens);
        for (std::size_t token = 0; token < 96; ++token) {
            BOOST_REQUIRE(m.test(token) == (token < tokens));
        }
        m.clear();
        BOOST_REQUIRE(m.count() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(adding_keeps_what_is_there) {
    for (std::size_t size = 0; size < 40; ++size) {  // whatever is left behind whole vectors
        std::vector<std::uint32_t> words(size), from(size);
        for (std::size_t i = 0; i < size; ++i) {
            words[i] = static_cast<std::uint32_t>(i * 2654435761u);
            from[i] = static_cast<std::uint32_t>((i + 7) * 40503u);
        }
        std::vector<std::uint32_t> const before = words;
        bitmask(words).add(from.data());
        for (std::size_t i = 0; i < size; ++i) {
            BOOST_REQUIRE(words[i] == (before[i] | from[i]));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
