// test/mask/unique.cpp - names of members and items of arrays that may not come twice, against all that may be written
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_unique)

namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace gbnf = parlance::gbnf;
namespace vocab = parlance::vocab;

namespace {

rtn::rule_id rule(rtn::network const& net, std::string_view name) {
    rtn::rule_id r = 0;
    while (net.name(r) != name) {
        ++r;
    }
    return r;
}

/// The rule `object` of a grammar names no member twice, and `array` has no item twice.
rtn::network unique(std::string_view grammar, rtn::member_names names, rtn::array_items items) {
    rtn::network net = *rtn::from_gbnf(*gbnf::compile(grammar));
    if (grammar.find("object ::=") != std::string_view::npos) {
        net.objects.push_back({rule(net, "object"), names});
    }
    if (grammar.find("array ::=") != std::string_view::npos) {
        net.arrays.push_back({rule(net, "array"), items});
    }
    return net;
}

/// Walks at random, and back: at each place exactly those tokens are allowed behind which `alive` says that something can
/// follow.  Ends where the text may end; returns how many places it has seen.
std::size_t walk(rtn::network const& net, std::vector<std::string> const& texts,
                 std::function<bool(std::string const&)> const& alive, unsigned seed) {
    vocab::token_list const tokens = mask_fixture::vocabulary(texts);
    mask::compiled_grammar const compiled(*mask::grammar::prepare(net), *mask::token_index::build(tokens));
    std::mt19937 random(seed);
    std::size_t seen = 0;
    for (int again = 0; again < 60; ++again) {
        mask::matcher m(compiled);
        std::vector<std::string> at{""};
        for (int step = 0; step < 40; ++step, ++seen) {
            std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
            m.fill(words);
            std::vector<vocab::token_id> next;
            for (vocab::token_id t = 0; t < texts.size(); ++t) {
                bool const allowed = mask::bitmask{words}.test(t);
                bool const expected = alive(at.back() + texts[t]);
                BOOST_TEST(allowed == expected, at.back() << " and then " << texts[t] << ": " << allowed);
                if (expected != allowed) {
                    return seen;
                }
                mask::matcher copy = m;
                BOOST_TEST(copy.accept(t) == allowed);
                if (allowed) {
                    next.push_back(t);
                }
            }
            if (at.size() > 2 && random() % 8 == 0) {
                BOOST_TEST(m.rollback(2));
                at.resize(at.size() - 2);
            } else if (next.empty()) {
                break;
            } else {
                vocab::token_id const t = next[random() % next.size()];
                BOOST_TEST(m.accept(t));
                at.push_back(at.back() + texts[t]);
            }
        }
    }
    return seen;
}

struct spelled {
    std::string text;
    std::string value;  // equal for what is equal
};

/// All texts of `open item (, item)* close` with at most `most` items, none of them twice.
std::vector<spelled> lists(std::string_view open, std::vector<spelled> const& items, std::string_view close,
                           std::size_t most) {
    struct begun {
        std::string text;
        std::vector<std::string> values;
    };
    std::vector<spelled> out;
    std::vector<begun> now{{std::string(open), {}}};
    for (std::size_t n = 0; n <= most; ++n) {
        std::vector<begun> longer;
        for (begun const& b : now) {
            std::vector<std::string> sorted = b.values;
            if (open == "{") {
                std::ranges::sort(sorted);  // members have no order
            }
            std::string value(open);
            for (std::string const& v : sorted) {
                value += v + ";";
            }
            out.push_back({b.text + std::string(close), value});
            for (spelled const& item : items) {
                std::string const key = open == "{" ? item.value.substr(0, item.value.find(':')) : item.value;
                bool const there = std::ranges::any_of(b.values, [&](std::string const& v) {
                    return open == "{" ? v.substr(0, v.find(':')) == key : v == key;
                });
                if (!there) {
                    begun more = b;
                    more.text += (n == 0 ? "" : ",") + item.text;
                    more.values.push_back(item.value);
                    longer.push_back(std::move(more));
                }
            }
        }
        now = std::move(longer);
    }
    return out;
}

std::function<bool(std::string const&)> beginnings_of(std::vector<spelled> const& all) {
    std::set<std::string> prefixes;
    for (spelled const& s : all) {
        for (std::size_t n = 0; n <= s.text.size(); ++n) {
            prefixes.insert(s.text.substr(0, n));
        }
    }
    return [prefixes = std::move(prefixes)](std::string const& text) { return prefixes.contains(text); };
}

std::vector<std::string> const tokens{
    "[",     "]",  "{",    "}",         "\"",   ":",    ",",     "1",         "0",   ".",
    "e",     "2",  "-",    "+",         "t",    "true", "a",     "b",         "\\",  "u",
    "\\u00", "61", "6",    "{\"",       "\":1", ",\"",  "\"a",   "a\":1,\"",  "1,1", "1.0",
    ",1",    "],", "[1,2", "{\"a\":1}", "[1",   "b\":", "\"b\"", ",\"a\":1}", "rue", "ab"};

}  // namespace

