// test/rtn/dead_ends.cpp - the edges of random networks that lead to no text are those that plain rounds over all find
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include "random_network.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_dead_ends)

namespace {

using namespace parlance;
namespace rtn = parlance::rtn;

/// What is said of states by rounds over all edges until nothing changes.
struct plain_rounds {
    std::vector<bool> ends;
    std::vector<bool> increments;  // an end is reached through one

    explicit plain_rounds(rtn::network_view net)
        : ends(net.state_count(), false), increments(net.state_count(), false) {
        for (bool more = true; more;) {
            more = false;
            for (rtn::state_id s = 0; s < net.state_count(); ++s) {
                bool end = ends[s] || net.accepts(s);
                bool by_increment = increments[s];
                for (rtn::edge const& e : net.edges_of(s)) {
                    bool const on = leads_on(net, e);
                    end = end || on;
                    by_increment =
                        by_increment || (on && (e.kind == rtn::edge_kind::increment || increments[e.target]));
                }
                more = more || end != ends[s] || by_increment != increments[s];
                ends[s] = end;
                increments[s] = by_increment;
            }
        }
    }

    [[nodiscard]] bool leads_on(rtn::network_view net, rtn::edge const& e) const {
        if (!ends[e.target] || (e.kind == rtn::edge_kind::bytes && e.low > e.high)) {
            return false;
        }
        if (e.kind == rtn::edge_kind::call) {
            return e.value >= net.rules.size() || ends[net.rules[e.value]];
        }
        if (e.kind == rtn::edge_kind::counted_call) {
            rtn::count const& c = net.counts[e.value];
            return c.low <= c.high && (c.low == 0 ? ends : increments)[net.rules[c.rule]];
        }
        return true;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_rule_that_another_network_has_is_taken_to_return_whatever_is_counted) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    rtn::state_id const end = b.add_state();
    b.accept(end);
    b.counted_call(b.entry(root), {rtn::rule_id{1} << 31, 2, 3}, end);
    b.call(b.entry(root), 7, end);
    rtn::network const net = std::move(b).finish();
    work spent(limits{});
    rtn::dead_ends const found(net.view(), spent);
    BOOST_TEST(found.productive());
    BOOST_TEST(!found.any());
}

BOOST_AUTO_TEST_CASE(what_is_known_of_some_states_is_not_looked_for) {
    std::mt19937 random(11);
    for (int round = 0; round < 2'000; ++round) {
        rtn::network const net = random_networks::random_network(random);
        work spent(limits{});
        rtn::dead_ends const found(net.view(), spent);
        // the states of the whole network are known to lead on where none of them does not
        rtn::state_range const all{0, static_cast<rtn::state_id>(net.view().state_count())};
        bool const good =
            !found.any() && std::all_of(net.rules.begin(), net.rules.end(), [&](auto const& entry) {
                return found.can_return(static_cast<rtn::rule_id>(&entry - net.rules.begin()));
            });
        if (good) {
            rtn::dead_ends const known(net.view(), spent, {&all, 1});
            BOOST_TEST(!known.any());
            BOOST_TEST(known.productive());
            for (rtn::edge const& e : net.edges) {
                BOOST_TEST(known.leads_on(e));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_leads_nowhere_is_found) {
    std::mt19937 random(7);
    std::size_t dead_edges = 0;
    std::size_t live_edges = 0;
    for (int round = 0; round < 20'000; ++round) {
        rtn::network const net = random_networks::random_network(random);
        plain_rounds const plain(net.view());
        work spent(limits{});
        rtn::dead_ends const found(net.view(), spent);
        BOOST_TEST_REQUIRE((spent.why() == errc::none));
        bool any = false;
        for (rtn::edge const& e : net.edges) {
            bool const on = plain.leads_on(net.view(), e);
            BOOST_TEST_REQUIRE(found.leads_on(e) == on, "round " << round);
            any = any || !on;
            ++(on ? live_edges : dead_edges);
        }
        BOOST_TEST(found.any() == any);
        for (rtn::rule_id r = 0; r < net.rules.size(); ++r) {
            BOOST_TEST_REQUIRE(found.can_return(r) == plain.ends[net.rules[r]], "round " << round);
        }
        BOOST_TEST(
            found.without().edges.size() ==
            static_cast<std::size_t>(std::count_if(net.edges.begin(), net.edges.end(), [&](auto const& e) {
                return plain.leads_on(net.view(), e);
            })));
    }
    BOOST_TEST(dead_edges > 10'000u);
    BOOST_TEST(live_edges > 10'000u);
}

BOOST_AUTO_TEST_CASE(a_long_way_round_is_paid_for) {
    rtn::builder out;
    rtn::state_id const first = out.entry(out.add_rule("root"));
    rtn::state_id at = first;
    for (int i = 0; i < 1000; ++i) {
        rtn::state_id const next = out.add_state();
        out.bytes(at, 'a', 'a', next);
        out.epsilon(next, first);
        at = next;
    }
    out.accept(at);
    rtn::network const net = std::move(out).finish();
    work enough(limits{});
    BOOST_TEST(!rtn::dead_ends(net.view(), enough).any());
    limits few;
    few.fuel = 500;
    work little(few);
    rtn::dead_ends const unsure(net.view(), little);
    BOOST_TEST((little.why() == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(what_is_known_of_a_state_only_from_the_one_before_it_is_found_as_well) {
    // each state goes on to the next one and back to the one before; only the first one ends, and every third leads to
    // one that never does.  By bytes, or by rules that call each other.
    constexpr rtn::state_id many = 60;
    for (bool const by_rules : {false, true}) {
        rtn::builder out;
        std::vector<rtn::state_id> states;
        std::vector<rtn::state_id> behind;
        for (rtn::state_id i = 0; i < many; ++i) {
            states.push_back(by_rules || i == 0 ? out.entry(out.add_rule()) : out.add_state());
            behind.push_back(by_rules ? out.add_state() : 0);
        }
        rtn::state_id const lost = out.add_state();
        out.bytes(lost, 'l', 'l', lost);
        for (rtn::state_id i = 0; i < many; ++i) {
            for (rtn::state_id const to : {i + 1, i - 1}) {
                if (to < many && by_rules) {
                    out.call(states[i], to, behind[i]);
                } else if (to < many) {
                    out.bytes(states[i], to > i ? 'a' : 'b', to > i ? 'a' : 'b', states[to]);
                }
            }
            if (by_rules) {
                out.accept(behind[i]);
            }
            if (i % 3 == 0) {
                out.bytes(states[i], 'l', 'l', lost);
            }
        }
        if (by_rules) {
            out.bytes(states[0], 'x', 'x', behind[0]);
        } else {
            rtn::state_id const end = out.literal(states[0], "x");
            out.accept(end);
            out.increment(end, states[0]);
            out.counted_call(states[7], {0, 1, 2}, end);
        }
        rtn::network const net = std::move(out).finish();
        plain_rounds const plain(net.view());
        work spent(limits{});
        rtn::dead_ends const found(net.view(), spent);
        BOOST_TEST_REQUIRE((spent.why() == errc::none));
        std::size_t live = 0;
        for (rtn::edge const& e : net.edges) {
            BOOST_TEST(found.leads_on(e) == plain.leads_on(net.view(), e));
            live += found.leads_on(e);
        }
        BOOST_TEST(live == net.edges.size() - many / 3 - 1);
        BOOST_TEST(found.productive());
        BOOST_TEST(found.without().edges.size() == live);
        // with whatever fuel it is found, or it is said that it was not
        std::size_t refused = 0;
        for (std::uint64_t fuel = 0; fuel < 3'000; fuel += 7) {
            limits few;
            few.fuel = fuel;
            work little(few);
            rtn::dead_ends const some(net.view(), little);
            bool const enough = little.why() == errc::none;
            refused += !enough;
            bool const same = std::all_of(net.edges.begin(), net.edges.end(), [&](rtn::edge const& e) {
                return some.leads_on(e) == plain.leads_on(net.view(), e);
            });
            BOOST_TEST((same || !enough), fuel);
        }
        BOOST_TEST(refused > 10u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
