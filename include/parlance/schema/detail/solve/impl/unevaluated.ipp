// parlance/schema/detail/solve/impl/unevaluated.ipp - which members and items are left to unevaluatedProperties and -Items
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::schema::detail {

/// Adds what node `id`, which holds in `a`, evaluates; `own` says whether its own unevaluated... counts.  What hangs on
/// nodes of which `a` does not say whether they hold goes to `open`, or with `whatever` is added as if they did.
result<void> solver::evaluate(attempt const& a, node_id id, type t, bool own, bool whatever, evaluation& done,
                              vec<node_id>& visited, vec<node_id>& open) {
    if (std::find(visited.begin(), visited.end(), id) != visited.end()) {
        return {};
    }
    constexpr std::size_t names_of_a_step = 16;
    fuel_ -= (std::min<std::uint64_t>)(fuel_, 1 + (visited.size() + done.names.size()) / names_of_a_step);
    visited.push_back(id);
    if (auto const r = nodes_->load(id); !r) {
        return r;
    }
    node const& n = (*nodes_)[id];
    auto const add = [](auto& to, auto const& what) {
        if (std::find(to.begin(), to.end(), what) == to.end()) {
            to.push_back(what);
        }
    };
    if (t == type::object) {
        done.all = done.all || n.additional != no_node || (own && n.unevaluated_properties != no_node);
        for (named_node const& p : n.properties) {
            add(done.names, p.name);
        }
        for (named_node const& p : n.patterns) {
            add(done.patterns, p.name);
        }
    } else {
        done.all = done.all || n.rest != no_node || (own && n.unevaluated_items != no_node);
        done.items = (std::max<std::uint64_t>)(done.items, n.prefix.size());
        if (n.contains != no_node && nodes_->source().version(n.json->get_object()) != draft::d2019) {
            add(done.contains, n.contains);
        }
    }
    auto const go_on = [&](node_id m) { return evaluate(a, m, t, true, whatever, done, visited, open); };
    auto const state_of = [&](node_id m) -> result<truth> {
        result<truth> const known = glance(holds(m), t);
        if (!known || *known != truth::unknown) {
            return known;
        }
        auto const seen = [&](literal l) {
            return std::find(a.seen.begin(), a.seen.end(), l) != a.seen.end();
        };
        return seen(holds(m)) ? truth::yes : seen(fails(m)) ? truth::no : truth::unknown;
    };
    for (node_id const m : n.all_of) {
        if (auto const r = go_on(m); !r) {
            return r;
        }
    }
    if (n.reference != no_node) {
        if (auto const r = go_on(n.reference); !r) {
            return r;
        }
    }
    auto const some = [&](vec<node_id> const& members, bool only_one) -> result<void> {
        vec<node_id> unsure;
        bool found = false;
        for (node_id const m : members) {
            result<truth> const known = state_of(m);
            if (!known) {
                return known.error();
            }
            if (*known == truth::yes || whatever) {
                found = true;
                if (auto const r = go_on(m); !r) {
                    return r;
                }
            } else if (*known == truth::unknown) {
                unsure.push_back(m);
            }
        }
        if (!(only_one && found)) {
            open.insert(open.end(), unsure.begin(), unsure.end());
        }
        return {};
    };
    if (auto const r = some(n.any_of, false); !r) {
        return r;
    }
    if (auto const r = some(n.one_of, true); !r) {
        return r;
    }
    if (n.condition != no_node) {
        result<truth> const known = state_of(n.condition);
        if (!known) {
            return known.error();
        }
        bool const yes = *known == truth::yes || whatever;
        bool const no = *known == truth::no || whatever;
        if (*known == truth::unknown && !whatever) {
            open.push_back(n.condition);
            done.forked = done.forked || n.branches();
        }
        for (node_id const m :
             {yes ? n.condition : no_node, yes ? n.then : no_node, no ? n.otherwise : no_node}) {
            if (auto const r = m == no_node ? result<void>() : go_on(m); !r) {
                return r;
            }
        }
    }
    for (named_node const& d : n.dependent_schemas) {
        auto const said = [&](fact::kind what) {
            return std::any_of(a.facts.begin(), a.facts.end(),
                               [&](fact const& f) { return f.is == what && f.text == d.name; });
        };
        bool const there = said(fact::kind::required);
        done.forked = done.forked || (!whatever && !there && !said(fact::kind::lacks));
        if (t == type::object && (there || whatever)) {
            if (auto const r = go_on(d.node); !r) {
                return r;
            }
        }
    }
    return {};
}

/// The facts that unevaluated... come to now that all choices are made; or one more choice, where they hang on a node
/// of which nothing is known yet.  False when they cannot be.
result<bool> solver::account(attempt& a, type t) {
    using k = fact::kind;
    while (!a.unevaluated.empty()) {
        node_id const id = a.unevaluated.back();
        node const& n = (*nodes_)[id];
        evaluation done;
        vec<node_id> visited;
        vec<node_id> open;
        if (auto const r = evaluate(a, id, t, false, false, done, visited, open); !r) {
            return r.error();
        }
        for (node_id const m : open) {
            evaluation more = done;
            vec<node_id> seen;
            vec<node_id> none;
            if (auto const r = evaluate(a, m, t, true, true, more, seen, none); !r) {
                return r.error();
            }
            if (!done.all && !(more == done)) {
                a.choices.push_back({{one(holds(m))}, {one(fails(m))}});
                return true;
            }
        }
        a.unevaluated.pop_back();
        bool const breach = n.breach_of != no_node;
        if (done.all) {
            if (breach) {
                return false;
            }
            continue;
        }
        if (t == type::object) {
            node seen;
            std::string key = "seen by " + std::to_string(id);
            for (std::string_view const name : done.names) {
                seen.properties.push_back({name, no_node});
                key.append(" name ").append(std::to_string(name.size())).append(" ").append(name);
            }
            for (std::string_view const text : done.patterns) {
                seen.patterns.push_back({text, no_node});
                key.append(" pattern ").append(std::to_string(text.size())).append(" ").append(text);
            }
            key_set const rest{key_set::kind::rest, {}, nodes_->made(std::move(key), std::move(seen))};
            node_id const wanted = n.unevaluated_properties;
            a.facts.push_back(breach ? key_fact(k::some_key, rest, fails(wanted))
                                     : key_fact(k::keys, rest, holds(wanted)));
            continue;
        }
        node_id wanted = n.unevaluated_items;
        if (!done.contains.empty()) {
            node any;
            any.parent = id;
            any.step.keyword = "unevaluatedItems";
            any.any_of = done.contains;
            any.any_of.push_back(wanted);
            std::string key = "either";
            for (node_id const m : any.any_of) {
                key += " " + std::to_string(m);
            }
            wanted = nodes_->made(std::move(key), std::move(any));
        }
        fact f = item_fact(breach ? k::contains : k::items, breach ? 1 : done.items,
                           breach ? fails(wanted) : holds(wanted));
        f.from = breach ? done.items : 0;
        a.facts.push_back(std::move(f));
    }
    return !contradictory(a.facts);
}

}  // namespace parlance::schema::detail
