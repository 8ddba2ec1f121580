// test/rtn/dfa.cpp - what is said of automata is said of their texts: of all short ones over a few letters
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_dfa)

namespace {

using namespace parlance;
using rtn::dfa;

constexpr std::size_t most = 10'000;

dfa of(std::string_view pattern) { return rtn::regex(pattern, rtn::regex_match::whole).value(); }

/// All texts of at most four of a, b, é.
std::vector<std::string> const& texts() {
    static std::vector<std::string> const all = [] {
        std::vector<std::string> out{""};
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (std::string const shorter = out[i]; shorter.size() < 8 && out.size() < 200) {
                for (char const* const letter : {"a", "b", "\xC3\xA9"}) {
                    out.push_back(shorter + letter);
                }
            }
        }
        return out;
    }();
    return all;
}

char const* const patterns[] = {"",      "a*",   "(a|b)*a",   "[^a]+",      "a{2,3}|\xC3\xA9",
                                "(ab)*", ".{2}", "(a|b|ab)*", "(a*b){1,2}", "[\xC3\xA0-\xC3\xBF]?b"};

}  // namespace

BOOST_AUTO_TEST_CASE(products_and_complements_are_sets_of_texts) {
    for (char const* const p : patterns) {
        dfa const a = of(p);
        dfa const none = rtn::complement(a);
        for (std::string const& text : texts()) {
            BOOST_REQUIRE_MESSAGE(none.accepts(text) != a.accepts(text), p << " " << text);
        }
        for (char const* const q : patterns) {
            dfa const b = of(q);
            dfa const both = rtn::intersection(a, b, most).value();
            dfa const any = rtn::either(a, b, most).value();
            dfa const rest = rtn::difference(a, b, most).value();
            for (std::string const& text : texts()) {
                bool const in_a = a.accepts(text), in_b = b.accepts(text);
                BOOST_REQUIRE_MESSAGE(both.accepts(text) == (in_a && in_b),
                                      p << " and " << q << ": " << text);
                BOOST_REQUIRE_MESSAGE(any.accepts(text) == (in_a || in_b), p << " or " << q << ": " << text);
                BOOST_REQUIRE_MESSAGE(rest.accepts(text) == (in_a && !in_b),
                                      p << " less " << q << ": " << text);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_least_automaton_has_the_same_texts_and_is_the_same_for_all_that_have_them) {
    for (char const* const p : patterns) {
        dfa const a = of(p);
        dfa const twice = rtn::minimized(rtn::either(a, rtn::complement(rtn::complement(a)), most).value());
        dfa const least = rtn::minimized(a);
        BOOST_TEST(twice.states() == least.states(), p);
        for (std::string const& text : texts()) {
            BOOST_REQUIRE_MESSAGE(least.accepts(text) == a.accepts(text), p << " " << text);
        }
    }
    BOOST_TEST(rtn::minimized(of("(a|b)*a")).states() == 2u);
}

BOOST_AUTO_TEST_CASE(any_automaton_becomes_as_small_as_comparing_all_pairs_of_states_says) {
    std::uint32_t random = 1;
    auto const next = [&](std::uint32_t below) {
        random = random * 1'664'525 + 1'013'904'223;
        return (random >> 16) % below;
    };
    for (int round = 0; round < 300; ++round) {
        dfa a;  // over a, b, é and all others
        a.letters.starts = {0, 'a', 'b', 'c', 0xE9, 0xEA};
        a.letters.group = {0, 1, 2, 0, 3, 0};
        a.letters.groups = 4;
        std::uint32_t const states = 1 + next(9);
        a.labels.clear();
        a.table.clear();
        for (std::uint32_t s = 0; s < states; ++s) {
            a.labels.push_back(next(3) == 0 ? 1 + next(2) : 0);
            for (std::uint32_t g = 0; g < a.letters.groups; ++g) {
                a.table.push_back(next(4) == 0 ? dfa::dead : next(states));
            }
        }
        // which pairs a text tells apart; the last one is where nothing is accepted
        std::vector<std::vector<char>> apart(states + 1, std::vector<char>(states + 1, 0));
        auto const label = [&](std::uint32_t s) { return s == states ? 0 : a.labels[s]; };
        auto const step = [&](std::uint32_t s, std::uint32_t g) {
            std::uint32_t const to = s == states ? dfa::dead : a.table[s * a.letters.groups + g];
            return to == dfa::dead ? states : to;
        };
        for (bool again = true; again;) {
            again = false;
            for (std::uint32_t s = 0; s <= states; ++s) {
                for (std::uint32_t t = 0; t <= states; ++t) {
                    bool differ = label(s) != label(t);
                    for (std::uint32_t g = 0; g < a.letters.groups; ++g) {
                        differ = differ || apart[step(s, g)][step(t, g)] != 0;
                    }
                    again = again || (differ && apart[s][t] == 0);
                    apart[s][t] = differ ? 1 : apart[s][t];
                }
            }
        }
        std::vector<std::uint32_t> met{0};  // from the first state
        std::size_t different = apart[0][states] == 0 ? 1 : 0;
        for (std::size_t i = 0; i < met.size(); ++i) {
            bool fresh = apart[met[i]][states] != 0;
            for (std::size_t j = 0; j < i; ++j) {
                fresh = fresh && apart[met[i]][met[j]] != 0;
            }
            different += fresh ? 1 : 0;
            for (std::uint32_t g = 0; g < a.letters.groups; ++g) {
                std::uint32_t const to = step(met[i], g);
                if (to != states && std::find(met.begin(), met.end(), to) == met.end()) {
                    met.push_back(to);
                }
            }
        }
        dfa const least = rtn::minimized(a);
        BOOST_REQUIRE_MESSAGE(least.states() == different, "round " << round);
        for (std::string const& text : texts()) {
            BOOST_REQUIRE_MESSAGE(least.label(text) == a.label(text), "round " << round << " " << text);
        }
    }
}

BOOST_AUTO_TEST_CASE(automata_are_disjoint_where_no_text_is_in_both) {
    work spent{limits{}};
    for (char const* const p : patterns) {
        for (char const* const q : patterns) {
            bool const none = rtn::minimized(rtn::intersection(of(p), of(q), most).value()).empty();
            BOOST_TEST(rtn::disjoint(of(p), of(q), spent).value() == none, p << " and " << q);
        }
    }
    BOOST_TEST(spent.bytes_left() == limits{}.allocated_bytes);
}

BOOST_AUTO_TEST_CASE(labels_are_joined) {
    auto const join = [](std::uint32_t a, std::uint32_t b) {
        return (a != 0 ? 1u : 0u) + (b != 0 ? 2u : 0u);
    };
    dfa const which = rtn::product(of("a+"), of("(aa)+"), join, most).value();
    BOOST_TEST(which.label("a") == 1u);
    BOOST_TEST(which.label("aa") == 3u);
    BOOST_TEST(which.label("b") == 0u);
    BOOST_TEST(which.label("a\xC3") == 0u);  // no UTF-8
}

BOOST_AUTO_TEST_CASE(lengths_count_characters) {
    dfa const two = rtn::length_between(1, 2);
    BOOST_TEST(!two.accepts(""));
    BOOST_TEST(two.accepts("\xC3\xA9\xF0\x9F\x99\x82"));
    BOOST_TEST(!two.accepts("abc"));
    BOOST_TEST(rtn::length_between(3, rtn::unbounded).accepts("abcdef"));
    BOOST_TEST(rtn::any_text().accepts("\n\0x"));
    BOOST_TEST(rtn::difference(of("a"), rtn::any_text(), most).value().empty());
    BOOST_TEST(!of("").empty());
}

BOOST_AUTO_TEST_CASE(a_list_of_texts_is_these_texts_and_no_others) {
    std::vector<std::vector<std::string_view>> lists{{}, {""}, {"a", "a"}, {"\xF4\x8F\xBF\xBF", "a"}};
    for (std::size_t n = 1; n <= 60; ++n) {
        std::vector<std::string_view>& list = lists.emplace_back();
        for (std::size_t i = n % 7; i < texts().size(); i += n) {
            list.push_back(texts()[i]);
        }
    }
    for (std::vector<std::string_view> const& list : lists) {
        work spent(limits{});
        dfa const a = rtn::one_of_texts(list, most, spent).value();
        for (std::string const& text : texts()) {
            BOOST_TEST_REQUIRE(a.accepts(text) == (std::find(list.begin(), list.end(), text) != list.end()));
        }
        for (std::string_view const text : list) {
            BOOST_TEST(a.accepts(text));
            BOOST_TEST(!a.accepts(std::string(text) + "z"));
        }
    }
    std::string_view const long_ones[] = {"abcdef", "abxyz"};
    work spent(limits{});
    BOOST_TEST(
        rtn::one_of_texts(long_ones, 10, spent).has_value());  // as many states as different beginnings
    BOOST_TEST((rtn::one_of_texts(long_ones, 9, spent).error().code == errc::too_many_states));
    limits few;
    few.fuel = 100;
    work little(few);
    BOOST_TEST((rtn::one_of_texts(long_ones, 10, little).error().code == errc::out_of_fuel));
    few.fuel = 10'000;
    few.allocated_bytes = 100;
    work narrow(few);
    BOOST_TEST((rtn::one_of_texts(long_ones, 10, narrow).error().code == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(what_is_too_large_is_refused) {
    BOOST_TEST(
        (rtn::intersection(of("(a|b){20}"), of("(a*b){9}a*"), 50).error().code == errc::too_many_states));
    limits bounds;
    bounds.fuel = 10;
    work spent(bounds);
    BOOST_TEST((rtn::intersection(of("(a|b){20}"), of("(a*b){9}a*"), most, spent).error().code ==
                errc::out_of_fuel));
    dfa const large = of("(a|b){20}");
    for (std::uint64_t const fuel : {10u, 100u, 200u}) {
        limits few;
        few.fuel = fuel;
        work little(few);
        BOOST_TEST((rtn::minimized(large, little).error().code == errc::out_of_fuel), fuel);
        work again(few);
        BOOST_TEST((rtn::disjoint(large, of("(b|a){19}"), again).error().code == errc::out_of_fuel), fuel);
    }
    limits narrow;
    narrow.allocated_bytes = 100;
    work small(narrow);
    BOOST_TEST((rtn::minimized(large, small).error().code == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(the_moves_of_a_state_can_be_asked_to_stop) {
    dfa many;  // each letter leads somewhere else
    constexpr std::uint32_t letters = 5000;
    many.letters.starts.clear();
    many.letters.group.clear();
    for (std::uint32_t i = 0; i < letters; ++i) {
        many.letters.starts.push_back(i);
        many.letters.group.push_back(letters - 1 - i);
    }
    many.letters.groups = letters;
    many.table.assign(letters, dfa::dead);  // of state 0 alone, which is all that is asked for
    for (std::uint32_t i = 0; i < letters; ++i) {
        many.table[i] = i;
    }
    struct asked {
        std::size_t most;
        mutable std::size_t looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks > most; }
    };
    asked const never{~std::size_t{0}};
    work looks{stop_token(never)};
    auto const moves = many.moves(0, looks);
    BOOST_REQUIRE(moves.size() == letters);
    BOOST_TEST((moves == many.moves(0)));
    BOOST_TEST((moves[7].first == 7 && moves[7].second.size() == 1));
    BOOST_TEST((moves[7].second[0].low == char32_t{letters - 1 - 7}));
    BOOST_TEST(never.looks > 10u);
    for (std::size_t last = 0; last < never.looks; ++last) {
        asked const soon{last};
        work stopped{stop_token(soon)};
        (void)many.moves(0, stopped);
        BOOST_REQUIRE((stopped.why() == errc::cancelled));
        BOOST_REQUIRE(soon.looks == last + 1);  // asked once, it stays stopped
    }
}

BOOST_AUTO_TEST_SUITE_END()
