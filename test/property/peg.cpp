#include "../peg/oracle.hpp"
#include "../peg/random_table.hpp"
#include "../peg/splits.hpp"
#include <parlance/peg/print.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

BOOST_AUTO_TEST_SUITE(property_peg)

using namespace parlance;
using namespace parlance::peg;

namespace {

/// Calls f with `count` random tables and a text for each; says how many tables there were.
template <class F>
std::size_t for_tables(unsigned seed, std::size_t count, F f) {
    std::mt19937 random(seed);
    auto const next = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    std::size_t made = 0;
    for (std::size_t i = 0; i < count; ++i) {
        random_table::maker make(next);
        if (auto const table = make.table()) {
            ++made;
            f(*table, make.text(20));
        }
    }
    return made;
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_table_tells_one_story_however_the_text_is_cut) {
    std::size_t const made = for_tables(1, 1000, [](arena_view table, std::string const& text) {
        BOOST_TEST_CONTEXT(print(table).value() << text) {
            BOOST_TEST(splits::first_difference(table, text, 12) == "");
        }
    });
    BOOST_TEST(made > 300u);
}

BOOST_AUTO_TEST_CASE(a_table_without_cuts_reads_what_the_plainest_reading_reads) {
    std::size_t compared = 0;
    for_tables(2, 20'000, [&](arena_view table, std::string const& text) {
        bool const plain = std::ranges::none_of(
            table.nodes, [](node const& n) { return n.kind == op::cut || n.kind == op::recover; });
        oracle::reader oracle(table, text);
        auto const end = oracle.read(table.root, 0);
        outcome const got = match(table, text);
        if (!plain || oracle.exhausted || got.why != errc::none) {
            return;
        }
        ++compared;
        BOOST_TEST_CONTEXT(print(table).value() << text) {
            BOOST_TEST(end.has_value() == got.complete());
            BOOST_TEST((!end || *end == got.end));
        }
    });
    BOOST_TEST(compared > 1000u);
}

BOOST_AUTO_TEST_CASE(any_table_is_written_and_read_back) {
    for_tables(3, 2000, [](arena_view table, std::string const&) {
        BOOST_TEST((parse(print(table).value()).value().view() == table));
    });
}

BOOST_AUTO_TEST_SUITE_END()
