// test/mask/logits.cpp - what is not allowed becomes minus infinity, in every layout of logits
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/logits.hpp>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_logits)

namespace mask = parlance::mask;

namespace {

/// As ggml has it.
struct bf16_struct {
    std::uint16_t bits;
};
/// As llama.cpp has it.
struct token_data {
    std::int32_t id;
    float logit;
    float p;
};
static_assert(mask::candidate<token_data>);
static_assert(mask::half_logit<bf16_struct>);
static_assert(!mask::half_logit<float>);
static_assert(!mask::candidate<float>);

/// Words of every sort: none, all, and random ones.
std::vector<std::uint32_t> some_words(std::size_t count) {
    std::mt19937 random(7);
    std::vector<std::uint32_t> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = i % 5 == 0 ? 0u : i % 5 == 1 ? ~0u : static_cast<std::uint32_t>(random());
    }
    return out;
}
bool bit(std::vector<std::uint32_t> const& words, std::size_t i) {
    return i / 32 < words.size() && ((words[i / 32] >> (i % 32)) & 1u) != 0;
}

/// Fewer logits than bits, as many, and more: padding behind the vocabulary.
constexpr std::size_t sizes[] = {0, 1, 31, 32, 33, 63, 320, 1000, 1024, 1027, 1100};

}  // namespace

BOOST_AUTO_TEST_CASE(floats_that_are_not_allowed_become_minus_infinity) {
    auto const words = some_words(32);
    for (std::size_t const n : sizes) {
        std::vector<float> logits(n + 1);
        for (std::size_t i = 0; i < logits.size(); ++i) {
            logits[i] = 0.25f * static_cast<float>(i) - 3;
        }
        logits[n / 2] = std::nanf("");  // stays what it is where it is allowed
        std::vector<float> const before = logits;
        mask::apply(words, std::span{logits}.first(n));
        for (std::size_t i = 0; i < n; ++i) {
            std::uint32_t const want = bit(words, i) ? std::bit_cast<std::uint32_t>(before[i]) : 0xFF80'0000u;
            BOOST_REQUIRE_EQUAL(std::bit_cast<std::uint32_t>(logits[i]), want);
        }
        BOOST_TEST(std::bit_cast<std::uint32_t>(logits[n]) == std::bit_cast<std::uint32_t>(before[n]));
    }
}

using halves = boost::mpl::list<std::uint16_t, bf16_struct>;
BOOST_AUTO_TEST_CASE_TEMPLATE(so_do_logits_of_16_bits, Logit, halves) {
    auto const words = some_words(32);
    for (auto const format : {mask::half::fp16, mask::half::bf16}) {
        for (std::size_t const n : sizes) {
            std::vector<Logit> logits(n + 1);
            for (std::size_t i = 0; i < logits.size(); ++i) {
                logits[i] = std::bit_cast<Logit>(static_cast<std::uint16_t>(i * 31));
            }
            std::vector<Logit> const before = logits;
            mask::apply(words, std::span{logits}.first(n), format);
            for (std::size_t i = 0; i <= n; ++i) {
                auto const old = std::bit_cast<std::uint16_t>(before[i]);
                std::uint16_t const minus_infinity = format == mask::half::fp16 ? 0xFC00 : 0xFF80;
                std::uint16_t const want = i == n || bit(words, i) ? old : minus_infinity;
                BOOST_REQUIRE_EQUAL(std::bit_cast<std::uint16_t>(logits[i]), want);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(sixteen_bits_of_minus_infinity_are_that_in_their_format) {
    auto const bf16 = std::uint32_t{static_cast<std::uint16_t>(mask::half::bf16)} << 16;
    BOOST_TEST(std::bit_cast<float>(bf16) == -std::numeric_limits<float>::infinity());
    // binary16: sign, five bits of exponent all set, no fraction
    BOOST_TEST(static_cast<unsigned>(mask::half::fp16) == (1u << 15 | 31u << 10));
}

BOOST_AUTO_TEST_CASE(candidates_keep_their_order_whatever_it_is) {
    auto const words = some_words(3);
    std::vector<token_data> candidates;
    for (std::int32_t const id : {95, 3, 40, 33, 96, 1'000'000, 64, 0, -1}) {
        candidates.push_back({id, 1.5f, 0.5f});
    }
    std::vector<token_data> const before = candidates;
    mask::apply(words, std::span{candidates});
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        BOOST_TEST(candidates[i].id == before[i].id);
        BOOST_TEST(candidates[i].p == before[i].p);
        bool const kept = before[i].id >= 0 && bit(words, static_cast<std::size_t>(before[i].id));
        BOOST_TEST(candidates[i].logit == (kept ? 1.5f : -std::numeric_limits<float>::infinity()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
