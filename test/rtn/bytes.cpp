// test/rtn/bytes.cpp - sets of code points as byte automata
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_bytes)

namespace rtn = parlance::rtn;
namespace utf8 = parlance::utf8;
using rtn::code_points;

namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// The one state `text` leads to, or `nowhere`.  Counts it as a failure when two edges match a byte.
std::size_t run(rtn::network const& net, std::string_view text) {
    std::size_t s = net.rules[0];
    for (char const c : text) {
        std::size_t next = nowhere;
        for (rtn::edge const& e : net.view().edges_of(static_cast<rtn::state_id>(s))) {
            auto const byte = static_cast<std::uint8_t>(c);
            if (e.low <= byte && byte <= e.high) {
                next = next == nowhere ? e.target : nowhere - 1;
            }
        }
        if (next >= nowhere - 1) {
            return nowhere;
        }
        s = next;
    }
    return s;
}

rtn::network automaton(parlance::vec<code_points> const& set) {
    rtn::builder b;
    rtn::rule_id const r = b.add_rule();
    rtn::state_id const end = b.add_state();
    b.accept(end);
    rtn::add_ranges(b, b.entry(r), set, end);
    return std::move(b).finish();
}

bool accepts(rtn::network const& net, std::string_view text) {
    std::size_t const s = run(net, text);
    return s != nowhere && net.view().accepts(static_cast<rtn::state_id>(s));
}

bool contains(parlance::vec<code_points> const& set, char32_t c) {
    for (code_points const r : set) {
        if (r.low <= c && c <= r.high) {
            return true;
        }
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(sets_of_code_points_become_automata) {
    BOOST_TEST(accepts(automaton({{'a', 'z'}}), "q"));
    BOOST_TEST(!accepts(automaton({{'a', 'z'}}), "Q"));
    BOOST_TEST(accepts(automaton({{0, 0x10FFFF}}), "\xF0\x9F\x98\x80"));
    BOOST_TEST(automaton(rtn::complement(parlance::vec<code_points>{{'"', '"'}})).view().state_count() == 9);
}

BOOST_AUTO_TEST_CASE(normalized_sorts_joins_and_drops_surrogates) {
    parlance::vec<code_points> const messy{{'m', 'p'}, {'a', 'c'},         {'d', 'f'},
                                           {'n', 'z'}, {0xD700, 0x20FFFF}, {9, 3}};
    parlance::vec<code_points> const neat{{'a', 'f'}, {'m', 'z'}, {0xD700, 0xD7FF}, {0xE000, 0x10FFFF}};
    BOOST_TEST((rtn::normalized(messy) == neat));
    BOOST_TEST((rtn::complement(rtn::complement(neat)) == neat));
    BOOST_TEST(rtn::complement(parlance::vec<code_points>{{0, 0x10FFFF}}).empty());
}

BOOST_AUTO_TEST_CASE(every_scalar_value_is_read_exactly_when_it_is_a_member) {
    std::mt19937 random(7);
    std::vector<parlance::vec<code_points>> sets{{},
                                                 {{0, 0x10FFFF}},
                                                 {{0x80, 0x7FF}},
                                                 {{0x7FF, 0x800}},
                                                 {{0xFFFF, 0x10000}},
                                                 {{0x10FFFF, 0x10FFFF}},
                                                 {{0xE000, 0xFFFF}},
                                                 {{0x3F, 0x40}, {0xFC0, 0x1040}},
                                                 {{0x40000, 0x7FFFF}},
                                                 {{0x3FFFF, 0x80000}}};
    for (int n = 0; n < 12; ++n) {
        parlance::vec<code_points> set;
        for (int k = 0; k < 4; ++k) {
            auto const below = [&](unsigned end) { return static_cast<char32_t>(random() % end); };
            char32_t const low = below(n % 2 == 0 ? 0x110000 : 0x1000);
            set.push_back({low, low + below(n % 3 == 0 ? 0x20000 : 0x90)});
        }
        sets.push_back(set);
        sets.push_back(rtn::complement(set));
    }
    for (auto const& set : sets) {
        rtn::network const net = automaton(set);
        std::size_t wrong = 0;
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            if (utf8::is_scalar(c)) {
                wrong += accepts(net, utf8::encode(c).view()) != contains(set, c);
            }
        }
        BOOST_TEST(wrong == 0u);
    }
}

BOOST_AUTO_TEST_CASE(no_other_bytes_are_read) {
    rtn::network const any = automaton({{0, 0x10FFFF}});
    for (unsigned lead = 0; lead < 256; ++lead) {
        for (unsigned second = 0; second < 256; ++second) {
            char const text[] = {static_cast<char>(lead), static_cast<char>(second)};
            utf8::decoded const d = utf8::decode({text, 2});
            bool const live = run(any, {text, 2}) != nowhere;
            BOOST_REQUIRE(live == (d.cut || (d.valid && d.length == 2)));
        }
    }
}

BOOST_AUTO_TEST_CASE(long_sets_are_looked_at_between_their_ranges) {
    struct counting {
        int at;
        mutable int looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == at; }
    };
    parlance::vec<code_points> backwards;
    for (char32_t c = 60'000; c > 20'000; c -= 2) {
        if (c < 0xD800 || c > 0xDFFF) {
            backwards.push_back({c, c});
        }
    }
    counting const never{-1};
    parlance::stop_asker asked(never);
    parlance::vec<code_points> const sorted = rtn::normalized(backwards, asked);
    BOOST_TEST((sorted == rtn::normalized(backwards)));
    BOOST_TEST(static_cast<std::size_t>(never.looks) >=
               3 * backwards.size() / parlance::stop_asker::between_looks);
    BOOST_TEST((rtn::normalized(sorted) == sorted));
    BOOST_TEST((rtn::complement(rtn::complement(sorted)) == sorted));
    for (int at = 1; at <= never.looks; ++at) {
        counting const stops{at};
        parlance::stop_asker stopped(stops);
        static_cast<void>(rtn::normalized(backwards, stopped));
        BOOST_TEST(stopped.stopped());
    }

    rtn::builder net;
    rtn::rule_id const r = net.add_rule();
    counting const while_written{-1};
    parlance::stop_asker writing(while_written);
    rtn::add_ranges(net, net.entry(r), sorted, net.add_state(), writing);
    BOOST_TEST(static_cast<std::size_t>(while_written.looks) >=
               4 * sorted.size() / parlance::stop_asker::between_looks);
}

