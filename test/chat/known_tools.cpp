// test/chat/known_tools.cpp - tools that were seen before cost less, and mean the same
// SPDX-License-Identifier: BSL-1.0
#include "../rtn/same_network.hpp"
#include "../schema/tool_schemas.hpp"
#include "formats.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/lowering_cache.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_known_tools)

using namespace parlance::chat;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace schema = parlance::schema;
using parlance::limits;

namespace {

call_policy const required{.choice = call_policy::kind::required};

std::vector<format> all_formats() {
    return {formats::json_in_tags(), formats::json_array_with_ids(), formats::tagged(),
            formats::key_value_tags(), formats::pythonic()};
}

tool tool_of(std::size_t i) {
    return {"tool_" + std::to_string(i), "",
            parlance::json::parse(tool_schemas::rows[i % tool_schemas::rows.size()].schema).value()};
}

std::vector<tool> some_tools(std::mt19937& random) {
    std::vector<tool> out;
    for (std::size_t i = 0, count = 1 + random() % 40; i < count; ++i) {
        std::size_t const one = random() % 150;
        bool const there = std::any_of(
            out.begin(), out.end(), [&](tool const& t) { return t.name == "tool_" + std::to_string(one); });
        if (!there) {
            out.push_back(tool_of(one));
        }
    }
    return out;
}

schema::options with(schema::lowering_cache const& cache) {
    schema::options how = tool_schema_options();
    how.cache = cache;
    return how;
}

rtn::network network_of(format const& f, std::vector<tool> const& tools,
                        schema::lowering_cache const& cache) {
    auto made = build_grammar(build_syntax(f, tools, required).value(), tools, required, {}, with(cache),
                              nullptr, {true, true});
    BOOST_REQUIRE_MESSAGE(made, (made ? "" : render(made.error())));
    return std::move(made->network);
}

template <class Rows, class Equal>
bool alike(Rows const& a, Rows const& b, Equal const& equal) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

/// Whether two grammars have the same states, with the same numbers.
bool same_code(mask::grammar const& one, mask::grammar const& other) {
    using namespace mask::detail;
    automaton const& a = one.data().code;
    automaton const& b = other.data().code;
    bool const rows =
        alike(a.states, b.states,
              [](run_state const& x, run_state const& y) {
                  return x.first_byte == y.first_byte && x.first_call == y.first_call &&
                         x.first_increment == y.first_increment && x.first_token == y.first_token &&
                         x.accepts == y.accepts && x.returns_only == y.returns_only;
              }) &&
        alike(a.bytes, b.bytes,
              [](byte_edge const& x, byte_edge const& y) {
                  return x.low == y.low && x.high == y.high && x.target == y.target;
              }) &&
        alike(a.calls, b.calls,
              [](call_edge const& x, call_edge const& y) {
                  return x.entry == y.entry && x.back == y.back && x.count == y.count && x.tail == y.tail;
              }) &&
        alike(a.counts, b.counts, [](count_bounds const& x, count_bounds const& y) {
            return x.low == y.low && x.high == y.high;
        });
    return rows && same_network::same(a.increments, b.increments) &&
           same_network::same(a.rule_of, b.rule_of) && same_network::same(a.meanings, b.meanings) &&
           same_network::same(a.first_meaning, b.first_meaning) &&
           same_network::same(a.absorptions, b.absorptions) && a.start == b.start &&
           a.early_increments == b.early_increments && one.data().rule_names == other.data().rule_names &&
           one.data().watches_names == other.data().watches_names &&
           one.data().watches_items == other.data().watches_items;
}

/// How many parts of a network have a note.
std::size_t noted(rtn::network const& net) {
    return static_cast<std::size_t>(std::count_if(
        net.parts.begin(), net.parts.end(), [](auto const& p) { return p.what->prepared.get() != nullptr; }));
}

}  // namespace

