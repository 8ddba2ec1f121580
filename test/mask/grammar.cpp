// test/mask/grammar.cpp - a network is prepared once, or refused with the reason
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/grammar.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
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
