// test/mask/parts.cpp - parts that many networks have are prepared once, and that changes no mask
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include "fixture.hpp"
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_parts)

namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
using mask_fixture::vocabulary;
using parlance::errc;
using parlance::limits;

namespace {

std::vector<std::string> const texts{"a", "b", "c", "0", "1", "[", "]", "(",  ")",  ":",
                                     "{", "}", "<", ">", "x", "y", "=", "ab", "<[", "0:1"};
std::uint32_t const control = static_cast<std::uint32_t>(texts.size()) + 1;  // <x>

using kept_part = std::shared_ptr<rtn::part const>;

/// What is found out of a part is kept, as it is of those of a cache.
std::shared_ptr<rtn::memory_share> counted(kept_part const& p) {
    auto share = std::make_shared<rtn::memory_share>(std::size_t{1} << 20);
    p->prepared.count_in(share);
    return share;
}

/// Three rules: `word`, one of two that begin alike; `digits`, which are counted; `list`, which has either or a token.
kept_part made_of_three() {
    rtn::builder b;
    rtn::rule_id const word = b.add_rule("word");
    for (char const* const text : {"ab", "ac"}) {
        rtn::state_id const begin = b.add_state();
        b.epsilon(b.entry(word), begin);
        b.accept(b.literal(begin, text));
    }
    rtn::rule_id const digits = b.add_rule("digits");
    rtn::state_id const begun = b.add_state();
    b.accept(b.entry(digits));
    b.increment(b.entry(digits), begun);
    b.bytes(begun, '0', '1', b.entry(digits));
    rtn::rule_id const list = b.add_rule("list");
    rtn::state_id const end = b.add_state();
    rtn::state_id const open = b.add_state();
    rtn::state_id const close = b.add_state();
    b.accept(end);
    b.bytes(b.entry(list), '[', '[', open);
    b.counted_call(open, {digits, 2, 4}, close);
    b.call(open, word, close);
    b.token(open, control, close);
    b.bytes(close, ']', ']', end);
    return b.part_since({}, {});
}

/// A rule that calls itself and two that are outside of it, one of which it counts.
kept_part made_of_pairs(std::uint32_t least = 1) {
    rtn::builder b;
    b.add_rule("word");
    b.add_rule("digits");
    rtn::builder::size const before = b.here();
    rtn::rule_id const pair = b.add_rule("pair");
    rtn::state_id const end = b.add_state();
    rtn::state_id const colon = b.add_state();
    rtn::state_id const value = b.add_state();
    b.accept(end);
    b.call(b.entry(pair), 0, colon);
    b.bytes(colon, ':', ':', value);
    b.counted_call(value, {1, least, 3}, end);
    rtn::state_id const inner = b.add_state();
    rtn::state_id const close = b.add_state();
    b.bytes(b.entry(pair), '{', '{', inner);
    b.call(inner, pair, close);
    b.bytes(close, '}', '}', end);
    std::array<rtn::rule_id, 2> const outside{0, 1};
    return b.part_since(before, outside);
}

/// "<" (list | pair | own) ">", whose first rule is the root and whose second one, `own`, is in no part.
rtn::network made_of(kept_part const& three, kept_part const& pairs) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    rtn::rule_id const own = b.add_rule("own");
    rtn::state_id const round = b.add_state();
    b.accept(b.entry(own));
    b.increment(b.entry(own), round);
    b.bytes(round, 'x', 'y', b.entry(own));
    rtn::rule_id const first = static_cast<rtn::rule_id>(b.rule_count());
    b.append(three, {});
    rtn::rule_id const pair = static_cast<rtn::rule_id>(b.rule_count());
    std::array<rtn::rule_id, 2> const outside{first, first + 1};
    b.append(pairs, outside);
    rtn::state_id const open = b.literal(b.entry(root), "<");
    rtn::state_id const close = b.add_state();
    b.call(open, first + 2, close);
    b.call(open, pair, close);
    b.counted_call(open, {own, 2, 5}, close);
    b.accept(b.literal(close, ">"));
    return std::move(b).finish();
}

rtn::network without_parts(rtn::network net) {
    net.parts.clear();
    net.outside.clear();
    return net;
}

