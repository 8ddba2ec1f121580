// test/rtn/part.cpp - rules of one builder are added to another, by numbers of their own
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/part.hpp>
#include "same_network.hpp"
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

BOOST_AUTO_TEST_SUITE(rtn_part)

namespace rtn = parlance::rtn;

namespace {

/// Two rules that call each other and the rule `other`, which counts.
rtn::rule_id add_two(rtn::builder& b, rtn::rule_id other) {
    rtn::rule_id const first = b.add_rule("first");
    rtn::rule_id const second = b.add_rule("second");
    rtn::state_id const end = b.add_state();
    b.call(b.entry(first), second, end);
    b.literal(b.entry(second), "xy");
    b.counted_call(b.entry(second), {other, 2, 3}, b.entry(second));
    b.counted_call(b.entry(first), {second, 0, 5}, end);
    b.bytes(b.entry(first), 'a', 'c', end);
    b.epsilon(end, b.entry(first));
    b.accept(end);
    b.accept(b.entry(second));
    b.add_object({second, rtn::member_names::limited, 4});
    b.add_array({first, rtn::array_items::unique});
    return first;
}

/// A builder with so many rules before the others.
rtn::builder with_rules(std::size_t count) {
    rtn::builder b;
    for (std::size_t i = 0; i < count; ++i) {
        rtn::rule_id const r = b.add_rule("other");
        rtn::state_id const end = b.literal(b.entry(r), "z");
        b.accept(end);
        b.counted_call(b.entry(r), {r, 1, 2}, end);
    }
    return b;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_part_that_is_added_is_as_if_its_rules_were_added_again) {
    rtn::builder from = with_rules(3);
    rtn::builder::size const before = from.here();
    add_two(from, 2);
    std::array<rtn::rule_id, 2> const outside{0, 2};
    auto const part = from.part_since(before, outside);
    BOOST_REQUIRE(part != nullptr);
    BOOST_TEST(part->outside_rules == 2u);

    rtn::builder by_hand = with_rules(7);
    rtn::builder by_part = with_rules(7);
    add_two(by_hand, 5);
    std::array<rtn::rule_id, 2> const here{1, 5};
    by_part.append(part, here);
    rtn::network const made = std::move(by_part).finish();
    BOOST_TEST(same_network::same_rows(made, std::move(by_hand).finish()));
    BOOST_REQUIRE(made.parts.size() == 1u);
    BOOST_TEST((made.parts[0].what == part));
    BOOST_TEST(made.parts[0].first_rule == 7u);
    BOOST_TEST(same_network::same(made.outside, here));
}

BOOST_AUTO_TEST_CASE(what_leads_to_other_rows_is_no_part) {
    rtn::builder b = with_rules(2);
    rtn::builder::size const before = b.here();
    add_two(b, 1);
    BOOST_TEST((b.part_since(before, std::span<rtn::rule_id const>{}) == nullptr));  // it calls rule 1
    std::array<rtn::rule_id, 1> const outside{1};
    BOOST_TEST((b.part_since(before, outside) != nullptr));
    b.epsilon(b.entry(2), b.entry(0));
    BOOST_TEST((b.part_since(before, outside) == nullptr));
    rtn::builder c = with_rules(2);
    rtn::builder::size const end = c.here();
    c.epsilon(c.entry(0), c.entry(1));  // and a row that was there before changes
    BOOST_TEST((c.part_since(end, outside) == nullptr));
}

BOOST_AUTO_TEST_CASE(a_note_is_kept_once_and_within_the_budget) {
    auto const budget = std::make_shared<rtn::memory_share>(100);
    rtn::part_note note;
    auto const found = std::make_shared<int const>(1);
    note.put(found, 10);
    BOOST_TEST((note.get() == nullptr));  // nobody counts it
    note.count_in(budget);
    note.put(found, 101);
    BOOST_TEST((note.get() == nullptr));
    note.put(found, 60);
    note.put(std::make_shared<int const>(2), 10);
    BOOST_TEST((note.get() == found));
    BOOST_TEST(budget->used() == 60u);
    BOOST_TEST(!budget->take(41));
    BOOST_TEST(budget->take(40));
    note.leave();
    BOOST_TEST(budget->used() == 40u);
}

BOOST_AUTO_TEST_CASE(a_part_takes_at_least_the_bytes_of_its_rows) {
    rtn::builder from = with_rules(2);
    rtn::builder::size const before = from.here();
    std::array<rtn::rule_id, 1> const outside{1};
    add_two(from, 1);
    auto const two = from.part_since(before, outside);
    for (int i = 0; i < 50; ++i) {
        add_two(from, 1);
    }
    auto const many = from.part_since(before, outside);
    BOOST_REQUIRE((two != nullptr && many != nullptr));
    auto const rows = [](rtn::part const& p) {
        return p.states.size() * sizeof(rtn::state) + p.edges.size() * sizeof(rtn::edge) +
               p.counts.size() * sizeof(rtn::count) + p.entries.size() * sizeof(rtn::state_id) +
               p.objects.size() * sizeof(rtn::object) + p.arrays.size() * sizeof(rtn::array);
    };
    for (auto const& p : {two, many}) {
        BOOST_TEST(p->memory() > rows(*p));
    }
    BOOST_TEST(many->memory() > 20 * rows(*two));
}

BOOST_AUTO_TEST_SUITE_END()
