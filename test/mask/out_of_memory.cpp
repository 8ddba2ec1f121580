// test/mask/out_of_memory.cpp - whatever allocation fails, a call says so, changes nothing, and can be made again
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include "fixture.hpp"
#include <parlance/mask/batch.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <boost/test/unit_test.hpp>
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
std::size_t fail_each(std::string_view before, Call&& call) {
    std::size_t failures = 0;
    for (long nth = 0;; ++nth) {
        setup const s(grammar, texts);  // a fresh one, so that there is something to allocate
        mask::matcher m{s.compiled};
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
            BOOST_REQUIRE_MESSAGE(call(m, s), "allocation " << nth);
            BOOST_TEST((m.error() == errc::none));
        }
        // whatever happened, it goes on as one to which nothing did
        mask::matcher other{s.compiled};
        BOOST_REQUIRE(before.empty() || other.accept(before));
        BOOST_REQUIRE(call(other, s));
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

BOOST_AUTO_TEST_SUITE_END()
