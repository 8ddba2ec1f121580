// test/rtn/from_peg.cpp - a parsing table and its network read the same texts
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_peg.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/peg/build.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_from_peg)

using parlance::errc;
using parlance::peg::builder;
using parlance::peg::node_id;

namespace {

parlance::result<parlance::rtn::network> lowered(builder const& b, node_id root) {
    auto const arena = b.finish(root);
    BOOST_REQUIRE_MESSAGE(arena, parlance::render(arena.error()));
    return parlance::rtn::network_from_peg(arena->view());
}

void check(parlance::rtn::network const& net, std::vector<std::string> const& yes,
           std::vector<std::string> const& no) {
    for (auto const& text : yes) {
        BOOST_TEST(parlance::mask::matches(net, text), "refused: " << text);
    }
    for (auto const& text : no) {
        BOOST_TEST(!parlance::mask::matches(net, text), "accepted: " << text);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(until_is_everything_before_its_delimiter_and_nothing_else) {
    builder b;
    auto const net = lowered(b, b.sequence({b.until({"</x>"}), b.literal("</x>")}));
    BOOST_REQUIRE(net);
    check(*net, {"</x>", "a</x>", "<</x>", "</</x>", "h\xC3\xA9</x>"},
          {"", "a", "</x></x>", "a</x>b", "\xC3</x>", "a</x>b</x>"});
}

BOOST_AUTO_TEST_CASE(a_delimiter_that_overlaps_itself_is_found_where_it_first_stands) {
    builder b;
    auto const net = lowered(b, b.sequence({b.until({"aa"}), b.literal("aa")}));
    BOOST_REQUIRE(net);
    check(*net, {"aa", "baa", "abaa"}, {"aaa", "baaa", "a", ""});
}

BOOST_AUTO_TEST_CASE(until_at_the_end_of_input_may_end_inside_a_delimiter) {
    builder b;
    auto const net = lowered(b, b.until({"</x>", "aa"}));
    BOOST_REQUIRE(net);
    check(*net, {"", "</x", "a", "ba"}, {"</x>", "aa", "x</x>"});
}

BOOST_AUTO_TEST_CASE(repetitions_count) {
    builder b;
    auto const net =
        lowered(b, b.sequence({b.chars("a-c", 2, 3), b.repeat(b.literal("xy"), 20, 40), b.end()}));
    BOOST_REQUIRE(net);
    auto const many = [](int n) {
        std::string out;
        while (n-- > 0) {
            out += "xy";
        }
        return out;
    };
    check(*net, {"ab" + many(20), "abc" + many(40)},
          {"a" + many(20), "ab" + many(19), "ab" + many(41), "abcc" + many(20)});
}

BOOST_AUTO_TEST_CASE(recursive_rules_are_called) {
    builder b;
    auto const pair = b.declare("pair");
    b.define(pair, b.sequence({b.literal("("), b.star(b.ref(pair)), b.literal(")")}));
    auto const net = lowered(b, b.ref(pair));
    BOOST_REQUIRE(net);
    check(*net, {"()", "(())", "(()(()))"}, {"(", "())", ")(", ""});
}

BOOST_AUTO_TEST_CASE(of_two_readings_the_one_for_grammars_is_written) {
    builder b;
    auto const net =
        lowered(b, b.sequence({b.refine(b.chars("a-z", 0, parlance::peg::unbounded), b.literal("ab")),
                               b.recover(b.literal("!"), b.rest()), b.gbnf("[0-9]+", b.literal("7"))}));
    BOOST_REQUIRE(net);
    check(*net, {"ab!7", "ab!123"}, {"abc!7", "ab?7", "ab!"});
}

BOOST_AUTO_TEST_CASE(predicates_narrow_what_is_behind_them) {
    builder b;
    auto const net = lowered(
        b, b.sequence({b.reject(b.literal("no")), b.chars("a-z", 1, parlance::peg::unbounded), b.end()}));
    BOOST_REQUIRE(net);
    check(*net, {"yes", "on"}, {"no", "nope", ""});
}

BOOST_AUTO_TEST_CASE(what_cannot_be_lowered_is_refused_with_its_rule) {
    builder b;
    auto const inner = b.declare("inner");
    b.define(inner, b.sequence({b.rest(), b.literal("x")}));
    auto const net = lowered(b, b.ref(inner));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == errc::not_lowerable));
    BOOST_TEST(net.error().hint.view().starts_with("inner"));
}

BOOST_AUTO_TEST_CASE(schema_nodes_are_the_callers) {
    builder b;
    auto const arena = b.finish(b.sequence({b.literal("<"), b.schema(7, b.rest()), b.literal(">")}));
    BOOST_REQUIRE(arena);
    std::uint32_t asked = 0;
    auto const net = parlance::rtn::network_from_peg(
        arena->view(),
        [&](parlance::rtn::builder& out, std::uint32_t index) -> parlance::result<parlance::rtn::rule_id> {
            asked = index;
            auto const r = out.add_rule("value");
            out.accept(out.literal(out.entry(r), "42"));
            return r;
        });
    BOOST_REQUIRE(net);
    BOOST_TEST(asked == 7u);
    check(*net, {"<42>"}, {"<>", "<4>", "42"});
    BOOST_TEST(!parlance::rtn::network_from_peg(arena->view()));
}

BOOST_AUTO_TEST_SUITE_END()