/// Whether a network that knows of parts has the masks of one that does not, wherever random texts lead.  How many masks
/// have been compared, and 0 where one of them was another.
std::size_t same_masks(rtn::network const& net) {
    auto const index = mask::token_index::build(vocabulary(texts)).value();
    auto const linked = mask::grammar::prepare(net);
    auto const whole = mask::grammar::prepare(without_parts(net));
    BOOST_REQUIRE(linked.has_value());
    BOOST_REQUIRE(whole.has_value());
    mask::cache_options const as_they_are{.no_dead_ends = false};
    mask::compiled_grammar const of_parts(*linked, index, as_they_are);
    mask::compiled_grammar const of_all(*whole, index, as_they_are);
    std::mt19937 noise(5);
    std::size_t compared = 0;
    for (int round = 0; round < 40; ++round) {
        mask::matcher a(of_parts);
        mask::matcher b(of_all);
        std::string read;
        for (int step = 0; step < 12; ++step) {
            mask::allowed_tokens const here = a.allowed();
            mask::allowed_tokens const there = b.allowed();
            if (here.state != there.state || !std::ranges::equal(here.words, there.words)) {
                BOOST_ERROR("another mask behind " << read);
                return 0;
            }
            ++compared;
            std::vector<mask::token_id> next;
            for (mask::token_id t = 0; t < index.size(); ++t) {
                if (((here.words[t / 32] >> (t % 32)) & 1u) != 0) {
                    next.push_back(t);
                }
            }
            if (next.empty()) {
                break;
            }
            mask::token_id const t = next[noise() % next.size()];
            BOOST_REQUIRE(a.accept(t) == b.accept(t));
            read += t < texts.size() ? texts[t] : "<x>";
        }
    }
    return compared;
}

errc prepared(rtn::network const& net, limits const& bounds = {}) {
    auto const g = mask::grammar::prepare(net, mask::trigger::eager(), bounds);
    return g ? errc::none : g.error().code;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_grammar_of_parts_is_that_of_its_rules) {
    kept_part const three = made_of_three();
    kept_part const pairs = made_of_pairs();
    BOOST_REQUIRE((three != nullptr && pairs != nullptr));
    auto const of_three = counted(three);
    auto const of_pairs = counted(pairs);
    rtn::network const net = made_of(three, pairs);
    BOOST_REQUIRE(net.parts.size() == 2u);
    BOOST_TEST(same_masks(net) > 100u);
    // and it was made of what is known of them
    BOOST_TEST(of_three->used() > 0u);
    BOOST_TEST(of_pairs->used() > 0u);
    BOOST_TEST(same_masks(net) > 100u);
    BOOST_TEST(mask::grammar::prepare(net)->memory() == mask::grammar::prepare(without_parts(net))->memory());
}

BOOST_AUTO_TEST_CASE(who_finds_it_kept_pays_as_much) {
    kept_part const three = made_of_three();
    kept_part const pairs = made_of_pairs();
    auto const kept = std::array{counted(three), counted(pairs)};
    rtn::network const known = made_of(three, pairs);
    BOOST_REQUIRE((prepared(known) == errc::none));
    BOOST_REQUIRE(kept[1]->used() > 0u);
    std::size_t refused = 0;
    std::size_t good = 0;
    for (std::uint64_t fuel = 0; fuel < 30'000; fuel += 97) {
        limits bounds;
        bounds.fuel = fuel;
        errc const here = prepared(known, bounds);
        errc const there = prepared(made_of(made_of_three(), made_of_pairs()), bounds);
        BOOST_TEST((here == there), fuel << ": " << describe(here) << ", " << describe(there));
        refused += here == errc::out_of_fuel;
        good += here == errc::none;
    }
    BOOST_TEST(refused > 10u);
    BOOST_TEST(good > 10u);
}

BOOST_AUTO_TEST_CASE(what_is_asked_to_stop_says_so_and_is_prepared_the_next_time) {
    kept_part const three = made_of_three();
    kept_part const pairs = made_of_pairs();
    auto const kept = std::array{counted(three), counted(pairs)};
    rtn::network const net = made_of(three, pairs);
    BOOST_REQUIRE((prepared(net) == errc::none));
    for (errc const said :
         stopped_at_each_look([&](limits const& bounds) { return prepared(net, bounds); })) {
        BOOST_TEST((said == errc::cancelled));
    }
    BOOST_TEST(same_masks(net) > 100u);
}

