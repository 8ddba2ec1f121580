// test/peg/node.cpp - rows of a parsing table: what their fields are, and that children come before their parents
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/node.hpp>
#include "formats.hpp"
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>

BOOST_AUTO_TEST_SUITE(peg_node)

namespace {

using namespace parlance::peg;

static_assert(static_cast<std::size_t>(op::epsilon) == 0 &&
              op_count == static_cast<std::size_t>(op::gbnf) + 1);
static_assert(node{} == node{op::epsilon, 0, 0, 0} && node{}.first == 0);
static_assert(rule_row{}.root == none, "a rule is not defined until somebody defines it");

constexpr bool bits_are_those_of_their_bytes() {
    char_class c;
    byte_set s;
    until_row u;
    c.ascii[1] = std::uint64_t{1} << ('a' - 64);
    s.bits[3] = u.first[3] = std::uint64_t{1} << 63;
    for (unsigned b = 0; b < 256; ++b) {
        auto const byte = static_cast<std::uint8_t>(b);
        if ((b < 128 && c.has_ascii(byte) != (b == 'a')) || s.has(byte) != (b == 255) ||
            u.begins(byte) != (b == 255)) {
            return false;
        }
    }
    return true;
}
static_assert(bits_are_those_of_their_bytes());

}  // namespace

BOOST_AUTO_TEST_CASE(every_cycle_of_a_table_goes_through_a_reference) {
    std::size_t references = 0;
    for (formats::format const& f : formats::all()) {
        arena_view const a = f.table;
        for (node_id n = 0; n < a.nodes.size(); ++n) {
            node const& row = a.at(n);
            references += row.kind == op::ref ? 1 : 0;
            parlance::peg::detail::for_children(a, row, [&](node_id child) {
                BOOST_REQUIRE_MESSAGE(child < n, f.name << ": node " << n << " has child " << child);
            });
            BOOST_REQUIRE(row.first <= a.firsts.size());
        }
    }
    BOOST_TEST(references > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
