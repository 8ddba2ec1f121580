// parlance/schema/detail/solve/impl/unevaluated.ipp - which members and items are left to unevaluatedProperties and -Items
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// Adds what nodes that hold in an attempt evaluate.
class solver::evaluator {
public:
    evaluator(solver& by, attempt const& a, type t, bool whatever, evaluation& done, vec<node_id>& open)
        : by_(&by), a_(&a), type_(t), whatever_(whatever), done_(&done), open_(&open) {}

    [[nodiscard]] result<void> add(node_id id, bool own) {
        if (std::find(visited_.begin(), visited_.end(), id) != visited_.end()) {
            return {};
        }
        std::size_t const looked_through = visited_.size() + done_->names.size();
        by_->pay(items_of_a_step * (1 + looked_through / names_of_a_step));
        visited_.push_back(id);
        if (auto const r = by_->nodes_->load(id); !r) {
            return r;
        }
        node const& n = (*by_->nodes_)[id];
        add_own_parts(n, own);
        for (node_id const m : n.all_of) {
            if (auto const r = add(m, true); !r) {
                return r;
            }
        }
        if (n.reference != no_node) {
            if (auto const r = add(n.reference, true); !r) {
                return r;
            }
        }
        if (auto const r = add_some(n.any_of, false); !r) {
            return r;
        }
        if (auto const r = add_some(n.one_of, true); !r) {
            return r;
        }
        if (auto const r = add_condition(n); !r) {
            return r;
        }
        return add_dependent(n);
    }

private:
    static constexpr std::size_t names_of_a_step = 16;

    /// What `properties`, `prefixItems` and their kin look at.
    void add_own_parts(node const& n, bool own) {
        // those of one schema differ: they are compared with what was there before
        auto const add_new = [&](auto& to, std::size_t before, auto const& what) {
            by_->pay(1 + before / names_of_a_step);
            auto const old = to.begin() + static_cast<std::ptrdiff_t>(before);
            if (std::find(to.begin(), old, what) == old) {
                to.push_back(what);
            }
        };
        if (type_ == type::object) {
            done_->all =
                done_->all || n.additional != no_node || (own && n.unevaluated_properties != no_node);
            std::size_t const names = done_->names.size();
            for (named_node const& p : n.properties) {
                add_new(done_->names, names, p.name);
            }
            std::size_t const patterns = done_->patterns.size();
            for (named_node const& p : n.patterns) {
                add_new(done_->patterns, patterns, p.name);
            }
            return;
        }
        done_->all = done_->all || n.rest != no_node || (own && n.unevaluated_items != no_node);
        done_->items = (std::max<std::uint64_t>)(done_->items, n.prefix.size());
        if (n.contains != no_node && by_->nodes_->source().version(n.json->get_object()) != draft::d2019) {
            add_new(done_->contains, done_->contains.size(), n.contains);
        }
    }

    /// Whether a node holds.
    [[nodiscard]] result<truth> state_of(node_id m) const {
        result<truth> const known = by_->glance(holds(m), type_);
        if (!known || *known != truth::unknown) {
            return known;
        }
        auto const seen = [&](literal l) {
            return std::find(a_->seen.begin(), a_->seen.end(), l) != a_->seen.end();
        };
        return seen(holds(m)) ? truth::yes : seen(fails(m)) ? truth::no : truth::unknown;
    }

    /// anyOf; or oneOf, where nothing else holds beside one that does.
    [[nodiscard]] result<void> add_some(vec<node_id> const& members, bool only_one) {
        vec<node_id> unsure;
        bool found = false;
        for (node_id const m : members) {
            result<truth> const known = state_of(m);
            if (!known) {
                return known.error();
            }
            if (*known == truth::yes || whatever_) {
                found = true;
                if (auto const r = add(m, true); !r) {
                    return r;
                }
            } else if (*known == truth::unknown) {
                unsure.push_back(m);
            }
        }
        if (!(only_one && found)) {
            open_->insert(open_->end(), unsure.begin(), unsure.end());
        }
        return {};
    }