BOOST_AUTO_TEST_CASE(items_of_a_list_of_few_values) {
    constexpr std::string_view grammar = R"(root ::= array
        array ::= "[" (item ("," item){0,3})? "]"
        item ::= "1" (".0" | "e0" | "e+0")? | "2" | "-0" | "0" | "true" | "\"" ("a" | "\\u0061") "\"")";
    std::vector<spelled> const items{{"1", "1"},       {"1.0", "1"},          {"1e0", "1"}, {"1e+0", "1"},
                                     {"2", "2"},       {"-0", "0"},           {"0", "0"},   {"true", "true"},
                                     {"\"a\"", "'a'"}, {"\"\\u0061\"", "'a'"}};
    for (auto const kind : {rtn::array_items::limited, rtn::array_items::unique}) {
        rtn::network const net = unique(grammar, {}, kind);
        BOOST_TEST(walk(net, tokens, beginnings_of(lists("[", items, "]", 4)), 1) > 100U);
    }
}

BOOST_AUTO_TEST_CASE(where_all_values_are_used_up_nothing_follows_but_the_end) {
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item)* "]"
        item ::= "1" | "1.0" | "2")",
                                    {}, rtn::array_items::limited);
    auto all = lists("[", {{"1", "1"}, {"1.0", "1"}, {"2", "2"}}, "]", 3);
    std::erase_if(all, [](spelled const& s) { return s.text == "[]"; });
    BOOST_TEST(walk(net, tokens, beginnings_of(all), 2) > 60U);
}

/// How many members there are at most is said by the rule.
BOOST_AUTO_TEST_CASE(names_of_members_few_of_them) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" (member ("," member){0,2})? "}"
        member ::= "\"" name "\":1"
        name ::= "a" | "b" | "ab" | "\\u0061" | "\\u0061b")",
                                    rtn::member_names::limited, {});
    std::vector<spelled> const members{{R"("a":1)", "a:1"},
                                       {R"("b":1)", "b:1"},
                                       {R"("ab":1)", "ab:1"},
                                       {R"("\u0061":1)", "a:1"},
                                       {R"("\u0061b":1)", "ab:1"}};
    BOOST_TEST(walk(net, tokens, beginnings_of(lists("{", members, "}", 3)), 3) > 100U);
}

BOOST_AUTO_TEST_CASE(names_of_members_any_number_of_them) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" (member ("," member)*)? "}"
        member ::= "\"" name "\":1"
        name ::= ("a" | "b" | "\\u0061")*)",
                                    rtn::member_names::open, {});
    auto const alive = [](std::string const& text) {
        // What the grammar says, and that no name that has ended was there before.
        std::set<std::string> seen;
        std::string_view rest = text;
        auto const take = [&](std::string_view what) {
            std::size_t const n = (std::min)(what.size(), rest.size());
            bool const same = rest.substr(0, n) == what.substr(0, n);
            rest.remove_prefix(n);
            return same;
        };
        if (!take("{")) {
            return false;
        }
        if (rest.empty() || rest == "}") {
            return true;
        }
        for (;;) {
            if (!take("\"")) {
                return false;
            }
            std::string name;
            while (!rest.empty() && rest[0] != '"') {
                if (rest[0] == '\\') {
                    if (!take("\\u0061")) {
                        return false;
                    }
                    name += 'a';
                } else if (rest[0] == 'a' || rest[0] == 'b') {
                    name += rest[0];
                    rest.remove_prefix(1);
                } else {
                    return false;
                }
            }
            if (rest.empty()) {
                return true;
            }
            if (!seen.insert(name).second || !take("\":1")) {
                return false;
            }
            if (rest.empty() || rest == "}") {
                return true;
            }
            if (!take(",")) {
                return false;
            }
            if (rest.empty()) {
                return true;
            }
        }
    };
    BOOST_TEST(walk(net, tokens, alive, 4) > 500U);
}

BOOST_AUTO_TEST_CASE(values_that_hold_values) {
    // Objects that differ in nothing but the order of their members are one value, and the names of each are its own.
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item){0,2} "]"
        item ::= object | inner
        inner ::= "[" ("1" ("," "1")?)? "]"
        object ::= "{" (member ("," member)?)? "}"
        member ::= "\"" ("a" | "b" | "\\u0061") "\":" [12])",
                                    rtn::member_names::limited, rtn::array_items::limited);
    std::vector<spelled> items;
    for (std::string const name : {"a", "b", "\\u0061"}) {
        for (std::string const value : {"1", "2"}) {
            items.push_back({"\"" + name + "\":" + value, (name == "b" ? "b:" : "a:") + value});
        }
    }
    std::vector<spelled> values = lists("{", items, "}", 2);
    for (std::string const text : {"[]", "[1]", "[1,1]"}) {
        values.push_back({text, text});
    }
    auto all = lists("[", values, "]", 3);
    std::erase_if(all, [](spelled const& s) { return s.text == "[]"; });
    BOOST_TEST(walk(net, tokens, beginnings_of(all), 5) > 100U);
}

BOOST_AUTO_TEST_SUITE_END()