BOOST_AUTO_TEST_CASE(what_is_a_set_already_stays_as_it_is) {
    parlance::vec<code_points> const sets[] = {
        {},
        {{0, 0x10FFFF}},
        {{0xD7FF, 0xE000}},
        {{5, 3}},
        {{1, 2}, {3, 4}},
        {{1, 2}, {2, 4}},
        {{4, 5}, {1, 2}},
        {{0xD800, 0xDFFF}},
        {{0x10FFFF, 0x110000}},
        {{1, 2}, {4, 5}},
        {{0xDFFF, 0xE000}},
    };
    parlance::vec<code_points> const wanted[] = {
        {},
        {{0, 0xD7FF}, {0xE000, 0x10FFFF}},
        {{0xD7FF, 0xD7FF}, {0xE000, 0xE000}},
        {},
        {{1, 4}},
        {{1, 4}},
        {{1, 2}, {4, 5}},
        {},
        {{0x10FFFF, 0x10FFFF}},
        {{1, 2}, {4, 5}},
        {{0xE000, 0xE000}},
    };
    for (std::size_t i = 0; i < std::size(sets); ++i) {
        BOOST_TEST((rtn::normalized(sets[i]) == wanted[i]), "set " << i);
        BOOST_TEST((rtn::normalized(wanted[i]) == wanted[i]), "set " << i);
    }
}

BOOST_AUTO_TEST_SUITE_END()
