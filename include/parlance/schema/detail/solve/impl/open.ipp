// parlance/schema/detail/solve/impl/open.ipp - what a schema asserts, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

void solver::assert_string(vec<fact>& facts, node const& n) {
    using k = fact::kind;
    if (n.min_length > 0) {
        facts.push_back(number_fact(k::min_length, n.min_length));
    }
    if (n.max_length != no_limit) {
        facts.push_back(number_fact(k::max_length, n.max_length));
    }
    if (n.pattern) {
        facts.push_back(text_fact(k::pattern, *n.pattern));
    }
    if (!n.format.empty()) {
        facts.push_back(text_fact(k::format, n.format));
    }
}

void solver::assert_number(vec<fact>& facts, node const& n) {
    using k = fact::kind;
    if (n.integer) {
        facts.push_back(fact{k::whole});
    }
    if (n.low) {
        facts.push_back(value_fact(k::low, *n.low, n.low_open));
    }
    if (n.high) {
        facts.push_back(value_fact(k::high, *n.high, n.high_open));
    }
    if (n.multiple) {
        facts.push_back(value_fact(k::multiple, *n.multiple));
    }
}

void solver::assert_array(attempt& a, node_id id) {
    node const& n = (*nodes_)[id];
    using k = fact::kind;
    auto& facts = a.facts;
    make_room(facts, n.prefix.size());
    for (std::size_t i = 0; i < n.prefix.size(); ++i) {
        pay(items_of_a_fact);
        facts.push_back(item_fact(k::item, i, holds(n.prefix[i])));
    }
    if (n.rest != no_node) {
        facts.push_back(item_fact(k::items, n.prefix.size(), holds(n.rest)));
    }
    if (n.min_items > 0) {
        facts.push_back(number_fact(k::min_items, n.min_items));
    }
    if (n.max_items != no_limit) {
        facts.push_back(number_fact(k::max_items, n.max_items));
    }
    if (n.unique) {
        facts.push_back(fact{k::unique});
    }
    if (n.contains != no_node) {
        fact f = item_fact(k::contains, n.min_contains, holds(n.contains));
        f.most = n.max_contains;
        if (f.number > 0 || f.most != no_limit) {
            facts.push_back(f);
        }
    }
    if (n.unevaluated_items != no_node) {
        a.unevaluated.push_back(id);
    }
}

void solver::assert_object(attempt& a, node_id id) {
    node const& n = (*nodes_)[id];
    using k = fact::kind;
    auto& facts = a.facts;
    make_room(facts, n.properties.size() + n.patterns.size() + n.required.size());
    for (named_node const& p : n.properties) {
        pay(items_of_a_fact);
        facts.push_back(key_fact(k::keys, named(p.name), holds(p.node)));
    }
    for (named_node const& p : n.patterns) {
        pay(items_of_a_fact);
        facts.push_back(key_fact(k::keys, {key_set::kind::pattern, p.name, id}, holds(p.node)));
    }
    if (n.additional != no_node) {
        facts.push_back(key_fact(k::keys, {key_set::kind::rest, {}, id}, holds(n.additional)));
    }
    for (std::string_view const name : n.required) {
        pay(items_of_a_fact);
        facts.push_back(text_fact(k::required, name));
    }
    if (n.min_properties > 0) {
        facts.push_back(number_fact(k::min_properties, n.min_properties));
    }
    if (n.max_properties != no_limit) {
        facts.push_back(number_fact(k::max_properties, n.max_properties));
    }
    if (n.names != no_node) {
        facts.push_back(item_fact(k::names, 0, holds(n.names)));
    }
    for (auto const& [name, needed] : n.dependent_required) {
        pay(items_of_a_fact * (2 + needed.size()));
        way all;
        for (std::string_view const other : needed) {
            all.push_back(one(text_fact(k::required, other)));
        }
        if (!all.empty()) {
            all.push_back(one(text_fact(k::required, name)));
            a.choices.push_back({{one(text_fact(k::lacks, name))}, std::move(all)});
        }
    }
    for (named_node const& d : n.dependent_schemas) {
        pay(items_of_a_fact * 4);
        a.choices.push_back(
            {{one(text_fact(k::lacks, d.name))}, {one(text_fact(k::required, d.name)), one(holds(d.node))}});
    }
    if (n.unevaluated_properties != no_node) {
        a.unevaluated.push_back(id);
    }
}

result<bool> solver::assert_choices(attempt& a, node const& n, type t) {
    if (!n.any_of.empty()) {
        vec<way> ways;
        for (node_id const m : n.any_of) {
            pay(items_of_a_fact);
            ways.push_back({one(holds(m))});
        }
        result<bool> const r = add_choice(a, std::move(ways), t);
        if (!r || !*r) {
            return r;
        }
    }
    if (!n.one_of.empty()) {
        result<bool> const r = exactly_one(a, n.one_of, t);
        if (!r || !*r) {
            return r;
        }
    }
    if (n.branches()) {
        way yes{one(holds(n.condition))};
        way no{one(fails(n.condition))};
        if (n.then != no_node) {
            yes.push_back(one(holds(n.then)));
        }
        if (n.otherwise != no_node) {
            no.push_back(one(holds(n.otherwise)));
        }
        result<bool> const r = add_choice(a, {std::move(yes), std::move(no)}, t);
        if (!r || !*r) {
            return r;
        }
    }
    return true;
}

result<bool> solver::assert_all(attempt& a, node_id id, type t) {
    node const& n = (*nodes_)[id];
    if (n.single != nullptr || n.values != nullptr) {
        a.facts.push_back(node_fact(fact::kind::one_of, id));
    }
    switch (t) {
    case type::string: assert_string(a.facts, n); break;
    case type::number: assert_number(a.facts, n); break;
    case type::array: assert_array(a, id); break;
    case type::object: assert_object(a, id); break;
    default: break;
    }
    if (n.negated != no_node) {
        a.todo.push_back(one(fails(n.negated)));
    }
    a.todo.reserve(a.todo.size() + n.all_of.size());
    for (auto inner = n.all_of.rbegin(); inner != n.all_of.rend(); ++inner) {
        pay(items_of_a_way);
        pass(sizeof(step));
        a.todo.push_back(one(holds(*inner)));
    }
    if (n.reference != no_node) {
        a.todo.push_back(one(holds(n.reference)));
    }
    return assert_choices(a, n, t);
}

/// One member, and none of those it is not known to exclude.
result<bool> solver::exactly_one(attempt& a, vec<node_id> const& members, type t) {
    vec<node_id> possible;
    for (node_id const m : members) {
        pay(items_of_a_fact);
        result<truth> const known = glance(holds(m), t);
        if (!known) {
            return known.error();
        }
        if (*known != truth::no) {
            possible.push_back(m);
        }
    }
    vec<way> ways(possible.size());
    for (std::size_t i = 0; i < possible.size(); ++i) {
        pay(items_of_a_way);
        ways[i].push_back(one(holds(possible[i])));
    }
    index_pairs const pairs = overlapping(possible, t);
    std::string_view const tag = t == type::object ? tag_to_require(possible, pairs) : std::string_view();
    for (auto const& [i, j] : pairs) {
        pay(items_of_a_fact);
        for (auto const& [k, other] : {std::pair{i, j}, std::pair{j, i}}) {
            make_room(ways[k], 1);
            if (tag.empty()) {
                ways[k].push_back(one(fails(possible[other])));
            } else if (ways[k].size() == 1) {
                ways[k].push_back(one(text_fact(fact::kind::required, tag)));
            }
        }
    }
    return add_choice(a, std::move(ways), t);
}

}  // namespace parlance::schema::detail
