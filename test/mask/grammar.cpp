// test/mask/grammar.cpp - a network is prepared once, or refused with the reason
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/grammar.hpp>
#include "../looks.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(mask_grammar)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
using parlance::errc;
using parlance::limits;

namespace {

errc refused(rtn::network const& net, limits const& bounds = {}) {
    auto const g = mask::grammar::prepare(net, mask::trigger::eager(), bounds);
    return g ? errc::none : g.error().code;
}

rtn::network of(std::string_view text) { return rtn::from_gbnf(gbnf::compile(text).value()).value(); }

/// One rule, which some function completes.
template <class Complete>
rtn::network one_rule(Complete complete) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    complete(b, root, b.entry(root));
    return std::move(b).finish();
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_cannot_be_run_is_refused) {
    BOOST_TEST((refused(of("root ::= \"a\" root | \"b\"")) == errc::none));
    BOOST_TEST((refused(of("root ::= \"a\" root")) == errc::unproductive_rule));
    BOOST_TEST((refused(one_rule([](rtn::builder& b, rtn::rule_id root, rtn::state_id from) {
                    b.call(from, root, from);
                    b.accept(from);
                })) == errc::left_recursion));
    BOOST_TEST((refused(one_rule([](rtn::builder& b, rtn::rule_id, rtn::state_id from) {
                    b.bytes(from, 'a', 'a', 99);
                    b.accept(from);
                })) == errc::invalid_table));
    BOOST_TEST((refused({}) == errc::invalid_table));
}

BOOST_AUTO_TEST_CASE(a_table_that_names_what_it_does_not_have_is_refused) {
    struct sample {
        char const* what;
        void (*change)(rtn::network& net);
    };
    sample const samples[] = {
        {"no change", [](rtn::network&) {}},
        {"a rule that begins behind all states",
         [](rtn::network& net) { net.rules[1] = static_cast<rtn::state_id>(net.states.size() - 1); }},
        {"a count of a rule that is not there", [](rtn::network& net) { net.counts[0].rule = 99; }},
        {"an object of a rule that is not there",
         [](rtn::network& net) { net.objects.push_back({99, rtn::member_names::open}); }},
        {"an array of a rule that is not there",
         [](rtn::network& net) { net.arrays.push_back({99, rtn::array_items::unique}); }},
        {"a root that is not there", [](rtn::network& net) { net.root = 99; }},
        {"edges that end before they begin", [](rtn::network& net) { net.states[1].first_edge = 1000; }},
        {"edges of nobody", [](rtn::network& net) { net.states[0].first_edge = 1; }},
        {"more edges than the states have",
         [](rtn::network& net) { net.edges.push_back(rtn::edge(net.edges[0])); }},
    };
    for (sample const& s : samples) {
        rtn::network net = of("root ::= item{2,30} \".\"\nitem ::= \"a\" | \"b\"");
        BOOST_REQUIRE((net.counts.size() == 1u && net.rules.size() > 1u));
        s.change(net);
        errc const expected = std::string_view(s.what) == "no change" ? errc::none : errc::invalid_table;
        BOOST_TEST((refused(net) == expected), s.what);
    }
}

BOOST_AUTO_TEST_CASE(a_network_that_says_that_it_is_trim_is_prepared_to_the_same_grammar) {
    rtn::network net = of("root ::= \"a\" item{2,30} root? \".\"\nitem ::= \"x\" | \"yy\"");
    mask::grammar const looked_at = mask::grammar::prepare(net).value();
    net.trim = true;
    mask::grammar const believed = mask::grammar::prepare(net).value();
    BOOST_TEST(believed.memory() == looked_at.memory());
}

BOOST_AUTO_TEST_CASE(whatever_is_left_of_the_fuel_preparing_ends_in_a_grammar_or_says_so) {
    // with iterations that can be empty, so that it is written anew
    rtn::network const net = of("root ::= (\"a\"? item?){2,40} \".\"\n"
                                "item ::= (\"x\" | \"yy\"? | [0-9]{0,3}){0,20} | \"(\" item{3,9} \")\"");
    std::size_t const whole = mask::grammar::prepare(net)->memory();
    std::size_t refusals = 0;
    bool good = false;
    for (std::uint64_t fuel = 0; !good && refusals < 3'000; fuel += 1 + fuel / 60) {
        limits bounds;
        bounds.fuel = fuel;
        auto const g = mask::grammar::prepare(net, mask::trigger::eager(), bounds);
        good = g.has_value();
        if (!good) {
            ++refusals;
            BOOST_TEST((g.error().code == errc::out_of_fuel), fuel);
        } else {
            BOOST_TEST(g->memory() == whole);
        }
    }
    BOOST_TEST(good);
    BOOST_TEST(refusals > 50u);
    for (errc const said : stopped_at_each_look([&](limits const& bounds) { return refused(net, bounds); })) {
        BOOST_TEST((said == errc::cancelled));
    }
}

BOOST_AUTO_TEST_CASE(a_cycle_of_rules_is_named) {
    rtn::builder b;
    rtn::rule_id const one = b.add_rule("one");
    rtn::rule_id const two = b.add_rule("two");
    b.call(b.entry(one), two, b.entry(one));
    b.call(b.entry(two), one, b.entry(two));
    b.accept(b.entry(one));
    b.accept(b.entry(two));
    auto const g = mask::grammar::prepare(std::move(b).finish());
    BOOST_REQUIRE((!g && g.error().code == errc::left_recursion));
    BOOST_TEST(g.error().hint.view().find("one") != std::string_view::npos, g.error().hint.view());
    BOOST_TEST(g.error().hint.view().find("two") != std::string_view::npos, g.error().hint.view());
}

BOOST_AUTO_TEST_CASE(limits_are_those_of_the_call) {
    rtn::network const net = of("root ::= (\"abc\" | \"abd\" | [a-f]{3}) end\nend ::= \".\"");
    struct sample {
        void (*lower)(limits&);
        errc code;
    };
    static constexpr struct {
        static constexpr bool stop_requested() noexcept { return true; }
    } now{};
    sample const samples[] = {
        {[](limits&) {}, errc::none},
        {[](limits& b) { b.states = 2; }, errc::too_many_states},
        {[](limits& b) { b.rules = 1; }, errc::too_many_rules},
        {[](limits& b) { b.fuel = 1; }, errc::out_of_fuel},
        {[](limits& b) { b.stop = &now; }, errc::cancelled},
    };
    for (sample const& s : samples) {
        limits bounds;
        s.lower(bounds);
        errc const got = refused(net, bounds);
        BOOST_TEST((got == s.code), parlance::describe(s.code) << ": " << parlance::describe(got));
    }
}

BOOST_AUTO_TEST_CASE(rules_keep_their_names_and_views_have_none) {
    rtn::network const net = of("root ::= item (\",\" item)*\nitem ::= [a-z]");
    mask::grammar const named = mask::grammar::prepare(net).value();
    mask::grammar const bare = mask::grammar::prepare(net.view()).value();
    bool seen = false;
    for (std::uint32_t r = 0; r < net.rules.size(); ++r) {
        seen = seen || named.rule_name(r) == "item";
        BOOST_TEST(bare.rule_name(r).empty());
    }
    BOOST_TEST(seen);
    mask::grammar const copy = named;
    BOOST_TEST(&copy.data() == &named.data());
    BOOST_TEST(named.memory() > sizeof(named));
}

BOOST_AUTO_TEST_SUITE_END()
