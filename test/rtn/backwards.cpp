// test/rtn/backwards.cpp - the rows of what leads to a state or calls a rule are those of all edges that do
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include "random_network.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_backwards)

namespace {

using namespace parlance;
using uses = std::vector<std::pair<rtn::state_id, std::uint32_t>>;

uses listed(array_ref<rtn::backwards::use const> row) {
    uses out;
    for (rtn::backwards::use const u : row) {
        out.emplace_back(u.from, u.edge);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_edge_that_is_wanted_is_in_the_row_of_its_target_and_of_its_callee) {
    std::mt19937 random(11);
    for (int round = 0; round < 5'000; ++round) {
        rtn::network const net = random_networks::random_network(random);
        bool const all = round % 2 == 0;
        auto const wanted = [&](rtn::edge const& e) { return all || e.kind != rtn::edge_kind::epsilon; };
        rtn::backwards back;
        work spent(limits{});
        back.build(net.view(), spent, wanted);
        std::vector<uses> into(net.view().state_count());
        std::vector<uses> calls(net.rules.size());
        for (rtn::state_id s = 0; s < net.view().state_count(); ++s) {
            for (std::uint32_t i = net.states[s].first_edge; i < net.states[s + 1].first_edge; ++i) {
                rtn::edge const& e = net.edges[i];
                if (!wanted(e)) {
                    continue;
                }
                into[e.target].emplace_back(s, i);
                if (rtn::is_call_within(net.view(), e)) {
                    calls[rtn::callee(net.view(), e)].emplace_back(s, i);
                }
            }
        }
        for (rtn::state_id s = 0; s < into.size(); ++s) {
            BOOST_TEST_REQUIRE((listed(back.into(s)) == into[s]));
            std::size_t entered = 0;
            back.each_rule_at(s, [&](rtn::rule_id r) { entered += net.rules[r] == s; });
            std::size_t rules = 0;
            for (rtn::state_id const entry : net.rules) {
                rules += entry == s;
            }
            BOOST_TEST_REQUIRE(entered == rules);
        }
        for (rtn::rule_id r = 0; r < calls.size(); ++r) {
            BOOST_TEST_REQUIRE((listed(back.calls(r)) == calls[r]));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_for_is_told) {
    std::mt19937 random(5);
    rtn::network net = random_networks::random_network(random);
    while (net.edges.size() < 5) {
        net = random_networks::random_network(random);
    }
    limits none;
    none.fuel = 2;
    work spent(none);
    rtn::backwards back;
    back.build(net.view(), spent, [](rtn::edge const&) { return true; });
    BOOST_TEST((spent.why() == errc::out_of_fuel));
}

BOOST_AUTO_TEST_SUITE_END()
