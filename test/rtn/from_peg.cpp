// test/rtn/from_peg.cpp - a parsing table and its network read the same texts
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_peg.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/rtn/part.hpp>
#include "same_network.hpp"
#include <boost/test/unit_test.hpp>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

namespace {

/// A text in braces that contains none of sixty words, and what it is to end with.
node_id without_words(builder& b, std::string_view last) {
    std::vector<std::string> words;
    for (int i = 0; i < 60; ++i) {
        words.push_back("word-" + std::to_string(i * 7));
    }
    node_id const letters = b.chars("a-z0-9\\-\\x80-\\U0010ffff", 0, parlance::peg::unbounded);
    std::vector<std::string_view> const all(words.begin(), words.end());
    return b.sequence(
        {b.literal("{"), b.reject(b.sequence({letters, b.one_of(all)})), letters, b.literal(last)});
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_predicates_with_many_texts_come_to_is_one_rule_wherever_it_stands) {
    auto const states = [](bool twice) {
        builder b;
        node_id const one = b.sequence({b.literal("1"), without_words(b, "}")});
        node_id const other = b.sequence({b.literal("2"), twice ? without_words(b, "}") : b.literal("x")});
        auto const net = lowered(b, b.choice({one, other}));
        BOOST_REQUIRE(net);
        check(*net, {"1{a-word-1}", twice ? "2{word}" : "2x"}, {"1{a-word-14}", "2{word-7}", "1{", "{}"});
        return net->view().state_count();
    };
    BOOST_TEST(states(true) < states(false) + 10);
}

BOOST_AUTO_TEST_CASE(states_of_an_automaton_share_what_they_read_beyond_ascii) {
    builder b;
    auto const net = lowered(b, without_words(b, "}"));
    BOOST_REQUIRE(net);
    check(*net, {"{word-\xC3\xA9}", "{wo\xF0\x9F\x98\x80}"}, {"{\xC3}", "{\xC3\xA9word-7}"});
    BOOST_TEST(net->view().state_count() < 60u);
}

BOOST_AUTO_TEST_CASE(rules_of_predicates_are_kept_for_other_tables) {
    std::map<std::string, std::shared_ptr<parlance::rtn::part const>> known;
    std::size_t found = 0;
    auto const find = [&](std::string const& content) {
        auto const at = known.find(content);
        found += at != known.end() ? 1 : 0;
        return at != known.end() ? at->second : nullptr;
    };
    auto const keep = [&](std::string&& content, std::shared_ptr<parlance::rtn::part const> rules) {
        known.emplace(std::move(content), std::move(rules));
    };
    parlance::rtn::kept_parts const kept{find, keep};
    auto const nothing = [](parlance::rtn::builder&,
                            std::uint32_t) -> parlance::result<parlance::rtn::rule_id> {
        return parlance::diagnostic{errc::not_lowerable};
    };
    auto const network = [&](std::string_view front, std::string_view last, bool remembers) {
        builder b;
        auto const arena = b.finish(b.sequence({b.literal(front), without_words(b, last)}));
        BOOST_REQUIRE(arena);
        parlance::rtn::builder out;
        auto const root =
            parlance::rtn::from_peg(arena->view(), out, nothing, {}, remembers ? &kept : nullptr);
        BOOST_REQUIRE(root);
        out.root(*root);
        return std::move(out).finish();
    };
    for (std::string_view const front : {"a", "bc", "def"}) {
        for (std::string_view const last : {"}", ")"}) {
            auto const net = network(front, last, true);
            BOOST_TEST(same_network::same_rows(net, network(front, last, false)));
            check(net, {std::string(front) + "{x" + std::string(last)},
                  {std::string(front) + "{word-7" + std::string(last)});
        }
    }
    BOOST_TEST(known.size() == 2u);
    BOOST_TEST(found == 4u);
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
