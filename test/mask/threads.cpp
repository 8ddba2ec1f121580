// test/mask/threads.cpp - sixteen threads share a grammar, a vocabulary and a cache, and see the same masks
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <thread>

BOOST_AUTO_TEST_SUITE(mask_threads)

using namespace mask_fixture;

namespace {

/// What one thread sees: the first word of every mask of a random walk.
std::vector<std::uint32_t> walk(mask::compiled_grammar const& shared, std::uint32_t seed, int steps) {
    std::vector<std::uint32_t> seen;
    std::size_t const tokens = shared.tokens().size();
    mask::matcher m{shared};
    std::vector<std::uint32_t> words(mask::words_for(tokens));
    for (int step = 0; step < steps; ++step) {
        mask::filled const state = m.fill(words);
        seen.push_back(words[0]);
        if (!mask::has_tokens(state) || step % 100 == 99) {
            m.reset();
            continue;
        }
        seed = seed * 1664525 + 1013904223;
        auto id = static_cast<mask::token_id>((seed >> 16) % tokens);
        while (!m.accept(id)) {
            id = static_cast<mask::token_id>((id + 1) % tokens);
        }
        if (seed % 7 == 0) {
            m.rollback(1);
        }
    }
    return seen;
}

void require_equal_threads(mask::compiled_grammar const& shared, int steps) {
    constexpr std::size_t count = 16;
    std::vector<std::vector<std::uint32_t>> seen(count);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] { seen[t] = walk(shared, static_cast<std::uint32_t>(t / 2), steps); });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    mask::compiled_grammar const alone{shared.grammar(), shared.tokens(), {.no_dead_ends = false}};
    for (std::size_t t = 0; t < count; ++t) {
        BOOST_TEST((seen[t] == walk(alone, static_cast<std::uint32_t>(t / 2), steps)), "thread " << t);
    }
}

constexpr std::string_view nested = "root ::= \"{\" pair (\",\" pair)* \"}\"\n"
                                    "pair ::= [a-z]{1,9} \":\" (root | [^{},]{0,40})";
std::vector<std::string> const pieces{"{",  "}",  ",",  ":",  "a",   "b",        "ab",   "nn",
                                      "n:", "x}", "}}", "},", "a:{", "\xC3\xA9", "\xC3", "\xA9"};

}  // namespace

BOOST_AUTO_TEST_CASE(a_cache_with_room_for_all) {
    require_equal_threads(setup(nested, pieces).compiled, 300);
}

BOOST_AUTO_TEST_CASE(a_cache_that_is_emptied_again_and_again) {
    setup s(nested, pieces);
    require_equal_threads({s.compiled.grammar(), s.compiled.tokens(), {.bytes = 30'000}}, 300);
}

BOOST_AUTO_TEST_CASE(a_grammar_that_waits_for_a_word) {
    require_equal_threads(setup(nested, pieces, mask::trigger::words({"{a", "{n"})).compiled, 200);
}

BOOST_AUTO_TEST_CASE(a_grammar_that_waits_for_a_pattern) {
    setup s(nested, pieces, *mask::trigger::pattern("[^a]a*(\\{[an]+:)"));
    require_equal_threads(s.compiled, 200);
    require_equal_threads({s.compiled.grammar(), s.compiled.tokens(), {.bytes = 30'000}}, 200);
}

/// What budgets are measured by is made by the call that asks first, and asked for by all; what it takes can be read meanwhile.
BOOST_AUTO_TEST_CASE(budgets_of_one_grammar) {
    setup const s(nested, pieces);
    auto const seen_by = [](mask::compiled_grammar const& shared, std::uint32_t seed) {
        std::vector<std::size_t> out;
        mask::matcher m{shared};
        std::vector<std::uint32_t> words(mask::words_for(shared.tokens().size()));
        m.remaining(24);
        for (int step = 0; step < 24; ++step) {
            out.push_back(m.least_remaining());
            mask::filled const state = m.fill(words);
            out.push_back(words[0]);
            if (!mask::has_tokens(state)) {
                break;
            }
            seed = seed * 1664525 + 1013904223;
            auto id = static_cast<mask::token_id>((seed >> 16) % shared.tokens().size());
            while (((words[id / 32] >> (id % 32)) & 1u) == 0 || !m.accept(id)) {
                id = static_cast<mask::token_id>((id + 1) % shared.tokens().size());
            }
        }
        return out;
    };
    constexpr std::size_t count = 8;
    std::vector<std::vector<std::size_t>> seen(count);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] { seen[t] = seen_by(s.compiled, static_cast<std::uint32_t>(t / 2)); });
    }
    std::size_t most = 0;
    for (int i = 0; i < 50; ++i) {
        most = (std::max)(most, s.compiled.memory());
    }
    for (std::thread& t : threads) {
        t.join();
    }
    BOOST_TEST(s.compiled.memory() >= most);
    setup const alone(nested, pieces);
    for (std::size_t t = 0; t < count; ++t) {
        BOOST_TEST((seen[t] == seen_by(alone.compiled, static_cast<std::uint32_t>(t / 2))), "thread " << t);
        BOOST_TEST(seen[t].size() > 4u);
    }
}

// each thread makes its grammar and finds what the others have left; little room, so that much is dropped meanwhile
BOOST_AUTO_TEST_CASE(grammars_of_one_vocabulary) {
    setup const one(nested, pieces);
    setup const other("root ::= \"[\" pair (\",\" pair)* \"]\"\n"
                      "pair ::= [a-z]{1,9} \":\" (root | [^{},]{0,40}) | \"{\" pair \"}\"",
                      pieces);
    for (std::size_t const bytes : {std::size_t{1} << 20, std::size_t{2000}, std::size_t{0}}) {
        auto const shared = mask::token_index::build(one.tokens).value();
        shared.share(bytes);
        constexpr std::size_t count = 16;
        std::vector<std::vector<std::uint32_t>> seen(count);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < count; ++t) {
            threads.emplace_back([&, t] {
                setup const& mine = t % 2 == 0 ? one : other;
                seen[t] = walk({mine.compiled.grammar(), shared, {.no_dead_ends = false}},
                               static_cast<std::uint32_t>(t / 4), 200);
            });
        }
        for (std::thread& t : threads) {
            t.join();
        }
        for (std::size_t t = 0; t < count; ++t) {
            setup const& mine = t % 2 == 0 ? one : other;
            BOOST_TEST((seen[t] == walk(mine.compiled, static_cast<std::uint32_t>(t / 4), 200)),
                       "thread " << t);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
