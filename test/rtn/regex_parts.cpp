// test/rtn/regex_parts.cpp - a pattern as several that ask less find what it finds
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/regex_parts.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(rtn_regex_parts)

using namespace parlance;

BOOST_AUTO_TEST_CASE(look_aheads_in_front_are_parts) {
    work spent{limits{}};
    auto const parts = [&](std::string_view pattern) {
        std::string out;
        for (rtn::pattern_part const& p : rtn::parts_of_pattern(pattern, spent)) {
            out += (out.empty() ? "" : " ") + std::string(p.negative ? "!" : "") + p.text;
        }
        return out;
    };
    BOOST_TEST(parts("^(?!a|b)(?=.{1,9}$)c(d|e)$") == "!^(?:a|b) ^.{1,9}$ ^c(d|e)$");
    BOOST_TEST(parts("(?=^.{4,9}$)(^a$)") == "^.{4,9}$ ^(^a$)");
    BOOST_TEST(parts("(?!^x$)^a") == "!^x$ ^a");
    BOOST_TEST(parts("(?=^[a)]$)") == "^[a)]$ ^");
    for (std::string_view const whole :
         {"^a(?=b)", "(?=a)b", "(?!^x$)a", "^(?=a)b|c", "^(?=a", "^(?=a)*b", "(?!^a)(^b|c)"}) {
        BOOST_TEST(parts(whole) == whole);
    }
}

BOOST_AUTO_TEST_CASE(splitting_is_paid_for_and_linear) {
    auto const steps_of = [](std::size_t parts) {
        std::string pattern;
        for (std::size_t i = 0; i < parts; ++i) {
            pattern += "(?=a)";
        }
        work spent{limits{}};
        std::uint64_t const before = spent.left();
        BOOST_TEST(rtn::parts_of_pattern("^" + pattern, spent).size() == parts + 1);
        return before - spent.left();
    };
    std::uint64_t const few = steps_of(1'000);
    BOOST_TEST(few > 5'000);
    BOOST_TEST(steps_of(10'000) < 11 * few);
    limits none;
    none.fuel = 20;
    work spent(none);
    BOOST_TEST(rtn::parts_of_pattern("^(?=a)(?=b)", spent).size() == 1);
    BOOST_TEST((spent.why() == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(bounds_that_only_longer_texts_meet_are_left_out) {
    work spent{limits{}};
    auto const without_vain_bounds = [&](std::string_view pattern, std::uint64_t longest) {
        return rtn::without_vain_bounds(pattern, longest, spent);
    };
    BOOST_TEST(without_vain_bounds("^(.{1,63}\\.){1,127}[a-z]{2,6}$", 255) == "^(.{1,63}\\.){1,}[a-z]{2,6}$");
    BOOST_TEST(without_vain_bounds("^(.{1,63}\\.){1,126}$", 255) == "^(.{1,63}\\.){1,126}$");
    BOOST_TEST(without_vain_bounds("(a{2,9}|bc){0,4}[{]{1,2}", 9) == "(a{2,}|bc){0,}[{]{1,2}");
    BOOST_TEST(without_vain_bounds("(a", 9) == "(a");
}

BOOST_AUTO_TEST_CASE(parts_find_together_what_the_pattern_finds) {
    work spent{limits{}};
    for (std::string_view const pattern :
         {"^(?=.*a)(?!.*bb)[abc]{2,4}$", "^(?!c)(?=..)[abc]+", "(?=^.{2,3}$)(^a|c$)", "ab|c"}) {
        auto const whole = rtn::regex(pattern, rtn::regex_match::search);
        BOOST_REQUIRE(whole);
        for (unsigned n = 0; n < 4 * 4 * 4 * 4 * 4; ++n) {
            std::string text;
            for (unsigned rest = n; rest != 0; rest /= 4) {
                text += "\0abc"[rest % 4] == '\0' ? std::string() : std::string(1, "\0abc"[rest % 4]);
            }
            bool all = true;
            for (rtn::pattern_part const& part : rtn::parts_of_pattern(pattern, spent)) {
                all = all &&
                      rtn::regex(part.text, rtn::regex_match::search).value().accepts(text) != part.negative;
            }
            BOOST_TEST(all == whole->accepts(text), pattern << " on " << text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