    /// if, then and else.
    [[nodiscard]] result<void> add_condition(node const& n) {
        if (n.condition == no_node) {
            return {};
        }
        result<truth> const known = state_of(n.condition);
        if (!known) {
            return known.error();
        }
        bool const yes = *known == truth::yes || whatever_;
        bool const no = *known == truth::no || whatever_;
        if (*known == truth::unknown && !whatever_) {
            open_->push_back(n.condition);
            done_->forked = done_->forked || n.branches();
        }
        for (node_id const m :
             {yes ? n.condition : no_node, yes ? n.then : no_node, no ? n.otherwise : no_node}) {
            if (auto const r = m == no_node ? result<void>() : add(m, true); !r) {
                return r;
            }
        }
        return {};
    }

    /// dependentSchemas.
    [[nodiscard]] result<void> add_dependent(node const& n) {
        for (named_node const& d : n.dependent_schemas) {
            auto const said = [&](fact::kind what) {
                return std::any_of(a_->facts.begin(), a_->facts.end(),
                                   [&](fact const& f) { return f.is == what && f.text == d.name; });
            };
            bool const there = said(fact::kind::required);
            done_->forked = done_->forked || (!whatever_ && !there && !said(fact::kind::lacks));
            if (type_ == type::object && (there || whatever_)) {
                if (auto const r = add(d.node, true); !r) {
                    return r;
                }
            }
        }
        return {};
    }

    solver* by_;
    attempt const* a_;
    type type_;
    bool whatever_;
    evaluation* done_;
    vec<node_id>* open_;
    vec<node_id> visited_;
};

result<void> solver::evaluate(attempt const& a, node_id id, type t, bool own, bool whatever, evaluation& done,
                              vec<node_id>& open) {
    return evaluator(*this, a, t, whatever, done, open).add(id, own);
}

key_set solver::all_but(std::string key, evaluation const& done) {
    node seen;
    for (std::string_view const name : done.names) {
        pay(items_of_a_fact);
        seen.properties.push_back({name, no_node});
        key.append(" name ").append(std::to_string(name.size())).append(" ").append(name);
    }
    for (std::string_view const text : done.patterns) {
        pay(items_of_a_fact);
        seen.patterns.push_back({text, no_node});
        key.append(" pattern ").append(std::to_string(text.size())).append(" ").append(text);
    }
    return {key_set::kind::rest, {}, nodes_->made(std::move(key), std::move(seen))};
}

fact solver::left_over_keys(node_id id, evaluation const& done) {
    bool const breach = (*nodes_)[id].breach_of != no_node;
    node_id const wanted = (*nodes_)[id].unevaluated_properties;
    key_set const rest = all_but("seen by " + std::to_string(id), done);
    return breach ? key_fact(fact::kind::some_key, rest, fails(wanted))
                  : key_fact(fact::kind::keys, rest, holds(wanted));
}

fact solver::left_over_items(node_id id, evaluation const& done) {
    bool const breach = (*nodes_)[id].breach_of != no_node;
    node_id wanted = (*nodes_)[id].unevaluated_items;
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
    if (!breach) {
        return item_fact(fact::kind::items, done.items, holds(wanted));
    }
    fact f = item_fact(fact::kind::contains, 1, fails(wanted));
    f.from = done.items;
    return f;
}

/// The facts that unevaluated... come to now that all choices are made; or one more choice, where they hang on a node
/// of which nothing is known yet.  False when they cannot be.
result<bool> solver::account(attempt& a, type t) {
    while (!a.unevaluated.empty()) {
        node_id const id = a.unevaluated.back();
        evaluation done;
        vec<node_id> open;
        if (auto const r = evaluate(a, id, t, false, false, done, open); !r) {
            return r.error();
        }
        for (node_id const m : open) {
            evaluation more = done;
            vec<node_id> none;
            if (auto const r = evaluate(a, m, t, true, true, more, none); !r) {
                return r.error();
            }
            if (!done.all && !(more == done)) {
                a.choices.push_back({{one(holds(m))}, {one(fails(m))}});
                return true;
            }
        }
        a.unevaluated.pop_back();
        if (!done.all) {
            a.facts.push_back(t == type::object ? left_over_keys(id, done) : left_over_items(id, done));
        } else if ((*nodes_)[id].breach_of != no_node) {
            return false;
        }
    }
    return !contradictory(a.facts);
}

}  // namespace parlance::schema::detail