BOOST_AUTO_TEST_CASE(a_part_that_is_not_where_the_network_says_is_prepared_as_other_rules_are) {
    struct sample {
        char const* what;
        void (*change)(rtn::network& net, rtn::placed_part& pairs);
    };
    sample const samples[] = {
        {"behind its states", [](rtn::network&, rtn::placed_part& p) { ++p.first_state; }},
        {"behind all states", [](rtn::network&, rtn::placed_part& p) { p.first_state = 0xFFFF'FFF0; }},
        {"among other rules", [](rtn::network&, rtn::placed_part& p) { --p.first_rule; }},
        {"behind all rules", [](rtn::network&, rtn::placed_part& p) { p.first_rule += 1; }},
        {"among other counts", [](rtn::network&, rtn::placed_part& p) { --p.first_count; }},
        {"behind all counts", [](rtn::network&, rtn::placed_part& p) { p.first_count += 9; }},
        {"behind all rules outside", [](rtn::network&, rtn::placed_part& p) { ++p.first_outside; }},
        {"another byte",
         [](rtn::network& net, rtn::placed_part& p) {
             for (std::uint32_t i = net.states[p.first_state].first_edge;; ++i) {
                 if (net.edges[i].kind == rtn::edge_kind::bytes) {
                     net.edges[i].low = net.edges[i].high = '=';
                     return;
                 }
             }
         }},
        {"another end",
         [](rtn::network& net, rtn::placed_part& p) {
             net.states[p.first_state + 2].accepts = !net.states[p.first_state + 2].accepts;
         }},
        {"another bound", [](rtn::network& net, rtn::placed_part& p) { net.counts[p.first_count].high = 1; }},
        {"another entry",
         [](rtn::network& net, rtn::placed_part& p) { net.rules[p.first_rule] = p.first_state + 2; }},
        {"an edge less",
         [](rtn::network& net, rtn::placed_part& p) {
             // one of the part's goes to the state behind it
             --net.states[p.first_state + p.what->state_count()].first_edge;
         }},
        {"rules outside that come later",
         [](rtn::network& net, rtn::placed_part& p) { std::swap(net.outside[0], net.outside[1]), (void)p; }},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            kept_part const pairs = made_of_pairs();
            auto const kept = counted(pairs);
            rtn::network net = made_of(made_of_three(), pairs);
            s.change(net, net.parts[1]);
            errc const linked = prepared(net);
            BOOST_TEST((linked == prepared(without_parts(net))), describe(linked));
            if (linked == errc::none) {
                BOOST_TEST(same_masks(net) > 30u);
            }
            BOOST_TEST(kept->used() == 0u);  // nobody took it for the part
        }
    }
}

BOOST_AUTO_TEST_CASE(a_part_that_is_entered_otherwise_than_by_calls_is_prepared_as_other_rules_are) {
    struct sample {
        char const* what;
        void (*add)(rtn::builder& b, rtn::rule_id first, rtn::state_id open, rtn::state_id close);
    };
    // states of the part of three: the entry of `word` is its first one
    sample const samples[] = {
        {"an edge into it", [](rtn::builder& b, rtn::rule_id first, rtn::state_id open,
                               rtn::state_id) { b.epsilon(open, b.entry(first) + 1); }},
        {"a rule that begins in it",
         [](rtn::builder& b, rtn::rule_id first, rtn::state_id open, rtn::state_id close) {
             rtn::rule_id const other = b.add_rule("other");
             b.set_entry(other, b.entry(first) + 1);
             b.call(open, other, close);
         }},
        {"a counted call from outside",
         [](rtn::builder& b, rtn::rule_id first, rtn::state_id open, rtn::state_id close) {
             b.counted_call(open, {first + 1, 1, 2}, close);
         }},
        {"a call, as it should be", [](rtn::builder& b, rtn::rule_id first, rtn::state_id open,
                                       rtn::state_id close) { b.call(open, first, close); }},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            kept_part const three = made_of_three();
            rtn::builder b;
            rtn::rule_id const root = b.add_rule("root");
            rtn::state_id const open = b.literal(b.entry(root), "<");
            rtn::state_id const close = b.add_state();
            rtn::rule_id const first = static_cast<rtn::rule_id>(b.rule_count());
            b.append(three, {});
            b.call(open, first + 2, close);
            s.add(b, first, open, close);
            b.accept(b.literal(close, ">"));
            BOOST_TEST(same_masks(std::move(b).finish()) > 30u);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_part_that_cannot_be_prepared_by_itself_is_prepared_with_the_rest) {
    struct sample {
        char const* what;
        void (*write)(rtn::builder& b, rtn::rule_id r);
    };
    sample const samples[] = {
        {"an edge that leads nowhere",
         [](rtn::builder& b, rtn::rule_id r) {
             b.accept(b.literal(b.entry(r), "ab"));
             b.literal(b.entry(r), "ac");
         }},
        {"a rule that never ends",
         [](rtn::builder& b, rtn::rule_id r) {
             b.accept(b.literal(b.entry(r), "a"));
             rtn::rule_id const other = b.add_rule("other");
             b.bytes(b.entry(other), 'b', 'b', b.entry(other));
         }},
        {"an iteration that reads nothing",
         [](rtn::builder& b, rtn::rule_id r) {
             rtn::rule_id const each = b.add_rule("each");
             rtn::state_id const begun = b.add_state();
             b.accept(b.entry(each));
             b.increment(b.entry(each), begun);
             b.epsilon(begun, b.entry(each));
             b.bytes(begun, 'a', 'b', b.entry(each));
             rtn::state_id const end = b.add_state();
             b.counted_call(b.entry(r), {each, 2, 3}, end);
             b.accept(b.literal(end, "c"));
         }},
        {"one rule outside with two bounds",
         [](rtn::builder& b, rtn::rule_id r) {
             rtn::state_id const behind = b.add_state();
             rtn::state_id const more = b.add_state();
             b.counted_call(b.entry(r), {0, 1, 2}, behind);
             b.counted_call(b.entry(r), {0, 3, 3}, more);
             b.accept(b.literal(behind, "="));
             b.accept(b.literal(more, ":"));
         }},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            rtn::builder own;
            own.add_rule("outside");
            rtn::builder::size const before = own.here();
            s.write(own, own.add_rule("first"));
            std::array<rtn::rule_id, 1> const outside{0};
            kept_part const part = own.part_since(before, outside);
            BOOST_REQUIRE(part != nullptr);

            rtn::builder b;
            rtn::rule_id const root = b.add_rule("root");
            rtn::rule_id const first = static_cast<rtn::rule_id>(b.rule_count());
            b.append(made_of_three(), {});
            std::array<rtn::rule_id, 1> const digits{first + 1};
            rtn::rule_id const added = static_cast<rtn::rule_id>(b.rule_count());
            b.append(part, digits);
            rtn::state_id const open = b.literal(b.entry(root), "<");
            rtn::state_id const close = b.add_state();
            b.call(open, added, close);
            b.call(open, first, close);
            b.accept(b.literal(close, ">"));
            BOOST_TEST(same_masks(std::move(b).finish()) > 30u);
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_outside_that_are_in_no_part_or_cannot_count_keep_a_part_from_being_known) {
    // the part counts its second rule outside; here that is one that has no increments
    kept_part const pairs = made_of_pairs();
    auto const kept = counted(pairs);
    for (bool const in_a_part : {false, true}) {
        rtn::builder b;
        rtn::rule_id const root = b.add_rule("root");
        rtn::builder::size const before = b.here();
        rtn::rule_id const one = b.add_rule("one");
        rtn::rule_id const two = b.add_rule("two");
        b.accept(b.literal(b.entry(one), "a"));
        b.accept(b.literal(b.entry(two), "b"));
        if (in_a_part) {
            b.place(b.part_since(before, {}), before, {});
        }
        std::array<rtn::rule_id, 2> const outside{one, two};
        rtn::rule_id const pair = static_cast<rtn::rule_id>(b.rule_count());
        b.append(pairs, outside);
        rtn::state_id const end = b.add_state();
        b.call(b.entry(root), pair, end);
        b.call(b.entry(root), one, end);
        b.accept(end);
        BOOST_TEST(same_masks(std::move(b).finish()) > 30u, in_a_part);
        BOOST_TEST(kept->used() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(what_is_known_depends_on_what_the_rules_outside_read) {
    // the same part with rules outside that can be empty, and with some that cannot
    kept_part const pairs = made_of_pairs(0);
    auto const kept = counted(pairs);
    for (bool const empty : {false, true, false}) {
        rtn::builder b;
        rtn::rule_id const root = b.add_rule("root");
        rtn::builder::size const before = b.here();
        rtn::rule_id const word = b.add_rule("word");
        b.accept(b.literal(b.entry(word), "a"));
        if (empty) {
            b.accept(b.entry(word));
        }
        rtn::rule_id const many = b.add_rule("many");
        rtn::state_id const begun = b.add_state();
        b.accept(b.entry(many));
        b.increment(b.entry(many), begun);
        b.bytes(begun, '0', '0', b.entry(many));
        b.place(b.part_since(before, {}), before, {});
        std::array<rtn::rule_id, 2> const outside{word, many};
        rtn::rule_id const pair = static_cast<rtn::rule_id>(b.rule_count());
        b.append(pairs, outside);
        rtn::state_id const end = b.literal(b.entry(root), "<");
        rtn::state_id const close = b.add_state();
        b.call(end, pair, close);
        b.accept(b.literal(close, ">"));
        BOOST_TEST(same_masks(std::move(b).finish()) > 30u, empty);
        BOOST_TEST(kept->used() > 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
