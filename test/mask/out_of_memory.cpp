// test/mask/out_of_memory.cpp - whatever allocation fails, a call says so, changes nothing, and can be made again
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include "fixture.hpp"
#include <parlance/mask/batch.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/cache_data.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/byte_classes.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_out_of_memory)

namespace {

using namespace mask_fixture;
using parlance::errc;

/// Fails one allocation of what it is alive for, the n-th from 0 on.
class failing {
public:
    explicit failing(long nth) noexcept { measured::until_failure = nth; }
    ~failing() { measured::until_failure = -1; }
    failing(failing const&) = delete;
    failing& operator=(failing const&) = delete;
    [[nodiscard]] static bool done() noexcept { return measured::until_failure < 0; }
};

std::vector<std::string> const texts{"a", "b", "{", "}",   "[",   "]",  "ab", "\"",
                                     ":", ",", "1", "{\"", "\":", "]}", "1,"};
char const* const grammar =
    "root ::= \"{\" pair (\",\" pair){0,20} \"}\"\n"
    "pair ::= \"\\\"\" [ab]{1,40} \"\\\":\" (root | \"[\" (\"1\" (\",\" \"1\")*)? \"]\")\n";

/// Calls call(matcher) with the first allocation failing, the second, and so on, until all of them succeed.
template <class Call>
std::size_t fail_each(std::string_view before, Call&& call, std::size_t bytes = mask::cache_options{}.bytes) {
    std::size_t failures = 0;
    for (long nth = 0;; ++nth) {
        setup const s(grammar, texts);  // a fresh one, so that there is something to allocate
        mask::compiled_grammar const compiled{
            s.compiled.grammar(), s.compiled.tokens(), {.bytes = bytes, .no_dead_ends = false}};
        mask::matcher m{compiled};
        BOOST_REQUIRE(before.empty() || m.accept(before));
        std::size_t const steps = m.steps();
        bool good = false;
        bool failed = false;
        {
            failing const f(nth);
            good = call(m, s);
            failed = failing::done();
        }
        if (!failed) {
            BOOST_TEST(good);
            return failures;
        }
        ++failures;
        if (!good) {
            BOOST_TEST((m.error() == errc::out_of_memory_budget));
            BOOST_TEST(m.steps() == steps);
            auto const half_made = compiled.data().current();
            BOOST_REQUIRE_MESSAGE(call(m, s), "allocation " << nth);
            BOOST_TEST((compiled.data().current() != half_made), "allocation " << nth);
            BOOST_TEST((m.error() == errc::none));
        }
        // whatever happened, it goes on as one to which nothing did
        mask::matcher other{compiled};
        BOOST_REQUIRE(before.empty() || other.accept(before));
        BOOST_REQUIRE(call(other, s));
        BOOST_TEST(m.can_stop() == other.can_stop());
        BOOST_TEST(s.allowed(m) == s.allowed(other));
        m.rollback(m.steps());
        other.rollback(other.steps());
        BOOST_TEST(s.allowed(m) == s.allowed(other));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(of_a_mask) {
    BOOST_TEST(fail_each("{\"ab", [](mask::matcher& m, setup const&) {
                   std::uint32_t words[1];
                   return mask::has_tokens(m.fill(words));
               }) > 0u);
    BOOST_TEST(fail_each("{\"ab", [](mask::matcher& m, setup const&) {
                   return mask::has_tokens(m.allowed().state);
               }) > 0u);
}

BOOST_AUTO_TEST_CASE(of_a_mask_within_a_budget) {
    BOOST_TEST(fail_each("{\"ab", [](mask::matcher& m, setup const&) {
                   m.remaining(9);
                   return mask::has_tokens(m.allowed().state);
               }) > 0u);
}

BOOST_AUTO_TEST_CASE(of_the_least_number_of_tokens) {
    // what was found by half is not gone by the next time
    char const* const counted = "root ::= ([ab]{2,28} [ab1] (\"ab\"{0,27} | \"1,\"){1,9}){2,5} \"]\"\n";
    setup const whole(counted, texts);
    std::size_t const least = mask::matcher{whole.compiled}.least_remaining();
    BOOST_REQUIRE(least != mask::matcher::unlimited);
    bool failed = true;
    for (long nth = 0; failed; ++nth) {
        setup const s(counted, texts);
        mask::matcher m{s.compiled};
        {
            failing const f(nth);
            (void)m.least_remaining();
            failed = failing::done();
        }
        BOOST_TEST_CONTEXT("allocation " << nth) { BOOST_TEST(m.least_remaining() == least); }
    }
}

BOOST_AUTO_TEST_CASE(of_a_token_or_a_text_that_is_read) {
    fail_each("{\"a", [](mask::matcher& m, setup const& s) { return m.accept(s.id("ab")); });
    BOOST_TEST(fail_each("{\"a", [](mask::matcher& m, setup const&) {
                   return m.accept(std::string_view{"\":{\"b\":[1,1"});
               }) > 0u);
}

BOOST_AUTO_TEST_CASE(while_a_matcher_moves_to_fresh_memory) {
    constexpr std::size_t small = 1;  // full at once: each call moves all that can be rolled back to
    BOOST_TEST(fail_each(
                   "{\"ab\":[1,1",
                   [](mask::matcher& m, setup const&) { return mask::has_tokens(m.allowed().state); },
                   small) > 0u);
    BOOST_TEST(fail_each(
                   "{\"ab\":[1,1", [](mask::matcher& m, setup const& s) { return m.accept(s.id("]}")); },
                   small) > 0u);
}

BOOST_AUTO_TEST_CASE(of_a_matcher_that_is_made_or_copied) {
    setup const s(grammar, texts);
    mask::matcher const first{s.compiled};
    for (long nth = 0; nth < 4; ++nth) {
        failing const f(nth);
        mask::matcher made{s.compiled};
        mask::matcher copy{first};
        if (made.empty()) {
            BOOST_TEST((made.error() == errc::out_of_memory_budget));
            BOOST_TEST((made.allowed().state == mask::filled::failed));
        }
        BOOST_TEST((!copy.empty() || copy.error() == errc::out_of_memory_budget));
    }
}

BOOST_AUTO_TEST_CASE(one_that_was_moved_from_is_empty) {
    setup const s(grammar, texts);
    mask::matcher first{s.compiled};
    mask::matcher const second{std::move(first)};
    std::vector<std::uint32_t> words(1, 7);
    BOOST_TEST(first.empty());
    BOOST_TEST((first.fill(words) == mask::filled::failed));
    BOOST_TEST(words[0] == 0u);
    BOOST_TEST((first.allowed().state == mask::filled::failed));
    BOOST_TEST((first.error() == errc::empty_matcher));
    BOOST_TEST(!first.accept(s.id("{")));
    BOOST_TEST(!first.accept(std::string_view{"{"}));
    BOOST_TEST(!first.can_stop());
    BOOST_TEST(!first.rollback(0));
    BOOST_TEST(first.steps() == 0u);
    BOOST_TEST(first.forced_text().empty());
    BOOST_TEST(first.open_rules().empty());
    mask::matcher const copy{first};
    BOOST_TEST(copy.empty());
    BOOST_TEST((mask::explain(first, 0).why == mask::refusal::limit));
    mask::token_id const draft[] = {s.id("{")};
    std::uint32_t const parents[] = {mask::no_parent};
    mask::filled states[] = {mask::filled::none};
    words[0] = 7;
    BOOST_TEST(mask::fill(first, {draft, parents}, {words, 1}, states) == 0u);
    BOOST_TEST(words[0] == 0u);
    BOOST_TEST((states[0] == mask::filled::failed));
    first = second;
    BOOST_TEST(first.accept(s.id("{")));
}

// What readers are led by leads to nothing that is not there yet.

BOOST_AUTO_TEST_CASE(of_a_table_of_numbers_that_grows) {
    using table = mask::detail::id_table;
    auto const hash = [](std::uint32_t id) { return std::uint64_t{id} * 0x9E37'79B9'7F4A'7C15; };
    table all;
    std::uint32_t size = 0;
    auto const finds_all = [&] {
        for (std::uint32_t id = 0; id < size; ++id) {
            BOOST_TEST_REQUIRE(all.find(hash(id), [&](std::uint32_t k) { return k == id; }) == id);
        }
        BOOST_TEST(all.find(hash(size), [&](std::uint32_t k) { return k == size; }) == table::none);
    };
    std::size_t failures = 0;
    for (long nth = 0; size < 3'000;) {
        std::size_t const bytes = all.bytes();
        bool added = true;
        try {
            failing const f(nth);
            all.add(hash(size), size);
        } catch (std::bad_alloc const&) {
            added = false;
            ++failures;
        }
        if (added) {
            ++size;
            nth = 0;
            continue;
        }
        ++nth;
        // what was allocated in vain is somebody else's now
        std::vector<std::string> const few(8, std::string(20, '\x7F'));
        std::vector<std::string> const many(8, std::string(32 * size, '\x7F'));
        BOOST_TEST(all.bytes() == bytes);
        finds_all();
    }
    BOOST_TEST(failures > 14u);  // two for each time it grew, and once more for the list of tables
    finds_all();
}

BOOST_AUTO_TEST_CASE(of_classes_of_bytes) {
    // each state reads other bytes
    std::string text = "root ::=";
    for (char low = 'a'; low < 'z'; ++low) {
        text.append(" [").append(1, low).append("-").append(1, static_cast<char>(low + 1)).append("]");
    }
    setup const s(text, texts);
    mask::detail::automaton const& code = s.compiled.grammar().data().code;
    mask::detail::arena memory;
    mask::detail::byte_classifier some(memory);
    std::size_t failures = 0;
    for (std::uint32_t state = 0; state + 1 < code.states.size(); ++state) {
        mask::detail::item const one{state, 0};
        mask::detail::arena apart;
        mask::detail::byte_classes const expected =
            *mask::detail::byte_classifier(apart).classify(code, {&one, 1}).of;
        for (long nth = 0;; ++nth) {
            try {
                failing const f(nth);
                (void)some.classify(code, {&one, 1});
                break;
            } catch (std::bad_alloc const&) {
                ++failures;
            }
        }
        BOOST_TEST((*some.classify(code, {&one, 1}).of == expected));
    }
    BOOST_TEST(failures > 5u);
}

BOOST_AUTO_TEST_CASE(a_pool_in_blocks_has_room_before_it_adds_and_is_freed_in_pieces) {
    struct row {
        std::uint64_t words[64];
    };
    mask::detail::block_pool<row> rows(1000);
    for (std::size_t i = 0; i < 1000; ++i) {
        rows.make_room();
        rows.make_room();  // there is one already
        BOOST_REQUIRE_EQUAL(rows.add(row{{i}}), i);
    }
    BOOST_TEST(rows.room() == 0u);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        BOOST_REQUIRE_EQUAL(rows[i].words[0], i);
    }
    std::size_t looks = 0;
    rows.free([&] { ++looks; });
    BOOST_TEST(looks == 8u);  // blocks of 64 KiB
    BOOST_TEST(rows.size() == 0u);
}

BOOST_AUTO_TEST_CASE(a_table_of_ids_grows_and_is_freed_in_pieces) {
    constexpr std::uint32_t many = 50'000;
    mask::detail::id_table ids;
    std::size_t looks = 0;
    for (std::uint32_t i = 0; i < many; ++i) {
        ids.add(mask::detail::mix(7, i), i, [&] { ++looks; });
    }
    BOOST_TEST(looks > many / 256);
    for (std::uint32_t i = 0; i < 2 * many; ++i) {
        std::uint32_t const found =
            ids.find(mask::detail::mix(7, i), [&](std::uint32_t id) { return id == i; });
        BOOST_REQUIRE_EQUAL(found, i < many ? i : mask::detail::id_table::none);
    }
    looks = 0;
    ids.free([&] { ++looks; });
    BOOST_TEST(looks > 16u);  // blocks of 64 KiB
}

BOOST_AUTO_TEST_SUITE_END()
