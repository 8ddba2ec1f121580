// test/text/sequence_table.cpp - a sequence_table finds what a std::map finds, also after all was forgotten
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/array_ref.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_sequence_table)

namespace {

using words = std::vector<std::uint32_t>;

parlance::array_ref<std::uint32_t const> seen(words const& w) { return {w.data(), w.size()}; }

}  // namespace

BOOST_AUTO_TEST_CASE(an_empty_table_finds_nothing) {
    parlance::sequence_table table;
    BOOST_TEST(table.find({}, [](std::uint32_t) { return parlance::array_ref<std::uint32_t const>{}; }) ==
               parlance::sequence_table::none);
}

BOOST_AUTO_TEST_CASE(random_sequences_are_found_as_a_map_finds_them) {
    std::mt19937 random(7);
    parlance::sequence_table table;
    for (int round = 0; round < 20; ++round) {
        std::vector<words> numbered;
        std::map<words, std::uint32_t> expected;
        auto const sequence_of = [&](std::uint32_t i) { return seen(numbered[i]); };
        for (int i = 0; i < 2000; ++i) {
            words w(random() % 4);
            for (std::uint32_t& word : w) {
                word = static_cast<std::uint32_t>(random() % 9);
            }
            std::uint32_t const found = table.find(seen(w), sequence_of);
            if (auto const at = expected.find(w); at != expected.end()) {
                BOOST_REQUIRE(found == at->second);
            } else {
                BOOST_REQUIRE(found == parlance::sequence_table::none);
                auto const number = static_cast<std::uint32_t>(numbered.size());
                numbered.push_back(w);
                expected.emplace(w, number);
                table.add(number);
            }
        }
        table.clear();
        BOOST_TEST(table.find(seen(numbered.front()), sequence_of) == parlance::sequence_table::none);
    }
}

BOOST_AUTO_TEST_SUITE_END()
