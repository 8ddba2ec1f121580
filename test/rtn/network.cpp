// test/rtn/network.cpp - rules, states and edges in any order become a network, and each kind of edge means what it says
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/network.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(rtn_network)

namespace {

using namespace parlance;
using mask::matches;

}  // namespace

BOOST_AUTO_TEST_CASE(edges_are_packed_by_state_in_the_order_in_which_they_came) {
    rtn::builder out;
    rtn::rule_id const r = out.add_rule("r");
    rtn::state_id const begin = out.entry(r);
    rtn::state_id const end = out.add_state();
    out.accept(end);
    out.bytes(end, 'z', 'z', begin);
    out.bytes(begin, 'b', 'c', end);
    out.epsilon(end, begin);
    out.bytes(begin, 'a', 'a', end);
    rtn::network const net = std::move(out).finish();
    rtn::network_view const v = net.view();
    BOOST_TEST(v.state_count() == 2u);
    BOOST_TEST(v.rules[r] == begin);
    BOOST_TEST(net.name(r) == "r");
    BOOST_TEST(net.name(7).empty());
    BOOST_TEST(!v.accepts(begin));
    BOOST_TEST(v.accepts(end));
    BOOST_REQUIRE(v.edges_of(begin).size() == 2u);
    BOOST_TEST(v.edges_of(begin)[0].low == 'b');
    BOOST_TEST(v.edges_of(begin)[1].low == 'a');
    BOOST_REQUIRE(v.edges_of(end).size() == 2u);
    BOOST_TEST((v.edges_of(end)[1].kind == rtn::edge_kind::epsilon));
    BOOST_TEST(matches(net, "bzcca"));
    BOOST_TEST(!matches(net, "z"));
}

BOOST_AUTO_TEST_CASE(a_called_rule_returns_to_where_it_was_called_from) {
    rtn::builder out;
    rtn::rule_id const pair = out.add_rule("pair");
    rtn::rule_id const word = out.add_rule("word");
    out.accept(out.literal(out.entry(word), "ab"));
    rtn::state_id const middle = out.add_state();
    rtn::state_id const last = out.add_state();
    rtn::state_id const end = out.add_state();
    out.call(out.entry(pair), word, middle);
    out.bytes(middle, ',', ',', last);
    out.call(last, word, end);
    out.accept(end);
    rtn::network const net = std::move(out).finish();
    BOOST_TEST(net.root == pair);  // the first one
    BOOST_TEST(matches(net, "ab,ab"));
    for (std::string_view const text : {"", "ab", "ab,", "ab,a", "ab,ab,ab", ",ab"}) {
        BOOST_TEST(!matches(net, text), text);
    }
}

BOOST_AUTO_TEST_CASE(rules_may_nest_in_themselves) {
    rtn::builder out;
    rtn::rule_id const r = out.add_rule("nested");
    rtn::state_id const inside = out.add_state();
    rtn::state_id const closed = out.add_state();
    rtn::state_id const end = out.add_state();
    out.bytes(out.entry(r), '(', '(', inside);
    out.call(inside, r, closed);
    out.epsilon(inside, closed);
    out.bytes(closed, ')', ')', end);
    out.accept(end);
    rtn::network const net = std::move(out).finish();
    for (std::size_t depth = 1; depth < 20; ++depth) {
        std::string const open(depth, '('), close(depth, ')');
        BOOST_TEST(matches(net, open + close));
        BOOST_TEST(!matches(net, open + close.substr(1)));
        BOOST_TEST(!matches(net, open + close + ")"));
    }
}

BOOST_AUTO_TEST_CASE(a_counted_call_returns_within_its_bounds) {
    for (std::uint32_t const most : {3u, rtn::unbounded}) {
        rtn::builder out;
        rtn::rule_id const root = out.add_rule("root");
        rtn::rule_id const loop = out.add_rule("loop");
        rtn::state_id const read = out.add_state();
        out.bytes(out.entry(loop), 'a', 'a', read);
        out.increment(read, out.entry(loop));
        out.accept(out.entry(loop));
        rtn::state_id const end = out.add_state();
        out.counted_call(out.entry(root), {loop, 2, most}, end);
        out.accept(end);
        rtn::network const net = std::move(out).finish();
        BOOST_TEST(net.states.size() == 5u);  // four, and one row more: bounds take none
        for (std::size_t n = 0; n < 8; ++n) {
            BOOST_TEST(matches(net, std::string(n, 'a')) == (n >= 2 && n <= most), n << " of " << most);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_was_added_is_taken_back) {
    auto const add = [](rtn::builder& out, int times) {
        for (int i = 0; i < times; ++i) {
            rtn::rule_id const r = out.add_rule("rule");
            rtn::state_id const end = out.literal(out.entry(r), "text");
            out.counted_call(end, {r, 1, 2}, end);
            out.accept(end);
            out.add_object({r, rtn::member_names::open, 0});
            out.add_array({r, rtn::array_items::unique});
        }
    };
    rtn::builder whole;
    add(whole, 2);
    rtn::builder cut;
    add(cut, 1);
    auto const before = cut.here();
    add(cut, 1000);
    cut.shrink(before);
    add(cut, 1);
    auto const made = std::move(whole).finish();
    auto const again = std::move(cut).finish();
    BOOST_TEST((made.states == again.states && made.edges == again.edges && made.rules == again.rules));
    BOOST_TEST((made.names == again.names && made.counts == again.counts));
    BOOST_TEST((made.objects == again.objects && made.arrays == again.arrays));
}

BOOST_AUTO_TEST_CASE(what_was_freed_is_as_new) {
    struct counting {
        int at;
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == at; }
    };
    for (int const at : {-1, 1, 2}) {
        counting const stop{at};
        rtn::builder b;
        rtn::state_id s = b.entry(b.add_rule("gone"));
        s = b.literal(s, std::string(100'000, 'x'));
        b.accept(s);
        parlance::work looks{parlance::stop_token(stop)};
        b.free(looks);
        BOOST_TEST((at < 0 ? stop.looks > 20 : stop.looks == at), stop.looks);
        BOOST_TEST((b.state_count() == 0 && b.edge_count() == 0 && b.rule_count() == 0));
        rtn::rule_id const root = b.add_rule("root");
        b.accept(b.literal(b.entry(root), "a"));
        rtn::network const net = std::move(b).finish();
        BOOST_TEST((net.name(root) == "root" && net.rules.size() == 1 && net.view().state_count() == 2));
    }
}

BOOST_AUTO_TEST_SUITE_END()
