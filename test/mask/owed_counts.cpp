// test/mask/owed_counts.cpp - counts with a bound that something which is still missing has to fit into
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_owed_counts)

namespace {

using namespace mask_fixture;
namespace rtn = parlance::rtn;

/// A rule that is called with a count, as states and edges: a letter, '+' for an increment, '-' for nothing.
struct counted_rule {
    struct edge {
        std::uint32_t from;
        char letter;
        std::uint32_t to;
    };
    std::uint32_t states = 0;
    std::vector<edge> edges;
    std::set<std::uint32_t> ends;
    std::uint32_t low = 0;
    std::uint32_t high = 0;

    [[nodiscard]] rtn::network network() const {
        rtn::builder out;
        rtn::rule_id const root = out.add_rule("root");
        rtn::rule_id const body = out.add_rule("body");
        rtn::state_id const end = out.add_state();
        out.accept(end);
        out.counted_call(out.entry(root), {body, low, high}, end);
        std::vector<rtn::state_id> at{out.entry(body)};
        while (at.size() < states) {
            at.push_back(out.add_state());
        }
        for (edge const& e : edges) {
            if (e.letter == '+') {
                out.increment(at[e.from], at[e.to]);
            } else if (e.letter == '-') {
                out.epsilon(at[e.from], at[e.to]);
            } else {
                out.bytes(at[e.from], static_cast<std::uint8_t>(e.letter),
                          static_cast<std::uint8_t>(e.letter), at[e.to]);
            }
        }
        for (std::uint32_t const s : ends) {
            out.accept(at[s]);
        }
        return std::move(out).finish();
    }
};

/// All that a rule can do, tried one by one: places are a state and a count.
class reference {
public:
    explicit reference(counted_rule const& of) : of_(&of) {
        for (bool more = true; more;) {
            more = false;
            for (std::uint32_t s = 0; s < of.states; ++s) {
                for (std::uint32_t k = 0; k <= of.high; ++k) {
                    bool good = of.ends.count(s) != 0 && k >= of.low;
                    for (auto const& e : of.edges) {
                        good = good || (e.from == s && alive_.count({e.to, k + (e.letter == '+')}) != 0);
                    }
                    more = (good && alive_.insert({s, k}).second) || more;
                }
            }
        }
    }
    using places = std::set<std::pair<std::uint32_t, std::uint32_t>>;