BOOST_AUTO_TEST_CASE(grammars_are_the_same_state_for_state_whatever_was_asked_before) {
    std::mt19937 random(3);
    schema::lowering_cache const large(std::size_t{256} << 20);
    schema::lowering_cache const small(std::size_t{700} << 10);
    std::size_t parts = 0;
    std::size_t known = 0;
    for (int round = 0; round < 12; ++round) {
        std::vector<tool> const tools = some_tools(random);
        for (format const& f : all_formats()) {
            rtn::network const plain = network_of(f, tools, {});
            auto const wanted = mask::grammar::prepare(plain).value();
            for (schema::lowering_cache const& cache : {large, large, small}) {
                rtn::network const net = network_of(f, tools, cache);
                BOOST_TEST(same_network::same_rows(plain, net), "round " << round);
                BOOST_TEST(same_code(wanted, mask::grammar::prepare(net).value()), "round " << round);
                BOOST_TEST(same_code(wanted, mask::grammar::prepare(net).value()), "round " << round);
                parts += net.parts.size();
                known += noted(net);
            }
            BOOST_TEST(small.memory() <= std::size_t{700} << 10);
        }
    }
    BOOST_TEST(parts > 3000u);
    BOOST_TEST(known > parts / 2);
}

BOOST_AUTO_TEST_CASE(fuel_lasts_as_long_whatever_is_known) {
    std::mt19937 random(4);
    std::size_t out = 0;
    for (int round = 0; round < 6; ++round) {
        std::vector<tool> const tools = some_tools(random);
        schema::lowering_cache const cache(std::size_t{64} << 20);
        rtn::network const net = network_of(formats::json_in_tags(), tools, cache);
        auto const enough = [&](std::uint64_t fuel) {
            limits few;
            few.fuel = fuel;
            auto const made = mask::grammar::prepare(net, mask::trigger::eager(), few);
            out += made ? 0 : 1;
            BOOST_TEST((made || made.error().code == parlance::errc::out_of_fuel));
            return bool(made);
        };
        // nothing is known when the first of these is asked, and ever more later on
        std::vector<bool> first;
        for (std::uint64_t fuel = 1000; fuel < 4'000'000; fuel += fuel / 3) {
            first.push_back(enough(fuel));
        }
        BOOST_TEST(enough(limits{}.fuel));
        std::size_t i = 0;
        for (std::uint64_t fuel = 1000; fuel < 4'000'000; fuel += fuel / 3) {
            BOOST_TEST(enough(fuel) == first[i++], "fuel " << fuel);
        }
    }
    BOOST_TEST(out > 0u);
}

BOOST_AUTO_TEST_CASE(a_network_that_was_changed_is_not_taken_for_what_it_was) {
    schema::lowering_cache const cache(std::size_t{64} << 20);
    std::vector<tool> const tools{tool_of(0), tool_of(1), tool_of(2)};
    rtn::network net = network_of(formats::json_in_tags(), tools, cache);
    (void)mask::grammar::prepare(net).value();
    auto const plain = [](rtn::network changed) {
        changed.parts = {};
        return mask::grammar::prepare(changed);
    };
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        rtn::network changed = net;
        changed.trim = false;
        rtn::edge& e = changed.edges[random() % changed.edges.size()];
        switch (random() % 5) {
        case 0: e.target = static_cast<std::uint32_t>(random() % changed.states.size()); break;
        case 1: e.low = e.high = 'x'; break;
        case 2: changed.states[random() % changed.view().state_count()].accepts = true; break;
        case 3:
            changed.rules[random() % changed.rules.size()] =
                static_cast<std::uint32_t>(random() % changed.view().state_count());
            break;
        default: changed.parts[random() % changed.parts.size()].first_state += 1;
        }
        auto const known = mask::grammar::prepare(changed);
        auto const made = plain(changed);
        BOOST_REQUIRE(bool(known) == bool(made));
        BOOST_TEST((known ? same_code(*known, *made) : known.error().code == made.error().code),
                   "round " << round);
    }
    net.states.resize(3);
    BOOST_TEST(!mask::grammar::prepare(net));
    BOOST_TEST(!mask::grammar::prepare(rtn::network{}));
}

BOOST_AUTO_TEST_CASE(threads_may_prepare_networks_with_the_same_parts) {
    schema::lowering_cache const cache(std::size_t{2} << 20);
    std::vector<tool> tools;
    for (std::size_t i = 0; i < 20; ++i) {
        tools.push_back(tool_of(i));
    }
    auto const wanted = mask::grammar::prepare(network_of(formats::tagged(), tools, {})).value();
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 4; ++i) {
                auto made = build_grammar(build_syntax(formats::tagged(), tools, required).value(), tools,
                                          required, {}, with(cache), nullptr, {true, true});
                wrong += same_code(wanted, mask::grammar::prepare(made->network).value()) ? 0 : 1;
            }
        });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(cache.memory() <= std::size_t{2} << 20);
}

BOOST_AUTO_TEST_SUITE_END()
