// parlance/schema/detail/solve/impl/prune.ipp - ways that the facts so far rule out, and choices that they have made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

/// Whether the two literals are about plain lists of values that have none in common.
bool solver::disjoint_lists(literal a, literal b) const {
    if (negative(a) || negative(b)) {
        return false;
    }
    node const& x = (*nodes_)[node_of(a)];
    node const& y = (*nodes_)[node_of(b)];
    auto const each = [](node const& n, auto const& f) {
        if (n.single != nullptr) {
            return f(*n.single);
        }
        return std::all_of(n.values->begin(), n.values->end(), f);
    };
    auto const listed = [](node const& n) { return n.single != nullptr || n.values != nullptr; };
    if (!x.loaded || !y.loaded || !listed(x) || !listed(y)) {
        return false;
    }
    auto const size = [](node const& n) { return n.single != nullptr ? 1 : n.values->size(); };
    return size(x) * size(y) <= 4096 && each(x, [&](boost::json::value const& v) {
               return each(y, [&](boost::json::value const& w) { return !same_value(v, w); });
           });
}

/// What the facts of `a` say about one step of the way `w`.
solver::truth solver::judge(attempt const& a, way const& w, step const& s) const {
    using k = fact::kind;
    if (s.open) {
        auto const seen = [&](literal l) {
            return std::find(a.seen.begin(), a.seen.end(), l) != a.seen.end();
        };
        return seen(*s.open) ? truth::yes : seen(opposite(*s.open)) ? truth::no : truth::unknown;
    }
    fact const& f = *s.plain;
    auto const said = [&](k what, std::string_view name) {
        return std::any_of(a.facts.begin(), a.facts.end(),
                           [&](fact const& g) { return g.is == what && g.text == name; });
    };
    if (f.is == k::required || f.is == k::lacks) {
        k const other = f.is == k::required ? k::lacks : k::required;
        return said(f.is, f.text) ? truth::yes : said(other, f.text) ? truth::no : truth::unknown;
    }
    if (f.is == k::some_key && f.where.is == key_set::kind::rest) {
        // any member that must be there and is none of the listed ones, where its value does not matter
        bool const read = nodes_->load(node_of(f.then)).has_value();
        bool const no = negative(f.then);
        bool const any_value = read && (*nodes_)[node_of(f.then)].constant.value_or(no) != no;
        bool const by_name = (*nodes_)[f.where.node].patterns.empty();
        bool const met =
            by_name && any_value && std::any_of(a.facts.begin(), a.facts.end(), [&](fact const& g) {
                return g.is == k::required && !nodes_->names_property(f.where.node, g.text);
            });
        return met ? truth::yes : truth::unknown;
    }
    if (f.is != k::keys || f.where.is != key_set::kind::name) {
        return truth::unknown;
    }
    bool const present =
        said(k::required, f.where.name) || std::any_of(w.begin(), w.end(), [&](step const& other) {
            return other.plain && other.plain->is == k::required && other.plain->text == f.where.name;
        });
    for (fact const& g : a.facts) {
        if (g.is != k::keys || !(g.where == f.where)) {
            continue;
        }
        if (g.then == f.then || disjoint_lists(g.then, opposite(f.then))) {
            return truth::yes;
        }
        if (present && (g.then == opposite(f.then) || disjoint_lists(g.then, f.then))) {
            return truth::no;
        }
    }
    return truth::unknown;
}

/// One step that says that `w` is not gone, where one can.
maybe<solver::step> solver::negated(way const& w) {
    using k = fact::kind;
    if (w.size() == 1 && w[0].open) {
        return one(opposite(*w[0].open));
    }
    if (w.size() == 1 && (w[0].plain->is == k::required || w[0].plain->is == k::lacks)) {
        return one(text_fact(w[0].plain->is == k::required ? k::lacks : k::required, w[0].plain->text));
    }
    // a member is there and has a certain value: if it is there, it has another one
    if (w.size() == 2 && w[0].plain && w[1].plain && w[0].plain->is == k::keys &&
        w[0].plain->where.is == key_set::kind::name && w[1].plain->is == k::required &&
        w[1].plain->text == w[0].plain->where.name) {
        return one(key_fact(k::keys, w[0].plain->where, opposite(w[0].plain->then)));
    }
    return {};
}

/// Drops the ways of every choice that cannot be gone, and the choices that are made; takes the only way where one is
/// left.  The choice with the fewest ways comes to the end.  False when nothing is left.
result<bool> solver::simplify(attempt& a, type t) {
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < a.choices.size();) {
            choice& c = a.choices[i];
            bool made = false;
            std::vector<std::string_view>
                may_lack;  // where one of these is not there, the choice is made as well
            for (way const& w : c) {
                if (w.size() == 1 && w[0].plain && w[0].plain->is == fact::kind::lacks) {
                    may_lack.push_back(w[0].plain->text);
                }
            }
            auto const resolved = [&](step const& s) {
                return s.plain && s.plain->is == fact::kind::required &&
                       std::find(may_lack.begin(), may_lack.end(), s.plain->text) != may_lack.end();
            };
            erase_if(c, [&](way const& w) {
                bool all = true;
                for (step const& s : w) {
                    pay(items_of_a_step + a.facts.size());
                    truth const known = judge(a, w, s);
                    if (known == truth::no) {
                        return true;
                    }
                    all = all && (known == truth::yes || resolved(s));
                }
                made = made || all;
                return false;
            });
            if (!made && c.size() > 1) {
                ++i;
                continue;
            }
            if (!made && c.empty()) {
                return false;
            }
            if (!made) {
                a.todo.assign(c.front().rbegin(), c.front().rend());
            }
            a.choices.erase(a.choices.begin() + static_cast<std::ptrdiff_t>(i));
            if (!made) {
                result<bool> const alive = settle(a, t);
                if (!alive || !*alive) {
                    return alive;
                }
                again = true;
            }
        }
        if (contradictory(a.facts)) {
            return false;
        }
    }
    auto const least = std::min_element(a.choices.begin(), a.choices.end(),
                                        [](choice const& x, choice const& y) { return x.size() < y.size(); });
    if (least != a.choices.end()) {
        std::iter_swap(least, a.choices.end() - 1);
    }
    return true;
}

}  // namespace parlance::schema::detail
