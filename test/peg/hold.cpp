// test/peg/hold.cpp - the bound on what a stream holds back, and that no stream exceeds it
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/hold.hpp>
#include "formats.hpp"
#include "random_table.hpp"
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/stream.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_hold)

using namespace parlance::peg;

namespace {

std::size_t held_at_most(arena_view table, std::string_view text) {
    stream s(table);
    std::size_t most = 0;
    for (char const c : text) {
        s.feed({&c, 1}, no_sink{});
        most = std::max(most, s.held());
    }
    return most;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_bound_is_the_longest_stretch_before_a_decision) {
    struct {
        char const* grammar;
        std::size_t bound;
    } const rows[] = {
        {"<- \"abc\"", 3},
        {"<- rest", 0},
        {"<- until(\"</call>\") \"</call>\"", 7},
        {"<- \"ab\" \"c\" / \"a\" rest", 3},
        {"<- \"ab\" > \"c\" / rest", 2},
        {"<- \"ab\" > until(\"x\") \"xyz\" / rest", 3},
        {"<- \"<\" [a-z]{1,8} \">\" / rest", 10},
        {"<- \"<\" [a-z]+ \">\" / rest", no_limit},
        {"<- [a-z]+ / rest", 1},
        {"<- [^a-z]+ / rest", 4},
        {"<- (\"ab\" > [a-z]* \";\")*", 2},
        {"<- atomic(\"ab\" > \"cd\") rest", 4},
        {"<- &until(\"x\") rest", no_limit},
        {"<- \"a\" b\nb <- \"(\" b \")\" / \"x\"", no_limit},
        {"<- \"a\" b\nb <- \"(\" > b \")\" / \"x\"", 1},
        {"<- \"x\"{3,5} \"y\" / rest", 6},
    };
    for (auto const& r : rows) {
        BOOST_TEST(max_hold(parse(r.grammar).value()) == r.bound, r.grammar);
    }
}

BOOST_AUTO_TEST_CASE(no_stream_over_any_table_holds_more) {
    std::mt19937 random(7);
    auto const next = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    std::size_t bounded = 0;
    for (int i = 0; i < 20'000; ++i) {
        random_table::maker make(next);
        auto const table = make.table();
        if (!table) {
            continue;
        }
        std::size_t const bound = max_hold(*table);
        bounded += bound != no_limit;
        std::string const text = make.text(24);
        std::size_t const held = held_at_most(*table, text);
        BOOST_TEST(held <= bound, print(*table).value() << text << ": " << held << " of " << bound);
    }
    BOOST_TEST(bounded > 1000u);
}

BOOST_AUTO_TEST_CASE(no_format_holds_more_than_its_bound) {
    for (formats::format const& f : formats::all()) {
        std::size_t const bound = max_hold(f.table);
        for (std::string const& text : f.texts) {
            BOOST_TEST(held_at_most(f.table, text) <= bound, f.name << ": " << text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