    /// The places behind a text from which the end can be reached.
    [[nodiscard]] places behind(std::string_view text) const {
        places now = closed({{0, 0}});
        for (char const c : text) {
            places next;
            for (auto const& [s, k] : now) {
                for (auto const& e : of_->edges) {
                    if (e.from == s && e.letter == c) {
                        next.insert({e.to, k});
                    }
                }
            }
            now = closed(std::move(next));
        }
        return now;
    }
    [[nodiscard]] bool ends(places const& at) const {
        for (auto const& [s, k] : at) {
            if (of_->ends.count(s) != 0 && k >= of_->low) {
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] places closed(places from) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> todo(from.begin(), from.end());
        while (!todo.empty()) {
            auto const [s, k] = todo.back();
            todo.pop_back();
            for (auto const& e : of_->edges) {
                std::pair const to{e.to, k + (e.letter == '+')};
                if (e.from == s && (e.letter == '+' || e.letter == '-') && to.second <= of_->high &&
                    from.insert(to).second) {
                    todo.push_back(to);
                }
            }
        }
        places out;
        for (auto const& p : from) {
            if (alive_.count(p) != 0) {
                out.insert(p);
            }
        }
        return out;
    }

    counted_rule const* of_;
    places alive_;
};

/// Whether the masks are those of the reference, on random walks; the texts end within what is left of their tokens.
void compare(counted_rule const& rule, std::vector<std::string> const& texts, std::mt19937& random,
             std::string const& where, std::size_t& walks) {
    reference const exact(rule);
    auto const prepared = mask::grammar::prepare(rule.network());
    BOOST_REQUIRE_MESSAGE(prepared.has_value() == !exact.behind("").empty(), where);
    if (!prepared) {
        return;
    }
    vocab::token_list const tokens = vocabulary(texts);
    mask::compiled_grammar const compiled(*prepared, *mask::token_index::build(tokens),
                                          {.no_dead_ends = false});
    auto const end = static_cast<vocab::token_id>(texts.size());
    for (std::size_t more = 0; more < 12; ++more) {
        bool const budget = more >= 4;
        mask::matcher m(compiled);
        std::size_t const most = budget ? m.least_remaining() + more - 4 : 20;
        if (budget) {
            m.remaining(most);
        }
        std::string text;
        std::size_t used = 0;
        for (; used < most && !m.stopped(); ++used) {
            std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
            m.fill(words);
            std::vector<vocab::token_id> next;
            for (vocab::token_id t = 0; t <= end; ++t) {
                bool const allowed = mask::bitmask{words}.test(t);
                bool const good =
                    t == end ? exact.ends(exact.behind(text)) : !exact.behind(text + texts[t]).empty();
                BOOST_REQUIRE_MESSAGE(budget ? good || !allowed : good == allowed,
                                      where << text << " and then " << t << ": " << allowed);
                if (allowed) {
                    next.push_back(t);
                }
            }
            BOOST_REQUIRE_MESSAGE(!next.empty(), where << text << ", budget " << budget);
            vocab::token_id const t = next[random() % next.size()];
            BOOST_REQUIRE_MESSAGE(m.accept(t), where << text);
            text += t == end ? "" : texts[t];
        }
        BOOST_REQUIRE_MESSAGE(!budget || m.stopped(), where << text << ", budget " << most);
        ++walks;
    }
}

std::vector<std::string> const letters{"a", "b", "c", "ab", "cc", "bca"};

/// Letters of which each counts, until `a` and `b` were there.
counted_rule both_needed(std::uint32_t high) {
    counted_rule out{8, {}, {6}, 0, high};
    for (std::uint32_t met = 0; met < 4; ++met) {
        std::uint32_t const at = 2 * met;
        out.edges.push_back({at, '+', at + 1});
        out.edges.push_back({at + 1, 'a', 2 * (met | 1)});
        out.edges.push_back({at + 1, 'b', 2 * (met | 2)});
        out.edges.push_back({at + 1, 'c', at});
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_missing_keeps_its_room) {
    std::mt19937 random(1);
    std::size_t walks = 0;
    for (std::uint32_t high = 0; high < 8; ++high) {
        compare(both_needed(high), letters, random, "high " + std::to_string(high) + ": ", walks);
    }
    vocab::token_list const tokens = vocabulary(letters);
    mask::matcher m({*mask::grammar::prepare(both_needed(2).network()), *mask::token_index::build(tokens)});
    BOOST_TEST(!m.accept(std::string_view{"c"}));
    BOOST_TEST(m.accept(std::string_view{"b"}));
    BOOST_TEST(!m.accept(std::string_view{"b"}));
    BOOST_TEST(m.accept(std::string_view{"a"}));
}

BOOST_AUTO_TEST_CASE(the_shortest_way_may_count_too_often) {
    // two letters that count, or five that count once
    for (std::uint32_t high = 1; high < 4; ++high) {
        counted_rule const rule{9,
                                {{0, '+', 1},
                                 {1, 'a', 2},
                                 {2, '+', 3},
                                 {3, 'a', 8},
                                 {1, 'b', 4},
                                 {4, 'b', 5},
                                 {5, 'b', 6},
                                 {6, 'b', 7},
                                 {7, 'b', 8}},
                                {8},
                                0,
                                high};
        std::mt19937 random(1);
        std::size_t walks = 0;
        compare(rule, {"a", "b", "bb"}, random, "high " + std::to_string(high) + ": ", walks);
        BOOST_TEST(walks > 0u);
    }
}

BOOST_AUTO_TEST_CASE(random_rules_with_counts_have_no_dead_ends) {
    std::size_t walks = 0;
    for (unsigned seed = 1; seed <= 2000; ++seed) {
        std::mt19937 random(seed);
        counted_rule rule;
        rule.states = 2 + static_cast<std::uint32_t>(random() % 6);
        rule.high = static_cast<std::uint32_t>(random() % 6);
        rule.low = 0;
        // an increment is made before a letter: what increments and reads nothing is an iteration that says nothing
        std::uint32_t const places = rule.states;
        for (std::size_t n = places + random() % (2 * places); n > 0; --n) {
            auto from = static_cast<std::uint32_t>(random() % places);
            if (random() % 2 == 0) {
                rule.edges.push_back({from, '+', rule.states});
                from = rule.states++;
            }
            rule.edges.push_back({from, "abc"[random() % 3], static_cast<std::uint32_t>(random() % places)});
        }
        rule.ends.insert(places - 1);
        std::string where = "seed " + std::to_string(seed) + ", at most " + std::to_string(rule.high);
        for (auto const& e : rule.edges) {
            where += ", " + std::to_string(e.from) + ' ' + e.letter + ' ' + std::to_string(e.to);
        }
        compare(rule, letters, random, where + ": ", walks);
    }
    BOOST_TEST_MESSAGE(walks << " walks");
    BOOST_TEST(walks > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
