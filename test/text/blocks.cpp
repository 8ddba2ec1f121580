// test/text/blocks.cpp - items stay where they are, and all are destroyed
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/blocks.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_blocks)

using parlance::blocks;

BOOST_AUTO_TEST_CASE(items_stay_where_they_are_and_in_their_order) {
    constexpr std::size_t in_block = blocks<std::string>::in_block;
    blocks<std::string> all;
    BOOST_TEST((all.empty() && all.size() == 0u));
    all.push_back("0");
    std::string const* const first = &all[0];
    for (std::size_t i = 1; i < 2 * in_block + 3; ++i) {
        BOOST_TEST_REQUIRE(all.size() == i);
        all.push_back(std::to_string(i));
    }
    BOOST_TEST(&all[0] == first);
    blocks<std::string> const moved = std::move(all);
    BOOST_TEST(moved.block_count() == 3u);
    BOOST_TEST(moved.block(2).size() == 3u);
    std::size_t next = 0;
    for (std::size_t b = 0; b < moved.block_count(); ++b) {
        for (std::string const& each : moved.block(b)) {
            BOOST_TEST_REQUIRE(each == std::to_string(next));
            BOOST_TEST_REQUIRE(&each == &moved[next++]);
        }
    }
    BOOST_TEST(next == moved.size());
}

BOOST_AUTO_TEST_CASE(a_copy_has_the_same_items) {
    blocks<std::string> all;
    for (std::size_t i = 0; i <= all.in_block; ++i) {
        all.push_back(std::to_string(i));
    }
    blocks<std::string> copy = all;
    all = blocks<std::string>();
    BOOST_TEST(all.empty());
    all.push_back("another");
    BOOST_TEST_REQUIRE(copy.size() == copy.in_block + 1);
    BOOST_TEST((copy[0] == "0" && copy[copy.in_block] == std::to_string(copy.in_block)));
    copy = all;
    BOOST_TEST((copy.size() == 1u && copy[0] == "another"));
}

BOOST_AUTO_TEST_CASE(items_are_destroyed_block_by_block) {
    auto const counted = std::make_shared<int>();
    blocks<std::shared_ptr<int>> all;
    for (std::size_t i = 0; i <= all.in_block; ++i) {
        all.push_back(counted);
    }
    all.pop_block();
    BOOST_TEST(counted.use_count() == 1 + static_cast<long>(all.in_block));
    all.push_back(counted);
    std::size_t looks = 0;
    all.clear([&] { ++looks; });
    BOOST_TEST(looks == 2u);
    BOOST_TEST((all.empty() && counted.use_count() == 1));
    all.push_back(counted);
    { blocks<std::shared_ptr<int>> const last = std::move(all); }
    BOOST_TEST(counted.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(the_last_items_are_taken_back) {
    auto const counted = std::make_shared<int>();
    blocks<std::shared_ptr<int>> all;
    std::size_t const in_block = all.in_block;
    for (std::size_t i = 0; i < 2 * in_block + 3; ++i) {
        all.push_back(counted);
    }
    for (std::size_t const size :
         {2 * in_block + 1, 2 * in_block, in_block + 2, std::size_t{1}, std::size_t{0}}) {
        all.shrink(size);
        BOOST_TEST((all.size() == size && all.block_count() == (size + in_block - 1) / in_block));
        BOOST_TEST(counted.use_count() == 1 + static_cast<long>(size));
    }
    all.push_back(counted);
    BOOST_TEST((all.size() == 1u && counted.use_count() == 2));
}

BOOST_AUTO_TEST_SUITE_END()
