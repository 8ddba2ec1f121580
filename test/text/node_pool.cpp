// test/text/node_pool.cpp - nodes stay where they are, and come back
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/node_pool.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(text_node_pool)

using parlance::node_pool;

BOOST_AUTO_TEST_CASE(nodes_do_not_overlap_and_stay) {
    for (std::size_t const bytes : {std::size_t{16}, std::size_t{48}, std::size_t{20'000}}) {
        node_pool pool;
        std::vector<unsigned char*> nodes;
        for (int i = 0; i < 1000; ++i) {
            nodes.push_back(static_cast<unsigned char*>(pool.take(bytes)));
            std::memset(nodes.back(), i, bytes);
        }
        node_pool const moved = std::move(pool);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            BOOST_TEST(nodes[i][0] == static_cast<unsigned char>(i));
            BOOST_TEST(nodes[i][bytes - 1] == static_cast<unsigned char>(i));
        }
        BOOST_TEST(std::set(nodes.begin(), nodes.end()).size() == nodes.size());
    }
}

BOOST_AUTO_TEST_CASE(what_is_given_back_is_taken_next) {
    node_pool pool;
    void* const first = pool.take(32);
    void* const second = pool.take(32);
    pool.give_back(first);
    pool.give_back(second);
    BOOST_TEST(pool.take(32) == second);
    BOOST_TEST(pool.take(32) == first);
    {
        parlance::taken_node const unused(pool, 32);
        BOOST_TEST(unused.at != first);
    }
    pool.clear();
    std::set<void*> const again{pool.take(32), pool.take(32), pool.take(32)};
    BOOST_TEST(again.size() == 3u);
    pool = node_pool();
    BOOST_TEST(pool.take(32) != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
