// test/peg/arena.cpp - one table in three forms: spans, vectors and arrays
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/match.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(peg_arena)

namespace {

using namespace parlance;
using namespace parlance::peg;

/// Something of every array that an arena has.
constexpr arena made() {
    builder b;
    node_id const word = b.rule("word", b.chars("a-z\\u00e9-\\u00ff", 1, unbounded));
    b.name_tag(3, "call");
    return std::move(b)
        .finish(b.choice({b.sequence({b.literal("<"), b.tag(3, word), b.until({"</", "|>"})}),
                          b.gbnf("[0-9]", b.chars("^a-z"))}))
        .value();
}

constexpr arena_size size = size_of(made());
constexpr static_arena<size> table{made()};

static_assert(table.view() == made().view());
static_assert(size.within(size) && !size.within({}) && arena_size{}.within(size));
static_assert(table.view().first(size) == table.view());
static_assert(table.view().first(arena_size{.nodes = 1}).nodes.size() == 1);
static_assert(match(table, "<word</").complete(), "an array is read where a view is asked for");

}  // namespace

BOOST_AUTO_TEST_CASE(equality_is_that_of_all_rows_and_of_the_root) {
    arena const a = made();
    auto const differs = [&](auto change) {
        arena b = a;
        change(b);
        return !(b.view() == a.view());
    };
    BOOST_TEST(differs([](arena& b) { b.root -= 1; }));
    BOOST_TEST(differs([](arena& b) { b.nodes[0].a += 1; }));
    BOOST_TEST(differs([](arena& b) { b.children[0] += 1; }));
    BOOST_TEST(differs([](arena& b) { b.text[0] = '?'; }));
    BOOST_TEST(differs([](arena& b) { b.classes[0].negated = !b.classes[0].negated; }));
    BOOST_TEST(differs([](arena& b) { b.ranges[0].low += 1; }));
    BOOST_TEST(differs([](arena& b) { b.delimiters[0].length -= 1; }));
    BOOST_TEST(differs([](arena& b) { b.untils[0].starts = 'x'; }));
    BOOST_TEST(differs([](arena& b) { b.steps[0].depth += 1; }));
    BOOST_TEST(differs([](arena& b) { b.firsts[0].bits[0] ^= 1; }));
    BOOST_TEST(differs([](arena& b) { b.rules[0].root = none; }));
    BOOST_TEST(differs([](arena& b) { b.tags[0].id += 1; }));
    BOOST_TEST(differs([](arena& b) { b.tags.clear(); }));
    BOOST_TEST(!differs([](arena&) {}));
}

BOOST_AUTO_TEST_CASE(rows_are_found_by_the_fields_of_their_nodes) {
    arena_view const a = table;
    node const& choice = a.at(a.root);
    BOOST_REQUIRE((choice.kind == op::choice && a.children_of(choice).size() == 2));
    node const& sequence = a.at(a.children_of(choice)[0]);
    BOOST_REQUIRE((sequence.kind == op::sequence && a.children_of(sequence).size() == 3));
    BOOST_TEST(a.literal_of(a.at(a.children_of(sequence)[0])) == "<");
    node const& until = a.at(a.children_of(sequence)[2]);
    BOOST_REQUIRE((until.kind == op::until && a.delimiters_of(until).size() == 2));
    BOOST_TEST(a.str(a.delimiters_of(until)[0]) == "</");
    BOOST_TEST(a.str(a.delimiters_of(until)[1]) == "|>");
    node const& narrowed = a.at(a.children_of(choice)[1]);
    BOOST_REQUIRE((narrowed.kind == op::gbnf));
    BOOST_TEST(a.gbnf_of(narrowed) == "[0-9]");
    BOOST_TEST(a.rule_name(0) == "word");
    BOOST_TEST(a.name_of(3) == "call");
    BOOST_TEST(a.name_of(4) == "");
}

BOOST_AUTO_TEST_CASE(a_class_has_its_characters_and_only_a_negated_one_has_what_is_no_character) {
    for (std::string_view const spec : {"a-z\\u00e9-\\u00ff", "^a-z\\u00e9-\\u00ff"}) {
        builder b;
        arena const a = std::move(b).finish(b.chars(spec)).value();
        char_class const& c = a.classes[0];
        bool const negated = spec[0] == '^';
        for (char32_t const in : {U'a', U'm', U'z', U'\u00e9', U'\u00ff'}) {
            BOOST_TEST(contains(a, c, in) == !negated);
        }
        for (char32_t const out : {U'\0', U'`', U'{', U'\u00e8', U'\u0100', U'\U0010FFFF'}) {
            BOOST_TEST(contains(a, c, out) == negated);
        }
        BOOST_TEST(contains(a, c, 'a', false) == negated);
    }
}

BOOST_AUTO_TEST_SUITE_END()
